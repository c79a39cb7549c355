"""The adjudicator's desk for every body: axe-core finds nothing serious, in both themes and widths, panels open too."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.adjudicator import at_the_desk
from tests.browser.desk import add_person
from tests.serving import Server
from tests.studies import make_project, memory, record, take_labels, votes

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("scheme", "width"), [("light", 1400), ("dark", 900)])
def test_the_desk_has_no_serious_finding(
    sqlite_database: str, server: Server, chromium: Browser, scheme: Literal["light", "dark"], width: int
) -> None:
    content = [record("i1", memory=memory(must=["小爱对坚果过敏。"], irr=["Plain."]))]
    make_project(content)
    add_person("dana", "adjudicator")
    take_labels(votes({"ann": "must", "bo": "irr", "chen": "source"}, content=content))
    with at_the_desk(chromium, server) as desk:
        page = desk.page
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.reload()
        desk.wait_for_item(1)
        found = findings(page)
        desk.press("3")
        for key, title in (("h", "Decisions so far"), ("l", "Items"), ("?", "Keys")):
            desk.press(key)
            expect(page.get_by_role("complementary", name=title)).to_be_visible()
            found += findings(page)
        desk.press("Escape", "3")
        desk.give_reason("Both.")
        desk.press("Enter")
        expect(page.get_by_role("heading", name="Nothing waits for a decision.")).to_be_visible()
        assert found + findings(page) == []


def findings(page: Page) -> list[tuple[str, Any]]:
    """The serious and critical findings inside the desk: what is wrong, and where."""
    response = Axe().run(page).response
    return [
        (each["id"], node["target"])
        for each in response["violations"]
        for node in each["nodes"]
        if each["impact"] in ("serious", "critical")
    ]
