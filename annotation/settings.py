"""How a project is set up: what its researchers choose once for everybody, and which items stand behind a warning."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from sqlmodel import Session, col, func, select, update

from annotation import events, item_choice, projects
from annotation import models as m
from annotation.errors import WrongUse
from annotation.item_choice import Which
from annotation.projects import key_of
from annotation.readers.json_rows import SURROGATE
from languages import worded

LARGEST_SEED = 2**31 - 1
LARGEST_OVERLAP = 100
LONGEST_WARNING = 1_000
CHANGED = "settings changed"  # the event


class ProjectSettings(BaseModel):
    """The settings of a project, with what holds until somebody chooses otherwise.

    `names_visible`: an adjudicator may ask for the names behind the pseudonyms. `reason_required`: of a decision.
    `single_keys`: whether single letters are keys on the board, unless the annotator says otherwise.
    `content_warning`: the words before a sensitive item; empty: the board's own.
    `epsilon`: of the alternative annotator test, to be chosen before a judge's scores are seen; None: none is made.
    `desk_tags`: the names of the tags by which an adjudicator may narrow the queue; tags can give answers away.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int = Field(default=0, ge=0, le=LARGEST_SEED)
    overlap: int = Field(default=2, ge=1, le=LARGEST_OVERLAP)
    names_visible: bool = False
    reason_required: bool = True
    single_keys: bool = True
    content_warning: str = Field(default="", max_length=LONGEST_WARNING)
    epsilon: float | None = Field(default=None, ge=0, lt=1)
    desk_tags: tuple[str, ...] = Field(default=(), max_length=100)

    @field_validator("content_warning")
    @classmethod
    def _storable(cls, text: str) -> str:
        if "\0" in text or SURROGATE.search(text):
            raise ValueError("the text has a character that cannot be stored (a NUL, or half of an emoji)")
        return text.strip()


def read(project: m.Project) -> ProjectSettings:
    """The settings of a project; what was never chosen has its default."""
    return ProjectSettings.model_validate(project.settings)


def epsilon_chosen_at(session: Session, project: m.Project) -> datetime | None:
    """When a project's present epsilon was chosen, by the log; None where nobody ever chose one."""
    changes = session.exec(
        select(m.Event)
        .where(m.Event.project_id == project.id, m.Event.kind == CHANGED)
        .order_by(col(m.Event.id).desc())
    )
    return next((event.at for event in changes if "epsilon" in event.detail.get("after", {})), None)


def checked(**chosen: Any) -> ProjectSettings:
    """Settings from what somebody chose. Raises WrongUse with the setting that cannot be."""
    try:
        return ProjectSettings(**chosen)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WrongUse(
            worded(
                "The setting {where} cannot be this: {value}.",
                where=where,
                value=first["msg"].removeprefix("Value error, "),
            )
        ) from error


def save(session: Session, *, slug: str, settings: ProjectSettings, account_id: int | None, now: datetime) -> bool:
    """Store a project's settings; the log says what they were before. False, and no event, where nothing changes.

    Raises NotFound for an unknown project.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    before, after = read(project).model_dump(), settings.model_dump()
    changed = [name for name in after if before[name] != after[name]]
    if not changed:
        return False
    project.settings = after
    detail = {"before": {name: before[name] for name in changed}, "after": {name: after[name] for name in changed}}
    events.record(session, CHANGED, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
    return True


def sensitive(session: Session, *, slug: str) -> list[str]:
    """The ids of a project's sensitive items, as they were imported. Raises NotFound for an unknown project."""
    project = projects.find(session, slug)
    return list(
        session.exec(
            select(m.Item.source_id).where(m.Item.project_id == project.id, m.Item.sensitive).order_by(col(m.Item.id))
        ).all()
    )


def mark_sensitive(session: Session, *, slug: str, which: Which, account_id: int | None, now: datetime) -> int:
    """Put exactly these items behind a warning, and take it from all others; how many are sensitive now.

    Raises NotFound for an unknown project, tag or item id; nothing is changed then.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    before = _number_sensitive(session, project)
    chosen = item_choice.chosen(session, project, which)
    session.connection().execute(update(m.Item).where(col(m.Item.project_id) == project.id).values(sensitive=False))
    for part in _parts(chosen):
        session.connection().execute(update(m.Item).where(col(m.Item.id).in_(part)).values(sensitive=True))
    session.expire_all()
    detail = {"which": item_choice.told(which), "before": before, "after": len(chosen)}
    events.record(
        session, "sensitive items set", now=now, account_id=account_id, project_id=key_of(project), detail=detail
    )
    session.flush()
    return len(chosen)


def _number_sensitive(session: Session, project: m.Project) -> int:
    return session.exec(
        select(func.count()).select_from(m.Item).where(m.Item.project_id == project.id, m.Item.sensitive)
    ).one()


def _parts(ids: Sequence[int], *, size: int = 10_000) -> list[Sequence[int]]:
    """The ids in parts: a database takes only so many values in one question."""
    return [ids[start : start + size] for start in range(0, len(ids), size)]
