"""Which screens there are, where they answer, for whom, and which line of the menu lists them.

The first line is about the house; the second, on the screens of one project, is about that project.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from annotation.people.accounts import Role
from languages import Worded, meant

PAGES = Path(__file__).parent.parent
EVERYONE: tuple[Role, ...] = ("annotator", "adjudicator", "researcher", "admin")
STUDY: tuple[Role, ...] = ("researcher", "admin")

Line = Literal["house", "project", "inside", "none"]


@dataclass(frozen=True)
class Entry:
    """A screen: its name in the address, its title, who may see it, and the line of the menu that lists it.

    One that is `inside` a project is reached from the project's other screens and listed nowhere.
    """

    name: str
    title: Worded
    roles: tuple[Role, ...]
    line: Line = "house"

    @property
    def file(self) -> Path:
        """The page's file; absolute, since nothing may depend on the working folder."""
        return PAGES / f"{self.name}.py"


HOME = Entry("home", meant("a screen", "Home"), EVERYONE)
LABEL = Entry("label", meant("a screen", "Label"), ("annotator", "adjudicator"), "none")
DIFFERING = Entry("differing", meant("a screen", "Gold"), ("annotator", "adjudicator"), "none")
PROJECTS = Entry("projects", meant("a screen", "Projects"), STUDY)
GALLERY = Entry("gallery", meant("a screen", "Gallery"), STUDY)
ASSIGN = Entry("assign", meant("a screen", "Assign"), STUDY, "project")
PROGRESS = Entry("progress", meant("a screen", "Progress"), STUDY, "project")
AGREEMENT = Entry("agreement", meant("a screen", "Agreement"), STUDY, "project")
JUDGES = Entry("judges", meant("a screen", "Judges"), STUDY, "project")
ROUNDS = Entry("rounds", meant("a screen", "Rounds"), STUDY, "project")
QUALITY = Entry("quality", meant("a screen", "Quality"), STUDY, "project")
RESULTS = Entry("results", meant("a screen", "Results"), STUDY, "project")
ITEM = Entry("item", meant("a screen", "Item"), STUDY, "inside")
CODEBOOK = Entry("codebook", meant("a screen", "Codebook"), STUDY, "project")
SETTINGS = Entry("settings", meant("a screen", "Settings"), STUDY, "project")
MENU = (
    HOME,
    LABEL,
    DIFFERING,
    PROJECTS,
    GALLERY,
    Entry("people", meant("a screen", "People"), ("admin",)),
    Entry("log", meant("a screen", "Log"), STUDY),
    PROGRESS,
    ASSIGN,
    ROUNDS,
    QUALITY,
    AGREEMENT,
    JUDGES,
    RESULTS,
    ITEM,
    Entry("adjudicate", meant("a screen", "Decide"), ("adjudicator", "admin"), "project"),
    Entry("export", meant("a screen", "Export"), STUDY, "project"),
    Entry("release", meant("a screen", "Release"), STUDY, "project"),
    CODEBOOK,
    SETTINGS,
)


def first_line(role: Role) -> list[Entry]:
    """What the first line lists for this role; the only screen that a role has of a project needs no second line."""
    own = _of(role, "project")
    return [*_of(role, "house"), *(own if len(own) == 1 else ())]


def second_line(role: Role) -> list[Entry]:
    """The screens of a project that this role has, where there is a choice."""
    own = _of(role, "project")
    return own if len(own) > 1 else []


def of_project(role: Role) -> list[Entry]:
    """Every screen of a project that this role has."""
    return _of(role, "project")


def _of(role: Role, line: Line) -> list[Entry]:
    return [entry for entry in MENU if entry.line == line and role in entry.roles]
