"""One's own account: the list of sign-ins and its buttons, and the change of password; in this process."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import urlencode

import httpx
import pytest
from sqlmodel import select
from starlette.applications import Starlette

from annotation import models as m
from annotation import store
from annotation.people import accounts
from pages import password as password_page
from tests.pages.study import PASSWORD, House
from tests.pages.web import accord, ask

FORM = {"content-type": "application/x-www-form-urlencoded", "accept": "text/html"}
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEW = "another horse"


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


def sign_in(app: Starlette, name: str = "ann", password: str = PASSWORD, *, browser: str = FIREFOX) -> httpx.Response:
    form = urlencode({"name": name, "password": password}).encode()
    return ask(app, "POST", "/signin", headers={**FORM, "user-agent": browser}, content=form)


def send(app: Starlette, path: str, token: str, **fields: str) -> httpx.Response:
    return ask(app, "POST", path, token=token, headers=FORM, content=urlencode(fields).encode())


def change(app: Starlette, token: str, *, old: str = PASSWORD, new: str = NEW, again: str = NEW) -> httpx.Response:
    return send(app, "/account/password", token, old=old, new=new, again=again)


def holds(app: Starlette, token: str) -> bool:
    return ask(app, "GET", "/account", token=token).status_code == 200


# --- Where one is signed in -------------------------------------------------------------------------------------------


def test_the_page_says_who_one_is_until_when_and_where(app: Starlette, house: House) -> None:
    sign_in(app)
    page = ask(app, "GET", "/account", token=house.tokens["ann"]).text
    assert "You are signed in as ann, annotator." in page
    ends = r"This sign-in ends on \d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d at the latest, and after 12 hours without use"
    assert re.search(ends, page)
    assert page.count("<li>") == 2
    assert page.index("this browser") < page.index("Firefox on Windows")
    assert "End all other sign-ins" in page


def test_with_one_sign_in_there_is_nothing_to_end(app: Starlette, house: House) -> None:
    page = ask(app, "GET", "/account", token=house.tokens["bo"]).text
    assert page.count("<li>") == 1
    assert "/account/end" not in page


def test_one_sign_in_is_ended_by_its_button(app: Starlette, house: House) -> None:
    other = sign_in(app).cookies["accord_session"]
    here = house.tokens["ann"]
    (number,) = re.findall(r'name="sign_in" value="(\d+)"', ask(app, "GET", "/account", token=here).text)
    answer = send(app, "/account/end", here, sign_in=number)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account?done=ended")
    assert (holds(app, here), holds(app, other)) == (True, False)
    assert "That sign-in is ended." in ask(app, "GET", "/account?done=ended", token=here).text


def test_all_others_are_ended_and_this_one_stays(app: Starlette, house: House) -> None:
    others = [sign_in(app).cookies["accord_session"] for _ in range(3)]
    here = house.tokens["ann"]
    assert send(app, "/account/end", here, sign_in="others").headers["location"] == "/account?done=others"
    assert (holds(app, here), *(holds(app, other) for other in others)) == (True, False, False, False)
    assert holds(app, house.tokens["bo"])


@pytest.mark.parametrize("which", ["", "-1", "0", "x", "9" * 400, "²", "1; DROP TABLE sign_in"])
def test_a_number_of_no_sign_in_of_ones_own_ends_nothing(app: Starlette, house: House, which: str) -> None:
    assert send(app, "/account/end", house.tokens["ann"], sign_in=which).status_code == 303
    assert all(holds(app, token) for token in house.tokens.values())


def test_nobody_ends_another_persons_sign_in(app: Starlette, house: House) -> None:
    with store.reading() as session:
        numbers = [str(each.id) for each in session.exec(select(m.SignIn)).all()]
    for number in numbers:
        send(app, "/account/end", house.tokens["ann"], sign_in=number)
    assert all(holds(app, token) for name, token in house.tokens.items() if name != "ann")


def test_only_our_own_sentences_are_said(app: Starlette, house: House) -> None:
    page = ask(app, "GET", "/account?done=<b>Call+us</b>", token=house.tokens["ann"]).text
    assert "Call" not in page
    assert 'role="status"' not in page


# --- Changing the password --------------------------------------------------------------------------------------------


def test_a_new_password_replaces_the_old_one_and_ends_the_other_sign_ins(app: Starlette, house: House) -> None:
    here, other = house.tokens["ann"], sign_in(app).cookies["accord_session"]
    answer = change(app, here)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account?done=password")
    said = ask(app, "GET", "/account?done=password", token=here).text
    assert "Your password is changed. Your sign-ins in other browsers are ended; this one stays." in said
    assert (holds(app, here), holds(app, other)) == (True, False)
    assert sign_in(app).status_code == 401
    assert sign_in(app, password=NEW).status_code == 303


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"old": "wrong horse"}, "The old password is wrong."),
        ({"again": "another house"}, "The two new passwords are not the same."),
        ({"new": PASSWORD, "again": PASSWORD}, "The new password is the old one."),
        ({"new": "short", "again": "short"}, "A password needs 8 to 1024 characters."),
        ({"new": "x" * 1025, "again": "x" * 1025}, "A password needs 8 to 1024 characters."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(
    app: Starlette, house: House, sent: dict[str, str], sentence: str
) -> None:
    other = sign_in(app).cookies["accord_session"]
    answer = change(app, house.tokens["ann"], **sent)
    assert (answer.status_code, sentence in answer.text) == (400, True)
    assert not any(f'"{word}"' in answer.text for word in ("wrong horse", NEW, PASSWORD)), "no password is sent back"
    assert holds(app, other)
    assert sign_in(app).status_code == 303


def test_guessing_the_old_password_is_slowed_down_like_signing_in(app: Starlette, house: House) -> None:
    """Whoever sits at an open screen is not its owner."""
    token = house.tokens["ann"]
    assert [change(app, token, old="wrong horse").status_code for _ in range(5)] == [400] * 5
    answer = change(app, token)
    assert (answer.status_code, "Too many attempts have failed." in answer.text) == (429, True)
    assert int(answer.headers["retry-after"]) > 0
    assert sign_in(app).status_code == 429


def test_a_password_that_was_reset_meanwhile_is_not_changed(
    app: Starlette, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reset comes between the check of the old password and the storing of the new one."""

    async def proved_and_reset(name: str, password: str, *, address: str) -> object:
        with store.writing() as session:
            accounts.reset(session, name=name, password="from the admin", now=datetime.now(UTC))
        return None

    monkeypatch.setattr(password_page, "proved", proved_and_reset)
    assert change(app, house.tokens["ann"]).status_code == 400
    monkeypatch.undo()
    monkeypatch.setenv("ACCORD_DATABASE_URL", house.address)
    assert sign_in(app, password=NEW).status_code == 401
    assert sign_in(app, password="from the admin").status_code == 303


@pytest.mark.parametrize("path", ["/account", "/account/password", "/account/end"])
def test_without_the_gate_whoever_is_signed_out_gets_nothing_either(house: House, path: str) -> None:
    bare = Starlette(routes=accord().routes)
    method = "POST" if path.endswith("end") else "GET"
    assert ask(bare, method, path, token="x" * 43).status_code == 401


def test_the_plain_pages_run_no_script(app: Starlette, house: House) -> None:
    for path in ("/account", "/account/password"):
        answer = ask(app, "GET", path, token=house.tokens["ann"])
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "<script" not in answer.text
