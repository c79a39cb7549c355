"""Opening a discussion: what it is about, who takes part, and what it leaves as it was."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import projects, rounds, store
from annotation.board import labelling
from annotation.errors import Conflict, RowsRefused
from tests import studies, talks
from tests.exports import kinds
from tests.studies import NOW, SLUG, screen_of, take_labels, votes

FIRST, SECOND, _ = studies.records()
DIFFERING: dict[str, talks.Labels] = {"ann": {"Must 1.": "must", "Must 2.": "must"}, "bo": {}}


@pytest.fixture
def two(people: dict[str, int]) -> dict[str, int]:
    """Ann and Bo differ on a memory of the first item, and on one of the second; the round is closed."""
    talks.differ(people, DIFFERING)
    return people


def assigned() -> list[tuple[str, str]]:
    """Who has which item in the discussion."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Rater.name, m.Item.source_id)
            .select_from(m.Assignment)
            .join(m.Rater)
            .join(m.Item)
            .join(m.Round, col(m.Round.id) == m.Assignment.round_id)
            .where(m.Round.kind == "discussion")
        )
        return sorted((name, item) for name, item in rows)


def test_only_what_people_differ_on_is_discussed_by_those_who_answered_it(people_anywhere: dict[str, int]) -> None:
    talks.differ(people_anywhere, DIFFERING)
    found = talks.preview()
    assert (found.round, found.items, found.targets, found.places) == (1, 2, 2, 2)
    assert (found.people, found.assignments, found.imported, found.closed) == (2, 4, 0, 0)
    opened = talks.open_discussion()
    assert (opened.round, opened.about) == (2, found)
    assert talks.places() == {("i1", "role"), ("i2", "role")}
    assert assigned() == [("ann", "i1"), ("ann", "i2"), ("bo", "i1"), ("bo", "i2")]
    with store.reading() as session:
        current = projects.current_round(session, projects.find(session, SLUG))
        before = projects.find_round(session, projects.find(session, SLUG))
    assert (current.number, current.kind, current.beside_id) == (2, "discussion", before.id)
    assert studies.number_of(m.Event) > 0


def test_a_preview_stores_nothing(two: dict[str, int]) -> None:
    talks.preview()
    assert (studies.number_of(m.Round), studies.number_of(m.DiscussedPlace)) == (1, 0)


def test_the_round_has_to_be_closed_first(people: dict[str, int]) -> None:
    talks.label_items(people["ann"], {"Must 1.": "must"})
    talks.label_items(people["bo"], {})
    with pytest.raises(Conflict, match="Round 1 is still open"):
        talks.open_discussion()


def test_a_round_is_discussed_once(two: dict[str, int]) -> None:
    talks.open_discussion()
    with pytest.raises(Conflict, match="discussed in round 2 already"):
        talks.open_discussion()


def test_where_nobody_differs_there_is_nothing_to_discuss(people: dict[str, int]) -> None:
    talks.differ(people, {"ann": {}, "bo": {}})
    with pytest.raises(Conflict, match="nothing to discuss"):
        talks.open_discussion()


def test_what_an_adjudicator_has_decided_is_left_out(two: dict[str, int]) -> None:
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    key = talks.texts_of(studies.item_screen(two["ann"], _assignment("ann", "i1")))["Must 1."]
    studies.decide(dana, 1, (key, "must", 0))
    found = talks.preview()
    assert (found.differing, found.decided, found.places, found.items) == (2, 1, 1, 1)
    talks.open_discussion()
    assert talks.places() == {("i2", "role")}


def test_a_decision_that_was_withdrawn_leaves_its_place_to_discuss(two: dict[str, int]) -> None:
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    key = talks.texts_of(studies.item_screen(two["ann"], _assignment("ann", "i1")))["Must 1."]
    studies.decide(dana, 1, (key, "must", 0))
    studies.decide(dana, 1, (key, None, 1))
    assert talks.preview().places == 2


