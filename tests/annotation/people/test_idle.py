"""A sign-in that is left alone ends after the hours that were set; using it keeps it, to a few minutes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotation import store
from annotation.errors import WrongUse
from annotation.people import accounts, idle, sign_ins
from tests import studies
from tests.studies import NOW

HOUR = timedelta(hours=1)
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def token(database: str) -> str:
    """A sign-in of ann's."""
    ann = studies.add_people("ann")["ann"]
    with store.writing() as session:
        return accounts.start(session, account_id=ann, now=NOW)


def holds(token: str, *, after: timedelta) -> bool:
    with store.reading() as session:
        found = accounts.who(session, token=token, now=NOW + after)
        listed = sign_ins.open_ones(session, account_id=1, token=token, now=NOW + after)
    assert bool(listed) == (found is not None), "the list says the same"
    return found is not None


def use(token: str, *, after: timedelta) -> None:
    with store.writing() as session:
        found = accounts.asking(session, token=token, now=NOW + after)
        assert found is not None
        idle.note(session, sign_in_id=found.sign_in_id, now=NOW + after)


def test_it_ends_twelve_hours_after_its_last_use(token: str) -> None:
    assert holds(token, after=12 * HOUR - MOMENT)
    assert not holds(token, after=12 * HOUR)
    use(token, after=11 * HOUR)
    assert holds(token, after=23 * HOUR - MOMENT)
    assert not holds(token, after=23 * HOUR)


def test_no_use_keeps_it_beyond_its_end(token: str) -> None:
    days = accounts.STAYS_SIGNED_IN // timedelta(hours=10)
    for number in range(days + 1):
        use(token, after=10 * HOUR * number)
    assert holds(token, after=accounts.STAYS_SIGNED_IN - MOMENT)
    assert not holds(token, after=accounts.STAYS_SIGNED_IN)


def test_the_hours_can_be_set(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(idle.SETTING, "0.5")
    assert holds(token, after=HOUR / 2 - MOMENT)
    assert not holds(token, after=HOUR / 2)


@pytest.mark.parametrize("wanted", ["0", "-1", "twelve", "nan", "inf", "337"])
def test_what_is_no_number_of_hours_is_refused(wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(idle.SETTING, wanted)
    with pytest.raises(WrongUse, match="ACCORD_IDLE_HOURS"):
        idle.limit()


def test_a_use_is_written_down_now_and_then_only(monkeypatch: pytest.MonkeyPatch) -> None:
    minute = timedelta(minutes=1)
    assert [idle.is_due(NOW, now=NOW + n * minute) for n in (0, 4, 5, 60)] == [False, False, True, True]
    monkeypatch.setenv(idle.SETTING, "0.1")  # 6 minutes: a tenth of them
    assert idle.is_due(NOW, now=NOW + minute)
