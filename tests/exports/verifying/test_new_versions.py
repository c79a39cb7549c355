"""A release after a new version of the codebook: old answers say what the map makes of them, everywhere alike."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from exports.release_place import write_release
from exports.verifying.verify import verify
from tests.annotation.test_next_version import Change, changed, renamed, save, without
from tests.exports.test_gold import decide
from tests.exports.test_release import made, study

pytestmark = pytest.mark.usefixtures("sqlite_database")


def rows(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"tables/{table}.csv").open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize(
    ("change", "maps", "old", "new"),
    [
        (renamed("nice", "optional"), {"nice": "optional"}, "nice", "optional"),
        (without("nice"), {"nice": "must"}, "nice", "must"),
    ],
    ids=["renamed", "joined"],
)
def test_a_release_after_a_map_holds_and_keeps_what_was_given(
    tmp_path: Path, change: Change, maps: dict[str, str], old: str, new: str
) -> None:
    people = study(6)
    decide(people["dana"], "Nice 2.", old)
    before = made()
    save(changed(change), maps={"role": maps})
    after = made()
    assert (after.number, after.is_new) == (before.number + 1, True)
    folder = tmp_path / "release"
    write_release(after.content, folder)
    assert [str(each) for each in verify(folder)] == []
    tables = {table: rows(folder, table) for table in ("gold", "labels", "raw", "decisions", "changes")}
    for table in ("gold", "labels", "raw", "decisions"):
        assert old not in {row["label"] for row in tables[table]}, table
    given = Counter(row["given"] for row in tables["raw"])
    assert given[old] > 0
    assert {row["label"] for row in tables["raw"] if row["given"] == old} == {new}
    assert {row["codebook"] for row in tables["raw"]} == {"1"}
    (asked,) = after.manifest["agreement"]["questions"]
    assert (old in asked["labels"], new in asked["labels"]) == (False, True)
    moved = [row for row in tables["changes"] if old in row.values()]
    assert moved, "the later release says which gold has another name"
