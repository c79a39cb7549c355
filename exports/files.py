"""Which files a project has to offer: its labels and its gold as tables, and its gold in the benchmark's own format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, select

from annotation import events, projects
from annotation import models as m
from annotation.errors import NotFound
from annotation.projects import key_of
from exports import gold, labels, writers


@dataclass(frozen=True)
class OfferedFile:
    """One file: what it holds, its name, and its format in words and for the browser."""

    what: Literal["labels", "gold"]
    name: str
    title: str
    media_type: str
    format_name: str


def offered(session: Session, *, slug: str) -> list[OfferedFile]:
    """The files of a project. Raises NotFound where there is no such project."""
    project = projects.find(session, slug)
    tables = [writers.find(name) for name in writers.names(tables=True)]
    formats = session.exec(
        select(m.Reference.format)
        .join(m.Item, col(m.Item.id) == m.Reference.item_id)
        .where(m.Item.project_id == project.id)
        .distinct()
    ).all()
    own = [writers.find(name) for name in writers.names() if name in formats and len(formats) == 1]
    return [
        *(_file("labels", writer) for writer in tables),
        *(_file("gold", writer) for writer in own),
        *(_file("gold", writer) for writer in tables),
    ]


def find(session: Session, *, slug: str, name: str) -> OfferedFile:
    """The file of this name. Raises NotFound where the project offers none."""
    for file in offered(session, slug=slug):
        if file.name == name:
            return file
    raise NotFound(f"The project {slug!r} has no file {name!r} to download.")


def stream(session: Session, file: OfferedFile, *, slug: str) -> Iterator[str]:
    """The file in pieces of text."""
    if file.what == "labels":
        return labels.stream(session, slug=slug, format_name=file.format_name)
    return gold.stream(session, slug=slug, format_name=file.format_name)


def record(session: Session, *, slug: str, what: str, format_name: str, now: datetime, account_id: int | None) -> None:
    """Write into the log that something left the house, and by whom; nobody: the command line."""
    project_id = key_of(projects.find(session, slug))
    detail = {"what": what, "format": format_name}
    events.record(session, "exported", now=now, account_id=account_id, project_id=project_id, detail=detail)


def _file(what: Literal["labels", "gold"], writer: writers.Writer) -> OfferedFile:
    return OfferedFile(what, f"{what}.{writer.SUFFIX}", writer.TITLE, writer.MEDIA_TYPE, writer.NAME)
