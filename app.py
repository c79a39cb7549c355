"""Start Accord: `streamlit run app.py` serves the screens and the routes from one process."""

from __future__ import annotations

import gc
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from annotation import store
from annotation.errors import AccordError, WrongUse
from annotation.people import accounts, idle
from languages import LANGUAGES
from languages.catalog import translations
from pages.gate import Addresses, Gate
from pages.parts.failure import say_failed
from pages.routes import routes
from pages.unknown import Unknown

FRAME = Path(__file__).parent / "pages" / "parts" / "frame.py"
TCP = ((socket.AF_INET, socket.SOCK_STREAM), (socket.AF_INET6, socket.SOCK_STREAM))


def addresses() -> Addresses:
    """What this server is called; a wrong setting ends the start with a sentence."""
    try:
        idle.limit()
        return Addresses.from_environment(os.environ)
    except WrongUse as error:
        raise SystemExit(str(error)) from None


def answer_at_once() -> None:
    """Let nothing that is sent wait for the receiver to acknowledge what was sent before (Nagle's algorithm).

    asyncio sees to it for sockets that name TCP as their protocol, which Streamlit's does not: every answer with a body
    took 40 ms longer. Accepted sockets inherit it from the listening one, which is reached in no better way.
    """
    for each in gc.get_objects():
        if type(each) is socket.socket and each.fileno() >= 0 and (each.family, each.type) in TCP:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def believe_no_forwarding() -> None:
    """Leave every request its real peer: uvicorn believes what any program on this machine says in X-Forwarded-For.

    Streamlit sets uvicorn up and passes no option for it. Whom we believe is ACCORD_TRUSTED_PROXY's to say.
    """
    for each in gc.get_objects():
        if type(each) is ProxyHeadersMiddleware:
            each.trusted_hosts = type(each.trusted_hosts)([])


def say_if_nobody() -> None:
    """Say on the terminal how the first account is made, while there is none."""
    with store.reading() as session:
        if accounts.nobody_yet(session):
            print(accounts.NOBODY.format(command=accounts.ASKS_FOR_THE_FIRST), file=sys.stderr, flush=True)


@asynccontextmanager
async def ready(_app: st.App) -> AsyncIterator[dict[str, Any] | None]:
    """Bring the database to this version; then leave what is loaded by now out of every later garbage collection."""
    try:
        store.upgrade()
    except AccordError as error:
        # An exception would fill the terminal with a traceback, and nothing is open yet that needs an orderly end.
        print(error, file=sys.stderr, flush=True)
        os._exit(1)
    say_if_nobody()
    answer_at_once()
    believe_no_forwarding()
    for language in LANGUAGES:
        translations(language)  # here, so that the first who speaks it waits for none of it
    gc.freeze()
    yield None


ADDRESSES = addresses()
ROUTES = routes(ADDRESSES)

app = st.App(
    FRAME,
    routes=ROUTES,
    middleware=[Middleware(Gate, addresses=ADDRESSES), Middleware(Unknown, routes=ROUTES)],
    lifespan=ready,
    on_script_error=say_failed,
)
