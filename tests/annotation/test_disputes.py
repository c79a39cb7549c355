"""What waits for an adjudicator: every disagreement, once everybody is done, and nothing that says who is who."""

from __future__ import annotations

import pytest
from sqlmodel import select

from annotation import accounts, adjudication, disputes, store
from annotation import models as m
from annotation.disputes import Answer, ItemDisputes, Queue
from annotation.errors import NotFound
from annotation.screen import ShownItem
from tests import studies
from tests.studies import NOW, SLUG, take_labels, votes

FIRST, SECOND, THIRD = studies.records()


def queue() -> Queue:
    with store.reading() as session:
        return disputes.queue(session, slug=SLUG)


def opened(item: int = 0, *, account_id: int = 0) -> ItemDisputes:
    """The disputes of one of the items that wait."""
    item_id = queue().items[item].item_id
    with store.reading() as session:
        return disputes.item_disputes(session, slug=SLUG, item_id=item_id, account_id=account_id)


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
    assert [(each.number, each.open) for each in found.items] == [(3, 3), (2, 2)]
    assert (found.open, found.decided, found.waiting_for_annotators) == (5, 0, 0)


def test_a_rule_takes_out_what_it_decides(sqlite_database: str) -> None:
    studies.make_project()
    say(FIRST, a="source", b="source", c="must", d="must")
    say(SECOND, a="irr", b="irr", c="must")
    assert queue().open == 2 + 3
    settle()
    assert [(each.number, each.open) for each in queue().items] == [(1, 2)]


def decide(account_id: int, dispute: disputes.Dispute) -> None:
    with store.writing() as session:
        adjudication.decide(
            session,
            account_id=account_id,
            slug=SLUG,
            target_id=dispute.target_id,
            question=dispute.question.key,
            label="nice",
            reason="Halfway.",
            now=NOW,
            seen_revision=dispute.seen_revision,
        )


def test_what_an_adjudicator_decides_is_out_and_counted(sqlite_database: str) -> None:
    studies.make_project()
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    say(FIRST, a="must", b="irr")
    dispute = opened().disputes[0]
    decide(dana, dispute)
    assert (queue().open, queue().decided) == (2, 1)
    assert dispute.target not in {each.target for each in opened().disputes}


def test_an_item_keeps_its_place_while_it_is_decided(sqlite_database: str) -> None:
    studies.make_project()
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    say(FIRST, a="must", b="irr")
    say(SECOND, a="source", b="must")
    for left in (2, 1):
        decide(dana, opened().disputes[0])
        assert [(each.number, each.open) for each in queue().items] == [(1, left), (2, 2)]


def test_a_withdrawn_decision_waits_again(sqlite_database: str) -> None:
    studies.make_project([FIRST])
    say(FIRST, a="must", b="must", c="irr")
    settle()
    assert queue().items == ()
    say(FIRST, d="irr")
    settle()
    assert queue().open == 3
    assert {each.seen_revision for each in opened().disputes} == {2}


def test_an_item_that_somebody_still_labels_waits_for_them(database: str) -> None:
    studies.make_project([FIRST])
    people = studies.add_people("ann", "bo", "chen")
    studies.assign("ann", "bo", "chen")
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "irr")
    assert (queue().items, queue().waiting_for_annotators) == ((), 1)
    studies.label_all(people["chen"], "nice")
    assert (queue().open, queue().waiting_for_annotators) == (3, 0)


def test_nobody_waits_for_a_closed_account(database: str) -> None:
    """N7: who can no longer sign in cannot finish; the item would wait for ever."""
    studies.make_project([FIRST])
    people = studies.add_people("ann", "bo", "chen")
    studies.assign("ann", "bo", "chen")
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "irr")
    with store.writing() as session:
        accounts.close(session, name="chen", now=NOW)
    assert (queue().open, queue().waiting_for_annotators) == (3, 0)


def test_a_dispute_shows_every_answer_under_a_pseudonym(database: str) -> None:
    """F9, N12: neither the account's name nor the imported person's."""
    studies.make_project([FIRST])
    people = studies.add_people("ann")
    studies.assign("ann")
    studies.label_all(people["ann"], "must")
    say(FIRST, eve="irr")
    found = opened()
    assert [each.answers for each in found.disputes] == [(Answer("rater-1", "must"), Answer("rater-2", "irr"))] * 3
    assert "ann" not in repr(found).replace("annotator", "")
    assert "eve" not in repr(found).replace("level", "").replace("irrelevant", "").replace("Irrelevant", "")
    assert {each.text for each in found.disputes} == {text for text, _ in studies.texts(FIRST)}
    assert {each.question.key for each in found.disputes} == {"role"}


def test_an_adjudicator_sees_the_item_in_the_neutral_order(sqlite_database: str) -> None:
    studies.make_project([FIRST])
    say(FIRST, a="must", b="irr")
    shown = opened().item
    assert isinstance(shown, ShownItem)
    keys = [target.key for target in shown.targets]
    assert keys == sorted(keys)


def test_who_has_labelled_an_item_is_told_so_before_deciding_it(database: str) -> None:
    studies.make_project([FIRST, SECOND])
    people = studies.add_people("ann", "bo")
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    studies.assign("ann", "bo", overlap=2)
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "irr")
    assert opened(account_id=people["ann"]).own
    assert not opened(account_id=dana).own


def test_an_item_of_another_project_is_refused(sqlite_database: str) -> None:
    studies.make_project()
    studies.make_project(slug="other")
    with store.reading() as session:
        foreign = session.exec(select(m.Item.id).join(m.Project).where(m.Project.slug == "other")).first()
        for item_id in (foreign or 0, 999_999):
            with pytest.raises(NotFound, match="not part"):
                disputes.item_disputes(session, slug=SLUG, item_id=item_id, account_id=1)


def test_what_is_undecided_though_nobody_differs_is_counted(sqlite_database: str) -> None:
    """Else such targets would stand on no screen: one answer only, or a rule that has not been run."""
    studies.make_project(studies.records(2))
    take_labels(votes({"eve": "must", "bo": "must"}, content=studies.records(1)))
    with store.reading() as session:
        queue = disputes.queue(session, slug=SLUG)
    assert (queue.items, queue.undisputed) == ((), 6)
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW)
        assert disputes.queue(session, slug=SLUG).undisputed == 3
