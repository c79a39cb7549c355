"""How do differences between systems stand in tables? All pairs as one exact sheet, or beside one that is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from exports import measure_tables
from exports.figures import MISSING, number
from exports.measure_tables import OF, Side
from exports.measured import Results
from exports.measures import Definition, Found, MeasureRow
from exports.measures.differences import WHO, Difference
from exports.measures.ratios import REASONS, Ratio
from exports.sheets import Cell, Sheet
from languages import say_if_ours, worded

REST = tuple(name for name in OF if name not in WHO)
COLUMNS = (
    *("measure", "figure", "way", "system", "setting", "minus_system", "minus_setting"),
    *(*REST, "difference", "low", "high", "n_paired", "undefined", "note"),
)
POINTS = worded("{points} pp")
BETWEEN = worded("{low} to {high}")  # a dash between signs could be taken for one
MINUS = "{first} − {second}"

Kind = Literal["system", "setting"]


def references(found: Found) -> list[tuple[Kind, str]]:
    """What the others can be set beside: each system, then each setting, where there is more than one."""
    there: dict[tuple[Kind, str], None] = {}
    kinds: tuple[Kind, ...] = ("system", "setting")
    for kind in kinds:
        for each in found.differences:
            if each.first[kind] != each.second[kind]:
                there |= {(kind, each.first[kind]): None, (kind, each.second[kind]): None}
    return list(there)


def against(found: Found, reference: tuple[Kind, str]) -> list[Side]:
    """Every other system (or setting) minus the one that is named, side by side in a row for each."""
    kind, name = reference
    rows = []
    for each in found.differences:
        if each.first[kind] == each.second[kind] or name not in (each.first[kind], each.second[kind]):
            continue
        is_first = each.first[kind] == name
        other = each.second if is_first else each.first
        rows.append(_row(each, other, _turned(each.ratio) if is_first else each.ratio))
    return measure_tables.side_by_side(replace(found, rows=rows))


def pairs(found: Found) -> list[Side]:
    """Every pair side by side, named as a difference."""
    rows = []
    for each in found.differences:
        names = {name: _joined(each.first[name], each.second[name]) for name in WHO}
        rows.append(_row(each, names, each.ratio))
    return measure_tables.side_by_side(replace(found, rows=rows))


def shown(ratio: Ratio, definition: Definition) -> tuple[str, str]:
    """A difference and its interval as they are shown, with a sign; of shares in percentage points."""
    if ratio.undefined:
        return MISSING, say_if_ours(REASONS[ratio.undefined])
    ends = ratio.low is not None and ratio.high is not None
    value = _signed(ratio.value, definition)
    spread = worded(BETWEEN, low=_signed(ratio.low, definition), high=_signed(ratio.high, definition))
    below = say_if_ours(spread) if ends else ""
    return (say_if_ours(worded(POINTS, points=value)) if definition.is_share else value), below


def sheet(results: Results) -> Sheet:
    """Every difference of every measure, one row each, nothing rounded."""
    return Sheet("differences", COLUMNS, [row for found in results.found for row in _cells(found)])


def sheet_of(found: Found) -> Sheet:
    """Every difference of one measure."""
    return Sheet(f"{found.name}-differences", COLUMNS, list(_cells(found)))


def _cells(found: Found) -> Iterator[tuple[Cell, ...]]:
    for each in found.differences:
        one = each.ratio
        who = (each.first["system"], each.first["setting"], each.second["system"], each.second["setting"])
        of = (each.of.get(name) for name in REST)
        values = (one.value, one.low, one.high, one.n_clusters)
        yield (found.name, each.measure, each.way, *who, *of, *values, one.undefined, one.note)


def _row(each: Difference, who: Mapping[str, str], ratio: Ratio) -> MeasureRow:
    return MeasureRow(each.measure, each.way, {**who, **each.of}, ratio)


def _turned(ratio: Ratio) -> Ratio:
    """The same difference the other way round."""
    low, high = (None if end is None else -end for end in (ratio.high, ratio.low))
    return replace(ratio, value=None if ratio.value is None else -ratio.value, low=low, high=high)


def _joined(first: str, second: str) -> str:
    return first if first == second else MINUS.format(first=first, second=second)


def _signed(value: float | None, definition: Definition) -> str:
    if value is None:
        return MISSING
    plain = f"{100 * value:.1f}".replace("-", "−") if definition.is_share else number(value)
    plain = plain.removeprefix("−") if plain.strip("−0.") == "" else plain
    return f"+{plain}" if value > 0 and plain.strip("0.") else plain
