"""axe-core on every screen and plain page, for each role, light and dark: nothing serious, nothing critical."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from annotation import store
from pages.parts.menu import HOME, MENU
from tests import studies
from tests.browser.desk import PATIENCE_MS
from tests.pages.matrix import EVERY_ROLE, SLUG, Guests, Role
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
GRAVE = ("serious", "critical")
# What is Streamlit's own and cannot be helped from here, by rule, with the reason.
STREAMLITS: dict[str, str] = {}
PLAIN = ["/account", "/account/password", "/signout", "/nowhere", "/download/demo/nothing.csv", "/account/end"]


@pytest.fixture(scope="module")
def place(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Guests]]:
    """The demo, served."""
    folder = tmp_path_factory.mktemp("axe")
    (folder / "accord.sqlite").write_bytes(sqlite_template.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{folder / 'accord.sqlite'}")
        guests = Guests(datetime.now(UTC))
        with Server(store.url(), log=folder / "log") as server:
            yield server, guests
        store.engine().dispose()


@contextmanager
def opened(chromium: Browser, scheme: Scheme, server: Server, token: str | None) -> Iterator[Page]:
    """A page of a browser that prefers this scheme, signed in by this token."""
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1400, "height": 900})
    if token:
        context.add_cookies([{"name": "accord_session", "value": token, "url": server.url}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    yield page
    context.close()


def drawn(page: Page) -> None:
    """Wait until Streamlit has drawn the whole screen."""
    expect(page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_visible()
    expect(page.locator("[data-testid=stSkeleton]")).to_have_count(0)


def grave(page: Page) -> list[str]:
    """What axe-core finds that is serious or critical, and ours to mend."""
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url}: {each['id']}: {node['html'][:200]} {node['any'][:1] and node['any'][0]['message']}"
        for each in found
        if each["impact"] in GRAVE and each["id"] not in STREAMLITS
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("role", EVERY_ROLE)
def test_every_screen_of_a_role(chromium: Browser, place: tuple[Server, Guests], role: Role, scheme: Scheme) -> None:
    server, guests = place
    wrong = []
    with opened(chromium, scheme, server, guests.token(role)) as page:
        for entry in MENU:
            page.goto(f"{server.url}/{'' if entry is HOME else entry.name}?project={SLUG}")
            drawn(page)
            wrong += grave(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_preview_of_a_file(chromium: Browser, place: tuple[Server, Guests], scheme: Scheme, tmp_path: Path) -> None:
    """With a row that is refused, so that everything is drawn which the screen can say."""
    server, guests = place
    file = tmp_path / "items.json"
    file.write_bytes(studies.as_file([*studies.records(), {"id": "broken"}]))
    with opened(chromium, scheme, server, guests.token("researcher")) as page:
        page.goto(f"{server.url}/projects")
        drawn(page)
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_text("broken").first).to_be_visible()
        drawn(page)
        wrong = grave(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_plain_page(chromium: Browser, place: tuple[Server, Guests], scheme: Scheme) -> None:
    server, guests = place
    wrong = []
    token = guests.token("researcher")
    guests.token("researcher")  # a second sign-in, so that the list has a button
    with opened(chromium, scheme, server, token) as page:
        for path in PLAIN:
            page.goto(server.url + path)
            expect(page.locator("h1")).to_be_visible()
            wrong += grave(page)
        page.goto(f"{server.url}/account/password")
        page.get_by_label("Old password").fill("no password of anybody's")
        for label in ("New password", "New password again"):
            page.get_by_label(label, exact=True).fill("another horse")
        page.get_by_role("button").click()
        expect(page.get_by_role("alert")).to_be_visible()
        wrong += grave(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_signing_in(chromium: Browser, place: tuple[Server, Guests], scheme: Scheme) -> None:
    server, _ = place
    with opened(chromium, scheme, server, None) as page:
        page.goto(f"{server.url}/signin")
        wrong = grave(page)
        page.get_by_label("Name").fill("nobody")
        page.get_by_label("Password").fill("no password of anybody's")
        page.get_by_role("button").click()
        expect(page.get_by_role("alert")).to_be_visible()
        wrong += grave(page)
    assert not wrong, "\n".join(wrong)
