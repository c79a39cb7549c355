"""Which places does a rule accept? The majority's label, where a share of so many raters gave it (pure).

A share is more than a half, so that no rule ever picks a side of a tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotation.desk.place_states import PlaceState
from annotation.due import due
from annotation.errors import WrongUse
from languages import worded

FEWEST_RATERS = 2


@dataclass(frozen=True)
class Rule:
    """At least `share` of at least `min_raters` raters gave one label."""

    share: Fraction
    min_raters: int

    def __str__(self) -> str:
        return f"the majority, where at least {self.share} of at least {self.min_raters} raters agree"


@dataclass(frozen=True)
class Accepted:
    """A place with the label that a rule accepts on it."""

    place: PlaceState
    label: str

    @property
    def unanimous(self) -> bool:
        """Whether everybody gave it."""
        return all(label == self.label for _, label in self.place.labels)


def rule(share: str, min_raters: int) -> Rule:
    """A rule from what somebody wrote: `2/3`, `.75`, `1`. Two of three are 2/3 and less than .67.

    Raises WrongUse for a share that is no more than a half or more than 1, and for fewer than two raters.
    """
    try:
        found = Fraction(share.strip())
    except (ValueError, ZeroDivisionError) as error:
        raise WrongUse(worded("{share!r} is no share; write 2/3 or .75.", share=share)) from error
    if not Fraction(1, 2) < found <= 1:
        raise WrongUse(worded("The share {share} is not more than a half and at most 1.", share=share))
    if min_raters < FEWEST_RATERS:
        raise WrongUse(worded("The rule needs two raters or more for each target."))
    return Rule(found, min_raters)


def accepted_label(labels: Sequence[str], by: Rule) -> str | None:
    """The label that the rule accepts, if it does.

    >>> accepted_label(["must", "must", "nice"], rule("2/3", 3))
    'must'
    >>> accepted_label(["must", "must", "nice", "nice"], rule("2/3", 3)) is None
    True
    """
    if len(labels) < by.min_raters:
        return None
    label, votes = Counter(labels).most_common(1)[0]
    return label if votes >= by.share * len(labels) else None


def accepted(wanted: Iterable[PlaceState], by: Rule, *, every: Iterable[PlaceState]) -> list[Accepted]:
    """What the rule accepts among the places that are wanted and not decided.

    A question that depends on another's answer is left out where that one is accepted so that this one is not asked;
    `every` are all places of the project.
    """
    found = {}
    for place in wanted:
        label = accepted_label([label for _, label in place.labels], by)
        if label is not None and place.state != "decided":
            found[place.asked.place] = Accepted(place, label)
    standing = {each.asked.place: each.decision.outcome for each in every if each.decision is not None}
    decided = standing | {place: each.label for place, each in found.items()}
    asked = due([each.place.asked for each in found.values()], decided=decided, answered=found.keys())
    return [found[each.place] for each in asked]
