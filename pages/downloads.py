"""Files that leave the house: labels and gold, streamed, so that a large study needs no memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import PurePath

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from annotation.errors import AccordError, NotFound
from annotation.store import reading
from pages.parts.refusal import refusal, signed_out, wrong_role
from pages.parts.visitor import COOKIE, person_of

ROLES = ("researcher", "admin")
PART = 64_000  # characters
NO_SUCH_FILE = "There is no such file to download."

# The end of the address -> the writer's name for the format, and what the browser is told it is.
LABELS = {"labels.csv": "csv", "labels.jsonl": "jsonl"}
GOLD = {"gold.json": "stratmem", "gold.csv": "csv", "gold.jsonl": "jsonl"}
MEDIA_TYPES = {".csv": "text/csv", ".json": "application/json", ".jsonl": "application/x-ndjson"}


def routes() -> list[Route]:
    """GET of each file of a project."""
    return [Route("/download/{slug}/{file}", _download, methods=["GET"])]


async def _download(request: Request) -> Response:
    slug, file = request.path_params["slug"], request.path_params["file"]
    return await to_thread.run_sync(_answered, request.cookies.get(COOKIE), slug, file)


def _answered(token: str | None, slug: str, file: str) -> Response:
    person = person_of(token)
    if person is None:
        return signed_out()
    if person.role not in ROLES:
        return wrong_role()
    if file not in LABELS and file not in GOLD:
        return refusal(404, "unknown_file", NO_SUCH_FILE)
    parts = _large(_pieces(slug, file))
    try:
        first = next(parts, "")  # the writer refuses here, while it can still be said with a status
    except NotFound as error:
        return refusal(404, "unknown_project", str(error))
    except AccordError as error:
        return refusal(422, "not_exportable", str(error))
    return StreamingResponse(
        chain([first], parts),
        media_type=MEDIA_TYPES[PurePath(file).suffix],
        headers={"Content-Disposition": f'attachment; filename="{_file_name(slug, file)}"'},
    )


def _pieces(slug: str, file: str) -> Iterator[str]:
    from exports import gold, labels  # here, so that a server for annotators alone never loads what they need

    with reading() as session:
        if file in LABELS:
            yield from labels.stream(session, slug=slug, format_name=LABELS[file])
        else:
            yield from gold.stream(session, slug=slug, format_name=GOLD[file])


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
