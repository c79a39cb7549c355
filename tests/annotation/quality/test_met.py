"""What somebody met as a known item, in a training or a calibration does not come to them again where it counts.

Whoever has talked about an item, or read what is right about it, is not independent on it any more.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import col, select

from annotation import assignment, store
from annotation import models as m
from annotation.assignment import Assigned
from annotation.item_choice import TheseItems
from annotation.pool import escalation, escalation_plan, outlook
from annotation.practice import calibration, training
from annotation.quality import known, known_mixing
from tests import pools, studies
from tests.annotation.board.test_labelling_at_once import at_once
from tests.studies import NOW, SLUG, label_file

ITEMS = ("i1", "i2", "i3", "i4")


def study(*names: str) -> dict[str, int]:
    """Four items that nobody has, with known roles."""
    content = studies.records(len(ITEMS))
    studies.make_project(content)
    people = studies.add_people(*names)
    rows = [(item["id"], text, "role", role) for item in content for text, role in studies.texts(item)]
    with store.writing() as session:
        file = label_file(rows, columns=("item", "target", "question", "label"))
        known.from_file(session, file, slug=SLUG, now=NOW)
    return people


def calibrate(*names: str, items: tuple[str, ...] = ("i1", "i2")) -> None:
    with store.writing() as session:
        calibration.open_calibration(session, slug=SLUG, annotators=names, which=TheseItems(items), now=NOW)


def train(*names: str, items: tuple[str, ...] = ("i1", "i2")) -> None:
    with store.writing() as session:
        training.open_training(session, slug=SLUG, annotators=names, which=TheseItems(items), now=NOW)


def assigned(*names: str, overlap: int) -> Assigned:
    with store.writing() as session:
        seen = assignment.preview(session, slug=SLUG, annotators=names, overlap=overlap, seed=1)
        done = assignment.assign(session, slug=SLUG, annotators=names, overlap=overlap, seed=1, now=NOW)
    assert (seen.kept_away, seen.items_short) == (done.kept_away, done.items_short)
    return done


def main_pairs() -> set[tuple[str, str]]:
    """Item and annotator of every assignment of the main round."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Item.source_id, m.Rater.name)
            .select_from(m.Assignment)
            .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
            .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
            .join(m.Round, col(m.Round.id) == m.Assignment.round_id)
            .where(m.Round.kind == "independent")
        ).all()
        return set(rows)


@pytest.mark.parametrize("practise", [calibrate, train])
def test_what_was_practised_on_is_assigned_to_others(practise: object, database: str) -> None:
    study("ann", "bo", "chen")
    (calibrate if practise is calibrate else train)("ann", "bo")
    done = assigned("ann", "bo", "chen", overlap=1)
    assert (done.assignments_added, done.kept_away, done.items_short) == (4, 4, 0)
    assert {name for item, name in main_pairs() if item in ("i1", "i2")} == {"chen"}


def test_where_everybody_practised_on_an_item_it_has_too_few_and_it_is_said(sqlite_database: str) -> None:
    """Overlap 2 of three people, two of whom know i1 and i2: those have one annotator each, the other two have two."""
    study("ann", "bo", "chen")
    calibrate("ann", "bo")
    done = assigned("ann", "bo", "chen", overlap=2)
    assert (done.assignments_added, done.kept_away, done.items_short) == (6, 4, 2)
    again = assigned("ann", "bo", "chen", overlap=2)
    assert (again.assignments_added, again.kept_away, again.items_short) == (0, 4, 2)


def test_known_items_are_not_planned_for_whoever_is_to_meet_them(sqlite_database: str) -> None:
    """ann has two of four items and gets the two others as known ones; assigning all to her adds neither."""
    study("ann", "bo")
    assigned("ann", "bo", overlap=1)
    with store.writing() as session:
        known_mixing.mix_in(session, slug=SLUG, each=2, now=NOW)
    before = main_pairs()
    assert assigned("ann", "bo", overlap=2).assignments_added == 0
    assert main_pairs() == before


