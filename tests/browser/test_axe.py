"""axe-core on every screen and plain page, for each role, light and dark: nothing serious, nothing critical."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from annotation import store
from pages.parts.menu import HOME, MENU
from tests import studies
from tests.browser.windows import window
from tests.pages.matrix import EVERY_ROLE, SLUG, Guests, Role
from tests.serving import Server

pytestmark = pytest.mark.browser

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PAPER = {"light": "rgb(251, 251, 253)", "dark": "rgb(20, 22, 29)"}
GRAVE = ("serious", "critical")
FINDINGS_ALONE = {"resultTypes": ["violations"]}
# The other scheme changes colours and nothing else of a page, so only the rules about colours are asked again.
OF_COLOURS = {**FINDINGS_ALONE, "runOnly": ["color-contrast", "link-in-text-block"]}
AXE = Axe()
# What is Streamlit's own and cannot be helped from here, by rule, with the reason.
STREAMLITS: dict[str, str] = {}
PLAIN = ["/account", "/account/password", "/signout", "/nowhere", "/download/demo/nothing.csv", "/account/end"]


@pytest.fixture(scope="module")
def place(
    standing_server: Server, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Guests]]:
    """The demo, served."""
    folder = tmp_path_factory.mktemp("axe")
    (folder / "accord.sqlite").write_bytes(sqlite_template.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{folder / 'accord.sqlite'}")
        guests = Guests(datetime.now(UTC))
        standing_server.take_up(store.url())
        yield standing_server, guests
        store.engine().dispose()


@contextmanager
def opened(chromium: Browser, server: Server, token: str | None) -> Iterator[Page]:
    """A page that is signed in by this token."""
    with window(chromium, server) as page:
        page.set_viewport_size({"width": 1400, "height": 900})
        if token:
            page.context.add_cookies([{"name": "accord_session", "value": token, "url": server.url}])
        yield page


def drawn(page: Page) -> None:
    """Wait until Streamlit has drawn the whole screen."""
    expect(page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_visible()
    expect(page.locator("[data-testid=stSkeleton]")).to_have_count(0)


def in_both_schemes(page: Page) -> list[str]:
    """The grave findings in light, then in dark, which the page follows at once."""
    wrong = []
    for scheme, options in zip(SCHEMES, (FINDINGS_ALONE, OF_COLOURS), strict=True):
        page.emulate_media(color_scheme=scheme)
        wait_for_colours(page, scheme)
        wrong += [f"{scheme}: {each}" for each in grave(page, options)]
    return wrong


def wait_for_colours(page: Page, scheme: Scheme) -> None:
    """Wait until the ground is that of the scheme; Streamlit's screens and plain pages have the same."""
    ground = page.locator("body, [data-testid=stApp]").last
    expect(ground).to_have_css("background-color", PAPER[scheme])


def grave(page: Page, options: dict[str, Any]) -> list[str]:
    """What axe-core finds that is serious or critical, and ours to mend."""
    found = AXE.run(page, options=options).response["violations"]
    return [
        f"{page.url}: {each['id']}: {node['html'][:200]} {node['any'][:1] and node['any'][0]['message']}"
        for each in found
        if each["impact"] in GRAVE and each["id"] not in STREAMLITS
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("role", EVERY_ROLE)
def test_every_screen_of_a_role(chromium: Browser, place: tuple[Server, Guests], role: Role) -> None:
    """And one of those that are refused to the role, which look alike; of an admin's those that no researcher has."""
    server, guests = place
    wrong = []
    refused = [entry for entry in MENU if role not in entry.roles]
    alike = [entry for entry in MENU if "researcher" in entry.roles] if role == "admin" else []
    asked = [entry for entry in MENU if entry not in refused[1:] and entry not in alike]
    with opened(chromium, server, guests.token(role)) as page:
        for entry in asked:
            page.goto(f"{server.url}/{'' if entry is HOME else entry.name}?project={SLUG}")
            drawn(page)
            wrong += in_both_schemes(page)
    assert not wrong, "\n".join(wrong)


def test_the_preview_of_a_file(chromium: Browser, place: tuple[Server, Guests], tmp_path: Path) -> None:
    """With a row that is refused, so that everything is drawn which the screen can say."""
    server, guests = place
    file = tmp_path / "items.json"
    file.write_bytes(studies.as_file([*studies.records(), {"id": "broken"}]))
    with opened(chromium, server, guests.token("researcher")) as page:
        page.goto(f"{server.url}/projects")
        drawn(page)
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_text("broken").first).to_be_visible()
        drawn(page)
        wrong = in_both_schemes(page)
    assert not wrong, "\n".join(wrong)


def test_every_plain_page(chromium: Browser, place: tuple[Server, Guests]) -> None:
    server, guests = place
    wrong = []
    token = guests.token("researcher")
    guests.token("researcher")  # a second sign-in, so that the list has a button
    with opened(chromium, server, token) as page:
        for path in PLAIN:
            page.goto(server.url + path)
            expect(page.locator("h1")).to_be_visible()
            wrong += in_both_schemes(page)
        page.goto(f"{server.url}/account/password")
        page.get_by_label("Old password").fill("no password of anybody's")
        for label in ("New password", "New password again"):
            page.get_by_label(label, exact=True).fill("another horse")
        page.get_by_role("button").click()
        expect(page.get_by_role("alert")).to_be_visible()
        wrong += in_both_schemes(page)
    assert not wrong, "\n".join(wrong)


def test_signing_in(chromium: Browser, place: tuple[Server, Guests]) -> None:
    server, _ = place
    with opened(chromium, server, None) as page:
        page.goto(f"{server.url}/signin")
        wrong = in_both_schemes(page)
        page.get_by_label("Name").fill("nobody")
        page.get_by_label("Password").fill("no password of anybody's")
        page.get_by_role("button").click()
        expect(page.get_by_role("alert")).to_be_visible()
        wrong += in_both_schemes(page)
    assert not wrong, "\n".join(wrong)
