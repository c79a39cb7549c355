"""Blindness: nothing that reaches a labelling screen comes from the reference, a tag, a decision or another person."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import select

from annotation import codebook, content, store
from annotation import models as m
from annotation.board import drafts, labelling, own, own_items, screen, submitting
from annotation.desk import adjudication, disputes
from annotation.desk import shown as desk
from annotation.imports import importing
from tests import studies
from tests.studies import NOW, SLUG, memory, record, screen_of, submission, submit

CANARY = "CANARY"


def planted() -> dict[str, Any]:
    """A record with a canary in everything that a board must not learn of it."""
    return record(
        f"{CANARY}-id",
        given_type=f"{CANARY}-given",
        inferred_type=f"{CANARY}-inferred",
        prediction={f"{CANARY}-system": [f"{CANARY}-answer"]},
        memory={
            "must": [{"fact": "Ida is allergic to nuts.", "note": f"{CANARY}-note"}],
            "nice": [{"fact": "Ida likes plums."}],
            "irr": [{"fact": "Otto owns a kayak."}],
        },
        virtual_person_persona={**record()["virtual_person_persona"], "virtual_person_name": f"{CANARY}-name"},
    )


@pytest.fixture
def ann(sqlite_database: str) -> int:
    """Ann, with everything to label, in a study where others have said much already."""
    studies.make_project([planted(), *studies.records(2)])
    people = studies.add_people("ann", f"{CANARY}-bo")
    dana = studies.add_people(f"{CANARY}-dana", role="adjudicator")
    studies.assign("ann", f"{CANARY}-bo")
    studies.label_all(people[f"{CANARY}-bo"], "must")
    rows = [
        [f"{CANARY}-id", text, "role", f"{CANARY}-{rater}", label, f"{CANARY}-comment"]
        for text, _ in studies.texts(planted())
        for rater, label in (("imported", "irr"), ("other", "nice"))
    ]
    studies.take_labels(studies.label_file(rows, columns=(*studies.COLUMNS, "comment")))
    with store.writing() as session:
        item = session.exec(select(m.Item).where(m.Item.source_id == f"{CANARY}-id")).one()
        session.add(m.Tag(item_id=item.id or 0, name=f"{CANARY}-tag", value=f"{CANARY}-value"))
        target = session.exec(select(m.Target).where(m.Target.item_id == item.id, m.Target.kind == "memory")).first()
        adjudication.decide(
            session,
            account_id=next(iter(dana.values())),
            slug=SLUG,
            target_id=(target.id or 0) if target else 0,
            question="role",
            label="nice",
            reason=f"{CANARY}-reason",
            now=NOW,
        )
    return people["ann"]


@contextmanager
def statements() -> Iterator[list[str]]:
    """Every SQL statement that is sent within the block."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    event.listen(store.engine(), "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(store.engine(), "before_cursor_execute", note)


def tables(sent: list[str]) -> set[str]:
    return {
        table.strip('"')
        for statement in sent
        for table in re.findall(r"(?:FROM|JOIN|INTO|UPDATE)\s+(\"?\w+\"?)", statement)
    }


def test_nothing_that_is_planted_reaches_the_board(ann: int) -> None:
    shown = screen_of(ann)
    seen = [shown.model_dump_json()]
    while shown.state == "item":
        saved = submit(ann, submission(shown, "nice"))
        seen.append(saved.next.model_dump_json())
        shown = saved.next
    assert len(seen) == 4, "three items and the end"
    assert not [text for text in seen if CANARY in text]
    assert "Ida is allergic to nuts." in "".join(seen), "the item with the canaries was among them"


def test_a_screen_is_blank_after_another_person_has_answered(ann: int) -> None:
    """F1, E5: the only answers on a screen are one's own, and there are none yet."""
    shown = json.loads(screen_of(ann).model_dump_json())
    assert set(shown) == set(screen.Screen.model_fields)
    assert set(shown["item"]) == set(screen.ShownItem.model_fields)
    assert all(set(target) == set(screen.ShownTarget.model_fields) for target in shown["item"]["targets"])
    assert shown["item"]["memories"] == shown["item"]["responses"] == shown["prelabels"] == []
    assert (shown["progress"]["done"], shown["revision"]) == (0, 0)
    assert (shown["answers"], shown["draft"], shown["mark"]["note"], shown["mark"]["flagged"]) == ([], None, "", False)


def test_drawing_and_submitting_ask_no_table_that_could_tell(ann: int) -> None:
    """By structure: the statements themselves name neither the reference nor tags nor decisions."""
    with statements() as sent:
        shown = screen_of(ann)
        studies.save_draft(ann, studies.work_of(shown, {}, note="look again"))
        submit(ann, submission(shown))
        studies.skip(ann, studies.skip_of(screen_of(ann)))
        studies.item_screen(ann, shown.assignment or 0)
        with store.reading() as session:
            own_items.items(session, account_id=ann, slug=SLUG)
            own_items.history(session, account_id=ann, slug=SLUG, assignment_id=shown.assignment or 0)
    assert not tables(sent) & {"reference", "tag", "decision", "sign_in", "response_origin", "judge_score"}
    asked = [statement for statement in sent if "FROM judgment" in statement]
    assert asked
    assert all("rater_id = " in statement for statement in asked), "one's own judgments only"
    others = [statement for statement in sent if re.search(r"(FROM|JOIN) (draft|assignment)\b", statement)]
    assert all(re.search(r"account_id = |rater_id = |assignment_id = |assignment\.id = ", each) for each in others)


