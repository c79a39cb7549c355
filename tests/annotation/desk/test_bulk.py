"""Accepting by a rule: the number first, then all or none, and back again; a tie is nobody's."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.desk import accepting, adjudication, bulk, place_states
from annotation.desk import shown as desk
from annotation.desk.accepting import Rule, accepted_label, rule
from annotation.desk.filters import Filters
from annotation.errors import Conflict, Invalid, WrongUse
from tests import studies
from tests.studies import NOW, SLUG, take_labels, votes

FIRST, SECOND, THIRD = studies.records()
TWO_THIRDS = rule("2/3", 3)
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def dana(sqlite_database: str) -> int:
    """An adjudicator; an item with two of three everywhere, one with a tie of four, one with two raters; on SQLite."""
    return begin()


@pytest.fixture
def dana_anywhere(database: str) -> int:
    """The same on both databases."""
    return begin()


def begin() -> int:
    studies.make_project()
    take_labels(votes({"a": "must", "b": "must", "c": "irr"}, content=[FIRST]))
    take_labels(votes({"a": "must", "b": "must", "c": "irr", "d": "irr"}, content=[SECOND]))
    take_labels(votes({"a": "must", "b": "irr"}, content=[THIRD]))
    return studies.add_people("dana", role="adjudicator")["dana"]


def preview(account_id: int | None, by: Rule = TWO_THIRDS, filters: Filters | None = None) -> bulk.Preview:
    with store.reading() as session:
        return bulk.preview(session, slug=SLUG, rule=by, filters=filters or Filters(), account_id=account_id)


def accept(account_id: int | None, by: Rule = TWO_THIRDS, *, digest: str | None = None, words: str = "") -> int:
    with store.writing() as session:
        return bulk.accept(
            session,
            slug=SLUG,
            rule=by,
            filters=Filters(),
            account_id=account_id,
            now=LATER,
            digest=digest,
            words=words,
        )


def undo(account_id: int, number: int) -> int:
    with store.writing() as session:
        return bulk.undo(session, slug=SLUG, number=number, account_id=account_id, now=LATER + timedelta(hours=1))


def runs() -> list[bulk.Run]:
    with store.reading() as session:
        return bulk.runs(session, slug=SLUG)


def decisions() -> list[tuple[str | None, str, int | None, int]]:
    with store.reading() as session:
        rows = session.exec(
            select(m.Decision.label, m.Decision.method, m.Decision.account_id, m.Decision.revision).order_by(
                col(m.Decision.id)
            )
        )
        return list(rows.all())


def counts() -> place_states.Counts:
    with store.reading() as session:
        return place_states.count(session, slug=SLUG)


def test_the_preview_counts_by_question_and_label_and_stores_nothing(dana: int) -> None:
    """K1: four in a tie stay, two raters are too few."""
    found = preview(dana)
    assert (found.total, found.by, found.reopened) == (3, (("role", "must", 3),), 0)
    assert decisions() == []


def test_what_is_accepted_is_the_adjudicators_and_names_the_rule(dana_anywhere: int) -> None:
    """N6: the gold names the adjudicator."""
    assert accept(dana_anywhere, digest=preview(dana_anywhere).digest, words="Agreed in the meeting.") == 3
    assert decisions() == [("must", "adjudicator", dana_anywhere, 1)] * 3
    with store.reading() as session:
        reasons = set(session.exec(select(m.Decision.reason)).all())
        told = session.exec(select(m.Event).where(m.Event.kind == bulk.ACCEPTED)).one()
    assert reasons == {
        "Accepted by rule: the majority, where at least 2/3 of at least 3 raters agree. Agreed in the meeting."
    }
    assert told.detail["accepted"] == 3
    assert (counts().decided, counts().to_decide) == (3, 6)


def test_it_is_undone_as_a_whole_but_for_what_was_decided_since(dana_anywhere: int) -> None:
    """J6: by superseding decisions; nothing goes away."""
    dana = dana_anywhere
    accept(dana)
    with store.reading() as session:
        place = desk.item(session, slug=SLUG, number=1, account_id=dana).places[0]
    studies.decide(dana, 1, (place.target, "nice", 1), now=LATER + timedelta(minutes=1))
    [run] = runs()
    assert (run.accepted, run.standing, run.account_id) == (3, 2, dana)
    assert undo(dana, run.number) == 2
    assert [label for label, *_ in decisions()] == ["must"] * 3 + ["nice", None, None]
    assert counts().reopened == 2
    assert runs()[0].standing == 0
    with pytest.raises(Invalid, match="stands any more"):
        undo(dana, run.number)
    assert preview(dana).reopened == 2


def test_an_undo_of_another_project_or_of_nothing_is_refused(dana: int) -> None:
    with pytest.raises(Invalid, match="no such acceptance"):
        undo(dana, 1)


def test_a_plan_that_changed_since_the_preview_is_refused(dana: int) -> None:
    seen = preview(dana)
    take_labels(votes({"d": "irr"}, content=[FIRST]))
    with pytest.raises(Conflict, match="preview"):
        accept(dana, digest=seen.digest)
    assert decisions() == []


def test_the_command_line_decides_as_a_rule_does(dana: int) -> None:
    assert accept(None) == 3
    assert {method for _, method, *_ in decisions()} == {"majority"}
    with store.writing() as session:  # and the rule run later finds nothing else to say of them
        adjudication.settle(session, slug=SLUG, policy="majority", now=LATER)
    assert len(decisions()) == 3


def test_filters_narrow_it_and_agreed_places_are_taken_where_they_are_asked_for(dana: int) -> None:
    assert preview(dana, filters=Filters(labels=("nice",))).total == 0
    assert preview(dana, filters=Filters(raters=("rater-1", "rater-2"))).total == 0, "these two do not differ there"
    assert preview(dana, filters=Filters(raters=("rater-1", "rater-3"))).total == 3
    assert preview(dana, rule("1", 2), Filters(state="agreed")).total == 0
    assert preview(dana, filters=Filters(state="decided")).total == 0


def test_nothing_of_an_item_that_one_has_still_to_label_is_accepted(dana: int) -> None:
    """F1: its number alone would say something."""
    with store.writing() as session:
        m_item = session.exec(select(m.Item).where(m.Item.source_id == "i1")).one()
        rater = m.Rater(project_id=1, origin="account", account_id=dana, name="dana", pseudonym="rater-9")
        session.add(rater)
        session.flush()
        session.add(
            m.Assignment(
                round_id=1, item_id=m_item.id or 0, rater_id=rater.id or 0, position=1, target_order=[], created_at=NOW
            )
        )
    assert preview(dana).total == 0


@pytest.mark.parametrize("share", ["1/2", ".5", "0", "1.01", "much", "", "1/0", "nan"])
def test_a_share_that_could_pick_a_side_of_a_tie_is_refused(share: str) -> None:
    with pytest.raises(WrongUse):
        rule(share, 2)


def test_two_raters_are_the_fewest_and_a_share_is_exact() -> None:
    """2 of 3 are 2/3, which is less than .67: nothing is rounded."""
    with pytest.raises(WrongUse):
        rule("2/3", 1)
    assert accepted_label(["must", "must", "irr"], rule("2/3", 3)) == "must"
    assert accepted_label(["must", "must", "irr"], rule(".67", 3)) is None
    assert rule(".75", 2) == Rule(Fraction(3, 4), 2)


@given(st.lists(st.sampled_from("abc"), max_size=9), st.fractions(Fraction(51, 100), 1), st.integers(2, 6))
def test_no_rule_picks_a_side_of_a_tie(labels: list[str], share: Fraction, fewest: int) -> None:
    found = accepting.accepted_label(labels, Rule(share, fewest))
    if found is not None:
        assert all(labels.count(found) > labels.count(other) for other in set(labels) - {found})
        assert len(labels) >= fewest
