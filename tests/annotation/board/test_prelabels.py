"""Labels that are shown beforehand: only by choice, kept with every judgment."""

from __future__ import annotations

from sqlmodel import col, select

from annotation import judgments, store
from annotation import models as m
from annotation.board import prelabels
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit


def choose(*, show: bool) -> int:
    with store.writing() as session:
        return prelabels.choose(session, slug=SLUG, show=show, account_id=None, now=NOW)


def test_labelling_is_blind_until_a_researcher_chooses_otherwise(database: str) -> None:
    studies.make_project()
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    assert screen_of(ann).prelabels == ()
    assert choose(show=True) == 9
    shown = {each.target: each.label for each in screen_of(ann).prelabels}
    screen = screen_of(ann)
    assert screen.item is not None
    texts = {target.key: target.text for target in screen.item.targets}
    assert {texts[target].split()[0].lower()[:3]: label for target, label in shown.items()} == {
        "mus": "must",
        "nic": "nice",
        "irr": "irr",
    }
    assert all(each.label is None for each in screen.answers), "nothing is preselected (E5)"
    submit(ann, submission(screen, "nice"))
    assert choose(show=False) == 0
    submit(ann, submission(screen_of(ann), "nice"))
    with store.reading() as session:
        kept = session.exec(select(m.Judgment.prelabel).order_by(col(m.Judgment.id))).all()
        current = [each.prelabel for each in judgments.current(session, slug=SLUG)]
        events = session.exec(select(m.Event.detail).where(m.Event.kind == "pre-labels set")).all()
    assert sorted(label for label in kept if label) == ["irr", "must", "nice"]
    assert kept.count(None) == 3
    assert sorted(map(str, current)) == sorted(map(str, kept))
    assert list(events) == [{"before": 0, "after": 9}, {"before": 9, "after": 0}]
