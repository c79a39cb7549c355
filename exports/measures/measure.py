"""What is a measure, and which are there? Modules of this package that say `NAME`, found by being here."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Protocol, cast

from exports.measures import differences
from exports.measures.differences import Difference
from exports.measures.material import Material
from exports.measures.ratios import Draws, Ratio

Way = Literal["pooled", "averaged", "weighted", "printed"]


@dataclass(frozen=True)
class Definition:
    """What a figure is: its title, its formula, what its denominator counts, and what a missing prediction counts as.

    `is_share`: from 0 to 1, and shown in percent.
    """

    title: str
    formula: str
    denominator: str
    missing: str
    is_share: bool = True


@dataclass(frozen=True)
class MeasureRow:
    """One figure. `of` says of what: system, setting, scenario, and whose labels it rests on.

    `way`: pooled over all counts, averaged (a mean of the ratios of responses or items), weighted (put together from
    others) or printed (as the paper's table has it, against its own equations). `n_missing` is what could not be
    counted, or was counted as wrong, as the definition says.
    """

    measure: str
    way: Way
    of: Mapping[str, str]
    ratio: Ratio
    n_missing: int = 0

    def as_json(self) -> dict[str, Any]:
        """The figure as the command line prints it."""
        return {
            "measure": self.measure,
            "way": self.way,
            "of": dict(self.of),
            **_as_json(self.ratio),
            "n_missing": self.n_missing,
        }


@dataclass(frozen=True)
class Flow:
    """How many responses or items go from a need to a type of memory. `of` says whose."""

    of: Mapping[str, str]
    start: str
    end: str
    n: int


@dataclass(frozen=True)
class Found:
    """What one measure gave: its figures, or what it lacks; flows where it has any; how far systems differ."""

    name: str
    title: str
    definitions: Mapping[str, Definition]
    rows: Sequence[MeasureRow] = ()
    lacks: Sequence[str] = ()
    flows: Sequence[Flow] = field(default=())
    differences: Sequence[Difference] = ()

    def as_json(self) -> dict[str, Any]:
        """The measure as the command line prints it."""
        return {
            "name": self.name,
            "title": str(self.title),
            "definitions": {key: {k: str(v) for k, v in asdict(one).items()} for key, one in self.definitions.items()},
            "lacks": [str(each) for each in self.lacks],
            "rows": [row.as_json() for row in self.rows],
            "flows": [asdict(flow) for flow in self.flows],
            "differences": [
                {
                    "measure": each.measure,
                    "way": each.way,
                    "of": dict(each.of),
                    "first": dict(each.first),
                    "second": dict(each.second),
                    **_as_json(each.ratio),
                }
                for each in self.differences
            ],
        }


class Measure(Protocol):
    """The form of a measure's module; `flows(material)` may be there too."""

    NAME: str
    TITLE: str
    DEFINITIONS: Mapping[str, Definition]

    def concerns(self, material: Material) -> bool:
        """Whether the material is of this benchmark at all."""

    def lacks(self, material: Material) -> list[str]:
        """What is missing for it to be computed, in words; empty where nothing is."""

    def measure(self, material: Material, draws: Draws) -> list[MeasureRow]:
        """Its figures."""


def every() -> list[Measure]:
    """The measures there are, by name."""
    folders = importlib.import_module("exports.measures").__path__
    modules = (importlib.import_module(f"exports.measures.{found.name}") for found in pkgutil.iter_modules(folders))
    return sorted((cast(Measure, each) for each in modules if hasattr(each, "NAME")), key=lambda each: each.NAME)


def measured(material: Material, *, draws: Draws, measures: Iterable[Measure] | None = None) -> list[Found]:
    """What every measure gives that this material is about."""
    return [_found(each, material, draws) for each in measures or every() if each.concerns(material)]


def _found(measure: Measure, material: Material, draws: Draws) -> Found:
    lacks = measure.lacks(material)
    rows = [] if lacks else measure.measure(material, draws)
    flows = getattr(measure, "flows", None)
    counted: list[Flow] = flows(material) if flows else []
    found = differences.between(rows, draws=draws)
    told = [replace(row, ratio=replace(row.ratio, basis=None)) for row in rows]
    return Found(measure.NAME, measure.TITLE, measure.DEFINITIONS, told, lacks, counted, found)


def _as_json(ratio: Ratio) -> dict[str, Any]:
    return {name: value for name, value in asdict(replace(ratio, basis=None)).items() if name != "basis"}
