"""The labelling board for every body: axe in each of its states, keyboard, zoom, touch, motion, and right to left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FloatRect, Page, expect

from annotation import settings, store
from tests.browser.board import panel, sensitive, study
from tests.browser.desk import BOARD, Desk, let_in, signed_in
from tests.browser.windows import window_apart
from tests.serving import Server
from tests.studies import NOW, SLUG, memory, record, records

pytestmark = pytest.mark.browser

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@contextmanager
def opened(chromium: Browser, server: Server, *, size: tuple[int, int] | None = None, **media: Any) -> Iterator[Page]:
    """ann's board in a browser that prefers these media, of this size."""
    with signed_in(chromium, server, "ann") as page:
        if size:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(**media)
        page.goto(server.url + BOARD)
        yield page


def grave(page: Page) -> list[str]:
    """What axe calls serious or critical on this page."""
    found = Axe().run(page).response["violations"]
    bad = [each for each in found if each["impact"] in ("serious", "critical")]
    return [f"{each['id']}: {each['nodes'][0]['target']} {each['nodes'][0]['failureSummary']}" for each in bad]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_state_of_the_board_has_a_serious_finding(server: Server, chromium: Browser, scheme: str) -> None:
    study(records(2))
    with opened(chromium, server, color_scheme=scheme) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        for key in ("1", "2"):  # answered, answered, open
            desk.press(key)
        states = [("g", "guideline"), ("?", "keys"), ("l", "list")]
        found = {"item": grave(page)}
        for key, name in states:
            desk.press(key)
            expect(panel(page, name)).to_be_visible()
            found[name] = grave(page)
            desk.press("Escape")
        page.get_by_role("button", name="Settings").click()
        expect(panel(page, "settings")).to_be_visible()
        found["settings"] = grave(page)
        desk.press("Escape")
        page.get_by_text("What the labels mean").click()
        desk.press("m")
        found["mention"] = grave(page)
        desk.press("/")
        page.keyboard.type("the")
        expect(page.locator(".board .found")).to_contain_text("of")
        found["search"] = grave(page)
        desk.press("Escape")
        for key in ("n", "s"):
            desk.press(key)
            expect(page.locator(".board .tray")).to_be_visible()
            found[f"tray {key}"] = grave(page)
            desk.press("Escape")
        desk.press("3")
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
        desk.answer("nice")
        desk.press("Enter")
        desk.wait_for_end()
        found["end"] = grave(page)
        assert not any(found.values()), json.dumps(found, indent=1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_warning_and_a_notice_have_no_serious_finding(server: Server, chromium: Browser, scheme: str) -> None:
    study([record("i1")])
    sensitive()
    with opened(chromium, server, color_scheme=scheme) as page:
        expect(page.get_by_role("heading", name="This item may be distressing.")).to_be_visible()
        assert grave(page) == []
        page.get_by_role("button", name="Show the item").click()
        desk = Desk(page)
        desk.wait_for_item()
        page.route(
            "**/submit", lambda route: route.fulfill(status=409, json={"error": "closed_round", "message": "No."})
        )
        desk.answer("nice")
        desk.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("This round is closed.")
        assert grave(page) == []


def test_tab_reaches_every_control_and_each_shows_that_it_has_the_focus(server: Server, chromium: Browser) -> None:
    study([record("i1")])
    with opened(chromium, server) as page:
        Desk(page).wait_for_item()
        seen = set()
        for _ in range(40):
            page.keyboard.press("Tab")
            name, visible = page.locator(".board").evaluate(
                """board => {
                    const at = board.getRootNode().activeElement;
                    if (!at) return ["", true];
                    const shown = at.matches(".choice input") ? at.nextElementSibling : at;
                    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
                    return [at.dataset.help ?? at.dataset.act ?? at.className ?? at.tagName,
                            outlineStyle !== "none" && parseFloat(outlineWidth) >= 1];
                }"""
            )
            assert visible, f"no visible focus on {name!r}"
            seen.add(name)
        assert {"guideline", "keys", "settings", "search", "mention", "flag", "note", "skip", "submit"} <= seen


@pytest.mark.parametrize("size", [(700, 425), (900, 700), (1400, 850)])  # the first is 1400 x 850 at 200 %
def test_nothing_is_cut_off_and_the_answer_is_in_view(server: Server, chromium: Browser, size: tuple[int, int]) -> None:
    study([record("i1")])
    with opened(chromium, server, size=size) as page:
        Desk(page).wait_for_item()
        buttons = page.locator(".board :is(.top, .bar) :is(button, a):visible")
        for button in buttons.all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] >= 0, button.inner_text()
            assert box["x"] + box["width"] <= size[0], button.inner_text()
        expect(page.locator(".board .choices[data-active] .face").last).to_be_in_viewport(ratio=1)
        expect(page.locator(".board .query .text")).to_be_in_viewport()


