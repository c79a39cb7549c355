"""What is read beside questions of every kind: memories, the recalled one, further texts, the bank; and by whom."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from sqlmodel import select

from annotation import models as m
from annotation import store
from tests.browser.desk import BOARD, signed_in
from tests.browser.kinds import CAUSE, EVERY_KIND, FEELING, PIECES, Kinds, kinds_study, labels_of, one
from tests.serving import Server

pytestmark = pytest.mark.browser

GRAVE = ("serious", "critical")


def memories(count: int) -> list[dict[str, str]]:
    """So many memories with all that is known of them."""
    known = {"date": "2024-05-01", "type": "goal", "theme": "moving", "detail": "Told on a walk."}
    return [{"key": f"m{n}", "text": f"Memory text {n}.", **known} for n in range(1, count + 1)]


def with_bank(count: int) -> None:
    """A bank of so many memories for the only project; the item's own are among them."""
    with store.writing() as session:
        project = session.exec(select(m.Project)).one()
        session.add(m.MemoryBank(project_id=project.id or 0, name="p1", memories=memories(count)))


def test_the_recalled_memory_stands_apart_and_the_bank_can_be_searched(server: Server, chromium: Browser) -> None:
    """Of a memory only what the codebook shows: date and detail, unless it says otherwise."""
    kinds_study(
        one("fits", "no", "yes"),
        memories=memories(3),
        recalled="m2",
        recalled_at=["t2"],
        sections=[{"name": "Memory before", "entries": ["Worried.", "Tired."]}],
        bank="p1",
    )
    with_bank(120)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        recalled = page.locator(".board .memory[data-recalled]")
        expect(recalled).to_contain_text("Memory text 2.")
        expect(recalled).to_contain_text("2024-05-01")
        expect(recalled).to_contain_text("Told on a walk.")
        expect(page.locator(".board .context")).not_to_contain_text("goal")
        expect(page.get_by_role("heading", name="Other memories 2")).to_be_visible()
        expect(page.locator(".board .turn[data-turn=t2]")).to_contain_text("recalled here")
        expect(page.locator(".board .further")).to_have_text("Memory beforeWorried.Tired.")
        board.press("b")
        expect(board.panel.locator(".memory")).to_have_count(117)  # without those that stand here anyway
        page.keyboard.type("text 117")
        expect(board.panel.locator(".memory")).to_have_count(1)
        board.type("Escape", "2")
        board.send()
    assert labels_of() == {"fits": "yes"}


@pytest.mark.parametrize("turns", [4, 40])
def test_what_is_judged_against_is_in_view_when_an_item_opens(server: Server, chromium: Browser, turns: int) -> None:
    """The reference stands beside the query after however many turns; a scene, where little more is there than fits."""
    kinds_study(
        one("fits", "no", "yes"),
        history=[f"Speaker {n % 2}: Turn {n}." for n in range(turns)],
        scene="After a long day at the depot.",
        sections=[{"name": "Reference answer", "entries": ["Tired."]}],
    )
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        page.set_viewport_size({"width": 1200, "height": 760})
        page.reload()
        Kinds(page).wait_for_item()
        expect(page.locator(".board .further")).to_be_in_viewport(ratio=1)
        expect(page.locator(".board .query")).to_be_in_viewport(ratio=0.9)
        if turns == 4:
            expect(page.locator(".board .scene")).to_be_in_viewport(ratio=1)


def test_two_hundred_memories_and_three_hundred_turns_are_picked_from_by_keys(
    server: Server, chromium: Browser
) -> None:
    """I5; and many pieces are one answer, in natural order."""
    history = [f"Speaker {n % 2}: Turn {n}, قال أحمد 第{n}轮." for n in range(1, 301)]
    kinds_study(PIECES, CAUSE, history=history, memories=memories(200))
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        board.type("Space", "Space", "Home", "Space", "End", "Space", "PageUp", "Space")
        expect(page.locator(".board .memory[data-picked]")).to_have_count(2)
        board.press("Enter")
        board.is_at("cause")
        assert [chip.split(" ")[0] for chip in board.chips("pieces")] == ["Memory", "Memory", "Turn", "Turn"]
        board.send()
    assert re.fullmatch(r"m\d+\|m\d+\|t1\|t300", str(labels_of()["pieces"]))


def test_every_control_can_be_reached_and_read_by_everybody(server: Server, chromium: Browser) -> None:
    """Roles and names for a screen reader, what axe finds in both themes, and no sideways scroll in narrow windows."""
    kinds_study(*EVERY_KIND, FEELING)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        board.press("2")
        item = "The whole item"
        expect(page.get_by_role("radiogroup", name=f"{item} Used?")).to_be_visible()
        expect(page.get_by_role("group", name=f"{item} Tones?").get_by_role("checkbox")).to_have_count(4)
        expect(page.get_by_role("textbox", name=f"{item} Cause? (optional)")).to_be_visible()
        expect(page.get_by_role("combobox", name=f"{item} Feeling?")).to_be_visible()
        expect(page.get_by_role("group", name=f"{item} Words?")).to_be_focused()
        board.press("Space")
        expect(page.get_by_role("application", name=f"{item} Words?")).to_be_focused()
        expect(board.ask("words").get_by_role("status")).to_contain_text("Query What")
        board.type("Enter", "Enter", "1", "Enter", "Space", "Space", "Escape")
        board.press("?")
        expect(board.panel).to_contain_text("Choose pieces")
        board.press("Escape")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            expect(page.locator(f".board[data-theme={scheme}]")).to_be_visible()
            found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            assert [each["id"] for each in found if each["impact"] in GRAVE] == []
        for width in (900, 450):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.locator(".board .targets").evaluate("pane => pane.scrollWidth - pane.clientWidth") <= 1
            assert page.locator(".board .context").evaluate("pane => pane.scrollWidth - pane.clientWidth") <= 1
