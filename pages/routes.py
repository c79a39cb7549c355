"""Every plain HTTP route beside Streamlit: sign-in, health, the board's answers, downloads."""

from __future__ import annotations

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from annotation.store import healthy
from pages import account, background, decisions, downloads, password, previews, rulings, signin, submissions, talks
from pages.gate import Addresses


def routes(addresses: Addresses) -> list[Route]:
    """The routes that the launcher mounts beside Streamlit's own."""
    return [
        Route("/healthz", _health, methods=["GET"]),
        Route("/favicon.ico", _picture, methods=["GET"]),
        *signin.routes(addresses),
        *account.routes(),
        *background.routes(),
        *password.routes(addresses),
        *submissions.routes(),
        *talks.routes(),
        *decisions.routes(),
        *rulings.routes(),
        *downloads.routes(),
        *previews.routes(),
    ]


async def _health(_request: Request) -> Response:
    well = await to_thread.run_sync(healthy)
    return JSONResponse({"status": "ok" if well else "no database"}, status_code=200 if well else 503)


async def _picture(_request: Request) -> Response:
    return RedirectResponse("/favicon.png", status_code=308)
