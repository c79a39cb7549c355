"""A calibration round: everybody in it, and its answers in neither agreement, settling nor gold."""

from __future__ import annotations

import pytest

from annotation import judgments, projects, rounds, store
from annotation.board import own_items
from annotation.desk import adjudication
from annotation.discussion import consensus
from annotation.errors import Conflict, NotFound, WrongUse
from annotation.item_choice import TheseItems, Which
from annotation.practice import calibration
from exports import gold
from exports.study import study
from tests import studies
from tests.studies import NOW, SLUG, screen_of


def calibrate(*names: str, which: Which = "all") -> calibration.Calibration:
    with store.writing() as session:
        return calibration.open_calibration(session, slug=SLUG, annotators=names, which=which, now=NOW)


def test_everybody_chosen_works_in_it_while_it_is_open(people_anywhere: dict[str, int]) -> None:
    made = calibrate("ann", "bo", which=TheseItems(("i1", "i2")))
    assert (made.number, made.items, made.annotators) == (2, 2, 2)
    screen = screen_of(people_anywhere["ann"])
    assert (screen.project.round, screen.project.round_kind, screen.progress.total) == (2, "calibration", 2)
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=NOW, round_number=2)
    assert screen_of(people_anywhere["ann"]).project.round == 1


def test_its_answers_are_in_neither_agreement_nor_gold_and_are_reported_when_named(
    people_anywhere: dict[str, int],
) -> None:
    calibrate("ann", "bo")
    studies.label_all(people_anywhere["ann"], "must")
    studies.label_all(people_anywhere["bo"], "must")
    with store.writing() as session:
        assert adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW).decided == 0
    with store.reading() as session:
        assert not list(judgments.current(session, slug=SLUG))
        assert not list(gold.rows(session, slug=SLUG, only_decided=True))
        assert not list(consensus.counted(session, slug=SLUG))
        headline, named = study(session, slug=SLUG, bootstrap=0), study(session, slug=SLUG, round_number=2, bootstrap=0)
    assert (headline.round_kind, headline.questions[0].found.n_ratings) == ("independent", 0)
    assert headline.questions[0].found.excluded == {"calibration": 18}
    assert (named.round_kind, named.questions[0].found.n_ratings) == ("calibration", 18)


def test_items_are_assigned_in_the_round_before_while_it_is_open(people: dict[str, int]) -> None:
    calibrate("ann")
    studies.add_people("chen")
    studies.assign("chen")
    with store.reading() as session:
        assert projects.planned_round(session, projects.find(session, SLUG)).number == 1
    assert screen_of(people["ann"]).progress.total == 3


def test_a_second_one_or_one_of_nothing_or_nobody_is_refused(people: dict[str, int]) -> None:
    with pytest.raises(WrongUse, match="annotator"):
        calibrate()
    with pytest.raises(NotFound, match="i9"):
        calibrate("ann", which=TheseItems(("i9",)))
    calibrate("ann")
    with pytest.raises(Conflict, match="already"):
        calibrate("ann")
    assert people


def test_once_closed_its_items_can_be_looked_at_again_by_those_who_took_part(people: dict[str, int]) -> None:
    calibrate("ann", which=TheseItems(("i1", "i2")))
    assert practised(people["ann"]) == []
    studies.label_all(people["ann"], "must")
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=NOW, round_number=2)
    found = practised(people["ann"])
    assert [each.state for each in found] == ["done", "done"]
    screen = studies.item_screen(people["ann"], found[0].assignment)
    assert (screen.editable, screen.project.round_kind, len(screen.answers)) == (False, "calibration", 3)
    assert practised(people["bo"]) == []


def practised(account_id: int) -> list[own_items.OwnItem]:
    with store.reading() as session:
        return own_items.practised(session, account_id=account_id, slug=SLUG)
