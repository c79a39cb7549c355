"""Where the data is kept: the engine, short transactions, and bringing the schema up to date.

SQLite serializes its writers, so each one begins IMMEDIATE: a transaction that reads first and writes later would fail
with "database is locked" as soon as two people submit together. PostgreSQL locks rows instead; the functions that need
a lock say so with `with_for_update`.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import ColumnClause, Connection, Dialect, Engine, bindparam, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlmodel import Session, SQLModel

from annotation.errors import Busy, Conflict, DatabaseNotReady, WrongUse
from languages import message_of, worded

MIGRATIONS = Path(__file__).parent / "migrations"
DEFAULT_URL = "sqlite:///var/accord.sqlite"
BUSY_TIMEOUT_MS = 15_000
MOST_VALUES = 900  # of one statement: an SQLite of before 2020 takes 999
CACHE_KB, LARGE_CACHE_KB = 2_000, 64_000  # of a connection to SQLite: by its default, and for a large change
PAGE_BYTES = 16_384  # of a new SQLite file: an item and its record fill a page, where they took three of SQLite's own
PRAGMAS = (
    f"page_size={PAGE_BYTES}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"busy_timeout={BUSY_TIMEOUT_MS}",
)

# SQLite lets writers wait by sleeping and looking again, up to 100 ms each time and in no order. Those of one process
# take turns here instead; another process (the command line) still waits as SQLite does.
_WRITERS = threading.Lock()


@dataclass(frozen=True, slots=True)
class Written:
    """Stands in a column of JSON for a value that is JSON already."""

    text: str


def url() -> str:
    """The database's address: `ACCORD_DATABASE_URL`, else a file below the working folder."""
    return os.environ.get("ACCORD_DATABASE_URL") or DEFAULT_URL


def engine() -> Engine:
    """The one engine of this process for the current address."""
    return _engine(url())


@contextmanager
def reading() -> Iterator[Session]:
    """A session for reading only; it sees one state of the database."""
    postgres = engine().dialect.name == "postgresql"
    chosen = engine().execution_options(isolation_level="REPEATABLE READ") if postgres else engine()
    with Session(chosen) as session:
        yield session


@contextmanager
def writing(*, patience_ms: int | None = None) -> Iterator[Session]:
    """A session that commits when the block ends, and keeps nothing of it when the block raises.

    Raises Conflict where somebody else has stored the same thing at the same moment: a rule of the schema says so.
    Raises Busy where others of this process have been writing to SQLite for longer than `patience_ms`, by default as
    long as SQLite waits: an import perhaps.
    """
    turn = (
        _turn(BUSY_TIMEOUT_MS if patience_ms is None else patience_ms)
        if engine().dialect.name == "sqlite"
        else nullcontext()
    )
    try:
        with turn, Session(engine().execution_options(accord_writer=True)) as session, session.begin():
            yield session
    except IntegrityError as error:
        raise Conflict(
            "changed_meanwhile",
            worded("Somebody else changed the same thing at the same moment. Nothing was saved: try again."),
        ) from error


@contextmanager
def _turn(patience_ms: int) -> Iterator[None]:
    if not _WRITERS.acquire(timeout=patience_ms / 1000):
        raise Busy(worded("The database is busy with somebody else's large change. Nothing was saved: try again."))
    try:
        yield
    finally:
        _WRITERS.release()


