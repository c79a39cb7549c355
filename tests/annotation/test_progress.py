"""Everybody's work in items: what is done, skipped and begun, the pace, and who came with a file."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import col, select

from annotation import models as m
from annotation import progress, status, store
from annotation.board import labelling
from annotation.progress import ImportedRater, PersonProgress
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit


def found() -> dict[str, PersonProgress]:
    with store.reading() as session:
        return {each.name: each for each in progress.by_person(session, slug=SLUG)}


def skip(name: str, *, words: str = "") -> None:
    """Skip the next open item of somebody."""
    with store.writing() as session:
        given = session.exec(
            select(m.Assignment)
            .join(m.Rater)
            .where(m.Rater.name == name, m.Assignment.state == "open")
            .order_by(col(m.Assignment.position))
        ).first()
        assert given is not None
        given.state, given.skip_reason, given.skip_words = "skipped", "hard", words


def test_skip_3_of_10_is_7_done_and_3_skipped_in_every_view(database: str) -> None:
    """J4, F5: items are counted, not their three memories; skipped is not done."""
    studies.make_project(studies.records(10))
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    for _ in range(3):
        skip("ann")
    studies.label_all(ann)
    one = found()["ann"]
    assert (one.done, one.skipped, one.total) == (7, 3, 10)
    with store.reading() as session:
        state = status.status(session, slug=SLUG)
        (own,) = labelling.work(session, account_id=ann)
    assert (state.annotators[0].done, state.annotators[0].skipped, state.annotators[0].total) == (7, 3, 10)
    assert (state.items_complete, state.items_assigned, state.judgments) == (7, 10, 21)
    shown = screen_of(ann).progress
    assert (shown.done, shown.skipped, shown.total) == (own.done, own.skipped, own.total) == (7, 3, 10)


def test_each_person_and_the_total_are_right(database: str) -> None:
    """F3: 3 of 10 and 5 of 10, of which those that both have done are complete."""
    studies.make_project(studies.records(10))
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    for name, number in (("ann", 3), ("bo", 5)):
        for _ in range(number):
            submit(people[name], submission(screen_of(people[name])))
    assert [(each.done, each.total) for each in found().values()] == [(3, 10), (5, 10)]
    with store.reading() as session:
        assert status.status(session, slug=SLUG).judgments == 8 * 3


def test_time_is_summed_over_an_items_submissions_and_the_pace_follows(people_anywhere: dict[str, int]) -> None:
    """Two items of 20 s and 10 s + 30 s: 60 s at work, median 30 s, 120 an hour; one without a time counts in none."""
    ann = people_anywhere["ann"]
    for times in ((20_000,), (10_000, 30_000), (None,)):
        screen = screen_of(ann)
        for number, active in enumerate(times):
            label = "nice" if number == 0 else "must"
            sent = submission(screen, label, revision=number, active_ms=active)
            submit(ann, sent, now=NOW + timedelta(minutes=number))
    with store.writing() as session:  # whatever the store adds of its own: here are three times and one unknown
        rows = session.exec(select(m.Submission).order_by(col(m.Submission.id))).all()
        for row, active_ms in zip(rows, (20_000, 10_000, 30_000, None), strict=True):
            assert row.active_ms in (active_ms, 0), row
    one, other = found()["ann"], found()["bo"]
    assert (one.active_ms, one.median_ms, one.items_an_hour) == (60_000, 30_000, 120.0)
    assert one.last_at == NOW + timedelta(minutes=1)
    assert (other.active_ms, other.median_ms, other.items_an_hour, other.last_at) == (None, None, None, None)


def test_drafts_flags_and_notes_are_counted_and_a_draft_is_activity(people_anywhere: dict[str, int]) -> None:
    later = NOW + timedelta(hours=2)
    with store.writing() as session:
        one, two, three = session.exec(
            select(m.Assignment).join(m.Rater).where(m.Rater.name == "ann").order_by(col(m.Assignment.position))
        ).all()
        one.flagged, two.note = True, "Odd."
        for given, answers in ((one, [["m1", "role", "must"]]), (two, None), (three, [["m1", "role", "must"]])):
            session.add(
                m.Draft(
                    assignment_id=given.id or 0, revision=0, codebook_id=1, version=1, answers=answers, saved_at=later
                )
            )
        three.state, three.skip_reason = "skipped", "broken"
    ann = found()["ann"]
    assert (ann.drafts, ann.flagged, ann.noted, ann.skipped, ann.last_at) == (1, 1, 1, 1, later)


def test_imported_raters_are_listed_with_their_current_answers(database: str) -> None:
    studies.make_project()
    for label in ("irr", "must"):
        studies.take_labels(studies.votes({"eve": label, "<b>zoe</b>": "nice"}), revise=True)
    studies.clear_last_answer()
    with store.reading() as session:
        raters = progress.imported(session, slug=SLUG)
    assert sorted(raters, key=lambda each: each.name) == [
        ImportedRater("<b>zoe</b>", 3, 9),
        ImportedRater("eve", 3, 8),
    ]
    assert found() == {}
