"""What every annotation tool of the comparison has: a server, items, a way to sign in, to answer and to submit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import httpx
from playwright.sync_api import Page

LABELS = ("must", "nice", "irr")
STARTS_WITHIN = 600.0  # seconds; Label Studio brings its tables up to date first


@dataclass(frozen=True)
class Item:
    """What all tools show: the context as lines of text, and the memories to judge."""

    id: str
    context: str
    memories: tuple[str, ...]


class Tool(Protocol):
    """A running tool with the items in it.

    `texts` is the selector of the memories' texts; `submits` says which key or which button submits.
    """

    name: str
    version: str
    by: str
    texts: str
    submits: Mapping[str, str]

    def open(self, page: Page) -> None:
        """Sign in and open the first item."""

    def answer(self, page: Page, number: int) -> None:
        """Give each memory of the shown item one of the three labels, the first one that of this number."""

    def submit(self, page: Page) -> None:
        """Submit, or whatever leads to the next item."""

    def stored(self) -> int:
        """How many items have been submitted, as the tool itself says."""


def item(record: Mapping[str, Any]) -> Item:
    """A published record as text: who answers, the dialogue, the query, and the memories by their text."""
    persona = record["virtual_person_persona"]
    lines = [
        f"{persona['virtual_person_name']}, who answers: {persona['summary']}",
        *(f"{name}: {', '.join(persona[name])}" for name in ("traits", "style", "domains", "values")),
        *(json.loads(record["history"]) if record["history"] else ()),
        f"{record['roles']['human']} asks ({record['query_time']}): {record['query']}",
    ]
    memories = [entry["fact"] for role in LABELS for entry in record["memory"].get(role, [])]
    return Item(str(record["id"]), "\n".join(lines), tuple(sorted(memories)))


@contextmanager
def running(
    command: Sequence[str | Path], *, folder: Path, answers_at: str, environment: Mapping[str, str] | None = None
) -> Iterator[None]:
    """A tool's server in a process of its own, from its first answer to the end of the block."""
    log = folder / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **(environment or {})}, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        _wait(process, answers_at, log)
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)


def version(python: Path, package: str) -> str:
    """The version of a package in the environment of this interpreter."""
    asked = f"from importlib.metadata import version; print(version({package!r}))"
    done = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def interpreter(environment: Path) -> Path:
    """The interpreter of a virtual environment; a sentence where there is none."""
    python = environment / "bin" / "python"
    if not python.exists():
        sys.exit(f"{environment} is no virtual environment; benchmarks/peers.md says how to make it")
    return python


def _wait(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended while it started:\n{log.read_text(errors='replace')[-2000:]}")
        try:
            if httpx.get(address, timeout=5, trust_env=False).status_code < 500:
                return
        except httpx.TransportError:
            time.sleep(0.3)
    raise RuntimeError(f"{address} did not answer within {STARTS_WITHIN:.0f} s; its log is {log}")
