"""What one annotator's browser sends to the server, without the browser: a tab, drafts and submissions with pauses.

The tab is a websocket that asks for the labelling screen and stays open, as Streamlit's page does; items, drafts and
submissions pass over one HTTP connection, as the board's do. What is labelled is drawn by a seed.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin, Subprotocol

from benchmarks.crowd import SLUG
from pages.parts.visitor import COOKIE

PATIENCE = 15.0  # seconds; the board gives up on an answer after as long
TRIES = 3
CLOSED = (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError)
LOST = (httpx.HTTPError, WebSocketException, OSError)

Screen = dict[str, Any]
Answers = list[dict[str, str]]


@dataclass
class Record:
    """What all annotators of a step saw: (moment of the answer, wait in milliseconds), and what went wrong."""

    mounts: list[float] = field(default_factory=list)
    drafts: list[tuple[float, float]] = field(default_factory=list)
    submits: list[tuple[float, float]] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    reconnected: int = 0


class Annotator:
    """One person: opens the labelling screen, and labels item after item until `stop` is set."""

    def __init__(
        self, address: str, *, token: str, seed: str, think: float, record: Record, stop: asyncio.Event
    ) -> None:
        self._address = address
        self._token = token
        self._dice = random.Random(seed)
        self._think = think
        self._record = record
        self._stop = stop
        self._draft_version = 0
        self._http = httpx.AsyncClient(
            base_url=address,
            headers={"Origin": address, "Cookie": f"{COOKIE}={token}"},
            transport=httpx.AsyncHTTPTransport(limits=httpx.Limits(keepalive_expiry=None), verify=False),
            timeout=PATIENCE,
        )

    async def work(self) -> None:
        """Be at work until the end; a tab that cannot be opened or breaks off is an error."""
        try:
            async with self._http, self._tab() as tab:
                start = time.perf_counter()
                await self._http.get("/label", params={"project": SLUG})
                await _mount(tab)
                self._record.mounts.append(_since(start))
                listening = asyncio.create_task(self._listen(tab))
                await self._label()
                listening.cancel()
        except LOST as error:
            self._record.errors[f"tab: {type(error).__name__}"] += 1

    def _tab(self) -> connect:
        return connect(
            f"{self._address.replace('http', 'ws', 1)}/_stcore/stream",
            additional_headers={"Cookie": f"{COOKIE}={self._token}"},
            origin=Origin(self._address),
            subprotocols=[Subprotocol("streamlit")],
            max_size=None,
            ping_interval=None,  # a browser answers pings and sends none
            compression="deflate",
        )

    async def _listen(self, tab: ClientConnection) -> None:
        """Take what the server still sends to the tab; it must not close it."""
        try:
            async for _ in tab:
                pass
        except WebSocketException:
            pass
        if not self._stop.is_set():
            self._record.errors["tab: closed by the server"] += 1

    async def _label(self) -> None:
        screen: Screen | None = None
        while not self._stop.is_set():
            if screen is None:
                screen = await self._next()
            if screen is None:
                await self._pause(self._think)
            elif screen["state"] != "item":
                raise RuntimeError(f"nothing is left to label ({screen['state']}): prepare more items")
            else:
                screen = await self._item(screen)

    async def _item(self, screen: Screen) -> Screen | None:
        """Think, save a draft or two on the way, submit; the next screen, or None where it must be asked for."""
        answers = [
            {
                "target": target["key"],
                "question": question["key"],
                "label": self._dice.choice(question["labels"])["key"],
            }
            for target in screen["item"]["targets"]
            for question in screen["questions"]
            if question["about"] == target["kind"]
        ]
        drafts = self._dice.choice((1, 2))
        part = self._dice.expovariate(1 / self._think) / (drafts + 1)
        left = screen["draft"]  # of an earlier step, which ended in the middle of the item
        self._draft_version = left["version"] if left else 0
        for number in range(1, drafts + 1):
            await self._pause(part)
            if not self._stop.is_set():
                await self._draft(screen, answers[: len(answers) * number // (drafts + 1)])
        await self._pause(part)
        return None if self._stop.is_set() else await self._submit(screen, answers)

    async def _next(self) -> Screen | None:
        screen: Screen | None
        screen, _ = await self._ask("next", "GET")
        return screen

    async def _draft(self, screen: Screen, answers: Answers) -> None:
        answer, wait = await self._ask("draft", "POST", self._body(screen, answers))
        if answer is not None:
            self._draft_version = answer["version"]
            self._record.drafts.append((time.perf_counter(), wait))

    async def _submit(self, screen: Screen, answers: Answers) -> Screen | None:
        body = self._body(screen, answers) | {"token": f"{self._dice.getrandbits(128):032x}", "reopen": False}
        answer, wait = await self._ask("submit", "POST", body)
        if answer is None:
            return None
        self._record.submits.append((time.perf_counter(), wait))
        following: Screen | None = answer["next"]
        return following

    def _body(self, screen: Screen, answers: Answers) -> dict[str, Any]:
        return {
            "account": screen["account"]["key"],
            "assignment": screen["assignment"],
            "revision": screen["revision"],
            "codebook": screen["codebook"],
            "seen": self._draft_version,
            "answers": answers,
            "note": None,
            "flagged": None,
            "active_ms": round(self._think * 1000),
        }

    async def _ask(self, route: str, method: str, body: dict[str, Any] | None = None) -> tuple[Any, float]:
        """What the route answers and the wait in milliseconds; None for all but a 200.

        Like the board, it sends the same again where no answer comes; each try that fails is an error. Like a browser,
        it opens a new connection, and says nothing, where the server has just closed the one that lay idle.
        """
        content = None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json"} if content else {}
        start = time.perf_counter()
        for _ in range(TRIES):
            try:
                answer = await self._http.request(method, f"/board/{SLUG}/{route}", content=content, headers=headers)
            except CLOSED:
                self._record.reconnected += 1
                continue
            except httpx.HTTPError as error:
                self._record.errors[f"{route}: {type(error).__name__}"] += 1
                continue
            if answer.status_code == 200:
                return answer.json(), _since(start)
            self._record.errors[f"{route}: {answer.status_code} {answer.text[:80]}"] += 1
            return None, _since(start)
        self._record.errors[f"{route}: given up"] += 1
        return None, _since(start)

    async def _pause(self, seconds: float) -> None:
        """Wait so long, or until the work ends."""
        try:
            await asyncio.wait_for(self._stop.wait(), timeout=seconds)
        except TimeoutError:
            return


async def _mount(tab: ClientConnection) -> None:
    """Ask for the labelling screen, and take it whole."""
    asked = BackMsg()
    asked.rerun_script.page_name = "label"
    asked.rerun_script.query_string = f"project={SLUG}"
    await tab.send(asked.SerializeToString())
    message = ForwardMsg()
    async with asyncio.timeout(PATIENCE):
        while message.WhichOneof("type") != "script_finished":
            message.ParseFromString(await tab.recv(decode=False))


def _since(start: float) -> float:
    return (time.perf_counter() - start) * 1000
