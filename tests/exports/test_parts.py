"""A project is read some items at a time: how many, and what other projects lie between them, changes no table."""

from __future__ import annotations

from typing import Any

import pytest

from annotation import store
from annotation.desk import adjudication
from annotation.imports import importing
from exports import answers, gold, layers, revisions, soft
from tests import studies
from tests.exports import kinds
from tests.studies import NOW, SLUG

LAYERS = ("raw", "current", "gold", "soft", "decisions")


def tables() -> dict[str, list[Any]]:
    with store.reading() as session:
        found: dict[str, list[Any]] = {name: list(layers.rows(session, slug=SLUG, name=name)) for name in LAYERS}
        return found | {"items": list(gold.items(session, slug=SLUG))}


def test_how_many_items_are_read_at_once_changes_nothing(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds.make_project()
    other = studies.as_file([studies.record("between")])
    with store.writing() as session:
        importing.import_items(session, other, slug="another", now=NOW, protocol="stratmem-roles")
    kinds.label_everything(prelabels={"role": "nice"})
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)
    whole = tables()
    assert all(whole.values())
    for module in (answers, gold, revisions, soft):
        monkeypatch.setattr(module, "ITEMS_AT_ONCE", 1)
    assert tables() == whole
