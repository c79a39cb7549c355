"""Which of a release's items are in which split? All items are placed, and those that are complete released.

So an item that is decided later has its place already, and a later release moves nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sqlmodel import Session

from exports.release_options import ReleaseOptions
from exports.split_project import split_of_project
from exports.split_wishes import read_wishes
from exports.splits import Split
from exports.writers import Columns


@dataclass(frozen=True)
class Placed:
    """The split of a project's items; None where none was wished."""

    split: Split | None

    COLUMNS: ClassVar[Columns] = {
        **dict.fromkeys(("item", "split"), str),
        **dict.fromkeys(("group", "complete"), int),
        **dict.fromkeys(("kept_out", "left_out"), str),
    }

    @property
    def names(self) -> tuple[str, ...]:
        """The splits, in the order in which they were wished."""
        return tuple(size.name for size in self.split.sizes) if self.split else ()

    def of_split(self, name: str, complete: Collection[str]) -> frozenset[str]:
        """The complete items of a split; all complete items where it is none of them."""
        if self.split is None or name not in self.names:
            return frozenset(complete)
        return frozenset(item for item in complete if self.split.places.get(item) == name)

    def rows(self, complete: Collection[str]) -> Iterator[dict[str, Any]]:
        """A row for every item: its split, the number of its group, and why it is not to be tested on or left out."""
        if self.split is None:
            return
        for item, split in self.split.rows:
            yield {
                "item": item,
                "split": split or None,
                "group": self.split.groups.get(item),
                "complete": int(item in complete),
                "kept_out": self.split.kept_out.get(item),
                "left_out": self.split.left_out.get(item),
            }


def place_items(session: Session, *, slug: str, options: ReleaseOptions, earlier: Mapping[str, str]) -> Placed:
    """Place every item of a project as it is wished. Raises what exports.split_project raises."""
    if not options.splits:
        return Placed(None)
    found = split_of_project(
        session,
        slug=slug,
        wishes=read_wishes(options.splits),
        seed=options.seed,
        group_by=options.group_by,
        strata=options.strata,
        earlier=earlier or None,
    )
    return Placed(found)
