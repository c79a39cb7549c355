"""Signing in and out: the form, the cookie, where one goes, and what a refusal tells; in this process."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import httpx
import pytest
from sqlmodel import select
from starlette.applications import Starlette

from annotation import models as m
from annotation import store
from annotation.people import accounts, slowdown
from annotation.people.slowdown import Limit
from pages.signin import safe_next
from tests.pages.study import PASSWORD, House
from tests.pages.web import accord, ask

TEN_MINUTES = timedelta(minutes=10)
FORM = {"content-type": "application/x-www-form-urlencoded", "accept": "text/html"}


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


def sign_in(app: Starlette, *, token: str | None = None, **fields: str) -> httpx.Response:
    return ask(app, "POST", "/signin", token=token, headers=FORM, content=urlencode(fields).encode())


def cookie_of(answer: httpx.Response) -> str:
    return answer.cookies["accord_session"]


def test_signing_in_sets_a_cookie_that_no_script_reads_and_goes_where_one_wanted(app: Starlette, house: House) -> None:
    answer = sign_in(app, name=" ann ", password=PASSWORD, next="/label?project=demo")
    assert (answer.status_code, answer.headers["location"]) == (303, "/label?project=demo")
    flags = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert "secure" not in flags
    assert ask(app, "GET", "/board/demo/next", token=cookie_of(answer)).json()["account"]["name"] == "ann"


def test_behind_https_the_cookie_never_travels_without_it(house: House) -> None:
    public = {"host": "accord.example.org", "origin": "https://accord.example.org", **FORM}
    form = urlencode({"name": "ann", "password": PASSWORD}).encode()
    answer = ask(accord("https://accord.example.org"), "POST", "/signin", headers=public, content=form)
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_refused_sign_in_keeps_the_name_and_does_not_say_what_was_wrong(app: Starlette, house: House) -> None:
    wrong_password = sign_in(app, name="ann", password="wrong horse", next="/label")
    unknown_name = sign_in(app, name="nobody", password=PASSWORD, next="/label")
    assert wrong_password.status_code == unknown_name.status_code == 401
    assert wrong_password.text == unknown_name.text.replace('value="nobody"', 'value="ann"')
    assert 'value="ann"' in wrong_password.text
    assert "wrong horse" not in wrong_password.text
    assert "set-cookie" not in wrong_password.headers


def test_what_was_typed_stays_text(app: Starlette, house: House) -> None:
    hostile = '"><img src=x onerror=alert(1)>'
    answer = sign_in(app, name=hostile, password="x", next=f"/label?{hostile}")
    assert "<img" not in answer.text
    assert "&lt;img src=x" in answer.text


def test_an_empty_form_is_a_refused_sign_in(app: Starlette, house: House) -> None:
    for content in (b"", b"\xff\xfe=%zz", b"name=%00&password=%00", b"name=" + b"x" * 100_000):
        assert ask(app, "POST", "/signin", headers=FORM, content=content).status_code == 401


@pytest.mark.parametrize(
    "wanted",
    [
        "//evil.example",
        "https://evil.example",
        "javascript:alert(1)",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " /label",
        "label",
        "",
        "/signout",
        "/signin?next=/signin",
        "/" + "x" * 3000,
    ],
)
def test_after_signing_in_one_stays_on_this_server(app: Starlette, house: House, wanted: str) -> None:
    assert safe_next(wanted) == "/"
    assert sign_in(app, name="ann", password=PASSWORD, next=wanted).headers["location"] == "/"
    signed_in = ask(app, "GET", "/signin?" + urlencode({"next": wanted}), token=house.tokens["ann"])
    assert signed_in.headers["location"] == "/"


def test_the_sign_in_page_needs_no_script_and_runs_none(app: Starlette, house: House) -> None:
    answer = ask(app, "GET", "/signin?next=/label")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "<script" not in answer.text
    assert 'value="/label"' in answer.text


def test_signing_in_as_somebody_else_ends_the_sign_in_before(app: Starlette, house: House) -> None:
    """L3: one browser is one person at a time, also for the tabs that are still open."""
    before = house.tokens["ann"]
    answer = sign_in(app, token=before, name="bo", password=PASSWORD)
    assert ask(app, "GET", "/board/demo/next", token=before).status_code == 401
    assert ask(app, "GET", "/board/demo/next", token=cookie_of(answer)).json()["account"]["name"] == "bo"


def test_signing_out_is_asked_first_and_ends_the_session_on_the_server(app: Starlette, house: House) -> None:
    token = house.tokens["ann"]
    assert "ann" in ask(app, "GET", "/signout", token=token).text
    assert ask(app, "GET", "/board/demo/next", token=token).status_code == 200  # looking changes nothing
    answer = ask(app, "POST", "/signout", token=token)
    assert (answer.status_code, answer.headers["location"]) == (303, "/signin")
    assert 'accord_session=""' in answer.headers["set-cookie"]
    assert ask(app, "GET", "/board/demo/next", token=token).status_code == 401
    assert ask(app, "GET", "/signout", token=token).headers["location"] == "/signin"
    assert ask(app, "POST", "/signout", token=token).headers["location"] == "/signin"


# --- Slowed down after failures ---------------------------------------------------------------------------------------


@pytest.fixture
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits of ten minutes, so that none is over while a busy machine runs the test."""
    for limit in ("OF_A_NAME", "OF_AN_ADDRESS"):
        free = getattr(slowdown, limit).free
        monkeypatch.setattr(slowdown, limit, Limit(free, first=TEN_MINUTES, most=TEN_MINUTES))


