"""Which files a project has to offer: labels, gold and layers as tables, gold in the benchmark's format, reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import Session, select

from annotation import events, projects
from annotation import models as m
from annotation.errors import NotFound
from annotation.projects import key_of
from exports import gold, labels, layers, sources, writers
from exports.labels import Shape
from languages import worded

What = Literal["labels", "gold", "report", "layer"]
LAYERS = ("raw", "soft", "decisions", "comments", "drafts")  # beside labels (current) and gold
WIDE = ("csv", "xlsx")  # formats that people open, and may want a column for each rater in


@dataclass(frozen=True)
class OfferedFile:
    """One file: what it holds, its name, and its format in words and for the browser."""

    what: What
    name: str
    title: str
    media_type: str
    format_name: str
    shape: Shape = "long"
    layer: str = ""

    @property
    def called(self) -> str:
        """What leaves, in the log."""
        return self.layer or self.what


def offered(session: Session, *, slug: str) -> list[OfferedFile]:
    """The files of a project. Raises NotFound where there is no such project."""
    project = projects.find(session, slug)
    tables = [writers.find(name) for name in writers.names(tables=True)]
    return [
        *(_file("labels", writer) for writer in tables),
        *(_wide(writer) for writer in tables if writer.NAME in WIDE),
        *(_file("gold", writer) for writer in own_formats(session, project)),
        *(_file("gold", writer) for writer in tables),
        *(_layer(name, writer) for name in LAYERS for writer in tables),
    ]


def find(session: Session, *, slug: str, name: str) -> OfferedFile:
    """The file of this name. Raises NotFound where the project offers none."""
    for file in offered(session, slug=slug):
        if file.name == name:
            return file
    raise NotFound(worded("The project {slug!r} has no file {name!r} to download.", slug=slug, name=name))


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
    raise NotFound(worded("There is no report in the format {format_name!r} to download.", format_name=format_name))


def report(file: OfferedFile, *, slug: str) -> str:
    """The report, computed in another process, which takes seconds. Raises NotComputable."""
    from exports.elsewhere import study_elsewhere
    from exports.reports import find as find_format

    return find_format(file.format_name).write(study_elsewhere(slug))


def stream(session: Session, file: OfferedFile, *, slug: str, names: bool = False) -> Iterator[bytes]:
    """The file piece by piece; a report is made whole (`report`). `names`: those of accounts, in a layer."""
    if file.what == "layer":
        return layers.stream(session, slug=slug, name=file.layer, format_name=file.format_name, names=names)
    if file.what == "labels":
        return labels.stream(session, slug=slug, format_name=file.format_name, shape=file.shape)
    return gold.stream(session, slug=slug, format_name=file.format_name)


def record(
    session: Session,
    *,
    slug: str,
    what: str,
    format_name: str,
    now: datetime,
    account_id: int | None,
    names: bool = False,
) -> None:
    """Write into the log that something left the house, by whom (nobody: the command line), and whether with names."""
    project_id = key_of(projects.find(session, slug))
    detail = {"what": what, "format": format_name, **({"names": True} if names else {})}
    events.record(session, "exported", now=now, account_id=account_id, project_id=project_id, detail=detail)


def own_formats(session: Session, project: m.Project) -> list[writers.Writer]:
    """The benchmarks' own formats that the gold of a project can be written in."""
    _, book = projects.latest_codebook(session, key_of(project))
    formats = sources.formats(session, project)
    found = [writers.find(name) for name in writers.names() if name not in writers.names(tables=True)]
    if not _has_responses(session, project):
        found = [writer for writer in found if writer.NAME != "outputs"]
    return [writer for writer in found if formats and not writer.unfit(book, formats)]


def _has_responses(session: Session, project: m.Project) -> bool:
    asked = select(m.ResponseOrigin.target_id).join(m.Item).where(m.Item.project_id == project.id)
    return session.exec(asked).first() is not None


def _file(what: Literal["labels", "gold"], writer: writers.Writer) -> OfferedFile:
    """The file of a format; one of a benchmark's own is not called as a table is."""
    tables = [writers.find(name).SUFFIX for name in writers.names(tables=True)]
    is_taken = not writer.COLUMNS_OF_ANY and writer.SUFFIX in tables
    name = f"{what}-{writer.NAME}.{writer.SUFFIX}" if is_taken else f"{what}.{writer.SUFFIX}"
    return OfferedFile(what, name, writer.TITLE, writer.MEDIA_TYPE, writer.NAME)


def _layer(name: str, writer: writers.Writer) -> OfferedFile:
    file = f"layer-{name}.{writer.SUFFIX}"
    return OfferedFile("layer", file, writer.TITLE, writer.MEDIA_TYPE, writer.NAME, layer=name)


def _wide(writer: writers.Writer) -> OfferedFile:
    title = worded("{format}, a column for each rater", format=writer.TITLE)
    return OfferedFile("labels", f"labels-wide.{writer.SUFFIX}", title, writer.MEDIA_TYPE, writer.NAME, shape="wide")
