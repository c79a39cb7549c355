"""What is asked about the judges of one question? Everything about them, and what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from agreement.ceiling import Ceiling, ceilings
from agreement.difference import Contest, asked_of_pair
from agreement.estimates import Asked, Draws, Resampled, asked_of, found_of
from agreement.judge import JudgeLabels, consensus, majorities_of_others
from agreement.judge_results import AgainstReport, JudgeDifference, JudgeReport
from agreement.lineup import Column, Lineup
from agreement.patterns import Patterns
from agreement.ratings import Codes, Ratings

Kind = Literal["rater", "majority", "median", "gold"]
TOGETHER: tuple[Kind, ...] = ("majority", "median", "gold")


def columns_beside(ratings: Ratings, judges: Sequence[JudgeLabels], gold: JudgeLabels | None) -> dict[Column, Codes]:
    """The columns that judging needs beside the raters'."""
    if not judges:
        return {}
    found: dict[Column, Codes] = {("judge", str(place)): judge.codes for place, judge in enumerate(judges)}
    found |= {(kind,): codes for kind, codes in consensus(ratings.codes, ratings.scale).items()}
    if gold is not None:
        found["gold",] = gold.codes
    if len(ratings.raters) > 2 and not ratings.anonymous:
        others = majorities_of_others(ratings.codes, len(ratings.scale.labels))
        found |= {("others", rater): codes for rater, codes in zip(ratings.raters, others, strict=True)}
    return found


@dataclass(frozen=True, eq=False)
class Versus:
    """A judge beside one rater or what stands for people together; the judge is the second of the pair."""

    kind: Kind
    rater: str | None
    pair: Patterns
    coefficients: Mapping[str, Asked]

    def report(self, found: Mapping[Asked, Resampled]) -> AgainstReport:
        """The comparison once everything is resampled."""
        return AgainstReport(
            kind=self.kind,
            rater=self.rater,
            n=self.pair.n_targets,
            coefficients=found_of(self.coefficients, found),
            confusion=tuple(tuple(int(n) for n in row) for row in self.pair.contingency())
            if self.pair.scale.is_counted
            else (),
        )


@dataclass(frozen=True, eq=False)
class Judged:
    """All that is asked of one judge."""

    labels: JudgeLabels
    against: Sequence[Versus]
    ceiling: Sequence[Ceiling]
    consistency: Mapping[str, Asked]

    def asked(self) -> Iterator[Asked]:
        """All that has to be resampled."""
        for versus in self.against:
            yield from versus.coefficients.values()
        for ceiling in self.ceiling:
            yield from ceiling.asked()
        yield from self.consistency.values()

    def report(self, found: Mapping[Asked, Resampled], *, draws: Draws) -> JudgeReport:
        """The judge once everything is resampled."""
        return JudgeReport(
            name=self.labels.name,
            n_labels=int((self.labels.codes >= 0).sum()),
            n_elsewhere=self.labels.n_elsewhere,
            unparsed=self.labels.unparsed,
            against=tuple(versus.report(found) for versus in self.against),
            version=self.labels.version,
            run=self.labels.run,
            n_tuned=self.labels.n_tuned,
            ceiling=tuple(ceiling.report(found, draws=draws) for ceiling in self.ceiling),
            runs=self.labels.runs,
            consistency=found_of(self.consistency, found) if self.labels.runs else None,
        )


@dataclass(frozen=True, eq=False)
class Duel:
    """Two judges beside the same majority of people, or the same gold."""

    kind: Literal["majority", "gold"]
    judges: tuple[str, str]
    contest: Contest

    def asked(self) -> Iterator[Asked]:
        """All that has to be resampled."""
        yield from self.contest.asked()

    def report(self, found: Mapping[Asked, Resampled], *, draws: Draws) -> JudgeDifference:
        """The difference once everything is resampled."""
        return JudgeDifference(self.kind, self.judges, self.contest.n, self.contest.compared(found, draws=draws))


def judged(lineup: Lineup, judges: Sequence[JudgeLabels]) -> list[Judged]:
    """What is asked of each judge."""
    return [
        Judged(
            judge,
            list(_versus(lineup, lineup.places["judge", str(place)])),
            ceilings(lineup, lineup.places["judge", str(place)]),
            asked_of(lineup.every.among(_runs(lineup, judges, judge)), "question") if judge.runs else {},
        )
        for place, judge in enumerate(judges)
    ]


def duels(lineup: Lineup, judges: Sequence[JudgeLabels]) -> Iterator[Duel]:
    """Every two judges beside the same people's majority and gold; several runs of one take part as their majority."""
    several = {(judge.name, judge.version) for judge in judges if judge.runs}
    taking_part = [
        place for place, judge in enumerate(judges) if judge.runs or (judge.name, judge.version) not in several
    ]
    kinds: tuple[Literal["majority", "gold"], ...] = ("majority", "gold")
    for first, second in combinations(taking_part, 2):
        for kind in kinds:
            if (kind,) in lineup.places:
                titles = (judges[first].title, judges[second].title)
                yield Duel(kind, titles, _contest(lineup, kind, first, second))


def _contest(lineup: Lineup, kind: str, first: int, second: int) -> Contest:
    together = lineup.places[kind,]
    places = lineup.places["judge", str(first)], lineup.places["judge", str(second)]
    pairs = [lineup.every.pair(together, one, beside=places) for one in places]
    sides = [{key: [one] for key, one in asked_of_pair(pair).items()} for pair in pairs]
    return Contest(pairs[0].n_targets, *sides)


def _versus(lineup: Lineup, judge: int) -> Iterator[Versus]:
    """The judge beside each rater, where they are known, and beside what stands for people together."""
    if not lineup.ratings.anonymous:
        for rater, name in enumerate(lineup.ratings.raters):
            yield _one_versus("rater", name, lineup.every.pair(rater, judge))
    for kind in TOGETHER:
        if (kind,) in lineup.places:
            yield _one_versus(kind, None, lineup.every.pair(lineup.places[kind,], judge))


def _one_versus(kind: Kind, rater: str | None, pair: Patterns) -> Versus:
    return Versus(kind, rater, pair, asked_of(pair, "pair", "judge"))


def _runs(lineup: Lineup, judges: Sequence[JudgeLabels], of: JudgeLabels) -> list[int]:
    """The places of the judge's single runs."""
    return [
        lineup.places["judge", str(place)]
        for place, judge in enumerate(judges)
        if (judge.name, judge.version) == (of.name, of.version) and not judge.runs
    ]
