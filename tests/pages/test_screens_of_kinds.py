"""Agreement, Judges, an item and Export for every kind of question: each is drawn, in words, with nothing left out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import select
from streamlit.testing.v1 import AppTest

from annotation import models as m
from annotation import store
from annotation.imports import judge_import
from exports.study import study
from pages.parts import report
from pages.parts.menu import PAGES
from tests.exports import kinds
from tests.pages.study import House
from tests.pages.test_access import asked_by
from tests.pages.test_access import said as in_pieces
from tests.studies import NOW, label_file

Ask = Callable[..., AppTest]
QUESTIONS = ("mood", "moods", "evidence", "said", "role", "score", "used", "words")


@pytest.fixture
def ask(house: House, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """A screen of the study of every kind, as the researcher sees it; computed here, with few replicates."""
    kinds.make_project("kinds")
    kinds.label_everything("kinds", prelabels={"mood": "joy"})

    def here(slug: str, *, round_number: int | None = None) -> object:
        with store.reading() as session:
            return study(session, slug=slug, round_number=round_number, bootstrap=10)

    monkeypatch.setattr(report, "study_elsewhere", here)

    def asked(page: str, **more: str) -> AppTest:
        asked_by(monkeypatch, house.tokens["rui"])
        app = AppTest.from_file(str(PAGES / "parts" / "frame.py"), default_timeout=60).run()
        for name, value in {"project": "kinds", **more}.items():
            app.query_params[name] = value
        app.switch_page(f"../{page}.py").run()
        assert not app.exception
        return app

    return asked


def said(app: AppTest) -> str:
    """What stands on the screen, its headings too."""
    return " ".join([in_pieces(app), *(each.value for each in [*app.subheader, *app.caption])])


def choose(app: AppTest, question: str) -> AppTest:
    """The screen with this question chosen."""
    box = next(each for each in app.selectbox if each.label == "Question")
    box.set_value(question).run()
    assert not app.exception
    return app


def test_agreement_is_drawn_for_every_kind(ask: Ask) -> None:
    app = ask("agreement")
    shown = {question: said(choose(app, question)) for question in QUESTIONS}
    for question in ("moods", "evidence"):
        assert "Alpha, MASI" in shown[question], question
    for question in ("said", "words"):
        assert "Span F1" in shown[question], question
    assert "asked only where “Is it used?” is answered with Used" in shown["words"]
    assert "Free text has no coefficient." in shown["mood"]
    assert "Cannot judge" in shown["score"]
    assert "Fairly sure" in shown["mood"]
    assert "A label was shown to them before they judged" in shown["mood"]
    assert "Scores by system and setting" in shown["score"]
    assert "Paired differences" in shown["score"]
    assert "Scores by system and setting" not in shown["role"]


def test_what_is_disputed_is_said_in_words(ask: Ask) -> None:
    text = said(choose(ask("agreement"), "words"))
    assert "says 1" in text, "the words that were quoted"
    assert "Joy | Pride" in said(choose(ask("agreement"), "moods"))


def say_it_again(slug: str) -> None:
    """The first rater says the same again of everything, in a round of hidden repeats."""
    with store.writing() as session:
        found = session.exec(select(m.Judgment)).all()
        before = session.get(m.Round, found[0].round_id)
        assert before is not None
        again = m.Round(
            project_id=before.project_id, number=before.number + 1, kind="repeat", opened_at=NOW, beside_id=before.id
        )
        session.add(again)
        session.flush()
        for judgment in found:
            if judgment.rater_id == found[0].rater_id:
                session.add(m.Judgment(**judgment.model_dump(exclude={"id", "round_id"}), round_id=again.id or 0))


def test_what_an_annotator_said_a_second_time_is_drawn_with_its_table(ask: Ask) -> None:
    assert "Annotators with themselves" not in said(ask("agreement"))
    say_it_again("kinds")
    app = ask("agreement", round="1")
    for question in ("mood", "moods", "evidence", "role", "score"):
        shown = choose(app, question)
        assert "Annotators with themselves" in said(shown), question
        assert any("self-agreement" in str(button.proto) for button in shown.get("download_button")), question


def test_judges_are_drawn_for_every_kind(ask: Ask) -> None:
    with store.writing() as session:
        rows = [
            (found.place.item, found.place.target, found.question.key, kinds.a_judges_answer(found), "gpt")
            for found in kinds.asked(session, "kinds")
            if found.question.kind != "text"
        ]
        file = label_file(rows, columns=("item", "target", "question", "label", "rater"))
        judge_import.import_scores(session, file, slug="kinds", file_name="judge", now=NOW)
    app = ask("judges")
    shown = {question: said(choose(app, question)) for question in QUESTIONS}
    assert "Span F1" in shown["words"]
    assert "Alpha, MASI" in shown["evidence"]
    assert "Scores by system and setting" in shown["score"]
    assert "large" in shown["score"]


def test_an_item_shows_every_answer_in_words(ask: Ask) -> None:
    text = said(ask("item", item="0001"))
    assert "says 1 🎉." in text
    assert "Used" in text
    assert "Twice, “really”." in text or "=because" in text


def test_export_offers_tables_and_what_the_codebook_fits(ask: Ask) -> None:
    text = said(ask("export"))
    for name in ("labels.xlsx", "labels.parquet", "labels-wide.csv", "gold-outputs.jsonl", "gold.json", "gold.parquet"):
        assert f"/download/kinds/{name}" in text, name
    assert "CSV, a column for each rater" in text


def test_where_responses_came_from_reaches_no_labelling_screen(ask: Ask) -> None:
    """Blindness: who knows the system judges the system."""
    with store.reading() as session:
        contents = [str(item.content) for item in session.exec(select(m.Item))]
    assert not [content for content in contents if "'system'" in content or "'setting'" in content]
