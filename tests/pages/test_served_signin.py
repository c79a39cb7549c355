"""Signing in on the real server: whose failures are counted together, and what it prints before there is an account."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.pages.study import PASSWORD, House
from tests.serving import NO_TLS, Server

GUESS = "a guess of mine"


def guess(server: Server, number: int, *, forwarded: str) -> int:
    """A wrong sign-in under a name of its own; the status."""
    headers = {"origin": server.url, "x-forwarded-for": forwarded}
    form = {"name": f"nobody-{number}", "password": GUESS}
    answer = httpx.post(f"{server.url}/signin", data=form, headers=headers, timeout=60, verify=NO_TLS)
    return answer.status_code


def test_what_a_sender_says_of_its_address_does_not_count(house: House, tmp_path: Path) -> None:
    """uvicorn believes the header from this machine, and every guess would come from an address of its own."""
    with Server(house.address, log=tmp_path / "log") as server:
        statuses = [guess(server, number, forwarded=f"203.0.113.{number}") for number in range(24)]
        assert statuses[:20] == [401] * 20
        assert 429 in statuses[20:]
        assert not any(secret in server.log() for secret in (GUESS, "nobody-"))


def test_behind_a_trusted_proxy_each_sender_counts_for_itself(house: House, tmp_path: Path) -> None:
    trusting = {"ACCORD_TRUSTED_PROXY": "127.0.0.1"}
    with Server(house.address, log=tmp_path / "log", environment=trusting) as server:
        assert [guess(server, number, forwarded="203.0.113.7") for number in range(20)] == [401] * 20
        further = [guess(server, number, forwarded="198.51.100.1, 203.0.113.7") for number in range(20, 24)]
        assert 429 in further, "the last that the proxy saw counts"
        assert guess(server, 24, forwarded="203.0.113.8") == 401
        form = {"name": "ann", "password": PASSWORD}
        headers = {"origin": server.url, "x-forwarded-for": "203.0.113.8"}
        assert (
            httpx.post(f"{server.url}/signin", data=form, headers=headers, timeout=60, verify=NO_TLS).status_code == 303
        )


def test_a_start_without_any_account_says_how_the_first_is_made(sqlite_database: str, tmp_path: Path) -> None:
    with Server(sqlite_database, log=tmp_path / "log") as server:
        said = "There is no account yet. The first one is made on the command line: python -m annotation init"
        assert server.log().count(said) == 1
        assert said in httpx.get(f"{server.url}/signin", verify=NO_TLS).text


def test_a_start_with_accounts_says_nothing_of_it(house: House, tmp_path: Path) -> None:
    with Server(house.address, log=tmp_path / "log") as server:
        assert "no account" not in server.log()


def test_a_wrong_setting_ends_the_start_with_a_sentence(house: House, tmp_path: Path) -> None:
    server = Server(house.address, log=tmp_path / "log", environment={"ACCORD_TRUSTED_PROXY": "proxy"})
    with pytest.raises(RuntimeError, match="ended while it started"):
        server.start()
    assert "ACCORD_TRUSTED_PROXY is 'proxy'" in server.log()
    assert "Traceback" not in server.log()
