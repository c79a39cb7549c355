"""Asking the routes behind the gate in this process, without Streamlit, which runs once per process only."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

import anyio
import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket

from pages.gate import Addresses, Gate
from pages.routes import routes

BASE = "http://127.0.0.1:8501"
PAST_THE_GATE = "past the gate"


def accord(public_url: str = "") -> Starlette:
    """Our routes and gate, with a stand-in for everything of Streamlit's."""
    addresses = Addresses.from_environment({"ACCORD_PUBLIC_URL": public_url})
    methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS"]
    return Starlette(
        routes=[
            *routes(addresses),
            WebSocketRoute("/_stcore/stream", _accept),
            Route("/breaks", _break, methods=methods),
            Route("/reads", _read, methods=methods),
            Route("/{path:path}", _page, methods=methods),
        ],
        middleware=[Middleware(Gate, addresses=addresses)],
    )


def ask(
    app: Starlette,
    method: str,
    path: str,
    *,
    token: str | None = None,
    headers: Mapping[str, str | None] | None = None,
    content: bytes | AsyncIterator[bytes] | None = None,
) -> httpx.Response:
    """The answer to one request, sent as from our own page; a header that is None is left out."""
    sent = {"origin": BASE, "host": "127.0.0.1:8501", **(headers or {})}
    if token:
        sent["cookie"] = f"accord_session={token}"
    kept = {name: value for name, value in sent.items() if value is not None}

    async def once() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            return await client.request(method, path, headers=kept, content=content)

    return anyio.run(once)


def handshake(app: Starlette, *, token: str | None = None, headers: Mapping[str, str | None] | None = None) -> str:
    """What a websocket's opening gets: `websocket.accept` or `websocket.close`."""
    sent = {"origin": BASE, "host": "127.0.0.1:8501", **(headers or {})}
    if token:
        sent["cookie"] = f"accord_session={token}"
    scope = {
        "type": "websocket",
        "path": "/_stcore/stream",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items() if value is not None],
        "subprotocols": [],
    }
    answers: list[str] = []
    asked: list[Message] = [{"type": "websocket.disconnect", "code": 1000}, {"type": "websocket.connect"}]

    async def receive() -> Message:
        return asked.pop()

    async def send(message: Message) -> None:
        answers.append(message["type"])

    async def once() -> None:
        await app(scope, receive, send)

    anyio.run(once)
    return answers[0]


async def _accept(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.receive()


async def _page(_request: Request) -> Response:
    return PlainTextResponse(PAST_THE_GATE)


async def _read(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def _break(_request: Request) -> Response:
    raise ZeroDivisionError("secret detail")
