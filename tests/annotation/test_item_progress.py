"""Each item: who is done, what people say of it, and whether they differ."""

from __future__ import annotations

from sqlmodel import select

from annotation import item_progress, judgments, store
from annotation import models as m
from annotation.desk import adjudication
from annotation.item_progress import ItemProgress, Mark
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit


def found() -> list[ItemProgress]:
    with store.reading() as session:
        return item_progress.by_item(session, slug=SLUG)


def test_an_items_line_says_who_is_done_and_what_they_say(people_anywhere: dict[str, int]) -> None:
    first = screen_of(people_anywhere["ann"])
    submit(people_anywhere["ann"], submission(first))
    with store.writing() as session:
        item = session.exec(select(m.Item).join(m.Assignment).where(m.Assignment.id == first.assignment)).one()
        item.sensitive = True
        of_bo = session.exec(
            select(m.Assignment).join(m.Rater).where(m.Rater.name == "bo", m.Assignment.item_id == item.id)
        ).one()
        of_bo.state, of_bo.skip_reason, of_bo.skip_words = "skipped", "distressing", "<b>no</b>"
        of_bo.flagged, of_bo.note = True, "看"
        place = (item.id or 0) - 1
    lines = found()
    assert [(each.number, each.item) for each in lines] == [(1, "i1"), (2, "i2"), (3, "i3")]
    line = lines[place]
    assert (line.assigned, line.done, line.sensitive) == (2, 1, True)
    assert line.marks == (Mark("bo", "distressing", "<b>no</b>", True, "看"),)
    assert (line.skipped, line.flagged, line.noted) == (True, True, True)
    others = [each for each in lines if each is not line]
    assert all((each.done, each.marks, each.skipped, each.sensitive) == (0, (), False, False) for each in others)


def test_what_people_differ_on_is_counted_until_it_is_decided(database: str) -> None:
    """F4: the same places as the long table of judgments has, a cleared answer left out."""
    studies.make_project()
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    studies.take_labels(studies.votes({"eve": "source", "zoe": "must"}))
    assert [(each.differing, each.to_decide) for each in found()] == [(2, 2)] * 3
    with store.reading() as session:
        given = {each.target_id: each.item for each in judgments.current(session, slug=SLUG) if each.label == "irr"}
    target_id, item = next(iter(given.items()))
    with store.writing() as session:
        adjudication.decide(
            session,
            account_id=dana,
            slug=SLUG,
            target_id=target_id,
            question="role",
            label="irr",
            reason="It is.",
            now=NOW,
        )
    assert {each.item: each.to_decide for each in found()}[item] == 1
    studies.clear_last_answer()
    assert sum(each.differing for each in found()) == 5, "of the six places on which they differed"


def test_an_item_without_annotators_is_listed_too(sqlite_database: str) -> None:
    studies.make_project(studies.records(2))
    assert [(each.assigned, each.done, each.differing) for each in found()] == [(0, 0, 0)] * 2
