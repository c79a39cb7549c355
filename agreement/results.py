"""What does a report say? Frozen values, with a reason in place of a number where there is none."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from agreement.alternative_results import AlternativeAnnotatorTest
from agreement.figures import REASONS, Compared, Difference, Estimate, Reason, RefusedRow, estimates_as_json
from agreement.judge_results import AgainstReport, CeilingReport, JudgeDifference, JudgeReport
from agreement.scale import Level

__all__ = [
    "INTERVAL_IS_ABOUT",
    "REASONS",
    "AgainstReport",
    "CeilingReport",
    "ClusterCount",
    "Compared",
    "Difference",
    "Estimate",
    "GroupedReport",
    "JudgeDifference",
    "JudgeReport",
    "LabelReport",
    "PairReport",
    "QuestionReport",
    "Reason",
    "RefusedRow",
    "Report",
    "SelfReport",
]

INTERVAL_IS_ABOUT = "these raters, other targets"


@dataclass(frozen=True)
class ClusterCount:
    """What was resampled as a whole, and how many of them there are."""

    by: str
    n: int


@dataclass(frozen=True)
class PairReport:
    """Two raters on the `n` targets that both have labelled."""

    raters: tuple[str, str]
    n: int
    coefficients: Mapping[str, Estimate]

    def as_json(self) -> dict[str, Any]:
        """The pair as the command line prints it."""
        return {"raters": list(self.raters), "n": self.n} | estimates_as_json(self.coefficients)


@dataclass(frozen=True)
class LabelReport:
    """One label against all others: Fleiss' kappa of whether it was given. `n` targets have it from somebody."""

    label: str
    kappa: Estimate
    n: int

    def as_json(self) -> dict[str, Any]:
        """The label as the command line prints it."""
        return {"label": self.label, "kappa": asdict(self.kappa), "n": self.n}


@dataclass(frozen=True)
class SelfReport:
    """A rater's first labels beside their second ones, on the `n` targets that they have labelled twice."""

    rater: str
    n: int
    coefficients: Mapping[str, Estimate]

    def as_json(self) -> dict[str, Any]:
        """The rater as the command line prints it."""
        return {"rater": self.rater, "n": self.n} | estimates_as_json(self.coefficients)


@dataclass(frozen=True)
class GroupedReport:
    """The same labels by the group that each belongs to: nominal, on the same targets."""

    labels: tuple[str, ...]
    label_shares: Mapping[str, float]
    coefficients: Mapping[str, Estimate]

    def as_json(self) -> dict[str, Any]:
        """The groups as the command line prints them."""
        shares = dict(self.label_shares)
        return {
            "labels": list(self.labels),
            "label_shares": shares,
            "coefficients": estimates_as_json(self.coefficients),
        }


@dataclass(frozen=True)
class QuestionReport:
    """Everything about one question. `excluded` counts what was found and not used, by why.

    `conditional` is the answer that the question was asked after only. Where raters are `anonymous` there are no pairs.
    `alternative` has a test for each judge, where an epsilon was chosen.
    """

    question: str
    level: Level
    labels: tuple[str, ...]
    raters: tuple[str, ...]
    clusters: ClusterCount | None
    n_targets: int
    n_ratings: int
    n_pairable_targets: int
    excluded: Mapping[str, int]
    label_shares: Mapping[str, float]
    coefficients: Mapping[str, Estimate]
    pairs: tuple[PairReport, ...]
    per_label: tuple[LabelReport, ...] = ()
    judges: tuple[JudgeReport, ...] = ()
    judge_differences: tuple[JudgeDifference, ...] = ()
    self_agreement: tuple[SelfReport, ...] = ()
    grouped: GroupedReport | None = None
    conditional: str | None = None
    anonymous: bool = False
    alternative: tuple[AlternativeAnnotatorTest, ...] = ()

    @property
    def n_raters(self) -> int:
        """Raters with a label at least."""
        return len(self.raters)

    def as_json(self) -> dict[str, Any]:
        """The question as the command line prints it."""
        return {
            "question": self.question,
            "level": self.level,
            "labels": list(self.labels),
            "clusters": None if self.clusters is None else asdict(self.clusters),
            "n_targets": self.n_targets,
            "n_raters": self.n_raters,
            "n_ratings": self.n_ratings,
            "n_pairable_targets": self.n_pairable_targets,
            "excluded": dict(self.excluded),
            "label_shares": dict(self.label_shares),
            "coefficients": estimates_as_json(self.coefficients),
            "pairs": [pair.as_json() for pair in self.pairs],
            "per_label": [label.as_json() for label in self.per_label],
            "judges": [judge.as_json() for judge in self.judges],
            "judge_differences": [one.as_json() for one in self.judge_differences],
            "self_agreement": [one.as_json() for one in self.self_agreement],
            "grouped": None if self.grouped is None else self.grouped.as_json(),
            "conditional": self.conditional,
            "anonymous": self.anonymous,
            "alternative_annotator": [one.as_json() for one in self.alternative],
        }


@dataclass(frozen=True)
class Report:
    """The questions of a table, the rows that were refused, and how the intervals were made."""

    questions: tuple[QuestionReport, ...]
    rows_refused: tuple[RefusedRow, ...]
    replicates: int
    seed: int

    def as_json(self) -> dict[str, Any]:
        """The report as `python -m agreement --json` prints it: no NaN, nothing rounded."""
        return {
            "questions": [question.as_json() for question in self.questions],
            "rows_refused": [asdict(row) for row in self.rows_refused],
        }
