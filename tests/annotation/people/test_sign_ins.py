"""Where one is signed in: seen by oneself alone, and ended one by one or all but the one that asks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.errors import NotFound, SignInRefused
from annotation.people import accounts, sign_ins
from annotation.people.accounts import STAYS_SIGNED_IN
from annotation.people.sign_ins import OpenSignIn
from tests import studies
from tests.studies import NOW

MINUTE = timedelta(minutes=1)


@pytest.fixture
def ids(database: str) -> dict[str, int]:
    """The accounts of ann and bo."""
    return studies.add_people("ann", "bo")


def start(account_id: int, device: str = "", *, later: timedelta = timedelta()) -> str:
    with store.writing() as session:
        return accounts.start(session, account_id=account_id, now=NOW + later, device=device)


def listed(account_id: int, token: str, *, later: timedelta = MINUTE) -> list[OpenSignIn]:
    with store.reading() as session:
        return sign_ins.open_ones(session, account_id=account_id, token=token, now=NOW + later)


def holds(token: str) -> bool:
    with store.reading() as session:
        return accounts.who(session, token=token, now=NOW + MINUTE) is not None


def test_the_list_has_the_one_that_asks_first_and_then_the_latest(ids: dict[str, int]) -> None:
    tokens = [start(ids["ann"], device, later=number * MINUTE) for number, device in enumerate(["a", "b", "c"])]
    start(ids["bo"], "another's")
    found = listed(ids["ann"], tokens[1])
    assert [(each.device, each.here) for each in found] == [("b", True), ("c", False), ("a", False)]
    assert (found[0].since, found[0].until) == (NOW + MINUTE, NOW + MINUTE + STAYS_SIGNED_IN)


def test_what_has_ended_is_not_listed(ids: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCORD_IDLE_HOURS", "336")
    here, out, late = (start(ids["ann"], later=number * MINUTE) for number in range(3))
    with store.writing() as session:
        accounts.sign_out(session, token=out, now=NOW)
    assert len(listed(ids["ann"], here)) == 2
    assert [each.here for each in listed(ids["ann"], late, later=STAYS_SIGNED_IN)] == [True]


def test_one_sign_in_is_ended_and_never_another_persons(ids: dict[str, int]) -> None:
    here, other, another = start(ids["ann"]), start(ids["ann"]), start(ids["bo"])
    mine = next(each.id for each in listed(ids["ann"], here) if not each.here)
    with store.writing() as session:
        sign_ins.end(session, account_id=ids["bo"], sign_in_id=mine, now=NOW)
        sign_ins.end(session, account_id=ids["ann"], sign_in_id=999_999, now=NOW)
    assert (holds(here), holds(other), holds(another)) == (True, True, True)
    for _ in range(2):
        with store.writing() as session:
            sign_ins.end(session, account_id=ids["ann"], sign_in_id=mine, now=NOW)
    assert (holds(here), holds(other), holds(another)) == (True, False, True)


def test_all_others_are_ended_and_this_one_stays(ids: dict[str, int]) -> None:
    tokens, another = [start(ids["ann"]) for _ in range(4)], start(ids["bo"])
    with store.writing() as session:
        sign_ins.end_others(session, account_id=ids["ann"], token=tokens[2], now=NOW)
    assert [holds(token) for token in tokens] == [False, False, True, False]
    assert holds(another)


def test_a_changed_password_ends_every_other_sign_in_and_replaces_the_old_one(
    ids: dict[str, int], quick_passwords: None
) -> None:
    here, other, another = start(ids["ann"]), start(ids["ann"]), start(ids["bo"])
    with store.writing() as session:
        accounts.change_password(session, token=here, password_hash=accounts.hashed("a new one"), now=NOW)
    assert (holds(here), holds(other), holds(another)) == (True, False, True)
    with store.reading() as session:
        assert accounts.prove(session, name="ann", password="a new one").id == ids["ann"]
        with pytest.raises(SignInRefused):
            accounts.prove(session, name="ann", password="the old one")


def test_a_reset_that_came_first_is_not_undone_by_a_change(ids: dict[str, int], quick_passwords: None) -> None:
    """Whoever took over a browser must not win against the admin's reset by sending the form a moment later."""
    token = start(ids["ann"])
    with store.writing() as session:
        accounts.reset(session, name="ann", password="from the admin", now=NOW)
    with store.writing() as session, pytest.raises(SignInRefused):
        accounts.change_password(session, token=token, password_hash=accounts.hashed("a new one"), now=NOW)
    with store.reading() as session:
        assert accounts.prove(session, name="ann", password="from the admin").name == "ann"


def test_signing_a_named_account_out_says_how_many_sign_ins_ended(ids: dict[str, int]) -> None:
    tokens, another = [start(ids["ann"]), start(ids["ann"])], start(ids["bo"])
    with store.writing() as session:
        assert accounts.sign_out_named(session, name="Ann", now=NOW) == 2
        assert accounts.sign_out_named(session, name="ann", now=NOW) == 0
    assert not any(holds(token) for token in tokens)
    assert holds(another)
    with store.writing() as session, pytest.raises(NotFound, match="'cy'"):
        accounts.sign_out_named(session, name="cy", now=NOW)


def test_a_devices_words_are_kept_short(ids: dict[str, int]) -> None:
    token = start(ids["ann"], "x" * 5000)
    assert [len(each.device) for each in listed(ids["ann"], token)] == [accounts.LONGEST_DEVICE]


def test_the_log_tells_of_it_without_a_secret(ids: dict[str, int], quick_passwords: None) -> None:
    here, _other = start(ids["ann"]), start(ids["ann"])
    with store.writing() as session:
        sign_ins.end_others(session, account_id=ids["ann"], token=here, now=NOW)
        password_hash = accounts.hashed("a new secret")
        accounts.change_password(session, token=here, password_hash=password_hash, now=NOW)
    with store.reading() as session:
        log = [(event.kind, event.detail) for event in session.exec(select(m.Event)).all()]
    assert log[-2:] == [("sign-ins ended", {"sign_ins": 1}), ("password changed", {})]
    assert not any(secret in repr(log) for secret in (here, password_hash, "a new secret"))
