"""The real server, freshly started: what it sends to whom, over HTTP and over Streamlit's websocket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from annotation import store
from annotation.people import accounts
from pages.parts import access
from pages.parts.menu import MENU
from tests.pages.study import PASSWORD, House
from tests.serving import NO_TLS, Server, Tab

STUDY = b"$study$"  # a part of the project's title that no escaping changes
PAGE = {"accept": "text/html"}
PAGES = ["", *(entry.name for entry in MENU), "people", "routes", "parts/frame", "gate/gate"]


@pytest.fixture
def server(house: House, tmp_path: Path) -> Iterator[Server]:
    """A process of its own for each test: what it does before anybody has signed in is part of the claim."""
    with Server(house.address, log=tmp_path / "server.log") as server:
        yield server


def refused(server: Server, *, token: str | None = None, origin: str | None = None) -> int:
    """The status with which a websocket's opening is refused."""
    with pytest.raises(InvalidStatus) as caught, Tab(server, token=token, origin=origin):
        pass
    return caught.value.response.status_code


def test_a_fresh_process_shows_nothing_to_strangers_nor_to_the_wrong_role(server: Server, house: House) -> None:
    """Streamlit would run a file of a `pages/` folder by its address until the main script has run once."""
    for page in PAGES:
        answer = httpx.get(f"{server.url}/{page}", headers=PAGE, verify=NO_TLS)
        assert (answer.status_code, answer.content) == (303, b""), page
    assert refused(server) == 403
    assert refused(server, token="x" * 43) == 403
    assert refused(server, token=house.tokens["ann"], origin="http://evil.example") == 403
    with Tab(server, token=house.tokens["ann"]) as tab:  # the first run of the main script in this process
        for page in (entry.name for entry in MENU if "annotator" not in entry.roles):
            frames = tab.show(page)
            assert b"This page is for" in frames, page
            assert STUDY not in frames
    assert "Traceback" not in server.log()


def test_the_servers_own_addresses_tell_strangers_nothing(server: Server, house: House) -> None:
    for path in ("/_stcore/metrics", "/_stcore/agent/openapi.json", "/_stcore/agent/mcp"):
        assert httpx.get(server.url + path, verify=NO_TLS).status_code == 404
    assert httpx.get(f"{server.url}/_stcore/health", verify=NO_TLS).status_code == 200
    assert httpx.get(f"{server.url}/healthz", headers={"host": "evil.example"}, verify=NO_TLS).status_code == 400
    answer = httpx.get(server.url, headers={"cookie": f"accord_session={house.tokens['ann']}"}, verify=NO_TLS)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert "script-src 'self' blob: 'sha256-" in answer.headers["content-security-policy"]
    script = answer.text.partition('src="./')[2].partition('"')[0]
    assert "immutable" in httpx.get(f"{server.url}/{script}", verify=NO_TLS).headers["cache-control"]


def test_each_person_is_who_the_cookie_says_and_a_closed_account_sees_no_more(server: Server, house: House) -> None:
    """L3: two browsers, two names, no mixing."""
    with Tab(server, token=house.tokens["rui"]) as tab, Tab(server, token=house.tokens["ann"]) as other:
        assert b"<span>rui</span>" in tab.show("")
        assert b"<span>ann</span>" in other.show("")
        assert STUDY in tab.show("")
        with store.writing() as session:
            accounts.close(session, name="rui", now=datetime.now(UTC))
        for page in ("", "progress"):
            frames = tab.show(page)
            assert access.SIGNED_OUT.encode() in frames
            assert STUDY not in frames
        assert b"<span>ann</span>" in other.show("")
    assert refused(server, token=house.tokens["rui"]) == 403


def test_signing_in_labelling_and_downloading_over_http(server: Server, house: House) -> None:
    with httpx.Client(base_url=server.url, verify=NO_TLS) as browser:
        ours = {"origin": server.url}
        assert browser.post("/signin", data={"name": "ann", "password": PASSWORD}).status_code == 403
        browser.post("/signin", data={"name": "ann", "password": PASSWORD}, headers=ours)
        screen = browser.get("/board/demo/next").json()
        assert browser.post("/board/demo/submit", json={}).json()["error"] == "wrong_origin"
        assert browser.post("/board/demo/submit", json={}, headers=ours).json()["error"] == "malformed"
        assert screen["account"]["name"] == "ann"
        assert browser.get("/download/demo/gold.json").json()["error"] == "wrong_role"
        browser.post("/signin", data={"name": "rui", "password": PASSWORD}, headers=ours)
        with browser.stream("GET", "/download/demo/gold.csv") as answer:
            assert answer.headers["content-disposition"].startswith("attachment")
            assert len("".join(answer.iter_text()).splitlines()) > 50
        huge = json.dumps({"x": "y" * 1_100_000})
        json_of_ours = {**ours, "content-type": "application/json"}
        assert browser.post("/board/demo/submit", content=huge, headers=json_of_ours).status_code == 413


def test_it_starts_again_at_the_same_port_after_kill_9(server: Server, house: House) -> None:
    server.kill()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{server.url}/healthz", verify=NO_TLS)
    server.start()
    with Tab(server, token=house.tokens["ann"]) as tab:
        assert b"<span>ann</span>" in tab.show("")


def test_an_annotators_pages_load_no_statistics(house: House, tmp_path: Path) -> None:
    """What is loaded is paid for by every rerun of everybody."""
    with Server(house.address, log=tmp_path / "log", environment={"PYTHONPROFILEIMPORTTIME": "1"}) as server:
        with Tab(server, token=house.tokens["ann"]) as tab:
            tab.show("")
            tab.show("label", "project=demo")
        httpx.get(
            f"{server.url}/board/demo/next", headers={"cookie": f"accord_session={house.tokens['ann']}"}, verify=NO_TLS
        )
        loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in server.log().splitlines()}
    assert {"streamlit", "annotation", "pages"} <= loaded
    assert not loaded & {"scipy", "sklearn", "statsmodels", "krippendorff", "agreement"}


def test_no_answer_waits_for_an_acknowledgement(server: Server, house: House) -> None:
    """With Nagle's algorithm every answer with a body takes 40 ms or more, once a connection is a few answers old."""
    seconds = []
    with httpx.Client(base_url=server.url, verify=NO_TLS) as browser:
        for _ in range(60):
            seconds.append(browser.get("/healthz").elapsed.total_seconds())
    assert min(seconds[20:]) < 0.035


def test_a_database_from_a_later_version_is_refused_with_a_sentence(house: House, tmp_path: Path) -> None:
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = 'later'")
    server = Server(house.address, log=tmp_path / "server.log")
    with pytest.raises(RuntimeError, match="ended while it started"):
        server.start()
    assert "made by a later version of Accord" in server.log()
    assert "Traceback" not in server.log()
