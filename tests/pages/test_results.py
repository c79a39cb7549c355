"""The screen of results: tables by system and setting with their denominators, the flow, and what is lacking."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from annotation import store
from annotation.codebook import read
from annotation.demo import SAMPLES
from annotation.imports import importing
from exports import elsewhere, measured
from pages.parts.menu import PAGES
from tests import studies
from tests.pages.study import House
from tests.pages.test_access import asked_by, said
from tests.studies import NOW

Ask = Callable[[str], AppTest]
OWN = """
name: own
title: {en: Own}
questions:
  - key: good
    about: item
    level: nominal
    text: {en: "Is it good?"}
    labels: [{key: a, text: {en: A}}, {key: b, text: {en: B}}]
"""


@pytest.fixture
def ask(house: House, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """The screen of a project as the researcher sees it; computed here, with few replicates."""

    def here(slug: str, *, beside: tuple[str, ...] = (), cluster: str = "") -> object:
        with store.reading() as session:
            return measured.results(session, slug=slug, beside=beside, cluster=cluster, replicates=20)

    monkeypatch.setattr(elsewhere, "results_elsewhere", here)

    def asked(slug: str) -> AppTest:
        asked_by(monkeypatch, house.tokens["rui"])
        app = AppTest.from_file(str(PAGES / "parts" / "frame.py"), default_timeout=60).run()
        app.query_params["project"] = slug
        app.switch_page("../results.py").run()
        assert not app.exception
        return app

    return asked


def test_measures_stand_by_system_and_setting_with_their_denominators(ask: Ask) -> None:
    with store.writing() as session:
        importing.import_items(
            session, studies.as_file(studies.records()), slug="use", protocol="stratmem-usage", now=NOW
        )
        row = {"item": "i1", "system": "hearth", "setting": "base", "response": "Yes.", "memory_used": ["Must 1."]}
        importing.import_items(session, json.dumps(row).encode(), slug="use", now=NOW)
    text = said(ask("use"))
    assert "SMC" in text
    assert "hearth" in text
    assert "declared with the outputs" in text
    assert "n = 1" in text


def test_the_flow_from_need_to_type_is_drawn_and_counted(ask: Ask) -> None:
    with store.writing() as session:
        for name in ("enpmr.json", "enpmr-outputs.jsonl"):
            importing.import_items(
                session, (SAMPLES / name).read_bytes(), slug="rating", protocol="enpmr-rating", now=NOW
            )
    app = ask("rating")
    text = said(app)
    assert "TMR, any type that serves the need" in text
    assert "Missing: scores of the responses, by people or by a judge" in text.replace("\\", "")
    assert "Preference" in text, text
    assert len(app.get("plotly_chart")) == 1


def test_a_project_without_a_benchmarks_questions_says_so(ask: Ask) -> None:
    with store.writing() as session:
        rows = b"id,query\n1,What?\n2,When?\n"
        importing.import_items(session, rows, slug="own", protocol=read(OWN, name="own.yaml"), now=NOW)
    assert "Nothing here can be measured yet" in said(ask("own"))
