"""Which items of a project are meant? All, none, those with a tag, or those with these ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session, select

from annotation import models as m
from annotation.errors import NotFound, WrongUse
from languages import worded

NAMED_AT_MOST = 5  # unknown ids in one sentence


@dataclass(frozen=True)
class TagIs:
    """The items whose tag `name` has this value."""

    name: str
    value: str


@dataclass(frozen=True)
class TheseItems:
    """The items with these ids."""

    ids: tuple[str, ...]

    @classmethod
    def pasted(cls, text: str) -> TheseItems:
        """The ids of a text with one on each line. Raises WrongUse where there is none."""
        ids = tuple(line.strip() for line in text.splitlines() if line.strip())
        if not ids:
            raise WrongUse(worded("There is no id in the list. Nothing was changed."))
        return cls(ids)


Which = Literal["all", "none"] | TagIs | TheseItems


def chosen(session: Session, project: m.Project, which: Which) -> list[int]:
    """The row ids of the items that are meant. Raises NotFound where a name matches nothing."""
    if which == "none":
        return []
    ids = dict(session.exec(select(m.Item.source_id, m.Item.id).where(m.Item.project_id == project.id)).all())
    if which == "all":
        return [each for each in ids.values() if each is not None]
    names = which.ids if isinstance(which, TheseItems) else _tagged(session, project, which)
    unknown = [name for name in dict.fromkeys(names) if name not in ids]
    if unknown:
        raise NotFound(worded("The project has no item {unknown}. Nothing was changed.", unknown=_listed(unknown)))
    return [ids[name] or 0 for name in dict.fromkeys(names)]


def told(which: Which) -> str:
    """The choice in a word or two, for the log."""
    if isinstance(which, TagIs):
        return f"{which.name} = {which.value}"
    return f"{len(which.ids)} ids" if isinstance(which, TheseItems) else which


def _tagged(session: Session, project: m.Project, tag: TagIs) -> Sequence[str]:
    found = session.exec(
        select(m.Item.source_id)
        .join(m.Tag)
        .where(m.Item.project_id == project.id, m.Tag.name == tag.name, m.Tag.value == tag.value)
    ).all()
    if not found:
        raise NotFound(
            worded(
                "No item has the tag {name!r} with the value {value!r}. Nothing was changed.",
                name=tag.name,
                value=tag.value,
            )
        )
    return found


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:NAMED_AT_MOST])
    return shown if len(names) <= NAMED_AT_MOST else f"{shown} and {len(names) - NAMED_AT_MOST} more"
