"""Which labels does a question have, in which order, are they numbers, and which answers are no label at all?"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from agreement.errors import BadScale
from languages import worded

OneThing = Literal["nominal", "ordinal", "interval"]  # a label is one thing, and not a set or spans
Level = Literal[OneThing, "set", "spans"]
MOST_COUNTED = 200  # different sets
LEVELS: tuple[OneThing, ...] = get_args(OneThing)
LEVEL_NAMES: Mapping[Level, str] = {
    "nominal": worded("nominal"),
    "ordinal": worded("ordinal"),
    "interval": worded("interval"),
    "set": worded("set"),
    "spans": worded("spans"),
}

# What people, spreadsheets and pandas write where there is no answer; compared without case, `_` read as a space.
MISSING = frozenset({"", "na", "n/a", "#n/a", "<na>", "nan", "cannot judge"})

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Scale:
    """The labels of one question, in order, and what their order means.

    `declared` says that the order was given by somebody and not taken from the labels that were seen.
    """

    level: Level
    labels: tuple[str, ...]
    declared: bool

    @cached_property
    def numbers(self) -> tuple[float, ...] | None:
        """The labels as numbers, or None when one of them is none."""
        values = [as_number(label) for label in self.labels]
        known = tuple(value for value in values if value is not None)
        return known if len(known) == len(values) else None

    @property
    def has_order(self) -> bool:
        """Whether distances between the labels mean something."""
        return self.level in ("ordinal", "interval")

    @property
    def has_parts(self) -> bool:
        """Whether a label is a set or spans (`agreement.parts`), so that single labels are not worth counting."""
        return has_parts(self.level)

    @property
    def is_counted(self) -> bool:
        """Whether labels are given again and again: of spans, and of very many sets, hardly two are alike."""
        return not self.has_parts or (self.level == "set" and len(self.labels) <= MOST_COUNTED)

    @property
    def has_distances(self) -> bool:
        """Whether the labels are, or ought to be, numbers in an order: scores."""
        return self.level == "interval" or (self.level == "ordinal" and self.numbers is not None)

    @property
    def assumes_order(self) -> bool:
        """Whether the order matters and nobody has said what it is: words stand as they sort."""
        return self.has_order and not self.declared and self.numbers is None


def declared_scale(level: Level, labels: Iterable[str]) -> Scale:
    """The scale with these labels in this order; answers that mean "missing" are never among them."""
    stripped = [label.strip() for label in labels]
    repeated = sorted({label for label in stripped if stripped.count(label) > 1})
    if repeated:
        raise BadScale(f"the label {repeated[0]!r} is declared twice: name every label once")
    return Scale(_known_level(level), tuple(label for label in stripped if not is_missing(label)), declared=True)


def seen_scale(level: Level, labels: Iterable[str]) -> Scale:
    """The scale of the labels that were seen, in natural order."""
    return Scale(_known_level(level), natural_order(set(labels)), declared=False)


def has_parts(level: Level) -> bool:
    """Whether a label of this level is a set or spans."""
    return level not in LEVELS


def _known_level(level: Level) -> Level:
    if level not in get_args(Level):
        raise BadScale(f"{level!r} is no level: it is one of {', '.join(get_args(Level))}")
    return level


def is_missing(label: str) -> bool:
    """Whether this answer is no label: blank, N/A, cannot judge."""
    return label.strip().casefold().replace("_", " ") in MISSING


def as_number(text: str) -> float | None:
    """The number that this text spells in plain digits, or None."""
    value = float(text) if _NUMBER.fullmatch(text) else math.nan
    return value if math.isfinite(value) else None


def natural_order(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts as people sort them: numbers by value and first, then words, in which `m2` comes before `m10`."""
    return tuple(sorted(texts, key=_natural_key))


def _natural_key(text: str) -> tuple[bool, float, list[tuple[int, str]], str]:
    number = as_number(text)
    if number is not None:
        return (False, number, [], text)
    return (True, 0.0, [_digits_by_value(part) for part in re.split(r"([0-9]+)", text)], text)


def _digits_by_value(part: str) -> tuple[int, str]:
    """A run of digits sorts by its value (by length first, without its zeros), a run of text as it stands."""
    if part.isascii() and part.isdigit():
        digits = part.lstrip("0")
        return (len(digits), digits)
    return (0, part)
