"""One more annotator where people agree too little: one at a time, up to a cap, and never in the headline."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.desk import adjudication
from annotation.errors import Conflict, NotFound, WrongUse
from annotation.judgments import first_labels
from annotation.people import accounts
from annotation.pool import asking, escalation, escalation_plan
from exports import study
from tests import pools, studies
from tests.pools import held, open_pool, shown
from tests.studies import NOW, SLUG, screen_of, submission, submit


def switch_on(**chosen: Any) -> bool:
    with store.writing() as session:
        return escalation.set_up(session, slug=SLUG, chosen=escalation_plan.checked(**chosen), now=NOW)


def run() -> int:
    with store.writing() as session:
        return escalation.run(session, slug=SLUG, now=NOW)


def asked() -> list[tuple[str, str, str]]:
    """Item, annotator and state of what was asked for."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Item.source_id, m.Rater.name, m.Assignment.state)
            .select_from(m.Assignment)
            .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
            .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
            .where(m.Assignment.origin == "escalated")
            .order_by(col(m.Assignment.id))
        )
        return list(rows.all())


@pytest.fixture
def people(database: str) -> dict[str, int]:
    """Ann and Bo have one item to label; Chen, Dov and Eve have not. On both databases."""
    return _people()


@pytest.fixture
def five(sqlite_database: str) -> dict[str, int]:
    """The same on SQLite."""
    return _people()


def _people() -> dict[str, int]:
    studies.make_project(studies.records(1))
    made = studies.add_people("ann", "bo", "chen", "dov", "eve")
    studies.assign("ann", "bo")
    return made


def label(people: dict[str, int], name: str, label: str) -> None:
    submit(people[name], submission(screen_of(people[name]), label))


def test_the_submission_that_finishes_a_disputed_item_asks_one_more(people: dict[str, int]) -> None:
    switch_on(under=0.7, cap=4)
    label(people, "ann", "must")
    assert asked() == [], "Bo has still to label it"
    label(people, "bo", "irr")
    ((item, name, state),) = asked()
    assert (item, state) == ("i1", "open")
    assert screen_of(people[name]).state == "item"


def test_people_are_asked_one_at_a_time_up_to_the_cap(people: dict[str, int]) -> None:
    """Two to two stays under .7 (2 of 6 pairs agree at each place), and four people are the cap."""
    switch_on(under=0.7, cap=4)
    label(people, "ann", "must")
    label(people, "bo", "irr")
    (_, third, _) = asked()[0]
    label(people, third, "must")
    assert len(asked()) == 2, "1 of 3 pairs agree"
    (_, fourth, _) = asked()[1]
    assert fourth not in ("ann", "bo", third)
    label(people, fourth, "irr")
    assert [state for *_, state in asked()] == ["done", "done"]
    assert run() == 0


def test_where_people_agree_enough_nobody_is_asked(people: dict[str, int]) -> None:
    switch_on(under=0.7, cap=5)
    label(people, "ann", "must")
    label(people, "bo", "must")
    assert (asked(), run()) == ([], 0)


def test_a_share_that_equals_the_threshold_is_not_under_it(five: dict[str, int]) -> None:
    """Ann and Bo agree on nothing: 0 is under every threshold; with all alike 1 is under none, not even 1."""
    switch_on(under=1.0, cap=5)
    label(five, "ann", "must")
    label(five, "bo", "must")
    assert asked() == []


def test_what_was_finished_before_is_asked_for_by_the_command(people: dict[str, int]) -> None:
    label(people, "ann", "must")
    label(people, "bo", "irr")
    with pytest.raises(Conflict, match="switch it on"):
        run()
    assert switch_on(annotators=("eve",))
    assert not switch_on(annotators=("eve",))
    assert (run(), asked()) == (1, [("i1", "eve", "open")])
    assert run() == 0, "one at a time"


def test_whoever_has_fewest_items_is_asked_and_ties_follow_the_seed(five: dict[str, int]) -> None:
    label(five, "ann", "must")
    label(five, "bo", "irr")
    firsts = set()
    for seed in range(12):
        switch_on(seed=seed)
        with store.writing() as session:
            current = session.exec(select(m.Round)).one()
            chosen = escalation_plan.read(current)
            assert chosen is not None
            found = asking.next_person(session, current, chosen, 1)
            firsts.add(found.name if found else "")
            again = asking.next_person(session, current, chosen, 1)
            assert (again.name if again else "") == (found.name if found else "")
            session.rollback()
    assert firsts == {"chen", "dov", "eve"}


