"""Files that leave the house: labels, gold and the log, streamed piece by piece rather than made whole in memory.

Reports are computed, in another process: few wait for that at a time, so that submissions always find a thread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from annotation import events, projects, releases
from annotation.errors import AccordError, NotFound
from annotation.events import Filters
from annotation.people.accounts import Person
from annotation.store import reading, writing
from languages import told, worded
from pages.parts.refusal import signed_out
from pages.parts.visitor import COOKIE, person_of
from pages.plain_page import refused, refused_role

if TYPE_CHECKING:
    from exports.files import OfferedFile

ROLES = ("researcher", "admin")
PART = 64_000  # bytes
REPORTS_AT_ONCE = CapacityLimiter(2)
NO_SUCH_PROJECT = worded("There is no such project.")
NO_SUCH_EVENTS = worded("The log has no such project, event or person.")


def routes() -> list[Route]:
    """GET of each file of a project, of its report in each format, of its releases, and of the log."""

    async def log(request: Request) -> Response:
        return await to_thread.run_sync(_answered, request, _log)

    async def download(request: Request) -> Response:
        return await to_thread.run_sync(_answered, request, _file)

    async def archive(request: Request) -> Response:
        return await to_thread.run_sync(_answered, request, _release)

    async def report(request: Request) -> Response:
        turned_away = await to_thread.run_sync(_turned_away, request)  # who may not have it waits for nobody's
        if turned_away is not None:
            return turned_away
        return await to_thread.run_sync(_answered, request, _report, limiter=REPORTS_AT_ONCE)

    return [
        Route("/download/log.csv", log, methods=["GET"]),
        Route("/download/{slug}/{file}", download, methods=["GET"]),
        Route("/download/{slug}/release/{number:int}", archive, methods=["GET"]),
        Route("/download/{slug}/report/{format}", report, methods=["GET"]),
    ]


def _turned_away(request: Request) -> Response | None:
    asking = _who_may(request)
    return asking if isinstance(asking, Response) else None


def _answered(request: Request, answer: Callable[[Request, Person], Response]) -> Response:
    asking = _who_may(request)
    return asking if isinstance(asking, Response) else answer(request, asking)


def _who_may(request: Request) -> Person | Response:
    """Who asks, or the refusal."""
    person = person_of(request.cookies.get(COOKIE))
    if person is None:
        return signed_out()
    return person if person.role in ROLES else refused_role(request)


def _file(request: Request, person: Person) -> Response:
    from exports import files  # here, so that a server for annotators alone never loads what they need

    slug, name = request.path_params["slug"], request.path_params["file"]
    with reading() as session:
        if projects.find_or_none(session, slug) is None:
            return refused(request, status=404, error="unknown_project", message=NO_SUCH_PROJECT)
        try:
            file = files.find(session, slug=slug, name=name)
        except NotFound as error:
            return refused(request, status=404, error="unknown_file", message=told(error))

    names = request.query_params.get("names") == "1" and file.what == "layer"

    def pieces() -> Iterator[bytes]:
        with reading() as session:
            yield from files.stream(session, file, slug=slug, names=names)

    try:
        begun = _begun(pieces())
    except AccordError as error:
        return refused(request, status=409, error="not_writable", message=told(error))
    _record(file, slug, person, names=names)
    return _attachment(begun, media_type=file.media_type, name=_file_name(slug, name))


def _release(request: Request, person: Person) -> Response:
    from exports import files  # here, as above

    slug, number = request.path_params["slug"], request.path_params["number"]
    with reading() as session:
        if projects.find_or_none(session, slug) is None:
            return refused(request, status=404, error="unknown_project", message=NO_SUCH_PROJECT)
        try:
            content = releases.archive(session, slug, number)
        except NotFound as error:
            return refused(request, status=404, error="unknown_release", message=told(error))
    with writing() as session:
        files.record(session, slug=slug, what="release", format_name="zip", now=datetime.now(UTC), account_id=person.id)
    parts = (content[start : start + PART] for start in range(0, len(content), PART))
    return _attachment(parts, media_type="application/zip", name=_file_name(slug, f"release-{number}.zip"))


def _report(request: Request, person: Person) -> Response:
    from exports import files  # here, as above

    slug = request.path_params["slug"]
    with reading() as session:
        if projects.find_or_none(session, slug) is None:
            return refused(request, status=404, error="unknown_project", message=NO_SUCH_PROJECT)
    try:
        file = files.find_report(request.path_params["format"])
    except NotFound as error:
        return refused(request, status=404, error="unknown_file", message=told(error))
    try:
        text = files.report(file, slug=slug)
    except AccordError as error:
        return refused(request, status=409, error="not_computable", message=told(error))
    _record(file, slug, person)
    return _attachment(iter([text.encode()]), media_type=file.media_type, name=_file_name(slug, file.name))


def _record(file: OfferedFile, slug: str, person: Person, *, names: bool = False) -> None:
    """Write into the log what leaves, and whether with names."""
    from exports import files

    now, what = datetime.now(UTC), file.called
    with writing() as session:
        files.record(
            session, slug=slug, what=what, format_name=file.format_name, now=now, account_id=person.id, names=names
        )


def _log(request: Request, person: Person) -> Response:
    from exports import log  # here, as above

    asked = request.query_params
    filters = Filters(
        project=asked.get("project"),
        kind=asked.get("kind"),
        who=asked.get("who"),
        projects_only=person.role != "admin",
    )
    with reading() as session:
        if not events.known(session, filters):
            return refused(request, status=404, error="unknown_filter", message=NO_SUCH_EVENTS)
    with writing() as session:
        detail = {"what": "log", "format": "csv"}
        events.record(session, "exported", now=datetime.now(UTC), account_id=person.id, detail=detail)

    def pieces() -> Iterator[bytes]:
        with reading() as session:
            yield from log.stream(session, filters)

    return _attachment(pieces(), media_type=log.MEDIA_TYPE, name="accord-log.csv")


def _begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same pieces, the first one made already: what cannot be written is refused, and not broken off later."""
    first = next(pieces, b"")
    return chain([first], pieces)


def _attachment(pieces: Iterator[bytes], *, media_type: str, name: str) -> Response:
    return StreamingResponse(
        _large(pieces),
        media_type=media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _large(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same file in parts worth a packet: each one sent costs a change of thread."""
    waiting: list[bytes] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= PART:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)


def _file_name(slug: str, file: str) -> str:
    return f"{re.sub(r'[^A-Za-z0-9._-]', '_', slug)}-{file}"
