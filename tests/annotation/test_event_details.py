"""What an event speaks of: ids and words that a researcher knows, never a number of the database."""

from __future__ import annotations

from annotation import event_details, events, store
from annotation import models as m
from annotation.desk.deciding import SentDecision, SentDecisions, decide_item
from annotation.events import Filters, Told
from tests import studies
from tests.studies import NOW, SLUG, memory, record, take_labels, votes

LONG = "Ida  is allergic to nuts,\n and has been since she was a child of three or four years."
FIRST = record("00 7", memory=memory(must=[LONG]))


def listed(kind: str) -> list[Told]:
    with store.reading() as session:
        return event_details.readable(session, events.listed(session, Filters(kind=kind)))


def decided(label: str | None, reason: str, *, seen: int) -> None:
    with store.reading() as session:
        (key,) = [each["key"] for each in session.get_one(m.Item, 1).content["memories"]]
    one = SentDecision(target=key, question="role", label=label, seen=seen)
    sent = SentDecisions(account="1", item=1, codebook=1, reason=reason, decisions=(one,))
    with store.writing() as session:
        decide_item(session, account_id=1, slug=SLUG, sent=sent, now=NOW.replace(hour=3 + seen))


def test_a_decision_is_told_with_its_item_the_memorys_first_words_its_label_and_its_reason(database: str) -> None:
    studies.make_project([FIRST])
    studies.add_people("dana", role="adjudicator")
    take_labels(votes({"a": "must", "b": "irr"}, content=[FIRST]))
    decided("must", "She cannot eat them.", seen=0)
    decided(None, "Ask the authors.", seen=1)
    words = "Ida is allergic to nuts, and has been since she was a child…"
    assert [each.detail for each in listed("decided")] == [
        {"item": "00 7", "memory": words, "question": "role", "label": "must", "reason": "She cannot eat them."}
    ]
    assert [each.detail for each in listed("decision withdrawn")] == [
        {"item": "00 7", "memory": words, "question": "role", "label": None, "reason": "Ask the authors."}
    ]


def test_what_is_about_an_assignment_names_the_item(database: str) -> None:
    studies.make_project([FIRST])
    people = studies.add_people("ann")
    studies.assign("ann")
    studies.label_all(people["ann"], "must")
    (submitted,) = listed("submitted")
    assert submitted.detail["item"] == "00 7"
    assert "assignment" not in submitted.detail


def test_what_names_neither_stays_as_it_was(database: str) -> None:
    studies.make_project([FIRST])
    with store.writing() as session:
        events.record(session, "odd", now=NOW, project_id=1, detail={"assignment": 99, "target": "x"})
    assert [each.detail for each in listed("odd")] == [{"assignment": 99, "target": "x"}]
    imported = {"added": 1, "skipped": 0, "responses": 0, "refused": 0}
    assert [each.detail for each in listed("items imported")] == [imported]
