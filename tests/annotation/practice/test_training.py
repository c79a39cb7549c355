"""Training: before real items, with feedback after each one and never before it, until it is passed."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, select

from annotation import judgments, rounds, store
from annotation import models as m
from annotation.errors import Conflict, NotFound, WrongUse
from annotation.item_choice import TheseItems
from annotation.practice import course as training_course
from annotation.practice import training
from annotation.practice.course import Feedback
from annotation.practice.training import Trainee, Training
from annotation.quality import known
from tests import studies
from tests.studies import NOW, SLUG, item_screen, label_file, screen_of, skip, skip_of, submission, submit

WHY = "canary-explanation"
IN_TRAINING = TheseItems(("i1", "i2"))


@pytest.fixture
def ann(database: str) -> int:
    return prepared()


def prepared() -> int:
    """Five items; the roles of the first two are known; all are assigned to ann."""
    content = studies.records(5)
    studies.make_project(content)
    people = studies.add_people("ann", "bo")
    studies.assign("ann")
    rows = [(item["id"], text, "role", role, WHY) for item in content[:2] for text, role in studies.texts(item)]
    with store.writing() as session:
        file = label_file(rows, columns=("item", "target", "question", "label", "comment"))
        known.from_file(session, file, slug=SLUG, now=NOW)
    return people["ann"]


def train(*names: str, **options: Any) -> Training:
    with store.writing() as session:
        return training.open_training(
            session, slug=SLUG, annotators=names or ("ann",), which=IN_TRAINING, now=NOW, **options
        )


def answer(account_id: int, *, right: bool) -> Feedback:
    """Answer the item on the board, all right or all wrong; what is said after it."""
    screen = screen_of(account_id)
    assert screen.item is not None
    roles = {target.key: target.text.split()[0].lower() for target in screen.item.targets}
    roles = {key: {"irrelevant": "irr"}.get(role, role) for key, role in roles.items()}
    wrong = {"must": "nice", "nice": "irr", "irr": "must"}
    sent = submission(screen)
    answers = tuple(
        each.model_copy(update={"label": roles[each.target] if right else wrong[roles[each.target]]})
        for each in sent.answers
    )
    submit(account_id, sent.model_copy(update={"answers": answers}))
    found = feedback(account_id, sent.assignment)
    assert found is not None
    return found


def feedback(account_id: int, assignment: int) -> Feedback | None:
    with store.reading() as session:
        return training_course.feedback(session, account_id=account_id, slug=SLUG, assignment_id=assignment)


def standing() -> Trainee:
    with store.reading() as session:
        (found,) = training.trainings(session, slug=SLUG)
    return found.people[0]


def test_training_items_come_first_and_passing_leads_to_the_real_ones(ann: int) -> None:
    assert train().items == 2
    screen = screen_of(ann)
    assert (screen.project.round, screen.project.round_kind, screen.progress.total) == (2, "training", 2)
    first = answer(ann, right=True)
    assert ([mark.right for mark in first.marks], first.outcome) == ([True] * 3, None)
    last = answer(ann, right=True)
    assert (last.outcome, last.right, last.places) == ("passed", 6, 6)
    screen = screen_of(ann)
    assert (screen.state, screen.project.round, screen.progress.total) == ("item", 1, 5)
    assert standing() == Trainee("ann", "passed", 1, 3, 6, 6, 2, 2)


def test_feedback_says_what_is_right_and_why(ann: int) -> None:
    train()
    found = answer(ann, right=False)
    assert {(mark.label, mark.known, mark.right, mark.explanation) for mark in found.marks} == {
        ("nice", "must", False, WHY),
        ("irr", "nice", False, WHY),
        ("must", "irr", False, WHY),
    }


def test_nothing_of_it_is_sent_before_the_answer_is_stored(ann: int) -> None:
    train()
    screen = screen_of(ann)
    assert WHY not in screen.model_dump_json()
    assert screen.feedback == ()
    assert feedback(ann, screen.assignment or 0) is None
    studies.save_draft(ann, studies.work_of(screen, {}))
    skip(ann, skip_of(screen))
    assert WHY not in item_screen(ann, screen.assignment or 0).model_dump_json()
    answer(ann, right=True)
    assert WHY not in screen_of(ann).model_dump_json()
    assert WHY in feedback_of_done(ann)


def feedback_of_done(ann: int) -> str:
    """What the board is sent of the training item that is done."""
    with store.reading() as session:
        done = session.exec(select(m.Assignment.id).where(m.Assignment.state == "done")).first()
    return item_screen(ann, done or 0).model_dump_json()


def test_an_item_is_answered_once(ann: int) -> None:
    train()
    screen = screen_of(ann)
    answer(ann, right=False)
    again = item_screen(ann, screen.assignment or 0)
    assert not again.editable
    with pytest.raises(Conflict) as refused:
        submit(ann, submission(again, "must"))
    assert refused.value.code == "training_answered"


def test_whoever_fails_gets_the_same_items_again_blank_up_to_a_cap(ann: int) -> None:
    train(attempts=2)
    answer(ann, right=False)
    assert answer(ann, right=True).outcome == "again"
    screen = screen_of(ann)
    assert (screen.state, screen.answers, screen.progress.total, screen.progress.done) == ("item", (), 2, 0)
    assert screen.project.round == 3
    answer(ann, right=False)
    assert answer(ann, right=False).outcome == "not_passed"
    assert screen_of(ann).state == "not_passed"
    assert (standing().state, standing().attempt, standing().right) == ("not_passed", 2, 0)


def test_a_second_attempt_can_be_passed(ann: int) -> None:
    train(pass_mark=1.0)
    answer(ann, right=False)
    answer(ann, right=True)
    answer(ann, right=True)
    assert answer(ann, right=True).outcome == "passed"
    assert screen_of(ann).project.round == 1
    assert (standing().state, standing().attempt) == ("passed", 2)


def test_what_is_skipped_is_not_right(ann: int) -> None:
    train(attempts=1)
    skip(ann, skip_of(screen_of(ann)))
    assert answer(ann, right=True).outcome == "not_passed"
    assert standing().right == 3


def test_a_researcher_can_let_somebody_pass_and_the_log_has_it(ann: int) -> None:
    train(attempts=1)
    answer(ann, right=False)
    answer(ann, right=False)
    with store.writing() as session:
        training.let_pass(session, slug=SLUG, annotator="ann", account_id=None, now=NOW)
    assert screen_of(ann).project.round == 1
    assert standing().state == "let_pass"
    with store.writing() as session, pytest.raises(Conflict, match="passed"):
        training.let_pass(session, slug=SLUG, annotator="ann", account_id=None, now=NOW)
    with store.writing() as session, pytest.raises(NotFound, match="'bo'"):
        training.let_pass(session, slug=SLUG, annotator="bo", account_id=None, now=NOW)
    with store.reading() as session:
        assert "training let pass" in session.exec(select(m.Event.kind)).all()


def test_a_closed_training_lets_everybody_go_on(ann: int) -> None:
    train()
    answer(ann, right=False)
    answer(ann, right=False)
    assert screen_of(ann).project.round == 3
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=NOW, round_number=2)
    assert screen_of(ann).project.round == 1
    with store.writing() as session, pytest.raises(Conflict) as refused:
        rounds.close(session, slug=SLUG, account_id=None, now=NOW, round_number=3)
    assert refused.value.code == "companion"


def test_others_are_taken_into_the_open_training_and_those_outside_label_on(ann: int) -> None:
    train()
    assert [each.annotator for each in train("ann", "bo").people] == ["ann", "bo"]
    with store.reading() as session:
        kinds = session.exec(select(m.Round.kind).order_by(col(m.Round.number))).all()
    assert list(kinds) == ["independent", "training"]
    assert ann


def test_training_enters_no_headline(ann: int) -> None:
    train()
    answer(ann, right=True)
    with store.reading() as session:
        assert not list(judgments.current(session, slug=SLUG))


def test_without_known_answers_or_with_options_that_cannot_be_it_is_refused(ann: int) -> None:
    with pytest.raises(WrongUse, match="No item"), store.writing() as session:
        training.open_training(session, slug=SLUG, annotators=("ann",), which=TheseItems(("i4",)), now=NOW)
    with pytest.raises(WrongUse, match="pass mark"):
        train(pass_mark=0)
    assert ann
