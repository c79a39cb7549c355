"""Every screen, asked by everybody over Streamlit's websocket: as the first thing that a process does, and later on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from annotation import store
from tests.pages.matrix import (
    EVERY_ROLE,
    MAY_SEE,
    OUTSIDERS,
    SIGNED_OUT,
    TITLE,
    VISITORS,
    Guests,
    Place,
    Role,
    Visitor,
    address,
    look_around,
)
from tests.serving import Server, Tab


@pytest.fixture
def guests(warm_place: Place) -> Iterator[Guests]:
    """The demo and its people; this process uses their database."""
    with warm_place.as_ours():
        yield warm_place.guests


@pytest.fixture
def warm(warm_place: Place) -> Server:
    """A server of which everybody has opened everything."""
    return warm_place.server


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