def test_a_tablet_labels_by_touch_on_targets_for_a_finger(server: Server, chromium: Browser) -> None:
    study([record("i1")])
    size = {"width": 900, "height": 1100}
    with window_apart(chromium, viewport=size, has_touch=True, is_mobile=True) as page:
        let_in(page, server, "ann")
        page.goto(server.url + BOARD)
        desk = Desk(page)
        desk.wait_for_item()
        small = []
        for control in page.locator(".board :is(button, .home, .choice, summary):visible").all():
            box = control.bounding_box()
            if box is not None and box["height"] < 43.5:
                small.append((control.inner_text(), box["height"]))
        assert small == []
        for row in range(3):
            page.locator(".board .row").nth(row).locator(".choice[data-label=nice]").tap()
        assert desk.chosen == ["nice"] * 3
        page.locator(".board .submit").tap()
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()


def test_reduced_motion_moves_nothing(server: Server, chromium: Browser) -> None:
    study([record("i1")])
    with opened(chromium, server, reduced_motion="reduce") as page:
        Desk(page).wait_for_item()
        slow = page.locator(".board").evaluate(
            """board => [...board.querySelectorAll("*")].filter((one) => {
                const { transitionProperty: moved, transitionDuration, scrollBehavior } = getComputedStyle(one);
                return scrollBehavior === "smooth" || (moved !== "none" && parseFloat(transitionDuration) > 0);
            }).length"""
        )
        assert slow == 0


def test_a_chosen_label_is_told_by_more_than_its_colour(server: Server, chromium: Browser) -> None:
    study([record("i1")])
    with opened(chromium, server, forced_colors="active") as page:
        desk = Desk(page)
        desk.wait_for_item()
        desk.press("3")
        face = page.locator(".board input:checked + .face")
        assert "✓" in face.evaluate("face => getComputedStyle(face, '::before').content")
        ground = "face => getComputedStyle(face).backgroundColor"
        assert face.evaluate(ground) != page.locator(".board .face").first.evaluate(ground)
        assert page.locator(".board .row[aria-current=true]").count() == 1


def test_an_arabic_dialogue_is_right_aligned_with_latin_names_in_their_place(server: Server, chromium: Browser) -> None:
    """I3."""
    turns = ["سارة: قابلت Melanie أمس في المقهى.", "ليلى: رائع!"]
    study(
        [
            record(
                "i1",
                history=json.dumps(turns),
                roles={"human": "سارة", "virtual_person": "ليلى"},
                query="متى يبدأ المعرض؟",
                memory=memory(must=["معرض Melanie يبدأ في 5 مايو 2023."]),
            )
        ]
    )
    with opened(chromium, server) as page:
        Desk(page).wait_for_item()
        order = """text => ["قابلت", "Melanie", "أمس"].map((word) => {
            const range = document.createRange();
            const at = text.textContent.indexOf(word);
            range.setStart(text.firstChild, at);
            range.setEnd(text.firstChild, at + word.length);
            return range.getBoundingClientRect().left;
        })"""
        first, name, after = page.locator(".board .turn .text").first.evaluate(order)
        assert first > name > after
        places = (".board .turns", ".board .turn[data-side=user]", ".board .turn[data-side=agent]")
        pane, own, other = (box_of(page, place) for place in places)
        assert abs(own["x"] + own["width"] - pane["x"] - pane["width"]) < 2
        assert abs(other["x"] - pane["x"]) < 2
        row = page.locator(".board .row .text").first
        assert row.evaluate("text => getComputedStyle(text).direction") == "rtl"


def test_a_screen_reader_hears_names_roles_and_what_became_of_the_answers(server: Server, chromium: Browser) -> None:
    study([record("i1")])
    with store.writing() as session:
        settings.mark_sensitive(session, slug=SLUG, which="none", account_id=None, now=NOW)
    with opened(chromium, server) as page:
        desk = Desk(page)
        desk.wait_for_item()
        for text in desk.texts:
            expect(page.get_by_role("radiogroup", name=text)).to_be_visible()
        expect(page.get_by_role("region", name="What came before")).to_be_visible()
        desk.press("Enter")
        expect(page.locator(".board .bar [role=status]")).to_have_text("3 memories have no answer yet")
        desk.press("g")
        expect(page.get_by_role("complementary", name="Guideline")).to_be_visible()
        desk.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def box_of(page: Page, place: str) -> FloatRect:
    """Where the first of these lies."""
    box = page.locator(place).first.bounding_box()
    assert box is not None
    return box
