"""The exact table behind every picture and rounded number of a study: nothing rounded, one row for each number."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from annotation.label_files import guarded

if TYPE_CHECKING:
    from agreement.alternative_results import AlternativeAnnotatorTest
    from agreement.course import Step
    from agreement.details import Details
    from agreement.figures import Compared, Estimate
    from agreement.groups import GroupMean
    from agreement.judge_results import AgainstReport, JudgeDifference, JudgeReport
    from agreement.results import QuestionReport
    from agreement.rounds import ComparedQuestion
    from exports.answers import RaterAnswers
    from exports.grouping import OriginScores
    from exports.movers import Mover

Cell = str | int | float | None

ESTIMATE = ("coefficient", "value", "low", "high", "n", "standard_error", "undefined", "note", "method")
COMPARED = (
    *("coefficient", "first", "first_low", "first_high", "second", "second_low", "second_high"),
    *("difference", "difference_low", "difference_high", "n", "undefined"),
)


@dataclass(frozen=True)
class Sheet:
    """A table to download: its name, its columns, and rows of plain values; None is an empty cell."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def as_csv(self) -> bytes:
        """The table as UTF-8 with a mark that spreadsheets need; what they would run is made harmless."""
        page = io.StringIO()
        writer = csv.writer(page)
        writer.writerow(self.columns)
        for row in self.rows:
            writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
        return page.getvalue().encode("utf-8-sig")


def coefficients(question: QuestionReport) -> Sheet:
    """Every coefficient of a question, for all raters, each label and groups of labels."""
    rows = [("all raters", *row) for row in _estimates(question.coefficients)]
    rows += [(f"label {each.label}", *_estimate("fleiss_kappa", each.kappa)) for each in question.per_label]
    if question.grouped is not None:
        rows += [("groups of labels", *row) for row in _estimates(question.grouped.coefficients)]
    rows += [
        (f"self-agreement {each.rater}", *row)
        for each in question.self_agreement
        for row in _estimates(each.coefficients)
    ]
    return Sheet("agreement", ("of", *ESTIMATE), rows)


def pairs(question: QuestionReport) -> Sheet:
    """Every coefficient of every two raters."""
    rows = [(*pair.raters, *row) for pair in question.pairs for row in _estimates(pair.coefficients)]
    return Sheet("pairs", ("first", "second", *ESTIMATE), rows)


def selves(question: QuestionReport) -> Sheet:
    """Every coefficient of each rater's first labels beside their second ones."""
    rows = [(each.rater, *row) for each in question.self_agreement for row in _estimates(each.coefficients)]
    return Sheet("self-agreement", ("rater", *ESTIMATE), rows)


def shares(found: Details) -> Sheet:
    """How often each rater gave each label."""
    rows = [
        (each.rater, label, share, round(share * each.n), each.n)
        for each in found.raters
        for label, share in zip(found.labels, each.shares, strict=True)
    ]
    return Sheet("labels", ("rater", "label", "share", "n", "n_labels"), rows)


def confusions(found: Details) -> Sheet:
    """How many pairs of raters gave which two labels to one target."""
    rows = [
        (label, other, count)
        for label, counts in zip(found.labels, found.confusions, strict=True)
        for other, count in zip(found.labels, counts, strict=True)
    ]
    return Sheet("confusions", ("label", "other_label", "pairs"), rows)


def disputed(found: Details) -> Sheet:
    """The most disputed targets, one row for each label."""
    rows = [
        (each.item, each.target, each.disagreement, rater, label)
        for each in found.disputed
        for rater, label in each.labels
    ]
    return Sheet("disputed", ("item", "target", "disagreement", "rater", "label"), rows)


def answers(raters: Iterable[RaterAnswers]) -> Sheet:
    """What each rater has answered beside and beyond labels."""
    rows = [
        (one.rater, one.n_labels, one.n_cannot, *one.sure, one.n_shown, one.n_kept, one.n_changed) for one in raters
    ]
    sure = ("guess", "fairly_sure", "sure")
    return Sheet("answers", ("rater", "n_labels", "n_cannot", *sure, "n_shown", "n_kept", "n_changed"), rows)


def origins(found: Iterable[OriginScores]) -> Sheet:
    """The mean scores by system and setting, of people and judges."""
    rows = [
        (one.judge, score.group["system"], score.group["setting"], side, mean.n, mean.value, mean.low, mean.high)
        for one in found
        for score in one.scores
        for side in ("people", "judge", "difference", "people_all", "judge_all")
        if (mean := getattr(score, side)) is not None
    ]
    return Sheet("systems", ("judge", "system", "setting", "of", "n", "value", "low", "high"), rows)