def test_what_was_practised_on_is_mixed_in_for_nobody_who_did(sqlite_database: str) -> None:
    study("ann", "bo")
    train("ann", items=("i1", "i2", "i3"))
    with store.writing() as session:
        assignment.assign(session, slug=SLUG, annotators=["ann", "bo"], overlap=1, seed=1, now=NOW)
        mixed = known_mixing.mix_in(session, slug=SLUG, each=3, now=NOW)
    placed = {each.annotator: {item for item, _ in each.placed} for each in mixed.people}
    assert not placed["ann"] & {"i1", "i2", "i3"}


def test_a_pool_gives_nobody_what_they_practised_on(database: str) -> None:
    people = study("ann", "bo")
    calibrate("ann")
    with store.writing() as session:
        session.exec(select(m.Round).where(m.Round.kind == "calibration")).one().closed_at = NOW
    pools.open_pool(places=1)
    with store.reading() as session:
        current = session.exec(select(m.Round).where(m.Round.kind == "independent")).one()
        ahead = {name: outlook.outlook(session, current, key) for name, key in people.items()}
    assert {name: each and each.takable for name, each in ahead.items()} == {"ann": 2, "bo": 4}
    taken = []
    while (item := pools.take(people["ann"])) is not None:
        taken.append(item)
        studies.submit(people["ann"], studies.submission(studies.screen_of(people["ann"])))
    assert taken == ["i3", "i4"]
    assert pools.take(people["bo"]) == "i1"


def test_escalation_asks_nobody_who_practised_on_the_item(sqlite_database: str) -> None:
    people = study("ann", "bo", "chen", "dov")
    calibrate("chen", items=("i1",))
    with store.writing() as session:
        session.exec(select(m.Round).where(m.Round.kind == "calibration")).one().closed_at = NOW
        assignment.assign(session, slug=SLUG, annotators=["ann", "bo"], overlap=2, seed=1, now=NOW)
    for name, label in (("ann", "must"), ("bo", "irr")):
        studies.label_all(people[name], label)
    with store.writing() as session:
        chosen = escalation_plan.checked(under=0.9, cap=3)
        escalation.set_up(session, slug=SLUG, chosen=chosen, now=NOW)
        assert escalation.run(session, slug=SLUG, now=NOW) == len(ITEMS)
    assert {name for item, name in main_pairs() if item == "i1"} == {"ann", "bo", "dov"}


def test_practice_on_what_waits_in_the_main_round_is_said_beforehand(sqlite_database: str) -> None:
    """ann and bo have two items each; both practise on all four: four of eight assignments come again."""
    study("ann", "bo")
    assigned("ann", "bo", overlap=1)
    with store.writing() as session:
        assert calibration.preview(session, slug=SLUG, annotators=["ann", "bo"]) == (4, 4)
        assert training.preview(session, slug=SLUG, annotators=["ann"]) == (4, 2)
        done = calibration.open_calibration(session, slug=SLUG, annotators=["ann", "bo"], now=NOW)
    assert done.to_come == 4


def test_mixing_in_and_taking_at_once_give_nobody_an_item_twice(database: str) -> None:
    """Both ask for the lock of the round, so whichever comes second sees what the first gave."""
    names = tuple(f"p{n}" for n in range(8))
    people = study(*names)
    pools.open_pool(places=len(names))
    for name in names:
        pools.take(people[name])
        studies.submit(people[name], studies.submission(studies.screen_of(people[name])))

    def mix() -> object:
        with store.writing() as session:
            return known_mixing.mix_in(session, slug=SLUG, each=3, now=NOW)

    def take(name: str) -> Callable[[], object]:
        return lambda: pools.take(people[name])

    at_once([*map(take, names[:4]), mix])
    at_once([*map(take, names[4:]), mix])
    with store.reading() as session:
        rows = session.exec(select(m.Assignment.item_id, m.Assignment.rater_id)).all()
    assert len(rows) == len(set(rows)), "in the main round or as a known item, never both"
