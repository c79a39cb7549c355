"""Releases of every kind of question and of each benchmark hold too, and carry the benchmark's own file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from annotation import store
from annotation.desk import adjudication
from exports import release
from exports.release_options import checked
from exports.release_place import write_release
from exports.verifying import verify
from tests import studies
from tests.exports import kinds
from tests.exports.test_release import files_of, made
from tests.exports.verifying.test_verify import sign_again
from tests.studies import NOW, SLUG

LABEL = re.compile(r'"(appropriateness|fluency|right)": ("[^"]*"|[0-9]+)')


def told(one: release.Made, folder: Path) -> list[str]:
    write_release(one.content, folder / "release.zip")
    return [str(each) for each in verify(folder / "release.zip")]


@pytest.mark.parametrize("agree", [False, True])
def test_a_release_of_every_kind_of_question_holds(sqlite_database: str, tmp_path: Path, agree: bool) -> None:
    """Sets, free texts that a spreadsheet would run, quotes, picked pieces, dependent questions, and "cannot judge"."""
    kinds.make_project()
    if agree:
        kinds.agree_on_everything(but=["0002"])
    else:
        kinds.label_everything(prelabels={"role": "nice"})
        with store.writing() as session:
            adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)
    one = made()
    assert told(one, tmp_path) == []
    assert one.manifest["counts"]["gold"] > 50
    assert one.manifest["counts"]["labels_shown_beforehand"] == (0 if agree else sum(_shown(one)))


def _shown(one: release.Made) -> list[bool]:
    rows = files_of(one)["tables/raw.csv"].decode("utf-8-sig").splitlines()
    place = rows[0].split(",").index("prelabel")
    return [row.split(",")[place] == "nice" for row in rows[1:] if ",role," in row]


@pytest.mark.parametrize(
    ("protocol", "names", "file"),
    [
        ("enpmr-validation", ["enpmr.json", "enpmr-outputs.jsonl"], "gold/enpmr.json"),
        ("hlme-extraction", ["hlme-extraction.jsonl"], "gold/hlme.jsonl"),
    ],
)
def test_each_benchmark_is_released_in_its_own_format(
    sqlite_database: str, tmp_path: Path, protocol: str, names: list[str], file: str
) -> None:
    kinds.take(protocol, *names)
    kinds.agree_on_everything()
    one = made(splits="train=.5,test=.5", group_by=["text"])
    files = files_of(one)
    assert told(one, tmp_path) == []
    assert file in files
    assert {name for name in files if name.startswith("gold/")} >= {
        file,
        *(file.replace(".json", f"-{split}.json") for split in ("train", "test")),
    }
    found = _records(files[file])
    assert found
    if protocol == "enpmr-validation":
        assert all(dialogue["validation"]["item"] for each in found for dialogue in each["dialog"])
    else:
        assert all(each["labels"] for each in found)


@pytest.mark.parametrize(
    ("protocol", "names", "file"),
    [
        ("enpmr-validation", ["enpmr.json", "enpmr-outputs.jsonl"], "gold/enpmr.json"),
        ("enpmr-rating", ["enpmr.json", "enpmr-outputs.jsonl"], "gold/outputs.jsonl"),
        ("hlme-answer", ["hlme-answer.jsonl"], "gold/hlme.jsonl"),
    ],
)
def test_one_label_of_a_benchmarks_own_file_is_named_though_its_sum_was_written_again(
    sqlite_database: str, tmp_path: Path, protocol: str, names: list[str], file: str
) -> None:
    kinds.take(protocol, *names)
    kinds.agree_on_everything()
    one = made()
    assert told(one, tmp_path) == []
    write_release(one.content, tmp_path / "release")
    path = tmp_path / "release" / file
    text, n = LABEL.subn('"\\1": "nobody said this"', path.read_text(encoding="utf-8"), count=1)
    assert n == 1
    path.write_text(text, encoding="utf-8")
    sign_again(tmp_path / "release")
    [found] = verify(tmp_path / "release")
    assert (found.file, found.place and bool(found.place[0])) == (file, True)
    assert "nobody said this" in found.what
    path.write_text("[]" if file.endswith(".json") else "", encoding="utf-8")
    sign_again(tmp_path / "release")
    if protocol != "enpmr-rating":  # an item may have no response
        assert {each.what for each in verify(tmp_path / "release")} == {"the item is missing"}


def _records(content: bytes) -> list[Any]:
    text = content.decode()
    return list(json.loads(text)) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]


def test_a_project_without_a_single_answer_can_be_released(sqlite_database: str, tmp_path: Path) -> None:
    studies.make_project()
    with store.reading() as session:
        release.build(session, slug=SLUG, options=checked(splits="train=.5,test=.5"), folder=tmp_path / "release")
    assert verify(tmp_path / "release") == []
