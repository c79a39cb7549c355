"""`streamlit run`, for tests: the process takes up another database when it is told to, instead of starting anew.

A start costs seconds of a core, and more than a hundred tests need a server. `tests.serving.Server.take_up` writes the
database's address into a file and signals; the file is gone when it is taken. A request that is under way ends on the
database on which it began: a page that is being closed still sends its draft, and the ids in the next database are the
same.

It hashes passwords quickly: a guess is refused as it is otherwise, and takes no third of a second of a core.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

from starlette.types import Receive, Scope, Send
from streamlit.web.cli import main

from annotation.people import accounts
from pages.gate.gate import Gate
from tests.passwords import OF_NOBODY, QUICK

ADDRESS_FILE = "ACCORD_TESTS_ADDRESS_FILE"


class Switch:
    """Which database is wanted next, and how many requests still need the one there is."""

    def __init__(self) -> None:
        self.under_way = 0
        self.wanted = False

    def ask(self, *_: object) -> None:
        """Another database is wanted; it is taken up as soon as nothing is under way."""
        self.wanted = True
        self.take_up_if_idle()

    def take_up_if_idle(self) -> None:
        """Work on the database that the file names from now on."""
        if not self.wanted or self.under_way:
            return
        file = Path(os.environ[ADDRESS_FILE])
        os.environ["ACCORD_DATABASE_URL"] = file.read_text(encoding="utf-8")
        self.wanted = False
        file.unlink()


def watch(switch: Switch) -> None:
    """Count the requests that pass the gate."""
    answer = Gate.__call__

    async def counted(gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await answer(gate, scope, receive, send)
            return
        switch.under_way += 1
        try:
            await answer(gate, scope, receive, send)
        finally:
            switch.under_way -= 1
            switch.take_up_if_idle()

    Gate.__call__ = counted  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    between_databases = Switch()
    watch(between_databases)
    accounts._hasher, accounts._nobodys_hash = lambda: QUICK, lambda: OF_NOBODY  # type: ignore[assignment]
    signal.signal(signal.SIGUSR1, between_databases.ask)
    main()
