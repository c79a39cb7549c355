"""How Alembic reaches Accord's database and models."""

from alembic import context
from sqlmodel import SQLModel

from annotation import (
    models,  # noqa: F401 - fills the metadata
    store,
)


def run() -> None:
    """Run the migrations as one writing transaction."""
    with store.engine().execution_options(accord_writer=True).connect() as connection:
        context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()


run()
