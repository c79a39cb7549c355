"""Items with questions of every kind for the tests of the board and the desk, and what is stored of their answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.codebook import Codebook
from annotation.imports.response_import import save
from annotation.readers import ReadResponse
from tests.browser.desk import Desk, add_person
from tests.studies import assign, make_project, record

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"  # seven code points, eleven halves
TURNS = [f"Ida: {FAMILY} Nuts make me ill.", "Otto: 我们星期天去看戏。", "Ida: Good. I hoped so!"]
RESPONSES = ["Bring plums, Ida, and no nuts.", "The kayak is ready."]

Question = dict[str, Any]


def labels(*keys: str, **more: Any) -> list[dict[str, Any]]:
    """Labels whose text is their key with a capital."""
    return [{"key": key, "text": {"en": key.capitalize()}, **more} for key in keys]


def question(key: str, about: str = "item", **more: Any) -> Question:
    """A question whose text is its key."""
    return {"key": key, "about": about, "text": {"en": f"{key.capitalize()}?"}, **more}


def one(key: str, *keys: str, about: str = "item", **more: Any) -> Question:
    """A question that one label answers."""
    return question(key, about, labels=labels(*keys), **{"level": "nominal", **more})


USED = one("used", "no", "yes", cannot_judge=True, confidence=True)
WORDS = question("words", kind="quote", of=["dialogue", "query"], ask_if={"question": "used", "labels": ["yes"]})
TONES = question("tones", kind="several", labels=labels("warm", "dry", "stern"))
PIECES = question("pieces", kind="pick", of=["turns", "memories"])
CAUSE = question("cause", kind="text", required=False)
EVERY_KIND = [USED, WORDS, TONES, PIECES, CAUSE]
FEELINGS = ["anger", "annoyance", "contempt", "hope", "pride", "trust", "joy", "delight", "surprise", "interest"]
FEELING = question(
    "feeling",
    level="nominal",
    groups=[{"key": "dark", "text": {"en": "Dark"}}, {"key": "bright", "text": {"en": "Bright"}}],
    labels=[*labels(*FEELINGS[:3], group="dark"), *labels(*FEELINGS[3:], group="bright")],
)


def kinds_study(
    *questions: Question, people: Sequence[str] = ("ann",), responses: Sequence[str] = (), **content: Any
) -> None:
    """One item with these questions, given to these people; `content` replaces fields of what the item shows."""
    history = content.pop("history", TURNS)
    make_project(
        [
            record(
                "i1",
                history=json.dumps(list(history), ensure_ascii=False),
                query=f"What shall I bring {FAMILY} on Sunday?",
            )
        ]
    )
    book = Codebook.model_validate({"name": "kinds", "title": {"en": "Kinds"}, "questions": list(questions)})
    with store.writing() as session:
        project = session.exec(select(m.Project)).one()
        session.exec(select(m.Codebook)).one().body = book.model_dump(mode="json")
        item = session.exec(select(m.Item)).one()
        item.content = {**item.content, **content}
        save(session, project, [_response(text, n) for n, text in enumerate(responses)])
    for name in people:
        add_person(name, "annotator")
    assign(*people)


def _response(text: str, n: int) -> ReadResponse:
    return ReadResponse(
        row=n, item="i1", system=f"system-{n}", setting="base", text=text, memory_used="", raw={"response": text}
    )


def stored_answers(name: str = "ann") -> dict[tuple[str, str], tuple[str | None, str | None, int | None]]:
    """The newest label, reason of "cannot judge" and confidence of this person, by target key and question."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Target.key, m.Judgment)
            .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
            .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
            .where(m.Rater.name == name)
            .order_by(col(m.Judgment.id))
        ).all()
        return {(key, each.question): (each.label, each.cannot, each.confidence) for key, each in rows}


def labels_of(name: str = "ann") -> Mapping[str, str | None]:
    """The newest label of every question about the whole item."""
    return {question: said[0] for (target, question), said in stored_answers(name).items() if target == ""}


class Kinds(Desk):
    """The labelling board with questions of every kind."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.asks = page.locator(".board .ask:not([hidden])")
        self.active = page.locator(".board .ask[data-active]")

    def ask(self, question: str) -> Locator:
        """What is asked first with this question."""
        return self.board.locator(f".ask:has([data-question={question}])").first

    def chips(self, question: str) -> list[str]:
        """What is marked, picked or chosen, in words."""
        return [chip.replace("\n", " ") for chip in self.ask(question).locator(".piece-chip").all_inner_texts()]

    def is_at(self, question: str) -> None:
        """Wait until the keys mean this question."""
        expect(self.active.locator(f"[data-question={question}]")).to_be_visible()

    def type(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.press(key)

    def send(self) -> None:
        """Submit the only item, and wait until it is stored."""
        self.press("Enter")
        expect(self.page.get_by_text("Your item is done. Thank you.")).to_be_visible()
