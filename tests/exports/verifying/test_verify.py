"""Verify: a release holds as it was made; one byte, label, decision or place that is changed is named."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from annotation.errors import Unreadable
from exports.__main__ import app
from exports.release_files import zipped
from exports.release_place import write_release
from exports.verifying import verify
from tests.exports.test_gold import decide
from tests.exports.test_release import SPLITS, made, study


@pytest.fixture(scope="module")
def released(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release with splits and decisions of every kind; made once, to be copied."""
    from annotation import store

    folder = tmp_path_factory.mktemp("released")
    shutil.copy(sqlite_template, folder / "accord.sqlite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{folder / 'accord.sqlite'}")
        people = study(6)
        decide(people["dana"], "Nice 2.", "irr", "=SUM(1)")
        decide(people["dana"], "Nice 2.", "must", "Read again.")
        write_release(made(splits=SPLITS, group_by=["text"], seed=1).content, folder / "release")
        store.engine().dispose()
    return folder / "release"


@pytest.fixture
def copy(released: Path, tmp_path: Path) -> Path:
    """A release to be changed."""
    return Path(shutil.copytree(released, tmp_path / "release"))


def told(folder: Path) -> list[str]:
    return [str(each) for each in verify(folder)]


def change_row(folder: Path, table: str, number: int, column: str, to: Any, *, sign: bool = True) -> dict[str, str]:
    """Change a cell of a table, as csv and as parquet; with `sign` the manifest is made to agree. The row as it was."""
    file = folder / f"tables/{table}.csv"
    rows = list(csv.DictReader(io.StringIO(file.read_bytes().decode("utf-8-sig"), newline="")))
    before = dict(rows[number])
    rows[number][column] = "" if to is None else str(to)
    page = io.StringIO()
    writer = csv.DictWriter(page, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    file.write_bytes(page.getvalue().encode("utf-8-sig"))
    beside = pq.read_table(folder / f"tables/{table}.parquet")
    cells = beside.to_pylist()
    cells[number][column] = to
    pq.write_table(pa.Table.from_pylist(cells, schema=beside.schema), folder / f"tables/{table}.parquet")
    if sign:
        sign_again(folder)
    return before


def sign_again(folder: Path, change: Callable[[dict[str, Any]], None] = lambda _: None) -> None:
    """Write the manifest so that every sum is right again: what is left to find is what the contents say."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for name, listed in manifest["files"].items():
        content = (folder / name).read_bytes()
        listed |= {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def row_of(folder: Path, table: str, **wanted: str) -> tuple[int, Mapping[str, str]]:
    rows = csv.DictReader(io.StringIO((folder / f"tables/{table}.csv").read_bytes().decode("utf-8-sig"), newline=""))
    return next((n, row) for n, row in enumerate(rows) if all(row[name] == text for name, text in wanted.items()))


def test_a_release_holds_as_a_folder_and_as_a_zip_file(released: Path, tmp_path: Path) -> None:
    assert told(released) == []
    zipped(released, tmp_path / "r.zip")
    assert told(tmp_path / "r.zip") == []


def test_it_holds_without_any_database(released: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{tmp_path}/none/at all.sqlite")
    done = CliRunner().invoke(app, ["verify", str(released)])
    assert (done.exit_code, done.stdout) == (0, "")
    assert "The release holds." in done.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("name", ["README.md", "gold/stratmem.json", "data/test.parquet", "report/report.json"])
def test_one_byte_names_its_file(copy: Path, name: str) -> None:
    content = bytearray((copy / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / name).write_bytes(content)
    assert any(each.startswith(f"{name}: the file is another one than was released") for each in told(copy))
    done = CliRunner().invoke(app, ["verify", str(copy), "--json"])
    assert done.exit_code == 1
    assert {each["file"] for each in json.loads(done.stdout)["differences"]} >= {name}


def test_one_byte_of_a_table_names_its_row(copy: Path) -> None:
    number, row = row_of(copy, "gold", item="i3")
    file = copy / "tables/gold.csv"
    lines = file.read_bytes().split(b"\r\n")
    lines[number + 1] = lines[number + 1].replace(b"role", b"rule")
    file.write_bytes(b"\r\n".join(lines))
    assert any(f"tables/gold.csv, row {number + 2}, item i3 target {row['target']} rule" in each for each in told(copy))


@pytest.mark.parametrize("sign", [False, True])
def test_one_label_of_the_raw_layer_is_named(copy: Path, sign: bool) -> None:
    """Also where every sum was made to agree: the gold's agreement, the current labels and the figures do not."""
    number, row = row_of(copy, "raw", item="i4", rater="a", label="nice")
    change_row(copy, "raw", number, "label", "irr", sign=sign)
    found = told(copy)
    where = f"item i4 target {row['target']} role"
    assert any(each.startswith("tables/gold.csv, row ") and where in each and "agreement" in each for each in found)
    assert any(
        each.startswith("tables/labels.csv, row ")
        and where in each
        and "a has 'nice', and in tables/raw.csv 'irr'" in each
        for each in found
    )
    assert any("value of fleiss_kappa of role is " in each for each in found)
    assert sign or any(each.startswith("tables/raw.csv: the file is another one") for each in found)


@pytest.mark.parametrize("sign", [False, True])
def test_one_decision_is_named(copy: Path, sign: bool) -> None:
    number, row = row_of(copy, "decisions", method="adjudicator", revision="3")
    change_row(copy, "decisions", number, "label", "nice", sign=sign)
    found = told(copy)
    wanted = f"item i2 target {row['target']} role: label is 'must', and from tables/decisions.csv it is 'nice'"
    assert any(each.startswith("tables/gold.csv, row ") and each.endswith(wanted) for each in found)


def test_one_label_of_the_gold_is_named(copy: Path) -> None:
    number, row = row_of(copy, "gold", item="i4", label="must")
    change_row(copy, "gold", number, "label", "irr")
    found = told(copy)
    where = f"tables/gold.csv, row {number + 2}, item i4 target {row['target']} role"
    assert f"{where}: label is 'irr', and from tables/decisions.csv it is 'must'" in found
    assert any(each.startswith("data/") and "is not the one of tables/gold.csv" in each for each in found)


def test_one_share_of_the_soft_labels_is_named(copy: Path) -> None:
    change_row(copy, "soft", 0, "share", 0.123)
    [found] = verify(copy)
    assert (found.file, found.row) == ("tables/soft.csv", 2)


def test_a_memory_in_another_role_of_the_published_file_is_named(copy: Path) -> None:
    for name in ("gold/stratmem.json", "gold/stratmem-test-two-nice.json"):
        records = json.loads((copy / name).read_text(encoding="utf-8"))
        memory = records[0]["memory"]
        memory["irr"].append(memory["must"].pop())
        (copy / name).write_text(json.dumps(records), encoding="utf-8")
        sign_again(copy)
        text, item = memory["irr"][-1]["fact"], records[0]["id"]
        wanted = f"{name}, item {item} role: {text!r} is 'irr', and in tables/gold.csv it is 'must'"
        assert wanted in told(copy)


def test_an_item_in_another_split_is_named(copy: Path) -> None:
    number, row = row_of(copy, "splits", split="train", complete="1")
    change_row(copy, "splits", number, "split", "test")
    found = told(copy)
    assert any(each.startswith("data/train.parquet") and f"item {row['item']}" in each for each in found)
    change_row(copy, "splits", number, "split", None)
    assert any(f"tables/splits.csv, row {number + 2}: item {row['item']} is in no split" in each for each in told(copy))


def test_a_group_in_two_splits_is_named(copy: Path) -> None:
    number, _ = row_of(copy, "splits", split="train")
    _, other = row_of(copy, "splits", split="test")
    change_row(copy, "splits", number, "group", int(other["group"]))
    assert any(f"group {other['group']} is in several splits" in each for each in told(copy))


def test_a_number_of_the_manifest_is_named(copy: Path) -> None:
    def change(manifest: dict[str, Any]) -> None:
        manifest["counts"]["judgments"] += 1
        manifest["methods"]["majority"] += 1
        manifest["agreement"]["questions"][0]["coefficients"]["fleiss_kappa"]["low"] = 0.5

    sign_again(copy, change)
    found = told(copy)
    assert any("counts judgments is " in each for each in found)
    assert "manifest.json: methods is not what the tables say" in found
    assert any("low of fleiss_kappa of role is 0.5, and from the labels" in each for each in found)
    assert len(found) == 3


def test_a_file_that_is_missing_or_was_added_is_named(copy: Path) -> None:
    (copy / "report/report.md").unlink()
    (copy / "notes.txt").write_text("mine", encoding="utf-8")
    assert told(copy) == [
        "report/report.md: the file is missing",
        "notes.txt: the manifest does not list this file",
    ]
    (copy / "tables/raw.csv").unlink()
    assert any("could not be checked" in each for each in told(copy)), "never a traceback"


def test_what_is_no_release_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    for place in (tmp_path / "a.txt", tmp_path):
        with pytest.raises(Unreadable):
            verify(place)
        assert CliRunner().invoke(app, ["verify", str(place)]).exit_code == 1
    assert CliRunner().invoke(app, ["verify", str(tmp_path / "none")]).exit_code == 2
