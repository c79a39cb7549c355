"""A pause: by a person's hand, said on the board, and nothing lost."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.errors import Conflict, NotFound
from annotation.quality import pausing
from tests import studies
from tests.studies import NOW, SLUG, save_draft, screen_of, skip, skip_of, submission, submit, work_of


def turn(verb: str, name: str = "ann") -> None:
    with store.writing() as session:
        getattr(pausing, verb)(session, slug=SLUG, annotator=name, account_id=None, now=NOW)


def test_a_paused_annotator_submits_nothing_and_loses_nothing(people_anywhere: dict[str, int]) -> None:
    ann, bo = people_anywhere["ann"], people_anywhere["bo"]
    screen = screen_of(ann)
    key = screen.item.targets[0].key if screen.item else ""
    turn("pause")
    assert (screen_of(ann).state, screen_of(bo).state) == ("paused", "item")
    for refused in (lambda: submit(ann, submission(screen)), lambda: skip(ann, skip_of(screen))):
        with pytest.raises(Conflict) as error:
            refused()
        assert error.value.code == "paused"
    save_draft(ann, work_of(screen, {key: "must"}))
    turn("resume")
    back = screen_of(ann)
    assert back.assignment == screen.assignment
    assert back.draft is not None
    assert [each.label for each in back.draft.answers] == ["must"]
    assert submit(ann, submission(back)).stored == 3


def test_each_is_an_event_and_twice_is_refused(people: dict[str, int]) -> None:
    turn("pause")
    with pytest.raises(Conflict, match="paused already"):
        turn("pause")
    with store.reading() as session:
        assert pausing.paused(session, slug=SLUG) == {"ann": NOW}
    turn("resume")
    with pytest.raises(Conflict, match="not paused"):
        turn("resume")
    with pytest.raises(NotFound, match="'nobody'"):
        turn("pause", "nobody")
    with store.reading() as session:
        found = session.exec(
            select(m.Event.kind, m.Event.detail).where(col(m.Event.kind).startswith("annotator "))
        ).all()
    assert [tuple(each) for each in found] == [
        ("annotator paused", {"annotator": "ann"}),
        ("annotator resumed", {"annotator": "ann"}),
    ]
    assert people
    assert studies.number_of(m.Judgment) == 0
