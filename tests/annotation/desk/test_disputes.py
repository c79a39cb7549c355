"""What waits for an adjudicator: every disagreement, once everybody is done, and what has been decided."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.desk import adjudication, disputes
from annotation.desk import shown as desk
from annotation.desk.disputes import Order, Queue
from annotation.desk.place_states import TO_DECIDE
from annotation.desk.shown import DeskPlace
from annotation.people import accounts
from tests import studies
from tests.studies import NOW, SLUG, take_labels, votes

FIRST, SECOND, THIRD = studies.records()


def queue(order: Order = "size") -> Queue:
    with store.reading() as session:
        return disputes.queue(session, slug=SLUG, order=order)


def opened(account_id: int, *, number: int = 1) -> list[DeskPlace]:
    """What is open in an item, as this adjudicator sees it."""
    with store.reading() as session:
        found = desk.item(session, slug=SLUG, number=number, account_id=account_id)
    return [place for place in found.places if place.state in TO_DECIDE]


def settle() -> None:
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)


def say(record: dict[str, object], **labels: str) -> None:
    take_labels(votes(labels, content=[record]))


def test_what_people_differ_on_waits_and_what_they_agree_on_does_not(database: str) -> None:
    """N3, K1: the most disputed item first."""
    studies.make_project()
    say(FIRST, a="source", b="source")
    say(SECOND, a="source", b="must")
    say(THIRD, a="source", b="nice", c="irr")
    found = queue()
    assert [(each.number, each.places) for each in found.items] == [(3, 3), (2, 2)]
    assert (found.to_decide, found.decided, found.waiting_for_annotators) == (5, 0, 0)


def test_a_rule_takes_out_what_it_decides(sqlite_database: str) -> None:
    studies.make_project()
    say(FIRST, a="source", b="source", c="must", d="must")
    say(SECOND, a="irr", b="irr", c="must")
    assert queue().to_decide == 2 + 3
    settle()
    assert [(each.number, each.places) for each in queue().items] == [(1, 2)]


def decide(account_id: int, *, number: int = 1, label: str | None = "nice", now: datetime = NOW) -> DeskPlace:
    """Decide the first open place of an item; as it was before."""
    place = opened(account_id, number=number)[0]
    studies.decide(account_id, number, (place.target, label, place.seen), now=now)
    return place


def test_what_an_adjudicator_decides_is_out_and_counted(database: str) -> None:
    studies.make_project()
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    say(FIRST, a="must", b="irr")
    place = decide(dana)
    assert (queue().to_decide, queue().decided) == (2, 1)
    assert place.target not in {each.target for each in opened(dana)}


def test_an_item_keeps_its_place_while_it_is_decided(sqlite_database: str) -> None:
    studies.make_project()
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    say(FIRST, a="must", b="irr")
    say(SECOND, a="source", b="must")
    for left in (2, 1):
        decide(dana)
        assert [(each.number, each.places, each.differing) for each in queue().items] == [(1, left, 3), (2, 2, 2)]


def test_the_queue_goes_by_size_or_item_by_item(sqlite_database: str) -> None:
    studies.make_project()
    say(FIRST, a="source", b="must")
    say(THIRD, a="must", b="irr")
    assert [each.number for each in queue().items] == [3, 1]
    assert [each.number for each in queue("item").items] == [1, 3]


def test_decided_items_can_be_found_again_the_latest_first(database: str) -> None:
    studies.make_project()
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    say(FIRST, a="must", b="irr")
    say(SECOND, a="must", b="irr")
    decide(dana, number=2)
    decide(dana, number=1, now=NOW + timedelta(hours=1))
    decide(dana, number=1, now=NOW + timedelta(hours=2))
    assert [(each.number, each.decided, each.at) for each in queue().decided_items] == [
        (1, 2, NOW + timedelta(hours=2)),
        (2, 1, NOW),
    ]


def test_a_withdrawn_decision_waits_again(sqlite_database: str) -> None:
    studies.make_project([FIRST])
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    say(FIRST, a="must", b="must", c="irr")
    settle()
    assert queue().items == ()
    say(FIRST, d="irr")
    settle()
    assert queue().to_decide == 3
    assert {each.seen for each in opened(dana)} == {2}
    place = decide(dana)
    assert (queue().to_decide, queue().decided) == (2, 1)
    studies.decide(dana, 1, (place.target, None, 3))
    assert (queue().to_decide, queue().decided) == (3, 0)


def test_an_item_that_somebody_still_labels_waits_for_them(database: str) -> None:
    studies.make_project([FIRST])
    people = studies.add_people("ann", "bo", "chen")
    studies.assign("ann", "bo", "chen")
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "irr")
    assert (queue().items, queue().waiting_for_annotators) == ((), 1)
    studies.label_all(people["chen"], "nice")
    assert (queue().to_decide, queue().waiting_for_annotators) == (3, 0)


def test_nobody_waits_for_a_closed_account(database: str) -> None:
    """N7: who can no longer sign in cannot finish; the item would wait for ever."""
    studies.make_project([FIRST])
    people = studies.add_people("ann", "bo", "chen")
    studies.assign("ann", "bo", "chen")
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "irr")
    with store.writing() as session:
        accounts.close(session, name="chen", now=NOW)
    assert (queue().to_decide, queue().waiting_for_annotators) == (3, 0)


def test_nobody_waits_for_who_has_skipped_nor_in_a_closed_round(database: str) -> None:
    """J4: a skipped item gives no judgment, and an adjudicator need not wait for one."""
    studies.make_project([FIRST])
    people = studies.add_people("ann", "bo", "chen")
    studies.assign("ann", "bo", "chen")
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "irr")
    assert queue().waiting_for_annotators == 1
    with store.writing() as session:
        left = session.exec(select(m.Assignment).where(m.Assignment.state == "open")).one()
        left.state, left.skip_reason = "skipped", "hard"
    assert (queue().to_decide, queue().waiting_for_annotators) == (3, 0)
    with store.writing() as session:
        left = session.exec(select(m.Assignment).where(m.Assignment.state == "skipped")).one()
        left.state, left.skip_reason = "open", None
    assert queue().waiting_for_annotators == 1
    studies.close_round()
    assert (queue().to_decide, queue().waiting_for_annotators) == (3, 0)


def test_what_is_undecided_though_nobody_differs_is_counted(sqlite_database: str) -> None:
    """Else such targets would stand on no screen: one answer only, or a rule that has not been run."""
    studies.make_project(studies.records(2))
    take_labels(votes({"eve": "must", "bo": "must"}, content=studies.records(1)))
    assert (queue().items, queue().undisputed) == ((), 6)
    assert [(each.number, each.agreed, each.incomplete) for each in queue().undisputed_items] == [(1, 3, 0), (2, 0, 3)]
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW)
    assert queue().undisputed == 3
