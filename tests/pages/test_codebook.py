"""The screens Gallery and Codebook through the frame: what they show, check, ask before saving, and store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlmodel import select
from streamlit.testing.v1 import AppTest

from annotation import codebook, codebook_history, store
from annotation import models as m
from annotation.codebook_history import Version
from tests.pages.study import House
from tests.pages.test_access import asked_by, said, through_the_frame

Ask = Callable[[str, str], AppTest]
NASTY = "<img src=x onerror=alert(1)> **bold** $40 and $60"


@pytest.fixture
def ask(house: House, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """A screen as somebody sees it."""

    def asked(name: str, page: str) -> AppTest:
        asked_by(monkeypatch, house.tokens[name])
        return through_the_frame(page)

    return asked


@pytest.fixture
def labelled(house: House) -> None:
    """Every memory of the project is judged nice, from a file."""
    with store.writing() as session:
        project = session.exec(select(m.Project)).one()
        row = session.exec(select(m.Codebook)).one()
        its_round = session.exec(select(m.Round)).one()
        rater = session.exec(select(m.Rater)).one()
        for target in session.exec(select(m.Target).where(m.Target.kind == "memory")).all():
            session.add(
                m.Judgment(
                    round_id=its_round.id or 0,
                    target_id=target.id or 0,
                    rater_id=rater.id or 0,
                    question="role",
                    revision=1,
                    label="nice",
                    codebook_id=row.id or 0,
                    origin="file",
                    created_at=project.created_at,
                )
            )
        for given in session.exec(select(m.Assignment)).all():
            given.state = "done"


def view(app: AppTest, name: str) -> AppTest:
    """Turn to another part of the screen."""
    app.get("button_group")[0].set_value(name).run()  # type: ignore[union-attr]
    assert not app.exception
    return app


def change(app: AppTest, old: str, new: str) -> AppTest:
    """Change the text of the codebook."""
    source = app.text_area[0].value or ""
    assert old in source
    app.text_area[0].set_value(source.replace(old, new)).run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click()
    app.run()
    assert not app.exception
    return app


def can_be_pressed(app: AppTest, label: str) -> bool:
    return not next(button for button in app.button if button.label == label).disabled


def versions() -> list[Version]:
    with store.reading() as session:
        return codebook_history.versions(session, slug="demo")


def test_the_gallery_shows_every_protocol_with_a_way_to_its_board(ask: Ask) -> None:
    text = said(ask("rui", "gallery"))
    for name in codebook.built_in_names():
        assert f'href="/gallery?board={name}"' in text, name
        assert codebook.said(codebook.built_in(name).questions[0].text)[:20] in text, name


def test_a_codebook_is_shown_as_it_is_with_what_it_asks(ask: Ask) -> None:
    app = ask("rui", "codebook")
    text = said(app)
    assert "Version 1, since" in text
    assert "role · about each memory · one label, in an order" in text
    assert ">nice<" in text
    assert 'href="/gallery?board=%7E' in text or 'href="/gallery?board=~' in text


def test_mistakes_are_named_by_line_and_field_and_nothing_can_be_saved(ask: Ask) -> None:
    app = change(view(ask("rui", "codebook"), "change"), "about: memory", "about: sentence")
    assert "questions[0].about" in said(app)
    assert [button.label for button in app.button if button.label.startswith("Save")] == []
    assert 'href="/gallery?board=' not in said(app)


def test_j1_a_renamed_label_has_to_be_mapped_before_it_can_be_saved(ask: Ask, labelled: None) -> None:
    app = change(view(ask("rui", "codebook"), "change"), "key: nice", "key: optional")
    assert "labels that are gone\\: nice" in said(app)
    assert not can_be_pressed(app, "Save as version 2")
    becomes = next(box for box in app.selectbox if "becomes" in box.label)
    assert becomes.label == "role\\: nice \\(97 answers\\) becomes"
    becomes.set_value("optional").run()
    next(field for field in app.text_input if "Why" in field.label).set_value(NASTY)
    app = press(app, "Save as version 2")
    assert "Version 2 is saved" in app.success[0].value
    newest = versions()[0]
    assert (newest.number, newest.who, newest.note) == (2, "rui", NASTY)
    assert newest.became == {"role": {"nice": "optional"}}
    history = said(view(app, "history"))
    assert "role: nice became optional." in history
    assert "&lt;img src=x onerror=alert(1)&gt; **bold** $40 and $60" in history
    assert "<img" not in history
    again = said(view(app, "again"))
    assert again.count('<a href="/item?project=demo&amp;item=sample-') == 12


def test_how_many_items_open_again_is_said_before_saving(ask: Ask, labelled: None) -> None:
    question = (
        "questions:\n  - {key: tone, about: item, level: nominal, text: {en: Tone}, "
        "labels: [{key: a, text: {en: A}}, {key: b, text: {en: B}}]}\n"
    )
    app = change(view(ask("rui", "codebook"), "change"), "questions:\n", question)
    assert app.warning[0].value.startswith("12 items of annotators would be open again")
    press(app, "Save as version 2")
    with store.reading() as session:
        assert set(session.exec(select(m.Assignment.state))) == {"open"}


def test_what_an_answer_is_cannot_change_under_answers(ask: Ask, labelled: None) -> None:
    app = change(view(ask("rui", "codebook"), "change"), "level: ordinal", "level: nominal")
    assert "as the question has 97 answers" in app.error[0].value
    assert not can_be_pressed(app, "Save as version 2")


def test_what_was_written_stays_when_one_looks_elsewhere_and_is_left_by_beginning_anew(ask: Ask) -> None:
    app = change(view(ask("rui", "codebook"), "change"), "en: Nice", "en: Optional")
    view(view(app, "history"), "change")
    assert "en: Optional" in (app.text_area[0].value or "")
    press(app, "Begin anew from version 1")
    assert "en: Nice" in (app.text_area[0].value or "")
    assert len(versions()) == 1


def test_somebody_elses_version_is_not_overwritten(ask: Ask) -> None:
    app = change(view(ask("rui", "codebook"), "change"), "en: Nice", "en: Optional")
    with store.writing() as session:
        row = session.exec(select(m.Codebook)).one()
        body = {**row.body, "description": {"en": "Changed by somebody else."}}
        session.add(m.Codebook(project_id=1, version=2, body=body, created_at=datetime.now(UTC)))
    press(app, "Save as version 2")
    assert "Somebody has saved version 2 meanwhile" in app.error[0].value
    assert "Version 2 was saved since you began" in app.warning[0].value
    press(app, "Begin anew from version 2")
    assert "Changed by somebody else." in (app.text_area[0].value or "")
    assert len(versions()) == 2
