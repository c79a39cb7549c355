"""Settling by a rule and deciding by hand: no rule picks a side of a tie, and no decision ever goes away."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from annotation import judgments, store
from annotation import models as m
from annotation.desk import adjudication
from annotation.desk.adjudication import Policy, Settled
from annotation.errors import Conflict, Invalid, NotFound, WrongUse
from tests import studies
from tests.studies import NOW, SLUG, record, take_labels, votes


@pytest.fixture
def dana(sqlite_database: str) -> int:
    """An adjudicator and a study of one item with three memories, on SQLite."""
    return begin()


@pytest.fixture
def dana_anywhere(database: str) -> int:
    """The same on both databases."""
    return begin()


def begin() -> int:
    studies.make_project([record("i1")])
    return studies.add_people("dana", role="adjudicator")["dana"]


def say(**labels: str) -> None:
    """Each rater labels all three memories of the item."""
    take_labels(votes(labels, content=[record("i1")]), revise=True)


def settle(policy: Policy = "majority", **options: Any) -> Settled:
    with store.writing() as session:
        return adjudication.settle(session, slug=SLUG, policy=policy, now=NOW, **options)


def targets() -> list[int]:
    with store.reading() as session:
        rows = session.exec(select(m.Target.id).where(m.Target.kind == "memory").order_by(col(m.Target.id)))
        return [each for each in rows if each]


def decide(account_id: int, label: str = "nice", **changes: Any) -> None:
    made = {"target_id": targets()[0], "question": "role", "label": label, "reason": "It helps.", "seen_revision": 0}
    with store.writing() as session:
        adjudication.decide(session, account_id=account_id, slug=SLUG, now=NOW, **{**made, **changes})


def history(target: int = 0) -> list[tuple[int, str, str | None]]:
    """Revision, method and label of every decision on one of the memories."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Decision).where(m.Decision.target_id == targets()[target]).order_by(col(m.Decision.revision))
        )
        return [(each.revision, each.method, each.label) for each in rows]


# --- Settling ---------------------------------------------------------------------------------------------------------


def test_settling_decides_what_it_can_and_leaves_ties(dana_anywhere: int) -> None:
    """K1, K3."""
    say(a="source", b="source", c="must", d="irr")
    # must: must must must irr; nice: nice nice must irr; irr: irr irr must irr
    assert settle("unanimous") == Settled(decided=0, undecided=3)
    assert settle("majority") == Settled(decided=2, undecided=1)
    with store.reading() as session:
        methods = {each.label: each.method for each in session.exec(select(m.Decision)).all()}
        assert adjudication.count(session, slug=SLUG) == Settled(decided=2, undecided=1)
    assert methods == {"must": "majority", "irr": "majority"}


def test_a_tie_of_two_and_two_stays_undecided(dana_anywhere: int) -> None:
    """K1: no silent pick."""
    say(a="must", b="must", c="irr", d="irr")
    assert settle() == Settled(decided=0, undecided=3)
    assert studies.number_of(m.Decision) == 0


@pytest.mark.parametrize("policy", ["unanimous", "majority"])
def test_all_agreeing_is_unanimous_under_either_policy(dana: int, policy: Policy) -> None:
    say(a="source", b="source", c="source")
    assert settle(policy) == Settled(decided=3, undecided=0)
    with store.reading() as session:
        assert {each.method for each in session.exec(select(m.Decision)).all()} == {"unanimous"}


def test_settling_again_changes_nothing(dana_anywhere: int) -> None:
    say(a="source", b="source", c="irr")
    first = settle()
    before = history(), history(1), history(2)
    assert settle() == first
    assert (history(), history(1), history(2)) == before


def test_one_rater_alone_settles_nothing(dana: int) -> None:
    say(a="source")
    assert settle() == Settled(decided=0, undecided=3)
    with pytest.raises(WrongUse, match="min-raters"):
        settle(min_raters=1)


def test_min_raters_says_how_many_are_needed(dana: int) -> None:
    say(a="source", b="source")
    assert settle(min_raters=3) == Settled(decided=0, undecided=3)
    say(c="source")
    assert settle(min_raters=3) == Settled(decided=3, undecided=0)


def test_a_late_label_that_changes_the_outcome_supersedes_the_automatic_decision(dana_anywhere: int) -> None:
    say(a="must", b="must")
    settle()
    say(c="irr")
    settle()
    assert history() == [(1, "unanimous", "must"), (2, "majority", "must")]
    say(d="irr")
    assert settle() == Settled(decided=0, undecided=3), "now it is a tie, and the earlier decision is withdrawn"
    say(e="irr")
    assert settle() == Settled(decided=3, undecided=0)
    assert history() == [
        (1, "unanimous", "must"),
        (2, "majority", "must"),
        (3, "majority", None),
        (4, "majority", "irr"),
    ]
    with store.reading() as session:
        chain = session.exec(
            select(m.Decision).where(m.Decision.target_id == targets()[0]).order_by(col(m.Decision.revision))
        ).all()
    assert [each.supersedes_id for each in chain] == [None, *(each.id for each in chain[:-1])]