def origin_differences(found: Iterable[OriginScores]) -> Sheet:
    """The paired differences between systems in one setting, and between settings of one system."""
    rows = [
        (one.judge, *each.within, *each.within.values(), each.first, each.second, each.source, *_mean(each.difference))
        for one in found
        for each in one.differences
    ]
    columns = ("judge", "within", "within_value", "first", "second", "of", "n", "value", "low", "high")
    return Sheet("system-differences", columns, rows)


def _mean(found: GroupMean) -> tuple[Cell, ...]:
    return found.n, found.value, found.low, found.high


def course(steps: Iterable[Step], *, name: str) -> Sheet:
    """The agreement with others, step by step."""
    return Sheet(name, ("step", "value", "low", "high", "n"), [(s.name, s.value, s.low, s.high, s.n) for s in steps])


def against(judges: Iterable[JudgeReport]) -> Sheet:
    """Every coefficient of every judge beside every rater and what stands for people together."""
    rows = [
        (judge.title, each.kind, each.rater, *row)
        for judge in judges
        for each in judge.against
        for row in _estimates(each.coefficients)
    ]
    return Sheet("judges", ("judge", "kind", "rater", *ESTIMATE), rows)


def judge_confusion(judge: JudgeReport, beside: AgainstReport, labels: Sequence[str]) -> Sheet:
    """How often a judge gives each label where people give each."""
    rows = [
        (label, other, count)
        for label, counts in zip(labels, beside.confusion, strict=True)
        for other, count in zip(labels, counts, strict=True)
    ]
    return Sheet(f"confusion-{judge.title}-{beside.rater or beside.kind}", ("people", "judge", "targets"), rows)


def ceiling(judges: Iterable[JudgeReport]) -> Sheet:
    """Judge to person beside person to person, and judge and person beside the majority of the others."""
    rows = [
        (judge.title, each.kind, each.rater, *row)
        for judge in judges
        for each in judge.ceiling
        for row in _compared(each.coefficients)
    ]
    return Sheet("ceiling", ("judge", "kind", "rater", *COMPARED), rows)


def judge_differences(found: Iterable[JudgeDifference]) -> Sheet:
    """Every two judges beside the same people."""
    rows = [(*each.judges, each.kind, *row) for each in found for row in _compared(each.coefficients)]
    return Sheet("judge-differences", ("judge", "other_judge", "kind", *COMPARED), rows)


def before_and_after(compared: ComparedQuestion) -> Sheet:
    """The coefficients of all raters and of every pair, after a discussion (first) and before it (second)."""
    rows: list[tuple[Cell, ...]] = [("", "", *row) for row in _compared(compared.coefficients)]
    rows += [(*pair.raters, *row) for pair in compared.pairs for row in _compared(pair.coefficients)]
    return Sheet("before-and-after", ("rater", "other", *COMPARED), rows)


def movers(found: Iterable[Mover]) -> Sheet:
    """Who moved in a discussion, and where to."""
    columns = ("n_places", "n_moved", "n_toward", "n_away", "n_elsewhere", "n_stayed")
    rows = [(one.rater, *(getattr(one, name) for name in columns)) for one in found]
    return Sheet("movers", ("rater", *columns), rows)


def alternative(tests: Iterable[AlternativeAnnotatorTest]) -> Sheet:
    """The alternative annotator test, person by person."""
    rows = [
        (
            *(test.judge, test.epsilon, test.winning_rate, one.rater, one.n, one.judge_advantage, one.person_advantage),
            *(one.test, one.p_value, one.p_adjusted, None if one.judge_wins is None else int(one.judge_wins)),
        )
        for test in tests
        for one in test.people
    ]
    columns = ("judge", "epsilon", "winning_rate", "rater", "n", "judge_advantage", "person_advantage")
    return Sheet("alternative-annotator", (*columns, "test", "p_value", "p_adjusted", "judge_wins"), rows)


def _estimates(found: Mapping[str, Estimate]) -> list[tuple[Cell, ...]]:
    return [_estimate(key, one) for key, one in found.items()]


def _estimate(key: str, one: Estimate) -> tuple[Cell, ...]:
    return (key, one.value, one.low, one.high, one.n, one.standard_error, one.undefined, one.note, one.method)


def _compared(found: Mapping[str, Compared]) -> list[tuple[Cell, ...]]:
    return [
        (
            *(key, one.first.value, one.first.low, one.first.high, one.second.value, one.second.low, one.second.high),
            *(
                one.difference.value,
                one.difference.low,
                one.difference.high,
                one.difference.n,
                one.difference.undefined,
            ),
        )
        for key, one in found.items()
    ]
