"""Taking what an annotator submits, once however often it is sent, and showing what is next."""

from __future__ import annotations

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.board import labelling
from annotation.board.labelling import Work
from annotation.errors import NotFound
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit

# --- Storing --------------------------------------------------------------------------------------------------------


def test_a_submission_is_stored_and_answered_with_the_next_item(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    screen = screen_of(ann)
    sent = submission(screen, "must")
    saved = submit(ann, sent)
    assert saved.stored == 3
    assert sorted(studies.stored()) == sorted(("ann", answer.target, "must", 1) for answer in sent.answers)
    assert saved.next == screen_of(ann)
    assert (saved.next.state, saved.next.progress.done) == ("item", 1)
    assert saved.next.assignment != screen.assignment


def test_every_judgment_names_its_submission_and_its_codebook(people_anywhere: dict[str, int]) -> None:
    submit(people_anywhere["ann"], submission(screen_of(people_anywhere["ann"])))
    with store.reading() as session:
        judgments = session.exec(select(m.Judgment)).all()
        kept = session.exec(select(m.Submission)).one()
    assert {(each.submission_id, each.origin, each.created_at) for each in judgments} == {(kept.id, "board", NOW)}
    assert {each.codebook_id for each in judgments} == {1}
    assert (kept.revision, kept.stored) == (1, 3)


def test_sending_the_same_again_stores_it_once(people_anywhere: dict[str, int]) -> None:
    """D1: a double click, or a retry after an answer that was lost on its way."""
    ann = people_anywhere["ann"]
    sent = submission(screen_of(ann))
    first = submit(ann, sent)
    before = studies.stored()
    assert submit(ann, sent) == first
    assert submit(ann, sent.model_copy(update={"answers": sent.answers[::-1]})) == first
    assert (studies.stored(), studies.number_of(m.Submission)) == (before, 1)


def test_a_repeated_sending_is_answered_with_what_is_next_now(people: dict[str, int]) -> None:
    """Also when more has been labelled in the meantime, or the round has been closed."""
    ann = people["ann"]
    sent = submission(screen_of(ann))
    submit(ann, sent)
    studies.label_all(ann)
    studies.close_round()
    saved = submit(ann, sent)
    assert (saved.stored, saved.next.state) == (3, "done")


def test_an_answer_that_a_file_gave_already_is_not_stored_twice(people: dict[str, int]) -> None:
    ann = people["ann"]
    screen = screen_of(ann)
    assert screen.item is not None
    with store.reading() as session:
        assignment = session.get_one(m.Assignment, screen.assignment)
        item = session.get_one(m.Item, assignment.item_id).source_id
    row = [item, screen.item.targets[0].key, "role", "ann", "must"]
    studies.take_labels(studies.label_file([row]), as_account=True)
    assert submit(ann, submission(screen, "must")).stored == 2
    assert [revision for *_, revision in studies.stored()] == [1, 1, 1]


# --- Progress and states --------------------------------------------------------------------------------------------


def test_progress_counts_items_not_labels(people_anywhere: dict[str, int]) -> None:
    """F3, F5: each sees their own count, and an item of three memories is one."""
    ann, bo = people_anywhere["ann"], people_anywhere["bo"]
    submit(ann, submission(screen_of(ann)))
    for _ in range(2):
        submit(bo, submission(screen_of(bo)))
    assert [(screen_of(who).progress.done, screen_of(who).progress.total) for who in (ann, bo)] == [(1, 3), (2, 3)]
    with store.reading() as session:
        found = labelling.work(session, account_id=bo)
    assert found == [Work(SLUG, "Roles of memories", 1, 2, 3)]


def test_an_item_of_many_memories_is_one_item(sqlite_database: str) -> None:
    """F5, E10: twenty memories, three of them with the same text."""
    names = [*(f"Fact {n}." for n in range(17)), "same", "same", "same"]
    studies.make_project([studies.record("a", memory=studies.memory(must=names[:5], nice=names[5:18], irr=names[18:]))])
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    screen = screen_of(ann)
    assert screen.item is not None
    assert len({target.key for target in screen.item.targets}) == 20
    saved = submit(ann, submission(screen))
    assert (saved.stored, saved.next.state) == (20, "done")
    assert (saved.next.progress.done, saved.next.progress.total) == (1, 1)


def test_the_end_is_said(people: dict[str, int]) -> None:
    studies.label_all(people["ann"])
    screen = screen_of(people["ann"])
    assert (screen.state, screen.item, screen.assignment, screen.questions) == ("done", None, None, ())
    assert (screen.progress.done, screen.progress.total) == (3, 3)


def test_who_has_nothing_to_label_is_told_so(people: dict[str, int]) -> None:
    chen = studies.add_people("chen")["chen"]
    screen = screen_of(chen)
    assert (screen.state, screen.item, screen.progress.total) == ("unassigned", None, 0)
    with store.reading() as session:
        assert labelling.work(session, account_id=chen) == []


def test_an_unknown_account_has_no_screen(people: dict[str, int]) -> None:
    with pytest.raises(NotFound):
        screen_of(999_999)


def test_what_was_answered_is_there_after_a_restart_and_the_next_item_is_the_same(
    people_anywhere: dict[str, int],
) -> None:
    """D5, D10, F8: all that a board needs is in the database."""
    ann = people_anywhere["ann"]
    submit(ann, submission(screen_of(ann)))
    before, kept = screen_of(ann), studies.stored()
    store.engine().dispose()
    store._engine.cache_clear()
    assert (screen_of(ann), studies.stored()) == (before, kept)
