"""Correcting, taking back and skipping: new revisions with their history, and never a judgment that nobody made."""

from __future__ import annotations

import pytest
from sqlmodel import select

from annotation import judgments, store
from annotation import models as m
from annotation.board import labelling, own_items
from annotation.board.own_items import OwnItem, Revision
from annotation.board.screen import Screen
from annotation.board.submission import Answer
from annotation.errors import Conflict, Invalid
from tests import studies
from tests.studies import SLUG, item_screen, record, save_draft, screen_of, skip, skip_of, submission, submit, work_of


def first_done(account_id: int, label: str = "nice") -> Screen:
    """The account's first item, after it has been submitted with one label."""
    screen = screen_of(account_id)
    submit(account_id, submission(screen, label))
    return item_screen(account_id, screen.assignment or 0)


def said(screen: Screen) -> list[str | None]:
    return [answer.label for answer in screen.answers]


def current_labels() -> list[str]:
    with store.reading() as session:
        return sorted(each.label for each in judgments.current(session, slug=SLUG))


def listed(account_id: int) -> list[OwnItem]:
    with store.reading() as session:
        return own_items.items(session, account_id=account_id, slug=SLUG)


def history(account_id: int, screen: Screen) -> list[Revision]:
    with store.reading() as session:
        return own_items.history(session, account_id=account_id, slug=SLUG, assignment_id=screen.assignment or 0)


# --- Back -----------------------------------------------------------------------------------------------------------


def test_what_is_shown_again_is_what_is_stored(people_anywhere: dict[str, int]) -> None:
    """E1: answer, on, back, on: shown equals stored at each step."""
    ann = people_anywhere["ann"]
    first = first_done(ann, "must")
    assert (first.mark.state, first.revision, said(first)) == ("done", 1, ["must"] * 3)
    second = screen_of(ann)
    assert (second.previous, first.following, first.previous) == (first.assignment, second.assignment, None)
    assert said(second) == []
    submit(ann, submission(second, "irr"))
    assert said(item_screen(ann, first.assignment or 0)) == ["must"] * 3


def test_a_correction_is_a_new_revision_of_what_changed(people_anywhere: dict[str, int]) -> None:
    """J6, N2: back to editable, the history kept, one current value."""
    ann = people_anywhere["ann"]
    first = first_done(ann, "nice")
    target = first.answers[0].target
    answers = tuple(
        Answer(target=each.target, question="role", label="must" if each.target == target else "nice")
        for each in first.answers
    )
    assert submit(ann, submission(first, answers=answers)).stored == 1
    again = item_screen(ann, first.assignment or 0)
    assert (again.revision, sorted(map(str, said(again)))) == (2, ["must", "nice", "nice"])
    assert current_labels() == ["must", "nice", "nice"]
    told = history(ann, first)
    assert [each.revision for each in told] == [1, 2]
    assert [(each.before, each.label) for each in told[1].changes] == [("nice", "must")]
    assert {(each.before, each.label) for each in told[0].changes} == {(None, "nice")}


def test_a_correction_by_the_same_token_twice_is_stored_once(people: dict[str, int]) -> None:
    ann = people["ann"]
    first = first_done(ann)
    sent = submission(first, "must")
    assert [submit(ann, sent).stored, submit(ann, sent).stored] == [3, 3]
    assert item_screen(ann, first.assignment or 0).revision == 2


def test_the_history_is_its_authors_alone(people: dict[str, int]) -> None:
    first = first_done(people["ann"])
    for look in (history, lambda who, screen: item_screen(who, screen.assignment)):
        with pytest.raises(Conflict, match="not assigned to you"):
            look(people["bo"], first)


# --- Taking back ----------------------------------------------------------------------------------------------------


def test_a_cleared_answer_is_blank_and_the_item_open_again(people_anywhere: dict[str, int]) -> None:
    """J7: n falls by one; nothing of what was said is erased."""
    ann = people_anywhere["ann"]
    first = first_done(ann, "must")
    kept = tuple(Answer(target=each.target, question="role", label="must") for each in first.answers[1:])
    with pytest.raises(Invalid, match="missing"):
        submit(ann, submission(first, answers=kept))
    assert submit(ann, submission(first, answers=kept, reopen=True)).stored == 1
    again = screen_of(ann)
    assert (again.assignment, again.mark.state, again.progress.done) == (first.assignment, "open", 0)
    assert len(again.answers) == 2
    assert current_labels() == ["must", "must"]
    assert [(each.before, each.label) for each in history(ann, first)[1].changes] == [("must", None)]