def test_settling_never_supersedes_an_adjudicator(dana_anywhere: int) -> None:
    say(a="must", b="irr")
    decide(dana_anywhere, "nice")
    say(b="must", c="must")
    assert settle() == Settled(decided=3, undecided=0)
    assert history() == [(1, "adjudicator", "nice")]


def test_settling_takes_the_latest_independent_round_or_the_one_named(dana: int) -> None:
    say(a="must", b="must")
    studies.open_round("independent")
    assert settle() == Settled(decided=0, undecided=3)
    assert settle(round_number=1) == Settled(decided=3, undecided=0)
    with pytest.raises(NotFound, match="round 3"):
        settle(round_number=3)


def test_an_unknown_project_cannot_be_settled(dana: int) -> None:
    with store.writing() as session, pytest.raises(NotFound, match="study"):
        adjudication.settle(session, slug="nowhere", policy="majority", now=NOW)


# --- Deciding ---------------------------------------------------------------------------------------------------------


def test_an_adjudicator_decides_and_decides_otherwise_later(dana_anywhere: int) -> None:
    """N6: both stay, each with its reason, under the adjudicator's account."""
    say(a="must", b="irr")
    settle()
    decide(dana_anywhere, "irr", reason="  It is beside the point. ")
    decide(dana_anywhere, "must", reason="It is the point.", seen_revision=1)
    assert history() == [(1, "adjudicator", "irr"), (2, "adjudicator", "must")]
    with store.reading() as session:
        kept = session.exec(select(m.Decision).order_by(col(m.Decision.revision))).all()
    assert [(each.account_id, each.reason) for each in kept] == [
        (dana_anywhere, "It is beside the point."),
        (dana_anywhere, "It is the point."),
    ]


def test_a_decision_supersedes_an_automatic_one(dana: int) -> None:
    say(a="must", b="must")
    settle()
    decide(dana, "nice", seen_revision=1)
    assert history() == [(1, "unanimous", "must"), (2, "adjudicator", "nice")]


def test_a_decision_is_nobodys_judgment(dana_anywhere: int) -> None:
    """N11: it enters neither the judgments nor the numbers."""
    say(a="must", b="irr")

    def numbers() -> object:
        with store.reading() as session:
            return judgments.long_table(session, slug=SLUG).to_dict("records"), studies.number_of(m.Rater)

    before = numbers()
    decide(dana_anywhere)
    settle()
    assert numbers() == before


@pytest.mark.parametrize("reason", ["", "  ", "\n"])
def test_a_decision_needs_a_reason(dana: int, reason: str) -> None:
    with pytest.raises(Invalid) as refused:
        decide(dana, reason=reason)
    assert refused.value.code == "no_reason"
    assert studies.number_of(m.Decision) == 0


def test_a_reason_that_no_database_can_hold_is_refused(dana_anywhere: int) -> None:
    """N10."""
    for reason in ("a\0b", "half \ud800"):
        with pytest.raises(Invalid) as refused:
            decide(dana_anywhere, reason=reason)
        assert refused.value.code == "malformed"
    assert studies.number_of(m.Decision) == 0


def test_what_does_not_fit_the_codebook_is_refused(dana: int) -> None:
    with store.reading() as session:
        itself = session.exec(select(m.Target.id).where(m.Target.kind == "item")).one()
    for changes, code in (
        ({"label": "maybe"}, "unknown_label"),
        ({"question": "tone"}, "unknown_question"),
        ({"target_id": itself}, "unknown_question"),
    ):
        with pytest.raises(Invalid) as refused:
            decide(dana, **changes)
        assert refused.value.code == code


def test_a_target_of_another_project_is_refused(dana: int) -> None:
    studies.make_project([record("i1")], slug="other")
    with pytest.raises(NotFound, match="not part"):
        decide(dana, target_id=targets()[-1])


def test_of_two_adjudicators_the_later_one_is_told(dana_anywhere: int) -> None:
    say(a="must", b="irr")
    decide(dana_anywhere, "must")
    for seen in (0, 2):
        with pytest.raises(Conflict) as refused:
            decide(dana_anywhere, "irr", seen_revision=seen)
        assert refused.value.code == "decided_meanwhile"
    assert history() == [(1, "adjudicator", "must")]


def test_who_decided_when_and_why_is_in_the_log(dana: int) -> None:
    decide(dana)
    with store.reading() as session:
        event = session.exec(select(m.Event).where(m.Event.kind == "decided")).one()
    assert (event.account_id, event.detail["label"], event.at) == (dana, "nice", NOW)
    assert event.at.utcoffset() == timedelta()
