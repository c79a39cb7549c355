"""How a person wants the board: kept with the account, over the project's own choice."""

from __future__ import annotations

import pytest

from annotation import models as m
from annotation import settings, store
from annotation.errors import Invalid
from annotation.people import preferences
from annotation.people.preferences import Preferences
from annotation.settings import ProjectSettings
from tests.studies import NOW, SLUG, screen_of


def choose(account_id: int, chosen: Preferences) -> None:
    with store.writing() as session:
        preferences.save(session, account_id=account_id, chosen=chosen)


def test_what_is_chosen_is_there_again_for_this_person_only(people_anywhere: dict[str, int]) -> None:
    ann, bo = people_anywhere["ann"], people_anywhere["bo"]
    choose(ann, Preferences(show_pace=False, break_minutes=45))
    assert (screen_of(ann).preferences.show_pace, screen_of(ann).preferences.break_minutes) == (False, 45)
    assert (screen_of(bo).preferences.show_pace, screen_of(bo).preferences.break_minutes) == (True, 0)


def test_the_project_says_whether_single_keys_work_until_the_person_does(people: dict[str, int]) -> None:
    ann = people["ann"]
    assert screen_of(ann).preferences.single_keys
    with store.writing() as session:
        settings.save(session, slug=SLUG, settings=ProjectSettings(single_keys=False), account_id=None, now=NOW)
    assert not screen_of(ann).preferences.single_keys
    choose(ann, Preferences(single_keys=True))
    assert screen_of(ann).preferences.single_keys


@pytest.mark.parametrize("body", [b"", b"[]", b'{"break_minutes": 500}', b'{"show_pace": "no"}', b'{"colour": "red"}'])
def test_what_is_no_choice_is_refused(body: bytes) -> None:
    with pytest.raises(Invalid):
        preferences.parse(body)


def test_what_another_version_stored_never_keeps_the_board_closed() -> None:
    account = m.Account(name="a", name_key="a", role="annotator", password_hash="", created_at=NOW)
    account.preferences = {"colour": "red", "show_pace": False}
    assert not preferences.read(account).show_pace
    account.preferences = {"break_minutes": "often"}
    assert preferences.read(account) == Preferences()


def test_what_is_left_out_of_a_choice_stays_as_it_was(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    choose(ann, Preferences(break_minutes=45))
    choose(ann, Preferences(show_pace=False))
    kept = screen_of(ann).preferences
    assert (kept.break_minutes, kept.show_pace, kept.single_keys) == (45, False, True)
