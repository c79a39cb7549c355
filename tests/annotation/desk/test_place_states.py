"""Five words for where a place stands, and one number of what is to be decided, whoever asks."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotation import item_progress, store
from annotation.desk import adjudication, disputes, place_states
from annotation.desk.decisions import Standing
from annotation.desk.place_states import Counts, item_state, state_of
from tests import studies
from tests.studies import NOW, SLUG, take_labels, votes

LATER = NOW + timedelta(hours=1)
FIRST, SECOND, THIRD = studies.records()


def decision(label: str | None, *, method: str = "adjudicator") -> Standing:
    return Standing(
        id=1,
        target_id=1,
        question="role",
        revision=1,
        label=label,
        method=method,
        account_id=1,
        reason="",
        created_at=NOW,
    )


@pytest.mark.parametrize(
    ("labels", "standing", "unfinished", "changed", "state"),
    [
        ([], None, False, None, "incomplete"),
        (["must"], None, False, None, "incomplete"),
        (["must", "must"], None, False, None, "agreed"),
        (["must", "nice"], None, False, None, "disputed"),
        (["must", "nice"], None, True, None, "incomplete"),
        (["must", "nice"], decision("must"), False, None, "decided"),
        (["must", "must"], decision("must", method="unanimous"), False, None, "decided"),
        (["must", "nice"], decision("must"), True, None, "decided"),
        (["must", "nice"], decision(None), False, None, "reopened"),
        (["must", "must"], decision(None), False, None, "reopened"),
        (["must", "nice"], decision(None), True, None, "incomplete"),
        (["must", "nice"], decision(None, method="majority"), False, None, "disputed"),
        (["must", "nice"], decision("must"), False, LATER, "reopened"),
        (["must", "nice"], decision("must"), False, NOW, "decided"),
    ],
)
def test_the_state_of_a_place(
    labels: list[str], standing: Standing | None, unfinished: bool, changed: object, state: str
) -> None:
    """K1: two against two are disputed, whatever the order. A rule that no longer decides has reopened nothing."""
    found = state_of(labels, decision=standing, unfinished=unfinished, changed_at=changed)  # type: ignore[arg-type]
    assert found == state
    assert state_of(labels[::-1], decision=standing, unfinished=unfinished, changed_at=changed) == state  # type: ignore[arg-type]


def test_the_state_of_an_item_is_that_of_what_has_most_still_to_come() -> None:
    assert item_state(["decided", "disputed", "reopened"], unfinished=False) == "reopened"
    assert item_state(["decided", "disputed"], unfinished=True) == "incomplete"
    assert item_state(["decided", "agreed"], unfinished=False) == "agreed"
    assert item_state(["decided"], unfinished=False) == "decided"


def test_every_screen_gives_one_number_of_what_is_to_be_decided(database: str) -> None:
    """The desk, the progress and the exports count by the same states; an item that waits counts nowhere as such."""
    studies.make_project()
    people = studies.add_people("ann", "bo", "chen")
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    take_labels(votes({"x": "must", "y": "irr"}, content=[FIRST, THIRD]))
    take_labels(votes({"x": "must", "y": "must"}, content=[SECOND]))
    studies.assign("ann", "bo", overlap=1)
    studies.label_all(people["ann"], "nice")
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW)
    with store.reading() as session:
        counts = place_states.count(session, slug=SLUG)
        queue = disputes.queue(session, slug=SLUG)
        progress = item_progress.by_item(session, slug=SLUG)
    assert counts.to_decide == queue.to_decide == sum(each.places for each in queue.items)
    assert counts.to_decide == sum(each.to_decide for each in progress) > 0
    assert sum((counts.incomplete, counts.agreed, counts.disputed, counts.reopened, counts.decided)) == 9
    assert isinstance(counts, Counts)
    assert dana
