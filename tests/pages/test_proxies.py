"""From which address a request comes: what nobody can write into a header, and what the setting believes."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from annotation.errors import WrongUse
from pages.gate import Addresses, Proxies

BEHIND_ONE = "127.0.0.1"
BEHIND_TWO = "127.0.0.1, 10.0.0.0/8"


def sender(trusted: str, peer: str | None, *forwarded: str) -> str:
    """The address that a request from this peer with these headers is counted for."""
    headers = [(b"x-forwarded-for", each.encode("latin-1")) for each in forwarded]
    scope = {"type": "http", "headers": headers, "client": (peer, 1234) if peer is not None else None}
    return Proxies.from_environment({"ACCORD_TRUSTED_PROXY": trusted}).sender(HTTPConnection(scope))


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "found"),
    [
        ("", "192.0.2.7", [], "192.0.2.7"),
        ("", "192.0.2.7", ["203.0.113.9"], "192.0.2.7"),
        ("", "127.0.0.1", ["203.0.113.9"], "127.0.0.1"),
        (BEHIND_ONE, "127.0.0.1", [], "127.0.0.1"),
        (BEHIND_ONE, "127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        (BEHIND_ONE, "192.0.2.7", ["203.0.113.9"], "192.0.2.7"),
        # What a sender wrote stands before what the proxy added, and is not believed.
        (BEHIND_ONE, "127.0.0.1", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        (BEHIND_ONE, "127.0.0.1", ["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        (BEHIND_ONE, "127.0.0.1", ["127.0.0.1, 203.0.113.9"], "203.0.113.9"),
        (BEHIND_TWO, "127.0.0.1", ["203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        (BEHIND_TWO, "127.0.0.1", ["10.1.2.3"], "10.1.2.3"),
        # What is no address ends the reading; the last that is one counts.
        (BEHIND_ONE, "127.0.0.1", ["203.0.113.9, unknown"], "127.0.0.1"),
        (BEHIND_ONE, "127.0.0.1", ["\xff"], "127.0.0.1"),
        # An IPv6 network is one sender, and IPv4 written as IPv6 is IPv4.
        ("", "2001:db8:1:2:aaaa::1", [], "2001:db8:1:2::/64"),
        ("", "2001:db8:1:2:bbbb::1", [], "2001:db8:1:2::/64"),
        ("", "::ffff:192.0.2.7", [], "192.0.2.7"),
        (BEHIND_ONE, "::ffff:127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("::1", "::1", ["203.0.113.9"], "203.0.113.9"),
        ("", None, ["203.0.113.9"], ""),
        ("", "", [], ""),
    ],
)
def test_the_sender_is_the_peer_or_what_a_trusted_proxy_says(
    trusted: str, peer: str | None, forwarded: list[str], found: str
) -> None:
    assert sender(trusted, peer, *forwarded) == found


@pytest.mark.parametrize("setting", ["yes", "10.0.0.0/99", "10.0.0.1/8", "proxy.example.org", "127.0.0.1;10.0.0.1"])
def test_a_setting_that_names_no_address_is_refused_at_the_start(setting: str) -> None:
    with pytest.raises(WrongUse, match="ACCORD_TRUSTED_PROXY"):
        Addresses.from_environment({"ACCORD_TRUSTED_PROXY": setting})


def test_the_setting_goes_with_the_public_address() -> None:
    settings = {"ACCORD_PUBLIC_URL": "https://accord.example.org", "ACCORD_TRUSTED_PROXY": "127.0.0.1"}
    found = Addresses.from_environment(settings)
    assert found.public is not None
    assert found.proxies == Proxies.from_environment(settings) != Proxies()
