"""What every writer takes, and how the right one is found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

from annotation.errors import WrongUse


@dataclass(frozen=True)
class GoldItem:
    """An item for a benchmark's own format: its source record, its memories' keys in the source's order, its gold.

    `labels` are by (target key, question); None is undecided.
    """

    id: str
    raw: Mapping[str, Any]
    keys: Sequence[str]
    labels: Mapping[tuple[str, str], str | None]

    @property
    def complete(self) -> bool:
        """Whether every target has a decision."""
        return all(label is not None for label in self.labels.values())


class Writer(Protocol):
    """The form of a writer module; `table` or `gold` is there, as `COLUMNS_OF_ANY` says."""

    NAME: str
    TITLE: str
    SUFFIX: str
    MEDIA_TYPE: str
    COLUMNS_OF_ANY: bool

    def table(
        self, rows: Iterable[Mapping[str, Any]], *, columns: Sequence[str], free_text: Sequence[str]
    ) -> Iterator[str]:
        """A table in pieces of text."""

    def gold(self, items: Iterable[GoldItem]) -> Iterator[str]:
        """A benchmark's own file in pieces of text."""


def find(name: str) -> Writer:
    """The writer of a format. Raises WrongUse, naming those there are."""
    writers = _writers()
    if name not in writers:
        raise WrongUse(f"There is no format {name!r}. There are: {', '.join(sorted(writers))}")
    return writers[name]


def find_table(name: str) -> Writer:
    """The writer of a table format. Raises WrongUse for any other."""
    if name not in (writers := _writers()) or not writers[name].COLUMNS_OF_ANY:
        raise WrongUse(f"{name!r} is no format of a table; labels are written as {', '.join(names(tables=True))}.")
    return writers[name]


def names(*, tables: bool = False) -> list[str]:
    """The formats that can be written: all, or those that take any table."""
    return sorted(name for name, writer in _writers().items() if writer.COLUMNS_OF_ANY or not tables)


def _writers() -> dict[str, Writer]:
    folder = str(Path(__file__).parent)
    modules = (importlib.import_module(f"exports.writers.{found.name}") for found in pkgutil.iter_modules([folder]))
    return {module.NAME: cast(Writer, module) for module in modules if hasattr(module, "COLUMNS_OF_ANY")}
