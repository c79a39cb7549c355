"""Hidden repeats: which items, where, and that they are for self-agreement alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from annotation import judgments, store
from annotation import models as m
from annotation.board import own_items
from annotation.desk import adjudication
from annotation.errors import WrongUse
from annotation.quality import repeats
from annotation.quality.mixing import Standing
from annotation.quality.repeats import Repeats, placed, plan
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit


def queue_of(size: int, done: int = 0) -> list[Standing]:
    return [Standing(f"i{n:03}", n, n > done) for n in range(1, size + 1)]


def add(share: float = 1.0, distance: int = 2, *, seed: int = 3) -> Repeats:
    with store.writing() as session:
        return repeats.add(session, slug=SLUG, share=share, distance=distance, seed=seed, now=NOW)


@given(
    size=st.integers(1, 60),
    done=st.integers(0, 60),
    share=st.floats(0.01, 1),
    distance=st.integers(1, 70),
    seed=st.integers(0, 9),
)
def test_a_second_showing_comes_the_distance_later_and_never_where_one_is_past(
    size: int, done: int, share: float, distance: int, seed: int
) -> None:
    done = min(done, size)
    queue = queue_of(size, done)
    chosen = plan(queue, share=share, distance=distance, seed=seed, annotator="ann")
    places = placed(queue, chosen, distance=distance, seed=seed, annotator="ann")
    assert len(chosen) <= round(share * size)
    assert {item for item, _ in places} == set(chosen)
    assert len({position for _, position in places}) == len(places)
    for item, position in places:
        first = int(item[1:])
        assert position + 1 - first >= distance  # it is shown right after the item at its position
        assert position >= done


def test_the_same_seed_gives_the_same_plan_and_people_differ() -> None:
    queue = queue_of(40)
    ann = plan(queue, share=0.25, distance=5, seed=7, annotator="ann")
    assert ann == plan(queue, share=0.25, distance=5, seed=7, annotator="ann")
    assert len(ann) == 10
    assert ann != plan(queue, share=0.25, distance=5, seed=7, annotator="bo")
    assert ann != plan(queue, share=0.25, distance=5, seed=8, annotator="ann")


def test_what_comes_again_already_counts_and_is_not_chosen_again() -> None:
    queue = queue_of(20)
    more = plan(queue, share=0.5, distance=2, seed=1, annotator="ann", held={"i001", "i002", "i003"})
    assert len(more) == 7
    assert not {"i001", "i002", "i003"} & set(more)


def test_repeats_are_saved_beside_the_round_and_run_again_add_nothing(people_anywhere: dict[str, int]) -> None:
    done = add()
    assert [(each.annotator, len(each.placed)) for each in done.people] == [("ann", 2), ("bo", 2)]
    assert done.added == 4
    assert add().added == 0
    with store.reading() as session:
        main, companion = session.exec(select(m.Round)).all()
        assert (companion.kind, companion.beside_id, companion.options["distance"]) == ("repeat", main.id, 2)
        assert len(own_items.items(session, account_id=people_anywhere["ann"], slug=SLUG)) == 5
        kinds = session.exec(select(m.Event.kind)).all()
    assert "repeats planned" in kinds


def test_the_order_of_the_targets_is_another_one_the_second_time(sqlite_database: str) -> None:
    """Drawn anew: over several items with several targets it differs somewhere."""
    content = [
        studies.record(f"i{n}", memory=studies.memory(must=[f"m{n}a", f"m{n}b"], nice=[f"n{n}a", f"n{n}b"]))
        for n in range(8)
    ]
    studies.make_project(content)
    studies.add_people("ann")
    studies.assign("ann")
    add(1.0, 1)
    with store.reading() as session:
        rows = session.exec(select(m.Assignment.item_id, m.Assignment.target_order, m.Assignment.round_id)).all()
    orders: dict[int, list[Sequence[str]]] = {}
    for item, order, _ in rows:
        orders.setdefault(item, []).append(order)
    assert all(sorted(first) == sorted(second) for first, second in orders.values())
    assert any(first != second for first, second in orders.values())


def test_a_second_answer_enters_neither_the_headline_nor_what_is_settled(people_anywhere: dict[str, int]) -> None:
    ann, bo = people_anywhere["ann"], people_anywhere["bo"]
    studies.label_all(ann, "must")
    studies.label_all(bo, "must")
    add(1.0, 1)
    while (screen := screen_of(ann)).state == "item":
        submit(ann, submission(screen, "irr"))
    with store.reading() as session:
        assert {row.label for row in judgments.current(session, slug=SLUG)} == {"must"}
        first = judgments.first_labels(session, slug=SLUG)
        assert set(first.table["label"]) == {"must"}
        assert first.n_changed == 0
    with store.writing() as session:
        settled = adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW)
    assert settled.undecided == 0


@pytest.mark.parametrize(("share", "distance"), [(0, 1), (1.5, 1), (0.1, 0)])
def test_a_share_or_distance_that_cannot_be_is_refused(people: dict[str, int], share: float, distance: int) -> None:
    assert people
    with pytest.raises(WrongUse, match="share"):
        add(share, distance)
