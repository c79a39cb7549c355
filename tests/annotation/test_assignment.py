"""Who labels what: exact overlap, even loads, the same by the same seed, and nothing that exists ever changes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from annotation import assignment, store
from annotation import models as m
from annotation.assignment import Assigned, Pair, Preview, plan
from annotation.errors import Conflict, NotFound, WrongUse
from annotation.handing_out import shown_order
from annotation.imports import importing
from tests import studies
from tests.studies import NOW, SLUG

ITEMS = st.lists(st.text(alphabet="ab1", min_size=1, max_size=4), unique=True, max_size=12)
PEOPLE = st.lists(st.sampled_from(["ann", "bo", "chen", "dee", "eve", "fay"]), unique=True, min_size=1)
SEEDS = st.integers(0, 5)


@st.composite
def questions(draw: st.DrawFn) -> tuple[list[str], list[str], int, int]:
    """Items, people, an overlap that they can give, and a seed."""
    items, people = draw(ITEMS), draw(PEOPLE)
    return items, people, draw(st.integers(1, len(people))), draw(SEEDS)


def asked(*, overlap: int, names: tuple[str, ...] = ("ann", "bo"), seed: int = 1) -> Assigned:
    with store.writing() as session:
        return assignment.assign(session, slug=SLUG, annotators=names, overlap=overlap, seed=seed, now=NOW)


def stored() -> dict[tuple[str, str], tuple[int, list[str], int]]:
    """Each assignment's position, order of targets and revision, by annotator and item."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Rater.name, m.Item.source_id, m.Assignment).select_from(m.Assignment).join(m.Rater).join(m.Item)
        ).all()
    return {(name, item): (row.position, row.target_order, row.revision) for name, item, row in rows}


# --- The plan -------------------------------------------------------------------------------------------------------


@given(questions())
def test_every_item_has_exactly_the_overlap_of_different_people(case: tuple[list[str], list[str], int, int]) -> None:
    items, people, overlap, seed = case
    pairs = plan(items, people, overlap=overlap, seed=seed)
    assert len(set(pairs)) == len(pairs)
    assert Counter(item for item, _ in pairs) == dict.fromkeys(items, overlap)


@given(questions())
def test_loads_differ_by_at_most_one(case: tuple[list[str], list[str], int, int]) -> None:
    items, people, overlap, seed = case
    loads = Counter(dict.fromkeys(people, 0))
    loads.update(who for _, who in plan(items, people, overlap=overlap, seed=seed))
    assert max(loads.values()) - min(loads.values()) <= 1


@given(questions(), st.randoms(use_true_random=False))
def test_the_seed_alone_decides(case: tuple[list[str], list[str], int, int], dice: object) -> None:
    """Neither the order of the items nor that of the names."""
    items, people, overlap, seed = case
    first = plan(items, people, overlap=overlap, seed=seed)
    dice.shuffle(items)  # type: ignore[attr-defined]
    dice.shuffle(people)  # type: ignore[attr-defined]
    assert plan(items, people, overlap=overlap, seed=seed) == first


def test_another_seed_gives_another_plan() -> None:
    items = [f"i{n}" for n in range(20)]
    assert len({tuple(sorted(plan(items, ["ann", "bo", "chen"], overlap=1, seed=seed))) for seed in range(5)}) == 5


@given(questions(), ITEMS)
def test_adding_items_only_fills_what_is_missing(case: tuple[list[str], list[str], int, int], more: list[str]) -> None:
    items, people, overlap, seed = case
    existing = set(plan(items, people, overlap=overlap, seed=seed))
    every = list(dict.fromkeys([*items, *more]))
    new = plan(every, people, overlap=overlap, seed=seed, existing=existing)
    assert {item for item, _ in new} == set(every) - set(items)
    assert Counter(item for item, _ in [*existing, *new]) == dict.fromkeys(every, overlap)


@given(questions(), PEOPLE)
def test_people_who_come_later_fill_up_to_the_overlap_and_no_further(
    case: tuple[list[str], list[str], int, int], later: list[str]
) -> None:
    items, people, overlap, seed = case
    existing: set[Pair] = set(plan(items, people, overlap=overlap, seed=seed))
    assert plan(items, later, overlap=1, seed=seed, existing=existing) == []
    new = plan(items, later, overlap=len(later), seed=seed, existing=existing)
    assert not existing & set(new)
    assert all(who in later for _, who in new)


