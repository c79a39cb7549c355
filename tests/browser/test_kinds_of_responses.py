"""Responses and their memories on the board: each response once, its memories beneath, nothing of its origin."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import BOARD, signed_in
from tests.browser.kinds import RESPONSES, Kinds, kinds_study, one, question, stored_answers
from tests.serving import Server

pytestmark = pytest.mark.browser

LONG = " ".join(f"Word{n} of the response." for n in range(1250))  # five thousand words
SCALE = [{"key": str(n), "text": {"en": str(n)}} for n in range(1, 6)]


def usage() -> list[dict[str, object]]:
    used = one("used", "no", "yes", about="pair")
    words = question("words", "pair", kind="quote", of=["response"], ask_if={"question": "used", "labels": ["yes"]})
    return [used, words]


def test_the_memories_of_each_response_are_judged_beneath_it(server: Server, chromium: Browser) -> None:
    kinds_study(*usage(), responses=RESPONSES)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        with page.expect_response("**/board/study/next") as told:
            page.reload()
        assert "system-" not in told.value.text()
        board.wait_for_item()
        expect(page.locator(".board .question")).to_have_text("Used?")
        shown = page.locator(".board .response .response-text").all_inner_texts()
        assert sorted(shown) == sorted(RESPONSES)
        expect(page.locator(".board .response").first.locator(".row")).to_have_count(3)
        first = "Plums?" if shown[0] == RESPONSES[0] else "Kayak?"
        board.type("2", "Space", "ArrowRight", "Shift+ArrowRight", "Enter", "Enter")
        words = {"Plums?": "Response plums, Ida ✕", "Kayak?": "Response kayak is ✕"}[first]
        assert board.chips("words") == [words]
        board.type("1", "1", "1", "1")
        expect(page.locator(".board .count")).to_have_text("6 of 7 answered")
        board.type("2", "0")
        board.send()
    found = stored_answers()
    assert (
        sorted(str(label) for (_, asked), (label, *_) in found.items() if asked == "used") == ["no"] * 4 + ["yes"] * 2
    )
    quotes = [(target, label) for (target, asked), (label, *_) in found.items() if asked == "words"]
    assert len(quotes) == 2
    assert sorted(label == "none" for _, label in quotes) == [False, True]
    assert all(label == "none" or str(label).startswith(f"{target.partition('.')[0]}:") for target, label in quotes)


def test_four_scales_of_a_long_response_stay_beside_it(server: Server, chromium: Browser) -> None:
    """I5, I7: 5,000 words; the words under a scale's points; one key for each answer; the answers stay in view."""
    labels = [
        {**label, "anchor": {"en": words}} if words else label
        for label, words in zip(SCALE, ["bad", "", "fair", "", "good"], strict=True)
    ]
    names = ("fluency", "humanoid", "information", "empathy")
    kinds_study(
        *[question(name, "response", level="interval", labels=labels) for name in names], responses=[LONG, "Short."]
    )
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        assert page.locator(".board .anchors").first.locator("span").all_inner_texts() == ["bad", "fair", "good"]
        expect(page.get_by_role("radio", name="5", exact=True).first).to_have_accessible_description("good")
        tall = page.locator(".board .row[data-tall]")
        page.locator(".board .targets").evaluate("pane => (pane.scrollTop = pane.scrollHeight / 2)")
        expect(tall.locator(".choices").nth(3)).to_be_in_viewport(ratio=1)
        board.type("5", "4", "3", "2", "1", "1", "1", "1")
        board.send()
    assert sorted(label or "" for label, *_ in stored_answers().values()) == ["1", "1", "1", "1", "2", "3", "4", "5"]


def test_what_depends_on_an_answer_warns_and_never_blocks(server: Server, chromium: Browser) -> None:
    expects = {"question": "need", "allowed": {"lb": ["bond"]}, "text": {"en": "Not what this need calls for."}}
    kinds_study(one("need", "pn", "lb"), one("type", "bond", "goal", expects=expects))
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        warning = board.ask("type").get_by_role("status")
        board.type("2", "2")
        expect(warning).to_have_text("Not what this need calls for.")
        board.type("k", "1")
        expect(warning).to_be_empty()
        board.type("k", "2")
        expect(warning).to_have_text("Not what this need calls for.")
        board.send()
    assert stored_answers()["", "type"][0] == "goal"
