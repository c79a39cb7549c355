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

from annotation import store
from annotation.errors import AccordError, WrongUse
from pages.gate import Addresses, Gate
from pages.parts.failure import say_failed
from pages.routes import routes

FRAME = Path(__file__).parent / "pages" / "parts" / "frame.py"
TCP = ((socket.AF_INET, socket.SOCK_STREAM), (socket.AF_INET6, socket.SOCK_STREAM))


def addresses() -> Addresses:
    """What this server is called; a wrong setting ends the start with a sentence."""
    try:
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


@asynccontextmanager
async def ready(_app: st.App) -> AsyncIterator[dict[str, Any] | None]:
    """Bring the database to this version; then leave what is loaded by now out of every later garbage collection."""
    try:
        store.upgrade()
    except AccordError as error:
        # An exception would fill the terminal with a traceback, and nothing is open yet that needs an orderly end.
        print(error, file=sys.stderr, flush=True)
        os._exit(1)
    answer_at_once()
    gc.freeze()
    yield None


ADDRESSES = addresses()

app = st.App(
    FRAME,
    routes=routes(ADDRESSES),
    middleware=[Middleware(Gate, addresses=ADDRESSES)],
    lifespan=ready,
    on_script_error=say_failed,
)
