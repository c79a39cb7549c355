"""The routes that feed a board which only shows a codebook: they answer as the real ones do, and store nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotation import codebook
from annotation.board import preview as board_preview
from annotation.board import submission
from annotation.board.screen import ScreenAccount
from annotation.board.submission import Skip, Submission, Work
from annotation.codebook import Codebook
from annotation.errors import NotFound
from annotation.people import preferences
from annotation.people.accounts import Person
from annotation.specimens import Specimen, specimen
from annotation.timestamps import written
from languages import spoken, worded
from pages.parts.answering import NOT_JSON, answered, is_json
from pages.parts.menu import STUDY
from pages.parts.refusal import refusal
from pages.parts.unsaved import MARK, kept

UNKNOWN = worded("There is no such preview, or not any more. Open it again from the screen that you came from.")

Shown = tuple[str, Codebook, Specimen]  # the name that it is asked for by
Verb = Callable[[Person, Shown, bytes], Response]


def routes() -> list[Route]:
    """Everything under /gallery/board/<name>/, named as the real board's."""
    return [
        Route("/gallery/board/{name}/next", _route(_next), methods=["GET"]),
        Route("/gallery/board/{name}/item/{number:int}", _route(_next), methods=["GET"]),
        Route("/gallery/board/{name}/items", _route(_items), methods=["GET"]),
        Route("/gallery/board/{name}/history/{number:int}", _route(_history), methods=["GET"]),
        Route("/gallery/board/{name}/guideline", _route(_guideline), methods=["GET"]),
        Route("/gallery/board/{name}/bank/{number:int}", _route(_bank), methods=["GET"]),
        Route("/gallery/board/{name}/draft", _route(_draft), methods=["POST"]),
        Route("/gallery/board/{name}/submit", _route(_submit), methods=["POST"]),
        Route("/gallery/board/{name}/skip", _route(_skip), methods=["POST"]),
        Route("/gallery/board/{name}/preferences", _route(_preferences), methods=["POST"]),
    ]


def _route(verb: Verb) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        if request.method == "POST" and not is_json(request):
            return refusal(400, "malformed", NOT_JSON)
        name, body = request.path_params["name"], await request.body()
        return await to_thread.run_sync(
            lambda: answered(
                request, roles=STUDY, verb=lambda person: verb(person, _shown(person, name), body), unknown=UNKNOWN
            )
        )

    return answer


def _shown(person: Person, name: str) -> Shown:
    """What is asked for. Raises NotFound where there is no such codebook, or no item to show it on."""
    if name.startswith(MARK):
        own = kept(person.id, name)
        if own is None:
            raise NotFound(UNKNOWN)
        return name, *own
    book = codebook.built_in(name)
    found = specimen(book, language=spoken())
    if found is None:
        raise NotFound(UNKNOWN)
    return name, book, found


def _screen(person: Person, shown: Shown) -> object:
    name, book, item = shown
    account = ScreenAccount(key=str(person.id), name=person.name)
    return board_preview.screen(book, item, name=name, account=account, language=spoken()).model_dump(mode="json")


def _next(person: Person, shown: Shown, _body: bytes) -> Response:
    return JSONResponse(_screen(person, shown))


def _items(_person: Person, _shown: Shown, _body: bytes) -> Response:
    return JSONResponse({"items": [], "next": board_preview.ONLY_ITEM})


def _history(_person: Person, _shown: Shown, _body: bytes) -> Response:
    return JSONResponse({"revisions": []})


def _guideline(_person: Person, shown: Shown, _body: bytes) -> Response:
    _, book, _ = shown
    return JSONResponse(board_preview.blocks(book, language=spoken()))


def _bank(_person: Person, shown: Shown, _body: bytes) -> Response:
    _, book, item = shown
    return JSONResponse({"memories": [each.model_dump(mode="json") for each in board_preview.bank(book, item)]})


def _draft(_person: Person, _shown: Shown, body: bytes) -> Response:
    sent = submission.read(body, Work)
    return JSONResponse(
        {
            "version": sent.seen + 1,
            "saved_at": written(datetime.now(UTC)),
            "flagged": bool(sent.flagged),
            "note": sent.note or "",
        }
    )


def _submit(person: Person, shown: Shown, body: bytes) -> Response:
    _, book, item = shown
    sent = submission.read(body, Submission)
    board_preview.check(book, item, sent)
    return JSONResponse({"saved": 0, "next": _screen(person, shown)})


def _skip(person: Person, shown: Shown, body: bytes) -> Response:
    submission.read(body, Skip)
    return JSONResponse({"next": _screen(person, shown)})


def _preferences(_person: Person, _shown: Shown, body: bytes) -> Response:
    return JSONResponse(preferences.parse(body).model_dump(mode="json"))
