"""The gate: what answers to whom, in this process and with a stand-in for Streamlit."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
import streamlit
from starlette.applications import Starlette
from starlette.types import Message

from annotation import store
from annotation.errors import WrongUse
from annotation.people import accounts
from pages.gate import Addresses
from pages.gate.messages import BODY_LIMIT, UPLOAD_LIMIT, Bounded, TooLarge
from pages.gate.policy import source_hash
from pages.parts.menu import MENU
from tests.pages.study import House
from tests.pages.web import BASE, PAST_THE_GATE, accord, ask, handshake

PAGE = {"accept": "text/html,application/xhtml+xml"}
ROUTES = ["/board/demo/next", "/download/demo/labels.csv", "/download/demo/gold.json", "/media/abc", "/component/x"]
PAGES = ["/", *(f"/{entry.name}" for entry in MENU), "/people", "/no/such/page", "/_stcore/host-config"]


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_sends_whoever_is_signed_out_to_sign_in_and_back(app: Starlette, house: House, path: str) -> None:
    answer = ask(app, "GET", path + "?project=demo", headers=PAGE)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/signin?next={path}%3Fproject%3Ddemo"
    assert not answer.content


@pytest.mark.parametrize("path", [*PAGES, *ROUTES])
def test_whoever_is_signed_out_gets_nothing_but_401(app: Starlette, house: House, path: str) -> None:
    for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        answer = ask(app, method, path)
        assert answer.status_code == 401, method
        assert answer.json()["error"] == "signed_out"


@pytest.mark.parametrize(
    "path", ["/signin", "/healthz", "/_stcore/health", "/static/js/index.js", "/favicon.png", "/favicon.ico"]
)
def test_these_answer_without_a_session(app: Starlette, house: House, path: str) -> None:
    assert ask(app, "GET", path, headers={"origin": None}).status_code in (200, 308)


def test_a_session_opens_pages_and_ends_when_it_is_revoked(app: Starlette, house: House) -> None:
    token = house.tokens["ann"]
    assert ask(app, "GET", "/label", token=token).text == PAST_THE_GATE
    assert handshake(app, token=token) == "websocket.accept"
    with store.writing() as session:
        accounts.sign_out(session, token=token, now=datetime.now(UTC))
    assert ask(app, "GET", "/label", token=token).status_code == 401
    assert handshake(app, token=token) == "websocket.close"


@pytest.mark.parametrize(
    "path",
    [
        "/_stcore/metrics",
        "/_stcore/agent/interact",
        "/_stcore/agent/mcp",
        "/_stcore/agent/openapi.json",
        "/_stcore/script-health-check",
        "/auth/login",
        "/oauth2callback",
    ],
)
def test_what_no_screen_needs_answers_to_nobody(app: Starlette, house: House, path: str) -> None:
    for token in (None, house.tokens["ada"]):
        assert ask(app, "GET", path, token=token).status_code == 404
        assert ask(app, "PUT", path, token=token).status_code == 404


@pytest.mark.parametrize(
    "origin", [None, "null", "", "http://evil.example", "https://127.0.0.1:8501", "http://127.0.0.1:8502", BASE + "/x"]
)
def test_a_write_needs_our_own_origin(app: Starlette, house: House, origin: str | None) -> None:
    token = house.tokens["ann"]
    for path in ("/board/demo/submit", "/signin", "/signout", "/label"):
        answer = ask(app, "POST", path, token=token, headers={"origin": origin})
        assert (answer.status_code, answer.json()["error"]) == (403, "wrong_origin"), path
    assert handshake(app, token=token, headers={"origin": origin}) == "websocket.close"


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_this_machines_names_are_one_place(app: Starlette, house: House, name: str) -> None:
    headers = {"origin": f"http://{name}:8501"}
    assert ask(app, "POST", "/label", token=house.tokens["ann"], headers=headers).text == PAST_THE_GATE
    assert handshake(app, token=house.tokens["ann"], headers=headers) == "websocket.accept"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "a@127.0.0.1", "127.0.0.1:x"])
def test_a_host_that_is_not_us_is_refused(app: Starlette, house: House, host: str) -> None:
    """DNS rebinding: a page elsewhere points its own name at this machine."""
    headers = {"host": host, "origin": f"http://{host}"}
    answer = ask(app, "GET", "/signin", token=house.tokens["ann"], headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "wrong_host")
    assert handshake(app, token=house.tokens["ann"], headers=headers) == "websocket.close"


def test_with_a_public_address_only_its_origin_may_write(house: House) -> None:
    app = accord("https://accord.example.org/")
    token = house.tokens["ann"]
    public = {"host": "accord.example.org", "origin": "https://accord.example.org"}
    assert ask(app, "POST", "/label", token=token, headers=public).text == PAST_THE_GATE
    assert handshake(app, token=token, headers=public) == "websocket.accept"
    for origin in ("http://accord.example.org", "https://accord.example.org:8443", BASE):
        assert ask(app, "POST", "/label", token=token, headers={**public, "origin": origin}).status_code == 403
    assert ask(app, "GET", "/healthz").status_code == 200  # a health check asks this machine by its own name
    assert "wss://accord.example.org:443" in ask(app, "GET", "/healthz").headers["content-security-policy"]


@pytest.mark.parametrize(
    "url", ["accord.example.org", "ftp://a.example", "https://a.example/accord", "https://u@a.example"]
)
def test_a_public_address_that_cannot_be_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(WrongUse, match="ACCORD_PUBLIC_URL"):
        Addresses.from_environment({"ACCORD_PUBLIC_URL": url})


def test_a_body_beyond_the_limit_is_refused(app: Starlette, house: House) -> None:
    token = house.tokens["ann"]
    assert ask(app, "POST", "/reads", token=token, content=b"x" * BODY_LIMIT).text == str(BODY_LIMIT)
    answer = ask(app, "POST", "/reads", token=token, content=b"x" * (BODY_LIMIT + 1))
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def test_a_body_without_a_declared_length_is_counted(app: Starlette, house: House) -> None:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(BODY_LIMIT // 1000 + 1):
            yield b"x" * 1000

    json = {"content-type": "application/json"}
    for path in ("/reads", "/signin", "/board/demo/submit"):
        answer = ask(app, "POST", path, token=house.tokens["ann"], headers=json, content=parts())
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large"), path


UPLOAD = "/_stcore/upload_file/session/file"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "GET", "POST"])
def test_only_who_may_make_a_project_reaches_the_upload_of_files(app: Starlette, house: House, method: str) -> None:
    assert ask(app, method, UPLOAD).json()["error"] == "signed_out"
    for name in ("ann", "dana"):
        answer = ask(app, method, UPLOAD, token=house.tokens[name])
        assert (answer.status_code, answer.json()["error"]) == (403, "wrong_role"), name
    for name in ("rui", "ada"):
        assert ask(app, method, UPLOAD, token=house.tokens[name]).text == PAST_THE_GATE, name


def test_an_upload_needs_our_own_origin_and_a_sign_in_that_still_holds(app: Starlette, house: House) -> None:
    token = house.tokens["rui"]
    for method in ("PUT", "DELETE"):
        for origin in (None, "null", "http://evil.example"):
            answer = ask(app, method, UPLOAD, token=token, headers={"origin": origin})
            assert (answer.status_code, answer.json()["error"]) == (403, "wrong_origin")
    with store.writing() as session:
        accounts.close(session, name="rui", now=datetime.now(UTC))
    assert ask(app, "PUT", UPLOAD, token=token, content=b"x").status_code == 401


def test_an_upload_may_be_larger_than_other_bodies_and_is_bounded_too(app: Starlette, house: House) -> None:
    token = house.tokens["rui"]
    assert ask(app, "PUT", UPLOAD, token=token, content=b"x" * (BODY_LIMIT + 1)).text == PAST_THE_GATE
    declared = {"content-length": str(UPLOAD_LIMIT + 1)}
    answer = ask(app, "PUT", UPLOAD, token=token, headers=declared, content=b"x")
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def test_a_bounded_body_ends_at_its_own_limit() -> None:
    sent = [b"x" * 6, b"x" * 6]

    async def receive() -> Message:
        return {"type": "http.request", "body": sent.pop(), "more_body": True}

    async def read() -> None:
        bounded = Bounded(receive, limit=10)
        await bounded()
        with pytest.raises(TooLarge):
            await bounded()

    anyio.run(read)


def test_an_error_is_a_sentence_for_the_browser_and_a_traceback_for_the_log(
    app: Starlette, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = ask(app, "GET", "/breaks", token=house.tokens["ann"])
    assert (answer.status_code, answer.json()["error"]) == (500, "unexpected")
    assert "secret" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_a_request_that_its_sender_breaks_off_is_no_error(
    app: Starlette, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """A page that is closed while it sends its draft."""
    headers = {
        "host": "127.0.0.1:8501",
        "origin": "http://127.0.0.1:8501",
        "content-type": "application/json",
        "cookie": f"accord_session={house.tokens['ann']}",
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/board/demo/draft",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    with caplog.at_level(logging.WARNING):
        anyio.run(app, scope, receive, send)
    assert (sent, caplog.text) == ([], "")


@pytest.mark.parametrize("path", ["/", "/signin", "/breaks", "/healthz", "/_stcore/metrics", "/static/js/x.js"])
def test_every_answer_carries_the_security_headers(app: Starlette, house: House, path: str) -> None:
    for token in (None, house.tokens["ann"]):
        headers = ask(app, "GET", path, token=token).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers.get("cache-control") == (None if path.startswith("/static/") else "no-store")


def test_the_policy_names_streamlits_inline_script(app: Starlette, house: House) -> None:
    index = (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    script = index.partition("<script>")[2].partition("</script>")[0]
    assert "prerenderReady" in script
    assert source_hash(script) in ask(app, "GET", "/", token=house.tokens["ann"]).headers["content-security-policy"]
