"""Which files a project has to offer: its labels and gold as tables, gold in the benchmark's own format, reports."""

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

    what: Literal["labels", "gold", "report"]
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


def reports() -> list[OfferedFile]:
    """The report in each of its formats."""
    from exports.reports import FORMATS  # the statistics are imported only here

    return [
        OfferedFile("report", f"report.{one.suffix}", one.title, one.media_type, one.name) for one in FORMATS.values()
    ]


def find_report(format_name: str) -> OfferedFile:
    """The report of this format. Raises NotFound for another one."""
    for file in reports():
        if file.format_name == format_name:
            return file
    raise NotFound(f"There is no report in the format {format_name!r} to download.")


def report(file: OfferedFile, *, slug: str) -> str:
    """The report, computed in another process, which takes seconds. Raises NotComputable."""
    from exports.elsewhere import study_elsewhere
    from exports.reports import find as find_format

    return find_format(file.format_name).write(study_elsewhere(slug))


def stream(session: Session, file: OfferedFile, *, slug: str) -> Iterator[str]:
    """The file in pieces of text; a report is made whole (`report`)."""
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