def test_imported_people_cannot_take_part_and_are_counted(people: dict[str, int]) -> None:
    take_labels(votes({"Imported Ines": "irr"}, content=[FIRST]))
    talks.differ(people, {"ann": {}, "bo": {}})
    found = talks.preview()
    assert (found.items, found.places, found.people, found.imported) == (1, 3, 2, 1)
    talks.open_discussion()
    assert assigned() == [("ann", "i1"), ("bo", "i1")]


def test_a_closed_account_cannot_take_part_and_what_one_person_is_left_with_is_no_discussion(
    two: dict[str, int],
) -> None:
    with store.writing() as session:
        session.get_one(m.Account, two["bo"]).closed_at = NOW
    found = talks.preview()
    assert (found.differing, found.places, found.alone, found.items) == (2, 0, 2, 0)


@pytest.mark.parametrize(("bos", "differing"), [("good", 1), ("?no clue", 0)])
def test_an_answer_that_cannot_be_judged_beside_a_label_is_a_difference(
    sqlite_database: str, bos: str, differing: int
) -> None:
    """A label and a "cannot judge" differ; two people who both could not judge do not (discussion.opening)."""
    people = talks.moods("ann", "bo")
    talks.say_moods(people["ann"], mood="?both at once")
    talks.say_moods(people["bo"], mood=bos)
    talks.close_round()
    assert talks.preview().differing == differing


# --- The first answers stay frozen ----------------------------------------------------------------------------------


def test_the_discussed_round_cannot_be_opened_again(two: dict[str, int]) -> None:
    talks.open_discussion()
    with store.writing() as session:
        first = session.exec(select(m.Round).where(m.Round.number == 1)).one()
        second = session.exec(select(m.Round).where(m.Round.number == 2)).one()
        second.beside_id, second.kind = None, "training"  # so that the first one is the current one again
        session.flush()
        second.beside_id, second.kind = first.id, "discussion"
    with store.writing() as session, pytest.raises(Conflict, match="Round 2 is open already"):
        rounds.reopen(session, slug=SLUG, account_id=None, now=NOW)
    talks.close_discussion()
    with store.writing() as session:
        rounds.reopen(session, slug=SLUG, account_id=None, now=NOW)  # the discussion itself
    with store.reading() as session:
        states = session.exec(select(m.Round.number, m.Round.closed_at).order_by(m.Round.number)).all()  # type: ignore[arg-type]
    assert [(number, closed is None) for number, closed in states] == [(1, False), (2, True)]


def test_no_label_file_changes_the_first_answers(two: dict[str, int]) -> None:
    talks.open_discussion()
    with pytest.raises(RowsRefused) as revised:
        take_labels(votes({"ann": "irr"}, content=[SECOND]), as_account=True, revise=True)
    with pytest.raises(RowsRefused) as added:
        take_labels(votes({"Late Lena": "irr"}, content=[SECOND]))
    for refused in (revised, added):
        assert "stay as they are" in refused.value.refused[0].why
    assert take_labels(votes({"Late Lena": "irr"}, content=[SECOND]), round_number=2).judgments_added == 3


def test_nothing_is_submitted_to_the_discussed_round(two: dict[str, int]) -> None:
    talks.open_discussion()
    before = studies.item_screen(two["ann"], _assignment("ann", "i1"))
    assert not before.editable
    with pytest.raises(Conflict, match="closed"):
        talks.submit_as(two["ann"], talks.answers(before, {"Must 1.": "irr"}))


def test_an_item_that_was_sent_back_before_it_was_discussed_stays_as_it_is(two: dict[str, int]) -> None:
    """K7: what somebody was asked to look at again, and others have seen since, is answered in the discussion."""
    number = _assignment("ann", "i1")
    with store.writing() as session:
        given = session.get_one(m.Assignment, number)
        given.state, given.sent_back = "open", True
    talks.open_discussion()
    with pytest.raises(Conflict) as refused:
        talks.submit_as(two["ann"], talks.answers(studies.item_screen(two["ann"], number), {"Must 1.": "irr"}))
    assert refused.value.code == "frozen_round"


