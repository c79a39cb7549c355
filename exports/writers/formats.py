"""What every writer takes, and how the right one is found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from annotation.codebook import Codebook, Kind
from annotation.content import Content, Memory
from annotation.errors import WrongUse

Columns = Mapping[str, type]  # what the cells of each column hold: str, int or float; None is an empty one
Place = tuple[str, str]  # target key, question


class FreeText(str):
    """A text that somebody wrote as they liked: what a spreadsheet would run in it has to be made harmless."""

    __slots__ = ()


@dataclass(frozen=True)
class GoldResponse:
    """A response of an item, and where it came from; `raw` is what its file said of it."""

    key: str
    system: str
    setting: str
    text: str
    memory_used: str
    raw: Mapping[str, Any]


@dataclass(frozen=True)
class GoldItem:
    """An item for a benchmark's own format: its source record, its memories' keys in the source's order, its gold.

    `labels` are by target key and question, only of questions that are asked; None is undecided. `words` says the same
    in words, `kinds` of which kind a question is. `bank` are the further memories that the item shares with others,
    `bank_record` what they came with.
    """

    id: str
    raw: Mapping[str, Any]
    keys: Sequence[str]
    labels: Mapping[Place, str | None]
    words: Mapping[Place, Sequence[str]] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    content: Content = field(default_factory=Content)
    responses: Sequence[GoldResponse] = ()
    bank: Sequence[Memory] = ()
    bank_record: Mapping[str, Any] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every target has a decision."""
        return all(label is not None for label in self.labels.values())

    def kind(self, question: str) -> Kind:
        """The kind of a question; one label where nobody says."""
        return self.kinds.get(question, "one")

    def points(self, question: str) -> bool:
        """Whether the labels of a question are places in a text, which words tell better."""
        return self.kind(question) in ("quote", "pick")

    def of_target(self, target: str) -> dict[str, str | None]:
        """The gold of one target by question."""
        return {question: label for (key, question), label in self.labels.items() if key == target}


class Writer(Protocol):
    """The form of a writer module; `table`, or `unfit` and `gold`, are there, as `COLUMNS_OF_ANY` says."""

    NAME: str
    TITLE: str
    SUFFIX: str
    MEDIA_TYPE: str
    COLUMNS_OF_ANY: bool

    def table(self, rows: Iterable[Mapping[str, Any]], *, columns: Columns) -> Iterator[bytes]:
        """A table piece by piece. Raises WrongUse, before the first piece, for what the format cannot hold."""

    def unfit(self, book: Codebook, formats: Collection[str]) -> str:
        """Why the gold of a project with this codebook, whose items came in these formats, cannot be written so; ''."""

    def gold(self, items: Iterable[GoldItem]) -> Iterator[bytes]:
        """A benchmark's own file piece by piece."""


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
    folders = importlib.import_module("exports.writers").__path__
    modules = (importlib.import_module(f"exports.writers.{found.name}") for found in pkgutil.iter_modules(folders))
    return {module.NAME: cast(Writer, module) for module in modules if hasattr(module, "COLUMNS_OF_ANY")}
