"""What is one figure of a report? A frozen value, with a reason in place of a number where there is none."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from languages import worded

Reason = Literal[
    "one_rater",
    "two_raters",
    "no_overlap",
    "not_by_all",
    "one_item",
    "no_variation",
    "needs_numbers",
    "anonymous_raters",
]

# In the order in which they apply.
REASONS: Mapping[Reason, str] = {
    "one_rater": worded("needs two raters"),
    "two_raters": worded("needs three raters"),
    "no_overlap": worded("no target was labelled by two raters"),
    "not_by_all": worded("no target was labelled by every rater"),
    "one_item": worded("only one target was labelled by two raters"),
    "no_variation": worded("every label is the same, so chance alone would agree as well"),
    "needs_numbers": worded("the labels are not numbers"),
    "anonymous_raters": worded("it is not known who gave which label"),
}


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
class Difference:
    """One coefficient of a first thing minus that of a second, on the same `n` targets, with a paired interval.

    Each replicate draws the same targets for both. `undefined` is the reason of whichever has no value.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    undefined: Reason | None
    note: str | None
    method: str


@dataclass(frozen=True)
class Compared:
    """One coefficient of two things on the same targets, and the first minus the second."""

    first: Estimate
    second: Estimate
    difference: Difference

    def as_json(self, *, first: str, second: str) -> dict[str, Any]:
        """The three under the names of the two things."""
        return {first: asdict(self.first), second: asdict(self.second), "difference": asdict(self.difference)}


@dataclass(frozen=True)
class RefusedRow:
    """A row that was left out: its number, the id of its item, and why."""

    row: int
    id: str
    why: str


def estimates_as_json(estimates: Mapping[str, Estimate]) -> dict[str, Any]:
    """Each estimate under its coefficient's key."""
    return {key: asdict(estimate) for key, estimate in estimates.items()}


def compared_as_json(coefficients: Mapping[str, Compared], *, first: str, second: str) -> dict[str, Any]:
    """Each coefficient of two things, and their difference, under its key."""
    return {key: one.as_json(first=first, second=second) for key, one in coefficients.items()}