# --- What is asked again --------------------------------------------------------------------------------------------


def test_the_board_asks_the_discussed_places_and_brings_the_own_first_answer(two: dict[str, int]) -> None:
    """F1: nothing is chosen beforehand; the first answer is beside, not an answer."""
    talks.open_discussion()
    screen = screen_of(two["ann"])
    assert (screen.project.round, screen.project.round_kind, screen.progress.total) == (2, "discussion", 2)
    assert screen.answers == ()
    assert screen.again is not None
    text = {key: text for text, key in talks.texts_of(screen).items()}
    assert [(text[each.target][:4], each.label) for each in screen.again] == [("Must", "must")]


def test_in_an_independent_round_everything_is_asked(people: dict[str, int]) -> None:
    assert screen_of(people["ann"]).again is None


def test_an_answer_to_what_is_not_discussed_is_refused(two: dict[str, int]) -> None:
    talks.open_discussion()
    screen = screen_of(two["ann"])
    other = next(text for text in talks.texts_of(screen) if text.startswith("Nice"))
    with pytest.raises(Conflict) as refused:
        talks.submit_as(two["ann"], talks.answers(screen, {other: "irr"}))
    assert refused.value.code == "not_discussed"


def test_to_leave_everything_as_it_was_is_a_submission_too(two: dict[str, int]) -> None:
    talks.open_discussion()
    assert talks.submit_as(two["ann"], talks.answers(screen_of(two["ann"]), {})) == 0
    assert screen_of(two["ann"]).progress.done == 1


def test_a_new_answer_is_a_new_judgment_and_the_first_one_stays(two: dict[str, int]) -> None:
    talks.open_discussion()
    before = len(studies.stored())
    screen = screen_of(two["ann"])
    text = next(text for text in talks.texts_of(screen) if text.startswith("Must"))
    assert talks.submit_as(two["ann"], talks.answers(screen, {text: "irr"})) == 1
    assert studies.stored()[before:] == [("ann", talks.texts_of(screen)[text], "irr", 1)]


def test_the_home_page_says_what_kind_of_round_the_work_is_in(two: dict[str, int]) -> None:
    talks.open_discussion()
    with store.reading() as session:
        [work] = labelling.work(session, account_id=two["ann"])
    assert (work.round_kind, work.total) == ("discussion", 2)


def test_nothing_is_assigned_in_a_discussion(two: dict[str, int]) -> None:
    talks.open_discussion()
    studies.add_people("chen")
    with pytest.raises(Conflict, match="Round 2 is a discussion"):
        studies.assign("chen")


def test_a_closed_discussion_takes_nothing_more(two: dict[str, int]) -> None:
    talks.open_discussion()
    screen = screen_of(two["ann"])
    assert talks.close_discussion() == 2
    with pytest.raises(Conflict, match="closed"):
        talks.submit_as(two["ann"], talks.answers(screen, {}))
    with pytest.raises(Conflict, match="no open discussion"):
        talks.close_discussion()


def _assignment(name: str, item: str) -> int:
    with store.reading() as session:
        found = session.exec(
            select(m.Assignment.id)
            .select_from(m.Assignment)
            .join(m.Rater)
            .join(m.Item)
            .where(m.Rater.name == name, m.Item.source_id == item)
            .order_by(col(m.Assignment.id))
        ).first()
    return found or 0


def test_every_kind_of_question_is_discussed_where_people_differ(sqlite_database: str) -> None:
    """N3: one label, several, text, quotes, pieces; about the item, memories, responses and pairs."""
    kinds.make_project()
    kinds.label_everything()
    questions = {question.key for question in kinds.codebook().questions}
    people = studies.add_people("p1", "p2", "p3")
    with store.writing() as session:
        for rater in session.exec(select(m.Rater)).all():
            rater.origin, rater.account_id = "account", people[f"p{rater.id}"]
    talks.close_round()
    found = talks.open_discussion().about
    assert {question for _, question in talks.places()} == questions
    assert found.places == found.differing > 100
