"""The moment of each first label: the day, and the place of its item in the session."""

from __future__ import annotations

from datetime import timedelta

from annotation import moments, store
from tests import studies
from tests.studies import NOW, SLUG, records, take_labels, votes


def found() -> list[tuple[str, str, int]]:
    """Item, day and position, one for each item."""
    with store.reading() as session:
        rows = moments.first_moments(session, slug=SLUG)
    return list(dict.fromkeys(zip(rows["item"], rows["day"], rows["position"], strict=True)))


def test_positions_count_from_one_again_after_a_pause(database: str) -> None:
    studies.make_project(records(4))
    people = studies.add_people("ann")
    studies.assign("ann")
    order = []
    for minutes in (0, 5, 40, 41):
        screen = studies.screen_of(people["ann"])
        assert screen.item
        order.append(screen.position)
        studies.submit(people["ann"], studies.submission(screen), now=NOW + timedelta(minutes=minutes))
    assert order == [1, 2, 3, 4]
    assert [(day, position) for _, day, position in found()] == [("2026-01-02", n) for n in (1, 2, 1, 2)]


def test_a_correction_does_not_move_a_label(database: str) -> None:
    studies.make_project(records(1))
    people = studies.add_people("ann")
    studies.assign("ann")
    screen = studies.screen_of(people["ann"])
    studies.submit(people["ann"], studies.submission(screen, "nice"))
    later = NOW + timedelta(days=3)
    studies.submit(people["ann"], studies.submission(screen, "must", revision=1), now=later)
    assert found() == [("i1", "2026-01-02", 1)]


def test_labels_from_files_have_no_moment(sqlite_database: str) -> None:
    studies.make_project(records(1))
    take_labels(votes({"eve": "must"}, content=records(1)))
    assert found() == []
