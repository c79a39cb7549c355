"""What a project offers to download: reports are named, found by format, and computed in another process."""

from __future__ import annotations

import json

import pytest

from annotation import store
from annotation.errors import NotFound
from exports import files
from exports.study import NotComputable
from tests import studies
from tests.studies import SLUG, take_labels, votes


def test_there_is_a_report_in_each_format() -> None:
    found = {file.format_name: (file.name, file.media_type) for file in files.reports()}
    assert found == {
        "html": ("report.html", "text/html"),
        "md": ("report.md", "text/markdown"),
        "latex": ("report.tex", "application/x-tex"),
        "json": ("report.json", "application/json"),
    }
    with pytest.raises(NotFound, match="pdf"):
        files.find_report("pdf")


def test_a_report_is_computed_from_what_is_stored(sqlite_database: str) -> None:
    studies.make_project()
    take_labels(votes({"a": "source", "b": "nice"}))
    told = json.loads(files.report(files.find_report("json"), slug=SLUG))
    # Of three memories of an item, b agrees with a on the one that is nice.
    assert told["questions"][0]["coefficients"]["percent_agreement"]["value"] == pytest.approx(1 / 3)
    assert told["replicates"] == 1000
    with pytest.raises(NotComputable, match="nowhere"):
        files.report(files.find_report("json"), slug="nowhere")


def test_tables_and_gold_are_offered_as_before(sqlite_database: str) -> None:
    studies.make_project()
    with store.reading() as session:
        offered = [file.name for file in files.offered(session, slug=SLUG)]
    tables = ["csv", "jsonl", "parquet", "xlsx"]
    assert offered == [
        *(f"labels.{suffix}" for suffix in tables),
        *("labels-wide.csv", "labels-wide.xlsx", "gold.json"),
        *(f"gold.{suffix}" for suffix in tables),
        *(f"layer-{layer}.{suffix}" for layer in files.LAYERS for suffix in tables),
    ]
