"""What does not hold in a release, and where: the file, the row as a spreadsheet counts it, the place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from exports.following import Place


@dataclass(frozen=True)
class Difference:
    """One thing that does not hold. `row` counts as a spreadsheet does: the header is row 1."""

    file: str
    what: str
    row: int | None = None
    place: Place | None = None

    def __str__(self) -> str:
        where = [self.file]
        if self.row is not None:
            where.append(f"row {self.row}")
        if self.place is not None:
            item, target, question = self.place
            where.append(" ".join(filter(None, (f"item {item}", target and f"target {target}", question))))
        return f"{', '.join(where)}: {self.what}"

    def as_json(self) -> dict[str, Any]:
        """The difference as `verify --json` prints it."""
        item, target, question = self.place or (None, None, None)
        where = {"file": self.file, "row": self.row, "item": item, "target": target, "question": question}
        return {**where, "what": self.what}
