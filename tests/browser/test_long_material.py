"""Long material on the labelling board: what must stay in view does, and what is looked for is found."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.board import study
from tests.browser.desk import BOARD, Desk, signed_in
from tests.serving import Server
from tests.studies import memory, record

pytestmark = pytest.mark.browser

WORDS = ["lake", "river", "garden", "window", "morning", "letter", "ticket", "summer", "kitchen", "paper", "winter"]
FAMILY = "👩‍👩‍👧‍👦"


def prose(number: int, *, start: int = 0) -> str:
    """So many words, the same every time."""
    return " ".join(WORDS[(start + n * n) % len(WORDS)] for n in range(number))


def long_record() -> dict[str, Any]:
    """300 turns, one of them and the profile 5,000 words long, and 200 memories, one of 900 words."""
    names = ("Ida", "Otto")
    turns = [f"{names[n % 2]}: {prose(4 + n % 30, start=n)} {n}" for n in range(299)]
    turns[41] = f"Otto: At the harbour we saw a heron {FAMILY}."
    turns[77] = "Otto: The HERON came back, and a second heron with it."
    irrelevant = [f"{prose(7, start=n)} ({n})" for n in range(198)]
    made = record(
        "i1",
        history=json.dumps([*turns, f"Otto: {prose(5000)}"]),
        memory=memory(must=["Otto saw a heron at the harbour."], nice=["Zebras quarrel."], irr=irrelevant),
    )
    made["memory"]["irr"].append({"fact": f"Tall: {prose(900)}"})
    made["virtual_person_persona"]["summary"] = prose(5000)
    return made


def choose(page: Page, text: str) -> None:
    """Make the row with this text the active one."""
    row = page.locator(".board .row", has_text=text)
    row.locator(".number").click()
    expect(row).to_have_attribute("aria-current", "true")


def test_the_question_and_the_query_stay_in_view_through_200_memories(server: Server, chromium: Browser) -> None:
    """I5, I7."""
    study([long_record()])
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        assert page.locator(".board .turn").count() == 300
        assert page.locator(".board .row").count() == 201
        query, asked = page.locator(".board .query"), page.locator(".board .asked .question")
        expect(query).to_be_in_viewport(ratio=1)
        for _ in range(200):
            desk.press("ArrowDown")
        expect(page.locator(".board .row").last).to_have_attribute("aria-current", "true")
        expect(page.locator(".board .choices[data-active]")).to_be_in_viewport(ratio=1)
        expect(asked).to_be_in_viewport(ratio=1)
        page.locator(".board .context").evaluate("pane => (pane.scrollTop = 0)")
        expect(query).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [900, 1400])
def test_the_answer_stays_in_view_along_a_text_higher_than_the_pane(
    server: Server, chromium: Browser, width: int
) -> None:
    """I7."""
    study([long_record()])
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        page.set_viewport_size({"width": width, "height": 700})
        Desk(page).wait_for_item()
        tall = page.locator(".board .row[data-tall]")
        tall.evaluate("row => row.scrollIntoView({ block: 'start' })")
        page.locator(".board .targets").evaluate("pane => (pane.scrollTop += 400)")
        expect(tall.locator(".choices")).to_be_in_viewport(ratio=1)


def test_a_search_counts_and_shows_its_hits_and_leaves_the_texts_alone(server: Server, chromium: Browser) -> None:
    """I1, I8: the texts stay as they are, joined emoji too."""
    study([long_record()])
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        whole = "pane => [...pane.querySelectorAll('.turn .text')].map((text) => text.innerHTML).join()"
        before = page.locator(".board .context").evaluate(whole)
        desk.press("/")
        page.keyboard.type("heron")
        count, found = page.locator(".board .found"), page.locator(".board .turn[data-found]")
        for key, words, turn in [
            ("", "1 of 3", f"a heron {FAMILY}."),
            ("Enter", "2 of 3", "The HERON came back"),
            ("Enter", "3 of 3", "The HERON came back"),
            ("Enter", "1 of 3", f"a heron {FAMILY}."),
            ("Shift+Enter", "3 of 3", "The HERON came back"),
        ]:
            if key:
                desk.press(key)
            expect(count).to_have_text(words)
            expect(found).to_contain_text(turn)
            expect(found).to_be_in_viewport()
        assert page.evaluate("CSS.highlights.get('accord-hits').size") == 3
        assert page.locator(".board .context").evaluate(whole) == before
        page.locator(".board .find-input").fill("<img $40")
        expect(count).to_have_text("Not found")
        desk.press("Escape")
        expect(page.locator(".board .finder")).to_have_count(0)
        assert page.evaluate("CSS.highlights.size") == 0
        desk.press("1")
        assert page.locator(".board input:checked").count() == 1


def test_the_mention_of_the_active_memory_is_found_and_then_the_next_best(server: Server, chromium: Browser) -> None:
    study([long_record()])
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        choose(page, "Otto saw a heron")
        desk.press("m")
        found, line = page.locator(".board .turn[data-found]"), page.locator(".board .mention")
        expect(found).to_contain_text(f"a heron {FAMILY}.")
        expect(found).to_be_in_viewport(ratio=1)
        expect(line).to_contain_text("turn 42 of 300")
        expect(line).to_contain_text("a word search only")
        desk.press("m")
        expect(found).to_contain_text("The HERON came back")
        choose(page, "Zebras quarrel.")
        expect(line).to_have_count(0)
        desk.press("m")
        expect(line).to_contain_text("No mention found")
        expect(found).to_have_count(0)


def test_a_chinese_mention_is_found_by_pairs_of_signs(server: Server, chromium: Browser) -> None:
    turns = ["小雨: 最近总是睡不好。", "林岚: 周五之后我们去西湖走走吧，你上次说想看荷花。", "小雨: 好。"]
    texts = ["林岚答应带小雨去西湖看荷花。", "橘猫很胖。"]
    roles = {"human": "小雨", "virtual_person": "林岚"}
    study([record("i1", history=json.dumps(turns), roles=roles, memory=memory(must=texts))])
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        choose(page, "西湖")
        desk.press("m")
        expect(page.locator(".board .turn[data-found]")).to_contain_text("去西湖走走")
        expect(page.locator(".board .mention")).to_contain_text("西湖")
        choose(page, "橘猫")
        desk.press("m")
        expect(page.locator(".board .mention")).to_contain_text("No mention found")


def test_in_a_low_window_the_question_has_three_lines_and_no_answer_lies_over_its_text(
    server: Server, chromium: Browser
) -> None:
    """1366 x 820 at 200 %; a question of 600 letters, a memory of 3,000, neither with a space. More below is shaded."""
    study([record("i1", query="W" * 600, memory=memory(must=["x" * 3000], nice=["Short."]))])
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        page.set_viewport_size({"width": 683, "height": 410})
        desk = Desk(page)
        desk.wait_for_item()
        query = page.locator(".board .query")
        assert query.evaluate(LINES_SHOWN) >= 3
        assert query.evaluate("box => box.scrollHeight > box.clientHeight")
        assert "linear-gradient" in query.evaluate("box => getComputedStyle(box).backgroundImage")
        tall = page.locator(".board .row[data-tall]")
        for key in ("ArrowDown", "ArrowUp"):
            desk.press(key)
            if tall.get_attribute("aria-current"):
                box, text = tall.locator(".choices").bounding_box(), tall.locator(".text").bounding_box()
                assert box is not None
                assert text is not None
                assert box["y"] + box["height"] <= text["y"]


LINES_SHOWN = """box => {
  const text = box.querySelector(".text");
  const seen = box.getBoundingClientRect().bottom - text.getBoundingClientRect().top;
  return seen / parseFloat(getComputedStyle(text).lineHeight);
}"""


def test_a_date_is_not_broken_at_its_hyphens_and_is_still_found(server: Server, chromium: Browser) -> None:
    words = "Since 2023-07-14 at noon, page 3-4, tel. 0049-123456-789."
    study([record("i1", query=words, memory=memory(must=[words]))])
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        assert desk.texts == [words]
        together = page.locator(".board .row .together")
        assert together.all_inner_texts() == ["2023-07-14", "3-4"]
        expect(together.first).to_have_css("white-space", "nowrap")
        desk.press("/")
        page.keyboard.type("07-14 AT NOON")
        expect(page.locator(".board .found")).to_have_text("1 of 1")
        assert page.evaluate("String([...CSS.highlights.get('accord-hits')][0])") == "07-14 at noon"
