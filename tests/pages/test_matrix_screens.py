"""Every screen, asked by everybody over Streamlit's websocket: as the first thing that a process does, and later on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from annotation import store
from pages.parts import access
from tests.pages.matrix import EVERY_ROLE, MAY_SEE, OUTSIDERS, TITLE, VISITORS, Guests, Role, Visitor
from tests.serving import Server, Tab

REFUSED = b"This page is for"
SIGNED_OUT = access.SIGNED_OUT.encode()


@pytest.fixture(scope="module")
def guests(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guests]:
    """The demo and its people; this process uses its database."""
    path = tmp_path_factory.mktemp("guests") / "accord.sqlite"
    path.write_bytes(sqlite_template.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
        yield Guests(datetime.now(UTC))
        store.engine().dispose()


@pytest.fixture(scope="module")
def warm(guests: Guests, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of which everybody has opened everything."""
    with Server(store.url(), log=tmp_path_factory.mktemp("warm") / "log") as server:
        for role in EVERY_ROLE:
            look_around(server, guests, role)
        yield server
        assert "Traceback" not in server.log(), server.log()


def address(screen: str) -> str:
    return "" if screen == "home" else screen


def look_around(server: Server, guests: Guests, role: Role, *, refused_first: bool = False) -> None:
    """Open every screen, and find what the table says there."""
    order = sorted(MAY_SEE, key=lambda screen: (role in MAY_SEE[screen]) == refused_first)
    with Tab(server, token=guests.token(role)) as tab:
        for screen in order:
            frames = tab.show(address(screen))
            assert SIGNED_OUT not in frames, screen
            assert (REFUSED in frames) == (role not in MAY_SEE[screen]), (role, screen)
            if REFUSED in frames:
                assert TITLE not in frames, (role, screen)


def opening(server: Server, *, token: str | None, origin: str | None = None) -> int:
    """The status with which a websocket's opening is answered; 101 where it is open."""
    try:
        with Tab(server, token=token, origin=origin):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize("role", EVERY_ROLE)
def test_the_first_screens_of_a_process_are_those_of_the_role(guests: Guests, tmp_path: Path, role: Role) -> None:
    """Streamlit would run a file of a `pages/` folder by its address until the main script has run once."""
    with Server(store.url(), log=tmp_path / "log") as server:
        for visitor in OUTSIDERS:
            assert opening(server, token=guests.token(visitor)) == 403, visitor
        look_around(server, guests, role, refused_first=True)
        assert "Traceback" not in server.log(), server.log()


@pytest.mark.parametrize("visitor", VISITORS)
def test_a_websocket_opens_for_whoever_is_signed_in_and_from_our_own_pages_alone(
    warm: Server, guests: Guests, visitor: Visitor
) -> None:
    assert opening(warm, token=guests.token(visitor)) == (101 if visitor in EVERY_ROLE else 403)
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{warm.port}", f"{warm.url}.evil.example"):
        assert opening(warm, token=guests.token(visitor), origin=origin) == 403, origin


@pytest.mark.parametrize("visitor", ["revoked", "expired", "closed"])
def test_a_sign_in_that_ends_in_mid_session_ends_every_screen(warm: Server, guests: Guests, visitor: Visitor) -> None:
    """The websocket stays open; the next thing that is asked of it is refused."""
    token = guests.signed_in(visitor)
    with Tab(warm, token=token) as tab:
        assert TITLE in tab.show("")
        guests.end(visitor, token)
        for screen in MAY_SEE:
            frames = tab.show(address(screen))
            assert SIGNED_OUT in frames, screen
            assert TITLE not in frames, screen
    assert opening(warm, token=token) == 403