def test_who_is_paused_closed_or_has_had_the_item_is_not_asked(five: dict[str, int]) -> None:
    label(five, "ann", "must")
    label(five, "bo", "irr")
    switch_on(annotators=("ann", "bo", "chen", "dov"), cap=5)
    with store.writing() as session:
        accounts.close(session, name="chen", now=NOW)
    assert (run(), asked()) == (1, [("i1", "dov", "open")])
    with store.writing() as session:
        session.exec(select(m.Rater).where(m.Rater.name == "dov")).one().paused_at = NOW
    assert run() == 0, "nobody is left"
    assert asked() == [("i1", "dov", "lapsed")]


def test_whoever_skips_makes_room_for_another_one(five: dict[str, int]) -> None:
    switch_on(cap=5)
    label(five, "ann", "must")
    label(five, "bo", "irr")
    (_, third, _) = asked()[0]
    studies.skip(five[third], studies.skip_of(screen_of(five[third])))
    assert [state for *_, state in asked()] == ["skipped", "open"]


def test_places_that_wait_in_a_pool_are_filled_first(five: dict[str, int]) -> None:
    open_pool(places=3)
    switch_on(cap=5, under=0.9)
    label(five, "ann", "must")
    label(five, "bo", "irr")
    assert asked() == []
    submit(five["chen"], submission(shown(five["chen"]), "irr"))
    assert [state for *_, state in asked()] == ["open"]
    assert pools.state().places == 3, "what is asked for takes no place"


def test_k8_escalated_answers_are_no_part_of_the_headline_and_count_where_is_decided(people: dict[str, int]) -> None:
    """K8: one more rater on the disputed item only. The report counts Ann and Bo, and says how many it left out."""
    switch_on(cap=3)
    label(people, "ann", "must")
    label(people, "bo", "irr")
    label(people, asked()[0][1], "must")
    with store.reading() as session:
        first = first_labels(session, slug=SLUG)
        found = study.study(session, slug=SLUG, bootstrap=50)
    assert (sorted(first.table["label"]), first.left_out) == (["irr"] * 3 + ["must"] * 3, {"role": {"escalated": 3}})
    (question,) = found.questions
    assert (question.found.n_raters, question.found.n_ratings) == (2, 6)
    assert dict(question.found.excluded)["escalated"] == 3
    assert question.found.coefficients["percent_agreement"].value == 0
    with store.writing() as session:
        done = adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)
    assert done.decided == 3, "two of three say must: in settling the third one counts"


def test_off_asks_nobody_and_takes_nothing_back(five: dict[str, int]) -> None:
    switch_on(cap=5)
    label(five, "ann", "must")
    label(five, "bo", "irr")
    with store.writing() as session:
        assert escalation.switch_off(session, slug=SLUG, now=NOW)
        assert not escalation.switch_off(session, slug=SLUG, now=NOW)
    (_, third, _) = asked()[0]
    label(five, third, "nice")
    assert [state for *_, state in asked()] == ["done"]


def test_the_state_says_how_many_are_under_the_threshold(five: dict[str, int]) -> None:
    label(five, "ann", "must")
    label(five, "bo", "irr")
    with store.reading() as session:
        assert escalation.state(session, slug=SLUG).chosen is None
        found = escalation.state(session, slug=SLUG, chosen=escalation_plan.checked(cap=3))
    assert (found.under, found.at_cap, found.asked, found.done) == (1, 0, 0, 0)
    switch_on(cap=3)
    run()
    label(five, asked()[0][1], "nice")
    with store.reading() as session:
        found = escalation.state(session, slug=SLUG)
    assert (found.under, found.at_cap, found.asked, found.done) == (1, 1, 0, 1)


def test_settings_that_cannot_be_are_refused(five: dict[str, int]) -> None:
    with pytest.raises(WrongUse, match="under"):
        escalation_plan.checked(under=1.5)
    with pytest.raises(WrongUse, match="cap"):
        escalation_plan.checked(cap=2)
    with pytest.raises(NotFound, match="nobody"):
        switch_on(annotators=("nobody",))
    studies.close_round()
    with pytest.raises(Conflict, match="independent round"):
        switch_on()
    assert held()
