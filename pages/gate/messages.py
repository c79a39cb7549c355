"""What passes through the gate: a body that is never longer than the limit, and an answer with the security headers."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Send

# A submission of 200 answers is 20 kB; the largest benchmark we know is 7 MB (and a form adds some lines around it).
BODY_LIMIT = 1_000_000
UPLOAD_LIMIT = 50_010_000


class TooLarge(Exception):
    """A body went on beyond the limit."""


class Bounded:
    """`receive`, counting: a sender may declare no length, or a wrong one."""

    def __init__(self, receive: Receive, *, limit: int) -> None:
        self._receive = receive
        self._read = 0
        self.limit = limit

    async def __call__(self) -> Message:
        """The next part of the body."""
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self.limit:
            raise TooLarge
        return message


class Answer:
    """`send`, adding headers. Only Streamlit's static files may be kept by a browser; the rest may be private."""

    def __init__(self, send: Send, *, headers: Mapping[str, str], cacheable: bool) -> None:
        self._send = send
        self._headers = headers
        self._cacheable = cacheable
        self.started = False

    async def __call__(self, message: Message) -> None:
        """Pass one message of the answer on."""
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
            if not self._cacheable:
                headers["Cache-Control"] = "no-store"
        await self._send(message)