def test_answers_are_taken_back_only_where_there_are_any(people: dict[str, int]) -> None:
    ann = people["ann"]
    with pytest.raises(Invalid) as refused:
        submit(ann, submission(screen_of(ann), answers=(), reopen=True))
    assert refused.value.code == "incomplete"


# --- Skipping -------------------------------------------------------------------------------------------------------


def test_a_skipped_item_is_not_done_and_gives_no_judgment(people_anywhere: dict[str, int]) -> None:
    """J4."""
    ann = people_anywhere["ann"]
    first = screen_of(ann)
    following = skip(ann, skip_of(first, "other", words="两种读法", note="see turn 2"))
    assert following.assignment != first.assignment
    assert (following.progress.done, following.progress.skipped, following.progress.total) == (0, 1, 3)
    studies.label_all(ann)
    end = screen_of(ann)
    assert (end.state, end.progress.done, end.progress.skipped) == ("done", 2, 1)
    assert len(current_labels()) == 6
    mark = item_screen(ann, first.assignment or 0).mark
    assert (mark.state, mark.skip_reason, mark.skip_words, mark.note) == ("skipped", "other", "两种读法", "see turn 2")


def test_a_skipped_item_can_be_done_later_with_the_answers_it_had(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    first = screen_of(ann)
    target = first.item.targets[0].key if first.item else ""
    skip(ann, skip_of(first, answers=(Answer(target=target, question="role", label="must"),)))
    back = item_screen(ann, first.assignment or 0)
    assert back.draft is not None
    assert [answer.label for answer in back.draft.answers] == ["must"]
    assert submit(ann, submission(back)).next.progress.skipped == 0
    mark = item_screen(ann, first.assignment or 0).mark
    assert (mark.state, mark.skip_reason, mark.skip_words) == ("done", None, "")


def test_a_done_item_is_not_skipped(people: dict[str, int]) -> None:
    ann = people["ann"]
    first = first_done(ann)
    with pytest.raises(Conflict) as refused:
        skip(ann, skip_of(first))
    assert refused.value.code == "already_done"
    kept = tuple(Answer(target=each.target, question="role", label="nice") for each in first.answers[1:])
    submit(ann, submission(first, answers=kept, reopen=True))
    with pytest.raises(Conflict, match="Take them back first"):
        skip(ann, skip_of(screen_of(ann)))
    submit(ann, submission(screen_of(ann), answers=(), reopen=True))
    assert skip(ann, skip_of(screen_of(ann))).progress.skipped == 1
    assert current_labels() == []


def test_a_closed_round_takes_no_skip(people: dict[str, int]) -> None:
    ann = people["ann"]
    screen = screen_of(ann)
    studies.close_round()
    with pytest.raises(Conflict, match="closed"):
        skip(ann, skip_of(screen))


# --- The list -------------------------------------------------------------------------------------------------------


def test_the_list_says_the_state_of_each_own_item(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    first = first_done(ann)
    second = screen_of(ann)
    skip(ann, skip_of(second))
    third = screen_of(ann)
    save_draft(ann, work_of(third, {third.item.targets[0].key: "irr"} if third.item else {}, flagged=True, note="hm"))
    assert [(each.state, each.flagged, each.noted, each.waits) for each in listed(ann)] == [
        ("done", False, False, False),
        ("skipped", False, False, False),
        ("draft", True, True, True),
    ]
    assert [each.assignment for each in listed(ann)] == [first.assignment, second.assignment, third.assignment]
    assert [each.position for each in listed(ann)] == [1, 2, 3]
    assert listed(ann)[0].excerpt == (first.item.query.text if first.item and first.item.query else "")


def test_an_item_is_known_again_by_its_last_words(database: str) -> None:
    """By the query, where there is one; else by the scene or the last turn; long ones are cut."""
    studies.make_project([record("a", query="长" * 200), record("b"), record("c", query=" Two\n lines ")])
    with store.writing() as session:
        item = session.exec(select(m.Item).where(m.Item.source_id == "b")).one()
        item.content = {**item.content, "query": None}
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    assert sorted(each.excerpt for each in listed(ann)) == sorted(
        ["长" * 119 + "…", "Of course: I bought the tickets.", "Two lines"]
    )


def test_the_list_holds_nobody_elses_work(people: dict[str, int]) -> None:
    first_done(people["bo"])
    assert {each.state for each in listed(people["ann"])} == {"open"}


def test_home_counts_what_is_skipped(people: dict[str, int]) -> None:
    ann = people["ann"]
    skip(ann, skip_of(screen_of(ann)))
    with store.reading() as session:
        (found,) = labelling.work(session, account_id=ann)
    assert (found.done, found.skipped, found.total) == (0, 1, 3)
