"""Files that leave the house: labels and gold, streamed piece by piece rather than made whole in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from annotation import projects
from annotation.accounts import Person
from annotation.errors import NotFound
from annotation.store import reading, writing
from pages.parts.refusal import signed_out
from pages.parts.visitor import COOKIE, person_of
from pages.plain_page import refused, refused_role

ROLES = ("researcher", "admin")
PART = 64_000  # characters
NO_SUCH_PROJECT = "There is no such project."


def routes() -> list[Route]:
    """GET of each file of a project."""
    return [Route("/download/{slug}/{file}", _download, methods=["GET"])]


async def _download(request: Request) -> Response:
    return await to_thread.run_sync(_answered, request)


def _answered(request: Request) -> Response:
    person = person_of(request.cookies.get(COOKIE))
    if person is None:
        return signed_out()
    if person.role not in ROLES:
        return refused_role(request)
    return _file(request, person)


def _file(request: Request, person: Person) -> Response:
    from exports import files  # here, so that a server for annotators alone never loads what they need

    slug, name = request.path_params["slug"], request.path_params["file"]
    with reading() as session:
        if projects.find_or_none(session, slug) is None:
            return refused(request, status=404, error="unknown_project", message=NO_SUCH_PROJECT)
        try:
            file = files.find(session, slug=slug, name=name)
        except NotFound as error:
            return refused(request, status=404, error="unknown_file", message=str(error))
    with writing() as session:
        files.record(
            session,
            slug=slug,
            what=file.what,
            format_name=file.format_name,
            now=datetime.now(UTC),
            account_id=person.id,
        )

    def pieces() -> Iterator[str]:
        with reading() as session:
            yield from files.stream(session, file, slug=slug)

    return StreamingResponse(
        _large(pieces()),
        media_type=file.media_type,
        headers={"Content-Disposition": f'attachment; filename="{_file_name(slug, name)}"'},
    )


def _large(pieces: Iterator[str]) -> Iterator[str]:
    """The same text in parts worth a packet: each one sent costs a change of thread."""
    waiting: list[str] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= PART:
            yield "".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting)


def _file_name(slug: str, file: str) -> str:
    return f"{re.sub(r'[^A-Za-z0-9._-]', '_', slug)}-{file}"
