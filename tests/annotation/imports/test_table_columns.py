"""Tables on their way into a project: columns proposed, named, remembered; and a codebook of one's own with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import select
from typer.testing import CliRunner

from annotation import codebook, store
from annotation import models as m
from annotation.__main__ import app
from annotation.errors import Unreadable, WrongUse
from annotation.imports import importing, table_columns
from annotation.imports import preview as import_preview
from annotation.readers.columns import ColumnMap
from tests.studies import NOW, as_file, records

pytestmark = pytest.mark.usefixtures("sqlite_database")
TABLE = "编号,提问,来源\n001,今天几点开门？,甲\n002,周日带什么？,乙\n".encode()
UNTOLD = b"nr,say,from\n001,Hello there,x\n"
OTHER = ColumnMap.parsed(["id=nr", "query=say", "tag:source=from"])


def take(file: bytes, slug: str = "own", columns: ColumnMap | None = None) -> None:
    with store.writing() as session:
        importing.import_items(session, file, slug=slug, now=NOW, columns=columns)


def test_columns_are_proposed_with_their_first_cells() -> None:
    with store.reading() as session:
        found = table_columns.columns_of(session, TABLE)
        assert table_columns.columns_of(session, as_file(records())) is None
    assert found is not None
    assert found.columns.texts() == ["id=编号", "query=提问", "reference=来源"]
    assert found.cells["编号"] == ("001", "002")
    assert not found.remembered


def test_a_table_whose_columns_say_nothing_is_read_once_they_are_named() -> None:
    with store.reading() as session:
        assert table_columns.columns_of(session, UNTOLD) is not None
        with pytest.raises(Unreadable, match="query=COLUMN"):
            import_preview.preview(session, UNTOLD)
        named = import_preview.preview(session, UNTOLD, columns=OTHER)
    assert [each.words for each in named.sample] == ["Hello there"]


def test_a_project_remembers_how_its_last_table_was_read() -> None:
    take(UNTOLD, columns=OTHER)
    more = UNTOLD.replace(b"001", b"002")
    with store.reading() as session:
        found = table_columns.columns_of(session, more, slug="own")
        assert found is not None
        assert (found.remembered, found.columns.texts()) == (True, ["id=nr", "query=say", "tag:source=from"])
        other = table_columns.columns_of(session, TABLE, slug="own")
        assert other is not None
        assert not other.remembered, "another table has other columns"
    take(more)
    with store.reading() as session:
        assert session.exec(select(m.Tag.value)).all() == ["x", "x"]


def test_a_benchmarks_own_file_has_no_columns_to_name() -> None:
    with pytest.raises(WrongUse, match="stratmem has no columns"):
        take(as_file(records()), columns=OTHER)


def test_the_command_line_names_columns_and_a_codebook_in_a_file(tmp_path: Path) -> None:
    table, own = tmp_path / "table.csv", tmp_path / "own.yaml"
    table.write_bytes(UNTOLD)
    source = codebook.written(codebook.built_in("hlme-answer")).replace("name: hlme-answer", "name: mine")
    own.write_text(source, encoding="utf-8")
    options = ["--map", "id=nr", "--map", "query=say"]
    done = CliRunner().invoke(app, ["import", str(table), "--project", "own", "--protocol", str(own), *options])
    assert (done.exit_code, done.stdout) == (
        0,
        "Added 1 items with 0 memories; 0 were there already; 0 rows are refused.\n",
    )
    with store.reading() as session:
        assert session.exec(select(m.Project.protocol)).one() == "mine"
    for wrong in (["--map", "id"], ["--map", "colour=nr"], ["--protocol", str(tmp_path / "none.yaml")]):
        again = CliRunner().invoke(app, ["import", str(table), "--project", "other", *wrong])
        assert again.exit_code == 2, again.stderr


def test_responses_join_the_project_that_has_their_items() -> None:
    take(as_file(records()), slug="study")
    outputs = b'{"item": "i1", "system": "a", "response": "Bring plums."}\n'
    with store.reading() as session:
        alone = import_preview.preview(session, outputs)
        assert (alone.protocols, alone.done.responses) == ((), 0)
        with pytest.raises(WrongUse, match="Import the items first"):
            importing.import_items(session, outputs, slug="new", now=NOW)
        joined = import_preview.preview(session, outputs, slug="study")
    assert (joined.done.items_added, joined.done.responses) == (0, 1)