@pytest.mark.parametrize("overlap", [-1, 0, 3])
def test_an_overlap_that_the_people_cannot_give_is_refused(overlap: int) -> None:
    with pytest.raises(WrongUse, match="overlap"):
        plan(["i1"], ["ann", "bo", "ann"], overlap=overlap, seed=0)


@given(st.lists(st.text(min_size=1), unique=True), SEEDS, st.text(), st.text())
def test_the_shown_order_has_every_target_once(keys: list[str], seed: int, item: str, annotator: str) -> None:
    order = shown_order(keys, seed=seed, item=item, annotator=annotator)
    assert sorted(order) == sorted(keys)
    assert shown_order(keys[::-1], seed=seed, item=item, annotator=annotator) == order, "nothing of the source's order"


def test_people_and_items_differ_in_their_order() -> None:
    """A shared order would make people err alike."""
    keys = [f"m{n}" for n in range(9)]
    orders = [shown_order(keys, seed=1, item=item, annotator=who) for item in ("i1", "i2") for who in ("ann", "bo")]
    assert len({tuple(order) for order in orders}) == 4


# --- Stored ---------------------------------------------------------------------------------------------------------


def test_assignments_are_stored_with_the_order_each_person_sees(database: str) -> None:
    studies.make_project(studies.records(6))
    studies.add_people("ann", "bo")
    done = asked(overlap=2)
    assert done == Assigned(assignments_added=12, loads={"ann": 6, "bo": 6})
    found = stored()
    assert sorted(position for (name, _), (position, _, _) in found.items() if name == "ann") == [1, 2, 3, 4, 5, 6]
    assert any(found["ann", item][1] != found["bo", item][1] for item in (f"i{n}" for n in range(1, 7)))
    assert all(revision == 0 for _, _, revision in found.values())


def test_the_board_shows_the_stored_order(sqlite_database: str) -> None:
    studies.make_project()
    people = studies.add_people("ann")
    asked(names=("ann",), overlap=1)
    first = min(stored().values())
    screen = studies.screen_of(people["ann"])
    assert screen.item is not None
    assert [target.key for target in screen.item.targets] == first[1]


def test_adding_items_and_people_changes_nothing_that_exists(database: str) -> None:
    studies.make_project(studies.records(4))
    studies.add_people("ann", "bo", "chen")
    asked(overlap=1)
    before = stored()
    studies.make_project(studies.records(7))
    assert asked(overlap=1).assignments_added == 3
    assert asked(overlap=1).assignments_added == 0
    asked(names=("ann", "bo", "chen"), overlap=2, seed=9)
    after = stored()
    assert {key: after[key] for key in before} == before
    assert Counter(item for _, item in after) == {f"i{n}": 2 for n in range(1, 8)}
    old_end = max(position for (name, _), (position, _, _) in before.items() if name == "ann")
    new = [position for key, (position, _, _) in after.items() if key[0] == "ann" and key not in before]
    assert min(new) > old_end, "new items come behind the old ones"


def test_one_persons_progress_takes_nothing_from_another(database: str) -> None:
    """F7, F8: B has everything to do after A has finished, and each goes on at their own place after a restart."""
    studies.make_project()
    people = studies.add_people("ann", "bo")
    asked(overlap=2)
    studies.submit(people["bo"], studies.submission(studies.screen_of(people["bo"])))
    studies.label_all(people["ann"])
    place = studies.screen_of(people["bo"])
    assert (place.progress.done, place.progress.total) == (1, 3)
    store.engine().dispose()
    store._engine.cache_clear()
    assert studies.screen_of(people["bo"]) == place
    assert studies.screen_of(people["ann"]).state == "done"


def test_a_name_given_twice_is_one_person(sqlite_database: str) -> None:
    studies.make_project()
    studies.add_people("ann", "bo")
    with pytest.raises(WrongUse, match="overlap"):
        asked(names=("ann", "ANN"), overlap=2)
    assert asked(names=("ann", "ANN"), overlap=1) == Assigned(assignments_added=3, loads={"ann": 3})


def test_who_cannot_label_is_refused(sqlite_database: str) -> None:
    studies.make_project()
    studies.add_people("rui", role="researcher")
    studies.add_people("dana", role="adjudicator")
    with pytest.raises(WrongUse, match="'rui' is researcher"):
        asked(names=("rui",), overlap=1)
    with pytest.raises(NotFound, match="'cy'"):
        asked(names=("dana", "cy"), overlap=1)
    assert studies.number_of(m.Assignment) == studies.number_of(m.Rater) == 0
    assert asked(names=("dana",), overlap=1).assignments_added == 3


