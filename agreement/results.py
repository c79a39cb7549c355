"""What does a report say? Frozen values, with a reason in place of a number where there is none."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from agreement.scale import Level

Reason = Literal["one_rater", "no_overlap", "one_item", "no_variation", "needs_numbers", "anonymous_raters"]

# In the order in which they apply.
REASONS: Mapping[Reason, str] = {
    "one_rater": "needs two raters",
    "no_overlap": "no target was labelled by two raters",
    "one_item": "only one target was labelled by two raters",
    "no_variation": "every label is the same, so chance alone would agree as well",
    "needs_numbers": "the labels are not numbers",
    "anonymous_raters": "it is not known who gave which label",
}

INTERVAL_IS_ABOUT = "these raters, other targets"


@dataclass(frozen=True)
class Estimate:
    """One coefficient: its value and 95 % interval, or `undefined`, the reason why it has none.

    `standard_error` is an asymptotic one, for the few coefficients that are printed with it.

    `n` is the number of targets it rests on, those with two labels or more. Nothing is rounded or clamped; an interval
    is None when there is no value or nothing was resampled. `note` is what a reader should know beside the number.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    undefined: Reason | None
    note: str | None
    method: str
    standard_error: float | None = None


@dataclass(frozen=True)
class RefusedRow:
    """A row that was left out: its number, the id of its item, and why."""

    row: int
    id: str
    why: str


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
        return {"raters": list(self.raters), "n": self.n} | _estimates_as_json(self.coefficients)


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
class AgainstReport:
    """A judge beside one rater, or beside what people say together (`kind`), on the `n` targets that both have.

    `confusion` counts labels: rows are the people's, columns the judge's, both in the order of the scale.
    """

    kind: Literal["rater", "majority", "median", "gold"]
    rater: str | None
    n: int
    coefficients: Mapping[str, Estimate]
    confusion: tuple[tuple[int, ...], ...]

    def as_json(self) -> dict[str, Any]:
        """The comparison as the command line prints it."""
        head = {"kind": self.kind, "rater": self.rater, "n": self.n}
        return head | _estimates_as_json(self.coefficients) | {"confusion": [list(row) for row in self.confusion]}


@dataclass(frozen=True)
class JudgeReport:
    """A judge against people. `unparsed` lists answers that gave no label; `n_elsewhere` are about other targets."""

    name: str
    n_labels: int
    n_elsewhere: int
    unparsed: tuple[RefusedRow, ...]
    against: tuple[AgainstReport, ...]

    def as_json(self) -> dict[str, Any]:
        """The judge as the command line prints it."""
        return {
            "name": self.name,
            "n_labels": self.n_labels,
            "n_unparsed": len(self.unparsed),
            "n_elsewhere": self.n_elsewhere,
            "against": [one.as_json() for one in self.against],
        }


@dataclass(frozen=True)
class QuestionReport:
    """Everything about one question. `excluded` counts what was found and not used, by why."""

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
            "coefficients": _estimates_as_json(self.coefficients),
            "pairs": [pair.as_json() for pair in self.pairs],
            "per_label": [label.as_json() for label in self.per_label],
            "judges": [judge.as_json() for judge in self.judges],
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


def _estimates_as_json(estimates: Mapping[str, Estimate]) -> dict[str, Any]:
    return {key: asdict(estimate) for key, estimate in estimates.items()}