def insert_all(session: Session, table: type[SQLModel], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert many rows at once: all columns but the id, in every row; quicker by far than one object each."""
    if rows:
        insert_columns(session, table, {name: [row[name] for row in rows] for name in rows[0]})


def insert_columns(session: Session, table: type[SQLModel], columns: Mapping[str, Sequence[Any]]) -> None:
    """Insert many rows, given as columns of one length: all but the id, and at least one row."""
    session.flush()
    insert = SQLModel.metadata.tables[str(table.__tablename__)].insert()
    connection = session.connection()
    # The driver gets plain columns; the library would look at each value of a hundred thousand rows.
    statement = insert.values({name: bindparam(name) for name in columns}).compile(dialect=connection.dialect)
    if statement.binds.keys() - {*columns}:  # a column that the library fills in
        connection.execute(insert, [dict(zip(columns, row, strict=True)) for row in _rows(columns.values())])
        return
    order = (statement.positiontup or [*columns]) if statement.positional else [*columns]
    told = _rows(_as_driver_has_it(insert.table.c[name], columns[name], connection.dialect) for name in order)
    if statement.positional:
        _insert_many(connection, str(statement), told)
    else:
        connection.exec_driver_sql(str(statement), [dict(zip(order, row, strict=True)) for row in told])


def _rows(columns: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    return list(zip(*columns, strict=True))


def _insert_many(connection: Connection, statement: str, rows: list[tuple[Any, ...]]) -> None:
    """Insert into SQLite, many rows with each statement: beginning and ending one takes as long as the row itself."""
    beginning, _, values = statement.partition(" VALUES ")
    many = max(1, MOST_VALUES // len(rows[0]))
    whole = len(rows) // many * many
    if whole:
        together = [tuple(chain.from_iterable(rows[start : start + many])) for start in range(0, whole, many)]
        connection.exec_driver_sql(f"{beginning} VALUES {', '.join([values] * many)}", together)
    if rows[whole:]:
        connection.exec_driver_sql(statement, rows[whole:])


def _as_driver_has_it(column: ColumnClause[Any], values: Sequence[Any], dialect: Dialect) -> Sequence[Any]:
    """The values of one column as the driver takes them; texts and numbers are that already."""
    processor = column.type.dialect_impl(dialect).bind_processor(dialect)
    return values if processor is None else [*map(processor, values)]


@contextmanager
def room(session: Session) -> Iterator[None]:
    """Within it SQLite keeps more of a large change in memory, and so writes each page of it once."""
    if session.connection().dialect.name != "sqlite":
        yield
        return
    session.connection().exec_driver_sql(f"PRAGMA cache_size = -{LARGE_CACHE_KB}")
    try:
        yield
    finally:
        session.connection().exec_driver_sql(f"PRAGMA cache_size = -{CACHE_KB}")


def healthy() -> bool:
    """Whether the database answers."""
    try:
        with engine().connect() as connection:
            connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError, WrongUse):
        return False
    return True


def upgrade() -> None:
    """Bring the schema to this version, from nothing or from an earlier one.

    Raises DatabaseNotReady where the database comes from a later version.
    """
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(_alembic(), "head")
    except CommandError as error:
        raise DatabaseNotReady(_newer()) from error
    except SQLAlchemyError as error:
        raise DatabaseNotReady(
            worded("The database at {place} cannot be opened: {why}", place=_shown(), why=_first_line(error))
        ) from error


def downgrade(revision: str) -> None:
    """Take the schema back to an earlier revision (`base`: to nothing)."""
    from alembic import command

    command.downgrade(_alembic(), revision)


def require_current() -> None:
    """Raise DatabaseNotReady, saying what to do, unless the schema is this version's.

    Each command asks this first, so it does without Alembic, which takes a third of a second to load.
    """
    known = _revisions()
    try:
        with engine().connect() as connection:
            noted = inspect(connection).has_table("alembic_version")
            now = connection.execute(text("SELECT version_num FROM alembic_version")).scalar() if noted else None
    except SQLAlchemyError as error:
        raise DatabaseNotReady(
            worded("The database at {place} does not answer: {why}", place=_shown(), why=_first_line(error))
        ) from error
    if now == known[-1]:
        return
    if now is None:
        raise DatabaseNotReady(
            worded("There is no Accord database at {place} yet. Run: python -m annotation init", place=_shown())
        )
    if now in known:
        raise DatabaseNotReady(
            worded("The database at {place} is older than this Accord. Run: python -m annotation init", place=_shown())
        )
    raise DatabaseNotReady(_newer())


@cache
def _revisions() -> list[str]:
    """The schema's revisions from the first to this version's: the numbers that the migrations' files begin with."""
    return sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


@lru_cache(maxsize=8)
def _engine(address: str) -> Engine:
    try:
        parsed = make_url(address)
    except ArgumentError as error:
        raise WrongUse(
            worded("ACCORD_DATABASE_URL is not a database address, such as sqlite:///var/accord.sqlite")
        ) from error
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(address, parsed.database)
    try:
        return create_engine(address, json_serializer=_written, pool_pre_ping=True, pool_size=10, max_overflow=20)
    except (ImportError, SQLAlchemyError) as error:
        raise WrongUse(
            worded(
                "Accord keeps its data in SQLite or PostgreSQL (postgresql+psycopg://…): {why}", why=message_of(error)
            )
        ) from error


def _sqlite(address: str, path: str | None) -> Engine:
    if not path or path == ":memory:":
        raise WrongUse(worded("Accord needs a database file; ACCORD_DATABASE_URL names a database in memory"))
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    made = create_engine(address, json_serializer=_written, pool_size=10, max_overflow=20)
    event.listen(made, "connect", _prepare_sqlite)
    event.listen(made, "begin", _begin_sqlite)
    return made


def _written(value: object) -> str:
    """A value as JSON; what the quick library cannot write (a whole number of more than 64 bits), the slow one does."""
    if isinstance(value, Written):
        return value.text
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver must not begin by itself: `_begin_sqlite` does
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writer = connection.get_execution_options().get("accord_writer", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writer else "BEGIN")


def _alembic() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _shown() -> str:
    return make_url(url()).render_as_string(hide_password=True)


def _newer() -> str:
    return f"The database at {_shown()} was made by a later version of Accord. Start that version instead."


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