def test_what_a_file_has_labelled_already_is_done(database: str) -> None:
    """Labels that came from a file before or after the assignment are not asked again."""
    studies.make_project()
    studies.add_people("ann", "bo")
    first, second, third = studies.records()
    studies.take_labels(studies.votes({"ann": "source"}, content=[first]), as_account=True)
    asked(overlap=2)
    studies.take_labels(studies.votes({"ann": "source"}, content=[second]), as_account=True)
    half = [["i3", studies.texts(third)[0][0], "role", "ann", "must"]]
    studies.take_labels(studies.label_file(half), as_account=True)
    done = {key for key, (_, _, revision) in stored().items() if revision}
    assert done == {("ann", "i1"), ("ann", "i2")}


# --- The preview ----------------------------------------------------------------------------------------------------


def looked_at(*, overlap: int, names: tuple[str, ...] = ("ann", "bo"), seed: int = 1) -> Preview:
    with store.reading() as session:
        return assignment.preview(session, slug=SLUG, annotators=names, overlap=overlap, seed=seed)


def as_seen(seen: str, *, overlap: int, names: tuple[str, ...] = ("ann", "bo")) -> Assigned:
    with store.writing() as session:
        return assignment.assign(
            session, slug=SLUG, annotators=names, overlap=overlap, seed=1, now=NOW, seen=seen, account_id=None
        )


def test_a_preview_shows_the_loads_and_stores_nothing(database: str) -> None:
    studies.make_project(studies.records(4))
    studies.add_people("ann", "bo", "chen")
    asked(overlap=1)
    seen = looked_at(overlap=2, names=("ann", "bo", "chen"))
    assert (seen.items, seen.assignments_added) == (4, 4)
    assert (seen.before, sum(seen.after.values())) == ({"ann": 2, "bo": 2, "chen": 0}, 8)
    assert studies.number_of(m.Assignment) == 4
    assert studies.number_of(m.Rater) == 2
    assert looked_at(overlap=2, names=("ann", "bo", "chen")) == seen
    assert as_seen(seen.stamp, overlap=2, names=("ann", "bo", "chen")).loads == seen.after
    assert looked_at(overlap=2, names=("ann", "bo", "chen")).assignments_added == 0
    with store.reading() as session:
        assert sorted(assignment.assigned(session, slug=SLUG)) == ["ann", "bo", "chen"]


def test_a_preview_of_what_has_changed_since_is_refused_and_stores_nothing(database: str) -> None:
    studies.make_project(studies.records(4))
    people = studies.add_people("ann", "bo")
    seen = looked_at(overlap=2)
    studies.make_project(studies.records(5))
    with pytest.raises(Conflict, match="have changed since") as stale:
        as_seen(seen.stamp, overlap=2)
    assert stale.value.code == "stale_plan"
    seen = looked_at(overlap=2)
    asked(overlap=1)  # somebody else assigns meanwhile
    with pytest.raises(Conflict, match="have changed since"):
        as_seen(seen.stamp, overlap=2)
    seen = looked_at(overlap=2)
    with store.writing() as session:
        session.get_one(m.Account, people["bo"]).closed_at = NOW
    with pytest.raises(NotFound, match="'bo' is closed"):
        as_seen(seen.stamp, overlap=2)
    assert studies.number_of(m.Assignment) == 5


def test_an_item_about_which_nothing_is_asked_is_given_to_nobody(sqlite_database: str) -> None:
    """A codebook about responses: items whose responses are still to come wait, and are given when these are there."""
    studies.add_people("ann")
    output = {"item": "i1", "system": "s", "setting": "", "response": "Bring plums."}
    with store.writing() as session:
        records = studies.as_file([studies.record("i1"), studies.record("i2")])
        importing.import_items(session, records, slug=SLUG, now=NOW, protocol="stratmem-integration")
    for answered in ("i1", "i2"):
        with store.writing() as session:
            file = studies.as_file([{**output, "item": answered}])
            importing.import_items(session, file, slug=SLUG, now=NOW, format_name="outputs")
            done = assignment.assign(session, slug=SLUG, annotators=["ann"], overlap=1, seed=1, now=NOW)
        assert done.assignments_added == 1
