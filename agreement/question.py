"""What is asked of one question, and what does its report say? All of it from one weight matrix."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from agreement.alternative_annotator import alternative_annotator_test
from agreement.alternative_results import AlternativeAnnotatorTest
from agreement.bootstrap import over_clusters, over_targets
from agreement.coefficient import declared
from agreement.difference import asked_of_self
from agreement.estimates import Asked, Draws, Resampled, asked_of, found_of, resample
from agreement.judge import JudgeLabels
from agreement.judging import columns_beside, duels, judged
from agreement.label_groups import in_groups
from agreement.lineup import Column, Lineup, line_up
from agreement.patterns import Patterns
from agreement.ratings import Codes, Ratings
from agreement.results import (
    ClusterCount,
    Estimate,
    GroupedReport,
    LabelReport,
    PairReport,
    QuestionReport,
    SelfReport,
)
from languages import worded

PER_LABEL = "fleiss_kappa"


@dataclass(frozen=True, eq=False)
class Question:
    """One question as it is asked: its ratings, and what stands beside them.

    `groups` says which group each label belongs to, `conditional` after which answer alone the question was asked.
    With an `epsilon` each judge is put to the alternative annotator test.
    """

    ratings: Ratings
    judges: Sequence[JudgeLabels] = ()
    gold: JudgeLabels | None = None
    groups: Mapping[str, str] | None = None
    conditional: str | None = None
    epsilon: float | None = None


def question_report(question: Question, *, replicates: int, seed: int) -> QuestionReport:
    """Everything about one question. Raises BadScale where a label is in no group."""
    ratings, clusters = question.ratings, question.ratings.clusters
    again = _again(ratings)
    lineup = line_up(ratings, columns_beside(ratings, question.judges, question.gold) | again)
    note = question.conditional and worded("conditional: asked only where {text}", text=question.conditional)
    draws = draws_of(lineup, replicates=replicates, seed=seed, note=note)
    people = _ask_people(lineup, [rater for _, rater in again], question.groups)
    judges, contests = judged(lineup, question.judges), list(duels(lineup, question.judges))
    of_judges = [one for judge in judges for one in judge.asked()]
    found = resample([*people.asked(), *of_judges, *(one for duel in contests for one in duel.asked())], draws=draws)
    return QuestionReport(
        question=ratings.question,
        level=ratings.scale.level,
        labels=ratings.scale.labels,
        raters=ratings.raters,
        clusters=ClusterCount(clusters.by, clusters.n) if clusters else None,
        n_targets=people.patterns.n_targets,
        n_ratings=int((ratings.codes >= 0).sum()),
        n_pairable_targets=people.patterns.n_pairable,
        excluded=_excluded(ratings),
        label_shares=_label_shares(people.patterns),
        coefficients=found_of(people.whole, found),
        pairs=people.pair_reports(found),
        per_label=people.label_reports(found),
        judges=tuple(judge.report(found, draws=draws) for judge in judges),
        judge_differences=tuple(duel.report(found, draws=draws) for duel in contests),
        self_agreement=people.self_reports(found),
        grouped=people.grouped_report(found),
        conditional=question.conditional,
        anonymous=ratings.anonymous,
        alternative=_alternative(question),
    )


def _alternative(question: Question) -> tuple[AlternativeAnnotatorTest, ...]:
    """The alternative annotator test of each judge, where an epsilon was chosen."""
    if question.epsilon is None:
        return ()
    return tuple(
        alternative_annotator_test(question.ratings, judge.codes, epsilon=question.epsilon, name=judge.title)
        for judge in question.judges
    )


def draws_of(lineup: Lineup, *, replicates: int, seed: int, note: str | None = None) -> Draws:
    """How the targets of a question are resampled: whole clusters where it has any."""
    clusters = lineup.ratings.clusters
    resampling = over_clusters(clusters, lineup.pattern_of_target) if clusters else over_targets(lineup.every)
    return Draws(resampling, replicates, seed, note)


PairAsked = tuple[Patterns, Mapping[str, Asked]]


@dataclass(frozen=True, eq=False)
class People:
    """What is asked of the raters: all of them, each label, every two, each one twice, and their labels in groups."""

    patterns: Patterns
    whole: Mapping[str, Asked]
    per_label: Mapping[str, Asked]
    pairs: Sequence[PairAsked]
    selves: Sequence[PairAsked]
    groups: PairAsked | None

    def asked(self) -> Iterator[Asked]:
        """All that has to be resampled."""
        yield from self.whole.values()
        yield from self.per_label.values()
        for _, asked in (*self.pairs, *self.selves, *filter(None, [self.groups])):
            yield from asked.values()

    def pair_reports(self, found: Mapping[Asked, Resampled]) -> tuple[PairReport, ...]:
        """Every two raters."""
        return tuple(
            PairReport((pair.raters[0], pair.raters[1]), pair.n_targets, found_of(asked, found))
            for pair, asked in self.pairs
        )

    def label_reports(self, found: Mapping[Asked, Resampled]) -> tuple[LabelReport, ...]:
        """Each label of the scale."""
        if not self.per_label:
            return ()
        estimates: Mapping[str, Estimate] = found_of(self.per_label, found)
        n_given = [int(self.patterns.counts[of_label > 0].sum()) for of_label in self.patterns.tallies.T]
        return tuple(
            LabelReport(label, estimates[label], n)
            for label, n in zip(self.patterns.scale.labels, n_given, strict=True)
        )

    def self_reports(self, found: Mapping[Asked, Resampled]) -> tuple[SelfReport, ...]:
        """Each rater who labelled targets twice."""
        return tuple(SelfReport(pair.raters[0], pair.n_targets, found_of(asked, found)) for pair, asked in self.selves)

    def grouped_report(self, found: Mapping[Asked, Resampled]) -> GroupedReport | None:
        """The groups of labels, if there are any."""
        if self.groups is None:
            return None
        patterns, asked = self.groups
        return GroupedReport(patterns.scale.labels, _label_shares(patterns), found_of(asked, found))


def _ask_people(lineup: Lineup, twice: Sequence[str], groups: Mapping[str, str] | None) -> People:
    people = lineup.people
    every_two = [] if people.anonymous else list(combinations(range(len(people.raters)), 2))
    pairs = [people.pair(first, second) for first, second in every_two]
    selves = [lineup.every.pair(people.raters.index(name), lineup.places["again", name]) for name in twice]
    grouped = None if groups is None else in_groups(people, groups)
    return People(
        people,
        asked_of(people, "question"),
        _asked_of_labels(people),
        [(pair, asked_of(pair, "pair")) for pair in pairs],
        [(pair, asked_of_self(pair)) for pair in selves],
        None if grouped is None else (grouped, asked_of(grouped, "question")),
    )


def _again(ratings: Ratings) -> dict[Column, Codes]:
    """The second labels of each rater who gave any, where it is known who they are."""
    if ratings.again is None or ratings.anonymous:
        return {}
    columns = zip(ratings.raters, ratings.again.T, strict=True)
    return {("again", rater): codes for rater, codes in columns if (codes >= 0).any()}


def _asked_of_labels(patterns: Patterns) -> dict[str, Asked]:
    """Fleiss' kappa of each label against all others, by the label."""
    if patterns.scale.has_parts:
        return {}
    fleiss = next(one for one in declared() if one.key == PER_LABEL)
    patterns = patterns.without_identity()
    return {label: Asked(fleiss, _one_label(patterns, code)) for code, label in enumerate(patterns.scale.labels)}


def _one_label(patterns: Patterns, code: int) -> Patterns:
    """Whether this label was given or another one: codes 1 and 0, -1 where none was given."""
    codes = np.where(patterns.codes < 0, -1, patterns.codes == code).astype(np.int64)
    scale = replace(patterns.scale, level="nominal", labels=("other", patterns.scale.labels[code]))
    return replace(patterns, scale=scale, codes=codes)


def _excluded(ratings: Ratings) -> dict[str, int]:
    """What was found and not used, by why."""
    counts = {"missing": ratings.n_missing, "repeated": ratings.n_repeated}
    return {why: n for why, n in counts.items() if n}


def _label_shares(patterns: Patterns) -> dict[str, float]:
    """The share of each label of the scale among all labels given, unused ones too; empty where none was given."""
    if patterns.scale.level == "spans":
        return {}
    given = patterns.counts @ patterns.tallies
    total = given.sum()
    return dict(zip(patterns.scale.labels, (given / total).tolist(), strict=True)) if total else {}
