"""Slowing down who guesses: known and unknown names alike, by name and by address, for minutes and no longer."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from annotation import models as m
from annotation import store
from annotation.errors import SlowedDown
from annotation.people import slowdown
from annotation.people.slowdown import COUNTS_FOR, OF_A_NAME, OF_AN_ADDRESS, Limit
from tests import studies
from tests.studies import NOW

HOME = "192.0.2.7"


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def fail(name: str, *, times: int = 1, address: str = HOME, now: datetime = NOW) -> None:
    for _ in range(times):
        with store.writing() as session:
            slowdown.remember(session, name=name, address=address, now=now)


def waits(name: str, *, address: str = HOME, now: datetime = NOW) -> int:
    """How many seconds an attempt has to wait; 0 where it is let through."""
    try:
        with store.reading() as session:
            slowdown.check(session, name=name, address=address, now=now)
    except SlowedDown as refused:
        return refused.seconds
    return 0


def test_the_wait_of_the_docstring() -> None:
    limit = Limit(free=1, first=seconds(10), most=seconds(100))
    assert slowdown.wait([NOW - seconds(30), NOW - seconds(5)], limit, now=NOW) == seconds(15)


def test_each_failure_beyond_the_free_ones_doubles_the_wait_up_to_the_most() -> None:
    def after(failures: int) -> float:
        return slowdown.wait([NOW] * failures, OF_A_NAME, now=NOW).total_seconds()

    assert [after(number) for number in range(10)] == [0, 0, 0, 0, 0, 30, 60, 120, 240, 300]
    assert after(1_000_000) == 300


@given(st.lists(st.integers(0, 3600), max_size=40), st.sampled_from([OF_A_NAME, OF_AN_ADDRESS]))
def test_nobody_waits_longer_than_the_most_nor_for_what_is_long_ago(ago: list[int], limit: Limit) -> None:
    failures = [NOW - seconds(each) for each in ago]
    found = slowdown.wait(failures, limit, now=NOW)
    assert timedelta() <= found <= limit.most
    assert slowdown.wait([*failures, NOW], limit, now=NOW) >= found
    assert slowdown.wait(failures, limit, now=NOW + COUNTS_FOR) == timedelta()


def test_five_failures_of_a_name_make_it_wait_from_every_address(database: str) -> None:
    fail("ann", times=4)
    assert waits("ann") == 0
    fail("ann", address="198.51.100.1")
    assert (waits("ann"), waits("ANN"), waits("ann", address="203.0.113.9")) == (30, 30, 30)
    assert waits("ann", now=NOW + seconds(29.5)) == 1
    assert waits("ann", now=NOW + seconds(30)) == 0
    assert waits("bo") == 0, "another name is not kept waiting by it"


def test_twenty_failures_from_an_address_make_every_name_wait_there_for_a_minute_at_most(database: str) -> None:
    """An institute behind one address: its other people wait for seconds."""
    for number in range(20):
        fail(f"guess-{number}")
    assert (waits("ann"), waits("ann", address="198.51.100.1")) == (5, 0)
    for number in range(200):
        fail(f"guess-{number}")
    assert waits("ann") == 60


def test_a_name_that_nobody_has_waits_like_one_that_somebody_has(database: str) -> None:
    studies.add_people("ann")
    for name in ("ann", "nobody"):
        fail(name, times=5, address=f"of {name}")
    sentences = set()
    for name in ("ann", "nobody"):
        with store.reading() as session, pytest.raises(SlowedDown) as refused:
            slowdown.check(session, name=name, address=HOME, now=NOW)
        sentences.add((str(refused.value), refused.value.seconds))
    assert sentences == {("Too many attempts have failed. Wait 30 seconds, then try again.", 30)}


def test_signing_in_clears_the_name_but_not_the_address(database: str) -> None:
    """Whoever guesses could else sign in to an account of their own after every nineteenth guess."""
    fail("ann", times=10)
    fail("bo", times=10)
    with store.writing() as session:
        slowdown.forget(session, name="ANN")
    fail("cy", times=10)
    assert (waits("ann", address="elsewhere"), waits("bo", address="elsewhere")) == (0, 300)
    assert waits("ann") == 5, "ten of bo and ten of cy"


def test_what_counts_no_more_is_deleted_at_the_next_failure(database: str) -> None:
    fail("ann", times=7)
    fail("bo", now=NOW + COUNTS_FOR)
    assert studies.number_of(m.FailedSignIn) == 1


@pytest.mark.parametrize("name", ["", "\0", "\ud800", "x" * 100_000, "a b"])
def test_what_cannot_be_a_name_counts_too(database: str, name: str) -> None:
    fail(name, times=5)
    assert waits(name) == 30


def test_neither_name_nor_address_is_kept(database: str) -> None:
    fail("ann")
    with store.reading() as session:
        kept = repr(session.execute(text("SELECT * FROM failed_sign_in")).all())
    assert "ann" not in kept
    assert HOME not in kept