def ten_minutes_pass() -> None:
    """Let the failures so far have happened so much earlier."""
    with store.writing() as session:
        for row in session.exec(select(m.FailedSignIn)):
            row.at -= TEN_MINUTES


def seconds_to_wait(answer: httpx.Response) -> int:
    return int(answer.headers["retry-after"])


def test_after_five_failures_even_the_right_password_waits_and_later_it_is_taken(
    app: Starlette, house: House, long_waits: None
) -> None:
    for _ in range(5):
        assert sign_in(app, name="ann", password="wrong horse").status_code == 401
    refused = sign_in(app, name="ann", password=PASSWORD)
    assert refused.status_code == 429
    assert "Too many attempts have failed. Wait 10 minutes, then try again." in refused.text
    assert 0 < seconds_to_wait(refused) <= 600
    assert "set-cookie" not in refused.headers
    assert sign_in(app, name="bo", password=PASSWORD).status_code == 303, "others are not kept waiting"
    ten_minutes_pass()
    assert sign_in(app, name="ann", password=PASSWORD).status_code == 303
    assert sign_in(app, name="ann", password="wrong horse").status_code == 401, "and it begins anew"


def test_while_one_waits_further_attempts_do_not_count(app: Starlette, house: House, long_waits: None) -> None:
    """Else whoever keeps trying would keep the owner out for good."""
    statuses = [sign_in(app, name="ann", password="wrong horse").status_code for _ in range(12)]
    assert statuses == [401] * 5 + [429] * 7
    with store.reading() as session:
        assert len(session.exec(select(m.FailedSignIn)).all()) == 5


def test_unknown_closed_and_known_names_are_refused_alike_all_the_way(
    app: Starlette, house: House, long_waits: None
) -> None:
    with store.writing() as session:
        accounts.close(session, name="bo", now=datetime.now(UTC))
    seen = {}
    for name in ("ann", "bo", "nobody", "no name at all!"):
        answers = [sign_in(app, name=name, password="wrong horse") for _ in range(7)]
        seen[name] = [
            (answer.status_code, sorted(answer.headers), answer.text.replace(f'value="{name}"', ""))
            for answer in answers
        ]
        with store.writing() as session:
            for row in session.exec(select(m.FailedSignIn)):
                session.delete(row)  # so that the address has none too many
    assert [status for status, *_ in seen["ann"]] == [401] * 5 + [429] * 2
    assert all(answers == seen["ann"] for answers in seen.values())


def test_many_names_from_one_address_make_all_wait_there_for_a_moment(
    app: Starlette, house: House, long_waits: None
) -> None:
    for number in range(20):
        assert sign_in(app, name=f"guess-{number}", password="wrong horse").status_code == 401
    answer = sign_in(app, name="ann", password=PASSWORD)
    assert answer.status_code == 429
    ten_minutes_pass()
    assert sign_in(app, name="ann", password=PASSWORD).status_code == 303


# --- Before there is any account --------------------------------------------------------------------------------------


def test_the_page_says_so_while_there_is_no_account(app: Starlette, sqlite_database: str) -> None:
    answer = ask(app, "GET", "/signin")
    assert "There is no account yet." in answer.text
    assert "python -m annotation init" in answer.text


def test_once_there_is_one_the_page_says_no_more_of_it(app: Starlette, house: House) -> None:
    assert "no account yet" not in ask(app, "GET", "/signin").text


def used_before(token: str, ago: timedelta) -> None:
    """Let a sign-in have been used so long ago."""
    with store.writing() as session:
        held = select(m.SignIn).where(m.SignIn.token_sha256 == accounts.token_hash(token))
        session.exec(held).one().used_at = datetime.now(UTC) - ago


def test_a_sign_in_that_was_left_alone_is_no_longer_one_and_a_request_keeps_it(app: Starlette, house: House) -> None:
    token = house.tokens["ann"]
    used_before(token, timedelta(hours=11))
    assert ask(app, "GET", "/board/demo/next", token=token).status_code == 200
    with store.reading() as session:
        held = select(m.SignIn.used_at).where(m.SignIn.token_sha256 == accounts.token_hash(token))
        assert datetime.now(UTC) - session.exec(held).one() < timedelta(minutes=1)
    used_before(token, timedelta(hours=12))
    assert ask(app, "GET", "/board/demo/next", token=token).status_code == 401


def test_nobody_waits_for_a_large_change_only_to_have_their_use_written_down(app: Starlette, house: House) -> None:
    used_before(house.tokens["ann"], timedelta(hours=1))
    with store.writing():
        assert ask(app, "GET", "/board/demo/next", token=house.tokens["ann"]).status_code == 200
