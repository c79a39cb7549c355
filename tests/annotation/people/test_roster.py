"""People as an admin sees them: nobody is deleted, and no admin shuts out themselves or the last one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.errors import NotFound, SignInRefused, WrongUse
from annotation.people import accounts, roster
from annotation.people.roster import Listed
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.usefixtures("quick_passwords")


def listed() -> dict[str, Listed]:
    with store.reading() as session:
        return {each.name: each for each in roster.listed(session, now=NOW + timedelta(minutes=1))}


def close(name: str, *, by: int) -> None:
    with store.writing() as session:
        roster.close(session, name=name, by=by, now=NOW)


def may_sign_in(name: str, password: str) -> bool:
    with store.reading() as session:
        try:
            accounts.prove(session, name=name, password=password)
        except SignInRefused:
            return False
    return True


def test_the_list_says_when_somebody_was_last_here_and_in_how_many_browsers(database: str) -> None:
    people = studies.add_people("ann", "bo")
    with store.writing() as session:
        for hours in (30 * 24, 13, 1, 0):
            accounts.start(session, account_id=people["ann"], now=NOW - timedelta(hours=hours))
        accounts.close(session, name="bo", now=NOW)
    found = listed()
    assert list(found) == ["ann", "bo"], "closed ones come last"
    assert (found["ann"].last_sign_in, found["ann"].open_sign_ins) == (NOW, 2), "one has expired, one was left alone"
    assert (found["bo"].closed_at, found["bo"].last_sign_in, found["bo"].open_sign_ins) == (NOW, None, 0)


def test_a_new_person_gets_a_password_and_the_log_says_who_added_them(database: str) -> None:
    ada = studies.add_people("ada", role="admin")["ada"]
    with store.writing() as session:
        given = roster.add(session, name="chen", role="annotator", by=ada, now=NOW)
    assert may_sign_in("chen", given.password)
    with store.writing() as session:
        again = roster.reset(session, name="chen", by=ada, now=NOW)
    assert not may_sign_in("chen", given.password)
    assert may_sign_in("chen", again.password)
    with store.reading() as session:
        told = session.exec(select(m.Event.kind, m.Event.account_id, m.Event.detail).order_by(col(m.Event.id))).all()
    assert [tuple(each) for each in told] == [
        ("account made", ada, {"role": "annotator", "account": "chen"}),
        ("password reset", ada, {"account": "chen"}),
    ]


@pytest.mark.parametrize(
    ("name", "role", "why"), [("", "annotator", "name"), ("two words", "annotator", "name"), ("x", "boss", "role")]
)
def test_wrong_use_gives_a_sentence(sqlite_database: str, name: str, role: str, why: str) -> None:
    ada = studies.add_people("ada", role="admin")["ada"]
    with pytest.raises(WrongUse, match=why), store.writing() as session:
        roster.add(session, name=name, role=role, by=ada, now=NOW)
    with pytest.raises(WrongUse, match="already"), store.writing() as session:
        roster.add(session, name="ADA", role="admin", by=ada, now=NOW)


def test_an_admin_cannot_close_themselves_nor_the_last_admin(database: str) -> None:
    people = studies.add_people("ada", "ben", role="admin")
    with pytest.raises(WrongUse, match="your own account"):
        close("ADA", by=people["ada"])
    close("ben", by=people["ada"])
    with pytest.raises(WrongUse, match="closed in the meantime"):
        close("ada", by=people["ben"])  # ben's screen was still open
    with pytest.raises(WrongUse, match="closed already"):
        close("ben", by=people["ada"])
    with pytest.raises(NotFound, match="'nobody'"):
        close("nobody", by=people["ada"])
    assert {name: each.closed_at is None for name, each in listed().items()} == {"ada": True, "ben": False}


def test_closing_and_signing_out_end_every_sign_in_and_delete_nothing(database: str) -> None:
    ada = studies.add_people("ada", role="admin")["ada"]
    ann = studies.add_people("ann")["ann"]
    with store.writing() as session:
        tokens = [accounts.start(session, account_id=ann, now=NOW) for _ in range(2)]
        assert roster.sign_out(session, name="ann", by=ada, now=NOW) == 2
        assert accounts.who(session, token=tokens[0], now=NOW) is None
        accounts.start(session, account_id=ann, now=NOW)
    close("ann", by=ada)
    assert listed()["ann"].open_sign_ins == 0
    assert studies.number_of(m.Account) == 2
    assert studies.number_of(m.SignIn) == 3


def test_items_can_be_assigned_to_open_accounts_that_label(sqlite_database: str) -> None:
    studies.add_people("bo", "ann")
    studies.add_people("dana", role="adjudicator")
    studies.add_people("rui", role="researcher")
    with store.writing() as session:
        accounts.close(session, name="bo", now=NOW)
    with store.reading() as session:
        assert roster.may_label(session) == ["ann", "dana"]
