"""Items that are looked at several times, and read from the database once: kept in a file meanwhile."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import IO

from annotation.content import Memory
from exports.writers import GoldItem


@dataclass
class Spool:
    """The complete items of a project in their order, to go through as often as it takes, once at a time.

    What items share, their bank, is kept once by its name.
    """

    file: IO[bytes]
    banks: dict[str, Sequence[Memory]] = field(default_factory=dict)
    end: int = 0

    def items(self, chosen: frozenset[str]) -> Iterator[GoldItem]:
        """Those of these ids."""
        self.file.seek(0)
        while self.file.tell() < self.end:
            item: GoldItem = pickle.load(self.file)  # written by `spooled`, in this very process
            if item.id in chosen:
                yield replace(item, bank=self.banks[item.content.bank])


@contextmanager
def spooled(items: Iterable[GoldItem]) -> Iterator[Spool]:
    """Keep the complete ones of these items while the block lasts."""
    with tempfile.TemporaryFile() as file:
        spool = Spool(file)
        for item in items:
            if item.complete:
                spool.banks.setdefault(item.content.bank, item.bank)
                pickle.dump(replace(item, bank=()), file)
        spool.end = file.tell()
        yield spool
