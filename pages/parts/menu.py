"""Which screens there are, where they answer, and for whom."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from annotation.accounts import Role

PAGES = Path(__file__).parent.parent
EVERYONE: tuple[Role, ...] = ("annotator", "adjudicator", "researcher", "admin")


@dataclass(frozen=True)
class Entry:
    """A screen: its name in the address, its title, who may see it, and whether the menu lists it."""

    name: str
    title: str
    roles: tuple[Role, ...]
    listed: bool = True

    @property
    def file(self) -> Path:
        """The page's file; absolute, since nothing may depend on the working folder."""
        return PAGES / f"{self.name}.py"


HOME = Entry("home", "Home", EVERYONE)
LABEL = Entry("label", "Label", ("annotator", "adjudicator"), listed=False)
MENU = (
    HOME,
    LABEL,
    Entry("adjudicate", "Decide", ("adjudicator", "admin")),
    Entry("progress", "Progress", ("researcher", "admin")),
    Entry("agreement", "Agreement", ("researcher", "admin")),
    Entry("export", "Export", ("researcher", "admin")),
)


def entries_for(role: Role) -> list[Entry]:
    """What the menu lists for this role, in order."""
    return [entry for entry in MENU if entry.listed and role in entry.roles]
