"""`python -m exports`: a file written whole or not at all, messages on standard error, and exit codes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select
from typer.testing import CliRunner, Result

from annotation import models as m
from annotation import store
from annotation.desk import adjudication
from exports import labels
from exports.__main__ import app
from tests import studies
from tests.studies import NOW, SLUG, take_labels, votes

STUDY = ("--project", SLUG)


@pytest.fixture
def out(sqlite_database: str, tmp_path: Path) -> Path:
    """Where to write; the study has two settled items and one that is undecided."""
    studies.make_project()
    first, second, third = studies.records()
    take_labels(votes({"a": "source", "b": "source"}, content=[first, third]))
    take_labels(votes({"a": "source", "b": "must"}, content=[second]))
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)
    return tmp_path / "out" / "file"


def run(*arguments: object) -> Result:
    """Run a command as the shell does; nothing is ever said on standard output, and a traceback is a fault."""
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.stdout == ""
    return done


def test_labels_gold_and_report_are_written(out: Path) -> None:
    for arguments in (
        ("labels", *STUDY, "--format", "csv", "--shape", "long"),
        ("labels", *STUDY, "--format", "csv", "--shape", "wide"),
        ("labels", *STUDY, "--format", "jsonl"),
        ("labels", *STUDY, "--format", "parquet"),
        ("labels", *STUDY, "--format", "xlsx", "--shape", "wide"),
        ("gold", *STUDY, "--format", "csv", "--only", "decided"),
        ("gold", *STUDY, "--format", "jsonl"),
        ("gold", *STUDY, "--format", "stratmem"),
        ("gold", *STUDY, "--format", "parquet"),
        ("gold", *STUDY, "--format", "xlsx", "--only", "decided"),
        ("layer", "raw", *STUDY, "--format", "parquet"),
        ("layer", "soft", *STUDY, "--shape", "wide"),
        ("layer", "decisions", *STUDY, "--format", "xlsx", "--names"),
        ("report", *STUDY, "--format", "json", "--round", "1"),
        ("report", *STUDY, "--format", "html"),
        ("report", *STUDY, "--format", "md"),
        ("report", *STUDY, "--format", "latex"),
    ):
        out.unlink(missing_ok=True)
        done = run(*arguments, "--out", out)
        assert done.exit_code == 0, done.stderr
        assert f"Wrote {out}" in done.stderr.replace("\n", "")
        assert out.read_bytes()
        assert [each.name for each in out.parent.iterdir()] == [out.name], "nothing is left beside it"


def test_what_is_left_out_is_listed(out: Path) -> None:
    done = run("gold", *STUDY, "--format", "stratmem", "--out", out)
    assert done.exit_code == 0
    assert "Left out 1 items with an undecided target: i2" in done.stderr
    assert [item["id"] for item in json.loads(out.read_text(encoding="utf-8"))] == ["i1", "i3"]


def test_a_file_that_breaks_off_leaves_the_old_one(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaking(*_: object, **__: object) -> Iterator[bytes]:
        yield b"half"
        raise RuntimeError

    out.parent.mkdir()
    out.write_text("old", encoding="utf-8")
    monkeypatch.setattr(labels, "stream", breaking)
    done = CliRunner().invoke(app, ["labels", *STUDY, "--out", str(out)])
    assert isinstance(done.exception, RuntimeError)
    assert out.read_text(encoding="utf-8") == "old"
    assert list(out.parent.iterdir()) == [out]


def test_what_is_not_there_is_refused_with_1_and_writes_nothing(out: Path) -> None:
    for arguments in (
        ("labels", "--project", "nowhere"),
        ("gold", "--project", "nowhere", "--format", "csv"),
        ("gold", "--project", "nowhere", "--format", "stratmem"),
        ("report", "--project", "nowhere"),
        ("report", *STUDY, "--round", "2"),
    ):
        done = run(*arguments, "--out", out)
        assert done.exit_code == 1, arguments
        assert done.stderr, arguments
        assert not out.exists()


def test_wrong_usage_is_2_and_writes_nothing(out: Path) -> None:
    for arguments in (
        ("labels", *STUDY, "--format", "xml"),
        ("labels", *STUDY, "--format", "stratmem"),
        ("labels", *STUDY, "--shape", "round"),
        ("gold", *STUDY, "--format", "xml"),
        ("gold", *STUDY, "--only", "best"),
        ("layer", "raw", *STUDY, "--format", "stratmem"),
        ("layer", "raw", *STUDY, "--shape", "wide"),
        ("report", *STUDY, "--format", "pdf"),
        ("report", *STUDY, "--round", "0"),
    ):
        assert run(*arguments, "--out", out).exit_code == 2, arguments
        assert not out.exists()
    assert run("labels", *STUDY).exit_code == 2


def test_a_release_is_written_to_a_folder_or_a_zip_file_and_replaces_only_a_release(out: Path) -> None:
    folder, archive = out.parent / "release", out.parent / "release.zip"
    done = run("release", *STUDY, "--out", folder)
    assert done.exit_code == 0, done.stderr
    assert "1 items left out: they are listed." in done.stderr
    assert "Wrote release 1" in done.stderr
    again = run("release", *STUDY, "--out", archive)
    assert "Nothing has changed since release 1: it is written again." in again.stderr
    assert run("release", *STUDY, "--out", folder).exit_code == 0, "a release is replaced"
    for place in (folder, archive):
        assert run("verify", place).exit_code == 0
    (out.parent / "mine").mkdir()
    (out.parent / "mine" / "manifest.json").write_text("{}", encoding="utf-8")
    for place in (out.parent / "mine", out.parent):
        assert run("release", *STUDY, "--out", place).exit_code == 2, place
    assert (out.parent / "mine" / "manifest.json").read_text(encoding="utf-8") == "{}"


def test_a_card_that_cannot_be_read_and_splits_that_cannot_be_are_refused(out: Path) -> None:
    card = out.parent.parent / "card.yaml"
    for content, said in (("pay: [", "no YAML"), ("paid: much", "paid"), ("language: 7", "language")):
        card.write_text(content, encoding="utf-8")
        done = run("release", *STUDY, "--out", out.parent / "r", "--card", card)
        assert (done.exit_code, said in done.stderr) == (1, True), content
    assert run("release", *STUDY, "--out", out.parent / "r", "--splits", "train=.5").exit_code == 2
    assert run("release", "--project", "nowhere", "--out", out.parent / "r").exit_code == 1
    assert not (out.parent / "r").exists()


def test_a_place_that_cannot_be_written_is_wrong_usage(out: Path) -> None:
    out.parent.mkdir()
    out.write_text("a file", encoding="utf-8")
    for place in (out.parent, out / "below a file", Path(), Path("/"), Path("/proc/none/file")):
        done = run("labels", *STUDY, "--out", place)
        assert done.exit_code == 2, place
        assert "--out" in done.stderr


def test_an_export_is_in_the_log(out: Path) -> None:
    run("gold", *STUDY, "--format", "csv", "--out", out)
    with store.reading() as session:
        event = session.exec(select(m.Event).where(m.Event.kind == "exported")).one()
    assert event.detail == {"what": "gold", "format": "csv"}


def test_without_a_database_it_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{tmp_path / 'none.sqlite'}")
    for command in ("labels", "gold", "report"):
        done = run(command, *STUDY, "--out", tmp_path / "out")
        assert done.exit_code == 1
        assert "python -m annotation init" in done.stderr
    store.engine().dispose()