@pytest.mark.parametrize(
    "module", [labelling, own, own_items, drafts, submitting, screen, content], ids=lambda module: module.__name__
)
def test_the_code_of_a_screen_names_nothing_that_could_tell(module: ModuleType) -> None:
    tree = ast.parse(inspect.getsource(module))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    imported = {
        f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert not names & {"Reference", "Tag", "Decision", "raw", "tags", "source_id", "pseudonym"}
    told = ("adjudication", "disputes", "judgments", "status", "importing", "readers")
    assert not [name for name in imported if name.split(".")[-1] in told or "readers" in name]


def test_permuting_the_sources_roles_changes_no_screen(sqlite_database: str) -> None:
    facts = [f"Fact {n}." for n in range(6)]
    ways = {
        "one": memory(must=facts[:1], nice=facts[1:3], irr=facts[3:]),
        "two": memory(must=facts[5:3:-1], nice=facts[:1], irr=facts[3:0:-1]),
    }
    ann = studies.add_people("ann")["ann"]
    shown = []
    for slug, by_role in ways.items():
        studies.make_project([record("a", memory=by_role)], slug=slug)
        studies.assign("ann", slug=slug)
        shown.append(screen_of(ann, slug=slug).item)
    assert shown[0] == shown[1]


def test_what_one_person_sees_first_is_no_ones_role(sqlite_database: str) -> None:
    """Over many items the first memory on the screen is a must about as often as chance has it."""
    items = [record(f"i{n}", memory=memory(must=[f"M{n}"], nice=[f"N{n}"], irr=[f"I{n}", f"J{n}"])) for n in range(60)]
    studies.make_project(items)
    studies.add_people("ann")
    studies.assign("ann")
    with store.reading() as session:
        rows = session.exec(select(m.Assignment.target_order, m.Item.content).join(m.Item)).all()
    texts = [{each["key"]: each["text"] for each in body["memories"]}[order[0]] for order, body in rows]
    assert 5 <= sum(text.startswith("M") for text in texts) <= 27, "a quarter of 60 is 15"


def test_texts_reach_the_board_as_they_are(sqlite_database: str) -> None:
    """I1, I8: nothing is formatted, escaped or cut here; the board shows it literally."""
    texts = [
        "spent $40, saved $60",
        "<img src=x onerror=alert(1)>",
        "**bold** _it_ `x`",
        "مرحبا Otto",
        "a\u2028b 🎉  c",
    ]
    studies.make_project([record("a", query=texts[0], memory=memory(irr=texts))])
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    shown = screen_of(ann)
    assert shown.item is not None
    assert shown.item.query is not None
    assert shown.item.query.text == texts[0]
    assert {target.text for target in shown.item.targets} == set(texts)


def test_an_adjudicator_sees_pseudonyms_and_no_name(ann: int) -> None:
    """F9, N12: neither accounts nor imported people nor colleagues by name; only what people wrote of their answers."""
    eve = studies.add_people("eve", role="adjudicator")["eve"]
    with store.reading() as session:
        found = desk.item(session, slug=SLUG, number=1, account_id=eve)
        waiting = disputes.queue(session, slug=SLUG)
    assert {answer.rater for place in found.places for answer in place.answers} == {
        "rater-2",
        "rater-3",
        "rater-4",
    }
    shown = repr((found, waiting))
    for written in (f"{CANARY}-comment", f"{CANARY}-reason"):
        assert written in shown
        shown = shown.replace(written, "")
    assert CANARY not in shown


def test_the_content_of_an_item_is_stored_without_its_reference(sqlite_database: str) -> None:
    with store.writing() as session:
        importing.import_items(session, studies.as_file([planted()]), slug=SLUG, now=NOW)
    with store.reading() as session:
        assert CANARY not in json.dumps(session.exec(select(m.Item.content)).one())


def test_who_judges_responses_does_not_see_the_sources_own_reply() -> None:
    """The dialogue ends before the reply that recalls a memory, and nothing says which memory was meant."""
    turns = tuple(
        content.Turn(key=f"t{n}", speaker="A", side="user" if n % 2 else "agent", text=f"turn {n}") for n in range(1, 6)
    )
    item = content.Content(
        dialogue=turns,
        memories=(content.Memory(key="m1", text="She bakes."),),
        responses=(content.Response(key="r1", text="Try the bakery."),),
        recalled="m1",
        recalled_at=("t4",),
    )
    rated = screen.shown_item(item, ["r1", "m1"], codebook.built_in("enpmr-rating"))
    assert [turn.key for turn in rated.dialogue] == ["t1", "t2", "t3"]
    assert (rated.recalled, rated.recalled_at) == ("", ())
    validated = screen.shown_item(item, ["r1", "m1"], codebook.built_in("enpmr-validation"))
    assert (len(validated.dialogue), validated.recalled, validated.recalled_at) == (5, "m1", ("t4",))
