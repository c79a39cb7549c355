"""Sending an item back: it reopens for one annotator alone, with a reason; the first answers stay what they were."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import col, select

from annotation import judgments, store
from annotation import models as m
from annotation.board import labelling
from annotation.desk import adjudication, disputes, place_states, sending_back
from annotation.desk import shown as desk
from annotation.desk.place_states import State
from annotation.errors import Conflict, Invalid, NotFound, WrongUse
from annotation.people import accounts
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit

LATER, LAST = NOW + timedelta(hours=1), NOW + timedelta(hours=2)


@pytest.fixture
def people(sqlite_database: str) -> dict[str, int]:
    """Ann and Bo, who have labelled two items and differ on everything, and Dana, who decides; on SQLite."""
    return begin()


@pytest.fixture
def people_anywhere(database: str) -> dict[str, int]:
    """The same on both databases."""
    return begin()


def begin() -> dict[str, int]:
    studies.make_project(studies.records(2))
    made = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(made["ann"], "must")
    studies.label_all(made["bo"], "irr")
    return made | studies.add_people("dana", "eve", role="adjudicator")


def send_back(item: str = "i1", *, to: str = "ann", by: int | None, reason: str = "Read the last turn again.") -> None:
    with store.writing() as session:
        project = session.exec(select(m.Project)).one()
        found = session.exec(select(m.Item).where(m.Item.source_id == item)).one()
        rater = sending_back.rater_named(session, project, to)
        sending_back.send_back(session, project, item=found, rater=rater, account_id=by, reason=reason, now=LATER)


def states() -> list[tuple[str, State]]:
    """The item and the state of every place."""
    with store.reading() as session:
        return [(each.asked.item, each.state) for each in place_states.of_project(session, slug=SLUG)]


def assignments() -> dict[tuple[str, str], tuple[str, bool]]:
    with store.reading() as session:
        rows = session.exec(
            select(m.Rater.name, m.Item.source_id, m.Assignment)
            .select_from(m.Assignment)
            .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
            .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
        )
        return {(name, item): (given.state, given.sent_back) for name, item, given in rows}


def test_only_that_annotators_item_reopens_and_comes_first_with_the_reason(people_anywhere: dict[str, int]) -> None:
    """K7; N12: nothing of it says who else answered, or what."""
    people = people_anywhere
    send_back("i2", by=people["dana"])
    assert assignments() == {
        ("ann", "i1"): ("done", False),
        ("ann", "i2"): ("open", True),
        ("bo", "i1"): ("done", False),
        ("bo", "i2"): ("done", False),
    }
    shown = screen_of(people["ann"])
    assert (shown.state, shown.sent_back, shown.editable) == ("item", "Read the last turn again.", True)
    assert {answer.label for answer in shown.answers} == {"must"}, "their own answers, to be corrected"
    for word in ("'bo'", "rater-2", "'irr'", "dana"):
        assert word not in repr(shown.model_copy(update={"item": None, "questions": ()}))
    assert screen_of(people["bo"]).state == "done"
    assert states() == [("i1", "disputed")] * 3 + [("i2", "incomplete")] * 3


def test_the_correction_counts_and_the_first_answer_stays_the_headlines(people_anywhere: dict[str, int]) -> None:
    people = people_anywhere
    send_back(by=people["dana"])
    submit(people["ann"], submission(screen_of(people["ann"]), "irr"), now=LAST)
    assert assignments()["ann", "i1"] == ("done", False)
    assert screen_of(people["ann"]).state == "done"
    with store.reading() as session:
        first = judgments.first_labels(session, slug=SLUG)
        now = {each.label for each in judgments.current(session, slug=SLUG) if each.item == "i1"}
    assert now == {"irr"}
    of_ann = first.table[(first.table["item"] == "i1") & (first.table["rater"] == "rater-1")]
    assert (set(of_ann["label"]), first.n_changed) == ({"must"}, 3)
    assert states()[:3] == [("i1", "agreed")] * 3


def test_it_reopens_in_a_closed_round_too_and_nothing_else_does(people: dict[str, int]) -> None:
    studies.close_round()
    send_back(by=people["dana"])
    shown = screen_of(people["ann"])
    assert (shown.state, shown.project.round) == ("item", 1)
    studies.save_draft(people["ann"], studies.work_of(shown, {shown.answers[0].target: "nice"}))
    other = next(each for each in (1, 2, 3, 4) if assignment_of(each) == ("ann", "i2"))
    closed = studies.item_screen(people["ann"], other)
    assert not closed.editable
    with pytest.raises(Conflict, match="closed"):
        submit(people["ann"], submission(closed, "irr"))
    submit(people["ann"], submission(screen_of(people["ann"]), "irr"), now=LAST)
    assert screen_of(people["ann"]).state == "done"
    with store.reading() as session:
        assert labelling.work(session, account_id=people["ann"])[0].sent_back == 0


def assignment_of(number: int) -> tuple[str, str]:
    with store.reading() as session:
        return session.exec(
            select(m.Rater.name, m.Item.source_id)
            .select_from(m.Assignment)
            .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
            .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
            .where(m.Assignment.id == number)
        ).one()


def test_decisions_stay_and_are_reopened_only_where_the_answer_changed(people_anywhere: dict[str, int]) -> None:
    people = people_anywhere
    with store.reading() as session:
        places = desk.item(session, slug=SLUG, number=1, account_id=people["dana"]).places
    for place in places:
        studies.decide(people["dana"], 1, (place.target, "must", 0))
    send_back(by=people["dana"])
    assert states()[:3] == [("i1", "decided")] * 3
    shown = screen_of(people["ann"])
    changed = shown.answers[0]
    answers = tuple(
        each.model_copy(update={"label": "nice"}) if each.target == changed.target else each
        for each in submission(shown, "must").answers
    )
    submit(people["ann"], submission(shown, "must", answers=answers), now=LAST)
    with store.reading() as session:
        found = desk.item(session, slug=SLUG, number=1, account_id=people["dana"])
        queue = disputes.queue(session, slug=SLUG)
    assert {place.target: place.state for place in found.places}[changed.target] == "reopened"
    assert sorted(state for _, state in states()[:3]) == ["decided", "decided", "reopened"]
    assert [(each.number, each.places, each.state) for each in queue.items] == [(1, 1, "reopened"), (2, 3, "disputed")]
    studies.decide(people["dana"], 1, (changed.target, "must", 1), now=LAST + timedelta(hours=1))
    assert states()[:3] == [("i1", "decided")] * 3, "looked at again, and decided as before"


def test_standing_by_the_answer_is_an_answer(people: dict[str, int]) -> None:
    """The same submitted again clears it, and reopens nothing."""
    send_back(by=people["dana"])
    submit(people["ann"], submission(screen_of(people["ann"]), "must"), now=LAST)
    assert assignments()["ann", "i1"] == ("done", False)
    assert states()[:3] == [("i1", "disputed")] * 3


def test_the_desk_shows_that_it_waits_and_why(people: dict[str, int]) -> None:
    send_back(by=people["dana"], reason="The date.")
    with store.reading() as session:
        found = desk.item(session, slug=SLUG, number=1, account_id=people["dana"])
        queue = disputes.queue(session, slug=SLUG)
    assert [(each.rater, each.sent_back, each.may_send_back) for each in found.raters] == [
        ("rater-1", "The date.", False),
        ("rater-2", None, True),
    ]
    assert (found.waiting, queue.sent_back, queue.waiting_for_annotators) == (1, 1, 1)


def test_a_skipped_item_can_be_sent_back_and_skipped_again(people: dict[str, int]) -> None:
    with store.writing() as session:
        given = session.exec(select(m.Assignment)).all()[0]
        given.state, given.skip_reason = "skipped", "hard"
        name = session.get_one(m.Rater, given.rater_id).name
        item = session.get_one(m.Item, given.item_id).source_id
    send_back(item, to=name, by=people["dana"])
    assert assignments()[name, item] == ("open", True)


def test_what_cannot_be_sent_back_is_refused_and_says_why(people: dict[str, int]) -> None:
    studies.take_labels(studies.votes({"file": "must"}, content=studies.records(1)))
    studies.assign("ann", "bo", "eve")
    dana, eve = people["dana"], people["eve"]
    send_back(by=dana)
    for wrong, error, words in (
        ({"to": "file", "by": dana}, WrongUse, "came from a file"),
        ({"by": dana}, Conflict, "still to submit"),
        ({"to": "eve", "by": dana}, Conflict, "still to submit"),
        ({"to": "eve", "by": eve}, Conflict, "your own"),
        ({"to": "zoe", "by": dana}, NotFound, "rater-1"),
        ({"to": "bo", "by": dana, "reason": " "}, Invalid, "Say why"),
        ({"to": "bo", "by": dana, "reason": "a\0b"}, Invalid, "no text"),
    ):
        with pytest.raises(error, match=words):
            send_back(**wrong)
    with store.writing() as session:
        accounts.close(session, name="bo", now=NOW)
    with pytest.raises(Conflict, match="closed"):
        send_back(to="bo", by=dana)
    assert studies.number_of(m.SentBack) == 1


def test_whoever_has_it_back_sees_nobodys_answers_until_they_have_answered(people: dict[str, int]) -> None:
    """F1: an adjudicator who labels too, also in a closed round."""
    studies.assign("ann", "bo", "eve")
    studies.label_all(people["eve"], "nice")
    studies.close_round()
    send_back(to="eve", by=people["dana"])
    with store.reading() as session, pytest.raises(Conflict, match="label yourself"):
        desk.item(session, slug=SLUG, number=1, account_id=people["eve"])


def test_what_came_back_in_a_round_that_is_over_comes_before_the_new_rounds_items(people: dict[str, int]) -> None:
    studies.close_round()
    with store.writing() as session:
        session.add(m.Round(project_id=1, number=2, kind="calibration", opened_at=NOW))
    send_back(by=people["dana"])
    assert screen_of(people["ann"]).project.round == 1
    with store.reading() as session:
        assert labelling.work(session, account_id=people["ann"])[0].sent_back == 1


def test_it_is_in_the_log_with_the_pseudonym(people: dict[str, int]) -> None:
    send_back(by=None)
    with store.reading() as session:
        told = session.exec(select(m.Event).where(m.Event.kind == "item sent back")).one()
        row = session.exec(select(m.SentBack)).one()
    assert told.detail == {"item": "i1", "rater": "rater-1", "reason": "Read the last turn again."}
    assert (told.account_id, row.account_id) == (None, None)


def test_settling_after_it_follows_the_corrected_answers(people: dict[str, int]) -> None:
    send_back(by=people["dana"])
    submit(people["ann"], submission(screen_of(people["ann"]), "irr"), now=LAST)
    with store.writing() as session:
        done = adjudication.settle(session, slug=SLUG, policy="unanimous", now=LAST)
    assert (done.decided, done.undecided) == (3, 3)


def test_what_is_discussed_since_waits_no_longer_and_cannot_be_sent_back(people: dict[str, int]) -> None:
    """Else the board would show, for ever and first of all, an item that takes nothing any more."""
    send_back("i1", by=people["dana"])
    studies.close_round()
    with store.writing() as session:
        later = m.Round(project_id=1, number=2, kind="discussion", opened_at=NOW, beside_id=1)
        session.add(later)
        session.flush()
        targets = session.exec(select(m.Target.id).join(m.Item).where(m.Target.kind == "memory")).all()
        session.add_all(
            m.DiscussedPlace(round_id=later.id or 0, target_id=each or 0, question="role") for each in targets
        )
    assert screen_of(people["ann"]).sent_back == ""
    with store.reading() as session:
        assert labelling.work(session, account_id=people["ann"]) == []
        assert disputes.queue(session, slug=SLUG).sent_back == 0
    with pytest.raises(Conflict, match="discuss"):
        send_back("i2", by=people["dana"])
