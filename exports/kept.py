"""What is looked at twice and computed once: kept in a file meanwhile, so that it is never whole in memory."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Generic, TypeVar

Piece = TypeVar("Piece")


@dataclass
class Kept(Generic[Piece]):
    """Pieces in the order in which they came; each has its place in the file."""

    file: IO[bytes]
    end: int = 0

    def add(self, piece: Piece) -> int:
        """Keep one more; its place."""
        place = self.end
        self.file.seek(place)
        pickle.dump(piece, self.file, protocol=pickle.HIGHEST_PROTOCOL)
        self.end = self.file.tell()
        return place

    def at(self, place: int) -> Piece:
        """The piece of a place."""
        self.file.seek(place)
        found: Piece = pickle.load(self.file)  # written by `add`, in this very process
        return found

    def __iter__(self) -> Iterator[Piece]:
        """All of them."""
        place = 0
        while place < self.end:
            found = self.at(place)
            place = self.file.tell()
            yield found


@contextmanager
def keeping(_: type[Piece]) -> Iterator[Kept[Piece]]:
    """A place for pieces of a kind that is there while the block lasts."""
    with tempfile.TemporaryFile() as file:
        yield Kept(file)
