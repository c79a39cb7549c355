"""A fourth benchmark is one reader, one codebook and one writer: put where those are, they are found by themselves."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import annotation.readers
import exports.writers
from annotation import codebook, store
from annotation.codebook import files
from annotation.desk import adjudication
from annotation.imports import preview as import_preview
from exports import gold
from tests import studies
from tests.studies import NOW, SLUG, label_file, take_labels

READER = '''"""Riddles: a JSON list of objects with `id`, `riddle` and `answer`."""

import json

from annotation.content import Content, Query
from annotation.readers.items import ReadFile, ReadItem

NAME = "riddles"
TITLE = "Riddles"
PROTOCOLS = ("riddles-solved",)


def recognizes(file):
    return b'"riddle"' in file[:4096]


def read(file):
    return ReadFile([_item(row, record) for row, record in enumerate(json.loads(file), start=1)], [])


def _item(row, record):
    content = Content(query=Query(speaker="Sphinx", text=record["riddle"]), scene=record["answer"])
    return ReadItem(row=row, id=record["id"], shown=content, tags={}, record=record, keys=[])
'''
WRITER = '''"""Riddles with the gold beside them."""

import json

NAME = "riddles"
TITLE = "Riddles"
SUFFIX = "json"
MEDIA_TYPE = "application/json"
COLUMNS_OF_ANY = False


def unfit(book, formats):
    return "" if book.question("solved") else "no riddles"


def gold(items):
    found = [{**item.raw, "solved": item.labels["", "solved"]} for item in items]
    yield json.dumps(found).encode()
'''
CODEBOOK = """
name: riddles-solved
title: {en: "Is the riddle solved?"}
questions:
  - key: solved
    about: item
    level: nominal
    text: {en: "Does the answer solve the riddle?"}
    labels:
      - {key: "yes", text: {en: "Yes"}}
      - {key: "no", text: {en: "No"}}
"""
RIDDLES = [
    {"id": "r1", "riddle": "What has keys and opens no door?", "answer": "A piano."},
    {"id": "r2", "riddle": "What gets wetter as it dries?", "answer": "A stone."},
]


@pytest.fixture
def fourth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The three files, each beside its like."""
    for package, source in ((annotation.readers, READER), (exports.writers, WRITER)):
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / "riddles.py").write_text(source, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    (tmp_path / "riddles-solved.yaml").write_text(CODEBOOK, encoding="utf-8")
    monkeypatch.setattr(files, "BUILT_IN", tmp_path)
    codebook.built_in.cache_clear()
    yield
    codebook.built_in.cache_clear()
    for name in ("annotation.readers.riddles", "exports.writers.riddles"):
        sys.modules.pop(name, None)


def test_its_items_are_recognized_labelled_settled_and_written(fourth: None, sqlite_database: str) -> None:
    file = json.dumps(RIDDLES).encode()
    with store.reading() as session:
        preview = import_preview.preview(session, file)
    assert (preview.format_name, preview.protocols, preview.done.items_added) == ("riddles", ("riddles-solved",), 2)
    studies.make_project(RIDDLES)
    said = {"r1": "yes", "r2": "no"}
    take_labels(label_file([item, "", "solved", who, label] for item, label in said.items() for who in ("ann", "bo")))
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW)
    with store.reading() as session:
        written = b"".join(gold.stream(session, slug=SLUG, format_name="riddles"))
    assert json.loads(written) == [{**each, "solved": said[str(each["id"])]} for each in RIDDLES]
