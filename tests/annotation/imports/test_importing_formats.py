"""Every format into a project: what is documented is imported, and a second time nothing of it is new."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from annotation import store
from annotation.imports.importing import import_items
from annotation.readers.columns import ColumnMap
from tests import enpmr_files
from tests.annotation.readers.test_documented import EXAMPLES
from tests.studies import NOW

ENPMR = next(body for name, _, body in EXAMPLES if name == "enpmr")


def imported(file: str | bytes, *columns: str) -> dict[str, object]:
    """What an import into the project says it did."""
    content = file.encode() if isinstance(file, str) else file
    with store.writing() as session:
        return asdict(
            import_items(session, content, slug="p", now=NOW, columns=ColumnMap.parsed(columns) if columns else None)
        )


@pytest.mark.parametrize(("name", "mapping", "body"), EXAMPLES)
def test_a_file_imported_twice_adds_nothing_the_second_time(
    sqlite_database: str, name: str, mapping: list[str], body: str
) -> None:
    """G7, in every format."""
    if name == "outputs":
        imported(ENPMR)
    first, second = imported(body, *mapping), imported(body, *mapping)
    assert first["rows_refused"] == second["rows_refused"] == ()
    assert (second["items_added"], second["responses"]) == (0, 0)
    assert (second["items_skipped"], second["responses_skipped"]) == (first["items_added"], first["responses"])
    assert first["items_added"] or first["responses"]


@pytest.mark.long
def test_an_enpmr_file_of_the_released_size_is_imported_in_one_go(sqlite_database: str) -> None:
    done = imported(enpmr_files.as_file(enpmr_files.full_size()))
    assert (done["items_added"], done["rows_refused"]) == (2692, ())
