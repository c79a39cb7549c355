"""How Alembic reaches Accord's database and models."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from sqlalchemy import Connection
from sqlmodel import SQLModel

from annotation import store


def run() -> None:
    """Run the migrations as one writing transaction."""
    with store.engine().execution_options(accord_writer=True).connect() as connection, loose_references(connection):
        context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()
            check_references(connection)


@contextmanager
def loose_references(connection: Connection) -> Iterator[None]:
    """Let SQLite make a table anew that others refer to; only outside of a transaction can that be said."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys=OFF")  # type: ignore[union-attr]
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")  # type: ignore[union-attr]


def check_references(connection: Connection) -> None:
    """Raise LookupError, before anything is kept, where a row refers to one that is not there."""
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise LookupError(f"the table {broken[0]} refers to a row of {broken[2]} that is not there")


run()
