"""The queue of a round and its companions: one order, one number, and nothing that tells one item from another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlmodel import col, select

from annotation import models as m
from annotation import projects, store
from annotation.board import labelling, own_items, working
from annotation.errors import Conflict
from tests import studies
from tests.studies import NOW, SLUG, item_screen, screen_of, submission, submit


def mixed_in(name: str, item: str, *, kind: str, position: int) -> int:
    """Put an item into the companion round of this kind, at a place of the annotator's queue; its assignment."""
    with store.writing() as session:
        project = projects.find(session, SLUG)
        main = projects.find_round(session, project)
        number = len(session.exec(select(m.Round)).all()) + 1
        companion = session.exec(select(m.Round).where(m.Round.kind == kind)).first() or m.Round(
            project_id=project.id or 0, number=number, kind=kind, opened_at=NOW, beside_id=main.id
        )
        session.add(companion)
        session.flush()
        item_id = session.exec(select(m.Item.id).where(m.Item.source_id == item)).one()
        rater_id = session.exec(select(m.Rater.id).where(m.Rater.name == name)).one()
        first = session.exec(select(m.Assignment).where(m.Assignment.item_id == item_id)).first()
        made = m.Assignment(
            round_id=companion.id or 0,
            item_id=item_id or 0,
            rater_id=rater_id or 0,
            position=position,
            target_order=first.target_order[::-1] if first else [],
            created_at=NOW,
        )
        session.add(made)
        session.flush()
        return made.id or 0


def first_item(name: str) -> str:
    """The id of the item at the first place of an annotator's main round."""
    with store.reading() as session:
        return session.exec(
            select(m.Item.source_id)
            .join(m.Assignment)
            .join(m.Rater)
            .where(m.Rater.name == name, m.Assignment.position == 1)
        ).one()


def walked(ann: int) -> list[int | None]:
    """The assignments in the order in which the board shows them, labelling each."""
    seen, screen = [], screen_of(ann)
    while screen.state == "item":
        seen.append(screen.assignment)
        screen = submit(ann, submission(screen)).next
    return seen


def test_what_is_mixed_in_stands_in_one_order_by_position(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    own = [each.assignment for each in listed(ann)]
    again = mixed_in("ann", first_item("ann"), kind="repeat", position=2)
    shown = [each.assignment for each in listed(ann)]
    assert shown == [*own[:2], again, own[2]]
    assert [each.position for each in listed(ann)] == [1, 2, 3, 4]
    assert walked(ann) == shown


def test_neighbours_and_numbers_go_through_the_whole_queue(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    again = mixed_in("ann", first_item("ann"), kind="repeat", position=2)
    order = [each.assignment for each in listed(ann)]
    for place, assignment in enumerate(order):
        screen = item_screen(ann, assignment)
        assert screen.position == place + 1
        assert (screen.previous, screen.following) == (
            order[place - 1] if place else None,
            order[place + 1] if place + 1 < len(order) else None,
        )
    assert again in order


def test_an_item_shown_again_comes_blank_and_is_stored_apart(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    submit(ann, submission(screen_of(ann), "must"))
    again = mixed_in("ann", first_item("ann"), kind="repeat", position=1)
    screen = screen_of(ann)
    assert (screen.assignment, screen.answers, screen.draft, screen.revision) == (again, (), None, 0)
    submit(ann, submission(screen, "irr"))
    assert {label for *_, label, revision in studies.stored() if revision == 1} == {"must", "irr"}
    assert {revision for *_, revision in studies.stored()} == {1}


def test_nothing_sent_tells_a_repeat_or_a_known_item_from_another(people: dict[str, int]) -> None:
    """Looked at is what is sent: only what the item itself holds, its number and its id differ."""
    ann = people["ann"]
    plain = as_sent(item_screen(ann, listed(ann)[0].assignment))
    of_repeat = mixed_in("ann", first_item("ann"), kind="repeat", position=2)
    of_known = mixed_in("ann", first_item("bo"), kind="known", position=3)
    for assignment in (of_repeat, of_known):
        sent = as_sent(item_screen(ann, assignment))
        words = json.dumps(sent).casefold()
        assert not any(word in words for word in ("repeat", "known", "companion", "beside", "calibration"))
        assert sent["project"] == plain["project"]
        assert set(sent) == set(plain)
        same = ("editable", "revision", "mark", "preferences", "answers", "draft", "prelabels", "codebook", "questions")
        assert {name: sent[name] for name in same} == {name: plain[name] for name in same}
    rows = [vars(each) for each in listed(ann)]
    assert {tuple(sorted(row)) for row in rows} == {tuple(sorted(rows[0]))}
    assert {row["state"] for row in rows} == {"open"}
    with store.reading() as session:
        work = labelling.work(session, account_id=ann)
    assert [(each.round_number, each.total) for each in work] == [(1, 5)]


def test_a_companion_ends_with_its_main_round(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    again = mixed_in("ann", first_item("ann"), kind="repeat", position=1)
    screen = item_screen(ann, again)
    with store.writing() as session:
        projects.find_round(session, projects.find(session, SLUG), 1).closed_at = NOW
    assert item_screen(ann, again).editable is False
    with pytest.raises(Conflict) as refused:
        submit(ann, submission(screen))
    assert refused.value.code == "closed_round"


def test_whoever_has_no_part_in_a_calibration_works_on_in_the_round_before(people_anywhere: dict[str, int]) -> None:
    studies.open_round("calibration")
    assert screen_of(people_anywhere["ann"]).project.round == 1


def test_the_queue_is_looked_up_in_the_index_of_the_annotator(people: dict[str, int]) -> None:
    """PLATFORM.md: an annotator's next item must not cost a walk through everybody's assignments."""
    asked: list[tuple[str, Any]] = []

    def keep(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if "assignment" in statement:
            asked.append((statement, parameters))

    event.listen(store.engine(), "before_cursor_execute", keep)
    screen_of(people["ann"])
    event.remove(store.engine(), "before_cursor_execute", keep)
    with store.engine().connect() as connection:
        plans = [
            " | ".join(row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values))
            for sql, values in asked
        ]
        connection.execute(text("SELECT 1"))
    assert plans
    assert not [plan for plan in plans if "SCAN assignment" in plan]


def listed(account_id: int) -> list[own_items.OwnItem]:
    """The annotator's own list."""
    with store.reading() as session:
        return own_items.items(session, account_id=account_id, slug=SLUG)


def as_sent(screen: Any) -> dict[str, Any]:
    """What leaves the server."""
    sent: dict[str, Any] = screen.model_dump(mode="json")
    return sent


def test_the_main_round_of_a_companion_is_the_one_beside_it(people: dict[str, int]) -> None:
    mixed_in("ann", first_item("ann"), kind="known", position=1)
    with store.reading() as session:
        first, second = session.exec(select(m.Round).order_by(col(m.Round.number))).all()
        assert working.main_of(session, second) == first
        assert working.main_of(session, first) == first
    assert people
