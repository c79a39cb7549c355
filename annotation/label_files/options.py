"""What may a person say about a label file that it does not say itself?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from annotation.errors import WrongUse
from languages import worded

COLUMNS = ("item", "target", "question", "rater", "label")
Who = Literal["people", "judge"]


def renamings(lines: Iterable[str]) -> dict[str, str]:
    """What which name becomes, from lines like `yes=must`. Raises WrongUse for another line, or a name twice."""
    found: dict[str, str] = {}
    for line in lines:
        old, equals, new = (part.strip() for part in line.partition("="))
        if not (old and equals and new):
            raise WrongUse(worded("{line!r} is not written OLD=NEW.", line=line))
        if found.setdefault(old, new) != new:
            raise WrongUse(
                worded("{old!r} is said to become both {found!r} and {new!r}.", old=old, found=found[old], new=new)
            )
    return found


@dataclass(frozen=True)
class How:
    """How a label file is to be read.

    `format_name` forces a format. `columns` says by our names what the file calls its columns (in the file of a tool,
    the fields that name item, target and rater). `labels` and `questions` say what their names become. `file_name` is
    read where a tool names its files after people.
    """

    format_name: str | None = None
    file_name: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises WrongUse for a column that a label file does not have, and for one that is to be two."""
        strange = [name for name in self.columns if name not in COLUMNS]
        if strange:
            raise WrongUse(
                worded(
                    "A label file has no column {strange!r}; it has {listed}.",
                    strange=strange[0],
                    listed=", ".join(COLUMNS),
                )
            )
        theirs = list(self.columns.values())
        twice = [name for name in theirs if theirs.count(name) > 1]
        if twice:
            raise WrongUse(worded("The column {twice!r} is said to be two things.", twice=twice[0]))

    def label(self, label: str) -> str:
        """What a label becomes: by its whole name, else each of a set by its own."""
        if not self.labels or label in self.labels:
            return self.labels.get(label, label)
        return "|".join(self.labels.get(name.strip(), name) for name in label.split("|"))
