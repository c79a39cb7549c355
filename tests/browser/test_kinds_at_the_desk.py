"""Every kind of question at the adjudicator's desk: what was answered, adopted by a letter or decided otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.board.submission import Answer, Submission
from annotation.people import accounts
from tests.browser.adjudicator import at_the_desk
from tests.browser.desk import add_person
from tests.browser.kinds import CAUSE, EVERY_KIND, FAMILY, FEELING, RESPONSES, kinds_study, one, question
from tests.serving import Server
from tests.studies import screen_of, submit

pytestmark = pytest.mark.browser


def answer_as(name: str, given: dict[str, Any], *, target: str | None = "") -> None:
    """Submit these answers of this person; an answer is a label, or a reason why it cannot be judged in a list."""
    with store.reading() as session:
        account = accounts.named(session, [name])[0].id or 0
    screen = screen_of(account)
    assert screen.item is not None
    targets = [each.key for each in screen.item.targets] if target is None else [target]
    answers = tuple(
        Answer(target=key, question=asked, cannot=said[0])
        if isinstance(said, list)
        else Answer(target=key, question=asked, label=said.format(response=key.partition(".")[0]))
        for key in targets
        for asked, said in given.items()
    )
    place = {name: getattr(screen, name) for name in ("assignment", "revision", "codebook")}
    submit(
        account,
        Submission(account=screen.account.key, token=f"token-of-{name:>9}".replace(" ", "-"), answers=answers, **place),
    )


def decided() -> dict[str, str | None]:
    """The newest label that was decided for every question."""
    with store.reading() as session:
        rows = session.exec(select(m.Decision.question, m.Decision.label).order_by(col(m.Decision.id))).all()
        return dict(rows)


def test_a_disagreement_of_every_kind_can_be_seen_and_decided(server: Server, chromium: Browser) -> None:
    """N3: adopted by a letter, or decided otherwise with the controls that the annotators have."""
    kinds_study(FEELING, *EVERY_KIND, people=("ann", "bo", "cy"))
    add_person("dana", "adjudicator")
    answer_as(
        "ann",
        {"feeling": "joy", "used": "yes", "words": "t1:0-12", "tones": "warm|dry", "pieces": "t1|t3", "cause": "nuts"},
    )
    answer_as("bo", {"feeling": "hope", "used": "no", "tones": "warm", "pieces": "none", "cause": "the nuts"})
    answer_as("cy", {"feeling": "hope", "used": ["ambiguous"], "tones": "none", "pieces": "t3"})
    with at_the_desk(chromium, server) as desk:
        expect(desk.rows.locator("visible=true")).to_have_count(6)
        desk.press("Space")
        desk.page.keyboard.type("tru")
        desk.press("Enter")
        used = desk.board.locator(".row:has([data-question=used])")
        expect(used).to_contain_text("Cannot judge: ambiguous")
        expect(used.get_by_role("button", name="Cannot judge")).to_have_count(0)
        desk.press("1")  # not used: which words is no question any more
        expect(desk.board.locator(".row:has([data-question=words])")).to_be_hidden()
        desk.press("k", "2")
        words = desk.board.locator(".row:has([data-question=words])")
        expect(words.locator(".chip")).to_contain_text(f"Turn 1 {FAMILY} Nuts")
        tones = desk.board.locator(".row:has([data-question=tones])")
        assert [chip.split("\n")[-1] for chip in tones.locator(".chip b").all_inner_texts()] == [
            "Warm · Dry",
            "Warm",
            "None of these",
        ]
        desk.press("a")  # as one annotator answered
        expect(tones.locator(".chip[aria-pressed=true] b")).to_have_text("Warm · Dry")
        desk.press("Space", "ArrowUp", "Space", "Enter")
        pieces = desk.board.locator(".row:has([data-question=pieces])")
        expect(pieces.locator(".unsaved")).to_contain_text("Turn 2")
        desk.press("Space")
        desk.page.keyboard.insert_text("nuts, says Ida")
        desk.press("Escape")
        desk.give_reason("As the guideline says.")
        desk.press("Enter")
        expect(desk.board.locator(".plain h2")).to_have_text("Nothing waits for a decision.")
    assert decided() == {
        "feeling": "trust",
        "used": "yes",
        "tones": "warm|dry",
        "pieces": "t2",
        "cause": "nuts, says Ida",
    }


def test_words_of_a_response_are_decided_beside_its_text(server: Server, chromium: Browser) -> None:
    """And a text that is long stands once, beside the dialogue."""
    kinds_study(
        one("right", "no", "yes", about="response"),
        question("proof", "response", kind="quote", of=["response"]),
        CAUSE,
        people=("ann", "bo"),
        responses=RESPONSES[:1],
    )
    add_person("dana", "adjudicator")
    for name, right, proof in (("ann", "yes", "{response}:0-5"), ("bo", "no", "none")):
        with store.reading() as session:
            account = accounts.named(session, [name])[0].id or 0
        key = next(each.key for each in screen_of(account).item.targets if each.kind == "response")  # type: ignore[union-attr]
        answer_as(name, {"right": right, "proof": proof}, target=key)
    with at_the_desk(chromium, server) as desk:
        expect(desk.board.locator(".context .answered .text")).to_have_text(RESPONSES[0])
        desk.press("2")
        proof_row = desk.board.locator(".row:has([data-question=proof])")
        expect(proof_row.locator(".chip b")).to_have_text(["Response Bring", "No such words"])
        desk.press("Space", "ArrowRight", "Shift+ArrowRight", "Enter", "Escape")
        expect(proof_row.locator(".unsaved")).to_contain_text("plums, Ida")
        desk.give_reason("It says so.")
        desk.press("Enter")
        expect(desk.board.locator(".plain h2")).to_have_text("Nothing waits for a decision.")
    found = decided()
    assert found["right"] == "yes"
    assert str(found["proof"]).endswith(":6-16")
