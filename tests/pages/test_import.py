"""A file on its way into a project, on the screen Projects: recognized, looked at, mapped, and saved only then."""

from __future__ import annotations

import pytest
from sqlmodel import col, select
from streamlit.testing.v1 import AppTest

from annotation import codebook, store
from annotation import models as m
from annotation.imports import importing
from pages.parts.literal import literal
from tests import studies
from tests.pages.study import House
from tests.pages.test_access import asked_by, said, through_the_frame

TABLE = "编号,提问,回复,类型\n001,今天几点开门？,九点。,事实\n002,周日带什么？,李子。,建议\n".encode()
LINES = b"""{"uid": "0001", "ask": "Far?", "said": [{"role": "me", "text": "Hi"}], "kept": ["A.", "B."], "m": {"n": 3}}
{"uid": "0002", "ask": "What?", "said": [{"role": "me", "text": "Well"}], "kept": ["C."], "m": {"n": 4}}
"""
UNTOLD = b"nr,say\n001,Hello there\n"


@pytest.fixture
def app(house: House, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    asked_by(monkeypatch, house.tokens["rui"])
    return through_the_frame("projects")


def give(app: AppTest, file: bytes, *, name: str = "mine.csv") -> AppTest:
    app.file_uploader[0].set_value((name, file, "text/plain"))
    app.run()
    assert not app.exception
    return app


def choose(app: AppTest, label: str, value: str | None) -> AppTest:
    next(each for each in app.selectbox if each.label == label).set_value(value).run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click()
    app.run()
    assert not app.exception
    return app


def project_of(slug: str) -> m.Project | None:
    with store.reading() as session:
        return session.exec(select(m.Project).where(m.Project.slug == slug)).first()


def test_a_table_is_read_by_the_columns_that_are_proposed_and_chosen(app: AppTest) -> None:
    give(app, TABLE)
    assert "Recognized: Table" in said(app).replace("\\", "")
    assert [each.value for each in app.selectbox if each.label in ("编号", "提问", "回复", "类型")] == [
        "id",
        "query",
        "response",
        "tag:类型",
    ]
    choose(app, "类型", "ignore")
    assert project_of("mine") is None
    press(app, "Make the project with 2 items")
    made = project_of("mine")
    assert made is not None
    assert (made.protocol, made.mapping["columns"][-1]) == ("enpmr-rating", ["ignore", "类型"])
    with store.reading() as session:
        assert "类型" not in session.exec(select(m.Tag.name)).all()
        assert len(session.exec(select(m.ResponseOrigin)).all()) == 2


def test_a_table_whose_columns_say_nothing_waits_for_them_to_be_named(app: AppTest) -> None:
    give(app, UNTOLD)
    assert "No column says what to show. Choose above" in app.info[0].value
    assert not [button for button in app.button if button.label.startswith("Make")]
    choose(choose(app, "nr", "id"), "say", "query")
    assert not app.error
    assert not app.info
    press(app, "Make the project with 1 items")
    give(app, UNTOLD.replace(b"001", b"002"))
    choose(app, "Into", "mine")
    assert "As in the last table of this project." in said(app)
    press(app, "Add 1 items")
    assert "1 items\\. Already there\\: 0" in app.success[0].value


def test_two_columns_that_are_the_same_are_refused_with_a_sentence(app: AppTest) -> None:
    choose(give(app, TABLE), "回复", "query")
    assert "Two columns are query" in app.error[0].value


def test_the_protocol_is_chosen_among_those_that_fit_and_seen_before(app: AppTest) -> None:
    give(app, studies.as_file(studies.records()), name="bench.json")
    assert 'href="/gallery?board=stratmem-roles" target="_blank"' in said(app)
    choose(app, "Protocol", "stratmem-usage")
    assert 'href="/gallery?board=stratmem-usage" target="_blank"' in said(app)
    press(app, "Make the project with 3 items")
    made = project_of("bench")
    assert made is not None
    assert made.protocol == "stratmem-usage"


def test_a_project_begins_with_a_codebook_of_ones_own(app: AppTest) -> None:
    own = codebook.written(codebook.built_in("stratmem-roles")).replace("name: stratmem-roles", "name: mine")
    choose(give(app, studies.as_file(studies.records()), name="bench.json"), "Protocol", "")
    save = next(button for button in app.button if button.label.startswith("Make"))
    assert save.disabled
    app.file_uploader[1].set_value(("own.yaml", own.replace("level: ordinal", "level: high").encode(), "text/yaml"))
    app.run()
    assert "questions[0].level" in said(app)
    app.file_uploader[1].set_value(("own.yaml", own.encode(), "text/yaml"))
    app.run()
    press(app, "Make the project with 3 items")
    made = project_of("bench")
    assert made is not None
    assert made.protocol == "mine"


def test_a_file_of_responses_joins_the_project_that_has_their_items(app: AppTest) -> None:
    with store.writing() as session:
        importing.import_items(session, studies.as_file(studies.records()), slug="study", now=studies.NOW)
    outputs = (
        b'{"item": "i1", "system": "a", "response": "Plums."}\n{"item": "i9", "system": "a", "response": "Nothing."}\n'
    )
    give(app, outputs, name="outputs.jsonl")
    assert "Responses that can be taken\\: 1\\." in said(app)
    assert "there is no item with this id" in said(app)
    choose(app, "Into", "")
    assert "This file holds responses only" in app.info[0].value
    choose(app, "Into", "study")
    press(app, "Add 1 responses")
    assert "0 items and 1 responses" in app.success[0].value
    give(app, outputs, name="outputs.jsonl")
    assert "Already in this project: 1; they stay as they are." in said(app)


def test_how_large_a_file_may_be_is_said(app: AppTest) -> None:
    assert "At most 50 MB, and of a table 1,000,000 rows." in said(app)


def test_json_lines_are_mapped_field_by_field_on_the_page(app: AppTest) -> None:
    """Fields within fields have a choice of their own; turns are known by their looks."""
    give(app, LINES, name="own.jsonl")
    assert "JSON Lines or JSON list" in said(app)
    labels = ["uid", "ask", "said", "kept", literal("m.n")]
    assert [each.label for each in app.selectbox if each.label in labels] == labels
    assert next(each for each in app.selectbox if each.label == "said").value == "dialogue"
    choose(choose(choose(app, "uid", "id"), "ask", "query"), "kept", "memories")
    choose(app, literal("m.n"), "ignore")
    press(app, "Make the project with 2 items")
    with store.reading() as session:
        own = select(m.Item.source_id, m.Item.content, m.Reference.raw).join(m.Project).join(m.Reference)
        rows = session.exec(own.where(m.Project.slug == "own").order_by(col(m.Item.id))).all()

    assert [(item, content["query"]["text"], len(content["memories"])) for item, content, _ in rows] == [
        ("0001", "Far?", 2),
        ("0002", "What?", 1),
    ]
    assert rows[0][1]["dialogue"][0]["text"] == "Hi"
    assert rows[0][2]["uid"] == "0001"
    assert "m.n" not in rows[0][2]


def test_half_of_an_emoji_costs_its_rows_and_never_the_page(app: AppTest) -> None:
    """N10: as a cell, and as the name of a field."""
    file = b'{"id": "a", "text": "fine"}\n{"id": "b", "text": "\\ud83d"}\n{"id": "c", "te\\ud83dxt": "x"}\n'
    give(app, file, name="cut.jsonl")
    assert "could not be shown" not in said(app)
    assert "Items that can be taken: 1" in said(app).replace("\\", "")
