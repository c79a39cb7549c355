"""The store: the schema is what the models say, on both databases, and what is append-only stays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from annotation import events, store
from annotation import models as m
from annotation.errors import Busy, DatabaseNotReady, WrongUse
from tests import studies

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_upgrade_from_nothing_equals_the_models(database: str) -> None:
    command.check(store._alembic())


def test_downgrade_to_nothing_and_up_again(database: str) -> None:
    store.downgrade("base")
    assert inspect(store.engine()).get_table_names() == ["alembic_version"]
    store.upgrade()
    store.require_current()


def test_an_event_cannot_be_rewritten(database: str) -> None:
    with store.writing() as session:
        events.record(session, "tried", now=NOW)
    for statement in ("UPDATE event SET kind = 'other'", "DELETE FROM event"):
        with pytest.raises(DBAPIError, match="append-only"), store.engine().begin() as connection:
            connection.execute(text(statement))


@pytest.mark.parametrize("rows", [1, 299, 300, 301, 650])
def test_many_rows_are_inserted_in_their_order(database: str, rows: int) -> None:
    """SQLite takes several rows with one statement, and the rest one by one."""
    studies.make_project(studies.records(1))
    with store.writing() as session:
        item = session.exec(select(m.Item.id)).one()
        names = [{"item_id": item, "name": f"n{number}", "value": "é"} for number in range(rows)]
        store.insert_all(session, m.Tag, names)
    with store.reading() as session:
        found = session.exec(select(m.Tag.name).where(m.Tag.value == "é").order_by(col(m.Tag.id))).all()
    assert list(found) == [each["name"] for each in names]


def test_a_column_of_json_takes_what_is_json_already(database: str) -> None:
    studies.make_project(studies.records(1))
    with store.writing() as session:
        project = session.exec(select(m.Project.id)).one()
        memories = store.Written('[{"key": "a", "text": "é"}]')
        store.insert_all(session, m.MemoryBank, [{"project_id": project, "name": "b", "memories": memories}])
    with store.reading() as session:
        assert session.exec(select(m.MemoryBank)).one().memories == [{"key": "a", "text": "é"}]


def test_a_failed_block_keeps_nothing(database: str) -> None:
    def break_off() -> None:
        with store.writing() as session:
            events.record(session, "tried", now=NOW)
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    with store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM event")).scalar_one() == 0


def test_the_revisions_are_those_that_alembic_knows() -> None:
    scripts = ScriptDirectory.from_config(store._alembic())
    assert store._revisions() == [script.revision for script in scripts.walk_revisions()][::-1]
    assert store._revisions()[-1] == scripts.get_current_head()


def test_an_older_database_is_refused_with_what_to_do(database: str) -> None:
    store.downgrade(store._revisions()[-2])
    with pytest.raises(DatabaseNotReady, match="is older than this Accord"):
        store.require_current()


def test_a_newer_database_is_refused_with_what_to_do(database: str) -> None:
    with store.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for asked in (store.upgrade, store.require_current):
        with pytest.raises(DatabaseNotReady, match="later version"):
            asked()


def test_a_missing_database_says_how_to_make_it(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{tmp_path}/none.sqlite")
    with pytest.raises(DatabaseNotReady, match="annotation init"):
        store.require_current()


@pytest.mark.parametrize("address", ["nonsense", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_cannot_hold_data_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCORD_DATABASE_URL", address)
    with pytest.raises(WrongUse):
        store.engine()


def test_a_database_of_the_first_version_keeps_its_work_and_its_guards(database: str) -> None:
    """0001 to 0002: what was submitted is done, and append-only tables still refuse."""
    studies.make_project()
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    studies.submit(ann, studies.submission(studies.screen_of(ann)))
    store.downgrade("0001")
    store.upgrade()
    with store.reading() as session:
        found = session.execute(text("SELECT revision, state FROM assignment ORDER BY position")).all()
    assert [tuple(row) for row in found] == [(1, "done"), (0, "open"), (0, "open")]
    assert len(studies.stored()) == 3
    for table in ("submission", "judgment", "event"):
        with pytest.raises(DBAPIError, match="append-only"), store.engine().begin() as connection:
            connection.execute(text(f"DELETE FROM {table}"))


def test_a_writer_that_waits_too_long_is_told_and_nothing_is_lost(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """L1: writers of one process take turns; one who cannot have a turn hears a sentence, not an error of SQLite."""
    monkeypatch.setattr(store, "BUSY_TIMEOUT_MS", 10)
    with store.writing() as session:
        events.record(session, "tried", now=NOW)
        with ThreadPoolExecutor(1) as pool, pytest.raises(Busy, match="try again"):
            pool.submit(_write).result()
    _write()
    with store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM event")).scalar_one() == 2


def _write() -> None:
    with store.writing() as session:
        events.record(session, "tried", now=NOW)
