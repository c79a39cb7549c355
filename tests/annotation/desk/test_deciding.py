"""Decisions as the desk sends them: all of one item's or none, each once, and nobody is overruled unseen."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.desk import adjudication, deciding, guideline_needs, place_states
from annotation.desk import shown as desk
from annotation.desk.deciding import SentDecision, SentDecisions, read_decisions
from annotation.errors import Conflict, Invalid, NotFound
from tests import studies
from tests.studies import NOW, SLUG, take_labels, votes

FIRST, SECOND, _ = studies.records()


@pytest.fixture
def dana(sqlite_database: str) -> int:
    """An adjudicator and two items of which everything is disputed, on SQLite."""
    return begin()


@pytest.fixture
def dana_anywhere(database: str) -> int:
    """The same on both databases."""
    return begin()


def begin() -> int:
    studies.make_project([FIRST, SECOND])
    take_labels(votes({"a": "must", "b": "irr"}, content=[FIRST, SECOND]))
    return studies.add_people("dana", role="adjudicator")["dana"]


def keys(item: int = 1) -> list[str]:
    """The memories of an item."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Target.key).where(m.Target.item_id == item, m.Target.kind == "memory").order_by(col(m.Target.id))
        )
        return list(rows.all())


def send(account_id: int, *decisions: SentDecision, **changes: Any) -> int:
    made = {"account": str(account_id), "item": 1, "codebook": 1, "reason": "For all.", "decisions": decisions}
    with store.writing() as session:
        return deciding.decide_item(
            session, account_id=account_id, slug=SLUG, sent=SentDecisions(**{**made, **changes}), now=NOW
        )


def one(target: str, label: str | None = "nice", **changes: Any) -> SentDecision:
    return SentDecision(**{"target": target, "question": "role", "label": label, "seen": 0, **changes})


def stored() -> list[tuple[str | None, str, int]]:
    """Label, reason and revision of every decision, in the order of storing."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Decision.label, m.Decision.reason, m.Decision.revision).order_by(col(m.Decision.id))
        )
        return list(rows.all())


def test_one_reason_serves_several_decisions_and_a_row_may_have_its_own(dana_anywhere: int) -> None:
    first, second, third = keys()
    assert send(dana_anywhere, one(first), one(second, "must", reason="Only here."), one(third, reason=" ")) == 3
    assert stored() == [("nice", "For all.", 1), ("must", "Only here.", 1), ("nice", "For all.", 1)]


def test_the_same_decisions_sent_twice_are_stored_once(dana_anywhere: int) -> None:
    """D1, E8: the acknowledgement was lost and the desk sends the same again."""
    first, second, _ = keys()
    sent = (one(first), one(second, "irr"))
    assert [send(dana_anywhere, *sent), send(dana_anywhere, *sent)] == [2, 0]
    again = (one(first, None, seen=1), one(second, "must", seen=1))
    assert [send(dana_anywhere, *again), send(dana_anywhere, *again)] == [2, 0]
    assert [revision for _, _, revision in stored()] == [1, 1, 2, 2]


def test_of_a_stale_press_nothing_is_stored(dana_anywhere: int) -> None:
    """N6: what was decided meanwhile is not overruled unseen, and the rest is not half stored."""
    eve = studies.add_people("eve", role="adjudicator")["eve"]
    first, second, third = keys()
    send(eve, one(second, "irr"))
    with pytest.raises(Conflict, match="in the meantime") as refused:
        send(dana_anywhere, one(first), one(second), one(third))
    assert refused.value.code == "decided_meanwhile"
    assert stored() == [("irr", "For all.", 1)]


def test_a_colleagues_same_decision_is_no_repetition_of_ones_own(dana: int) -> None:
    eve = studies.add_people("eve", role="adjudicator")["eve"]
    send(eve, one(keys()[0]))
    with pytest.raises(Conflict):
        send(dana, one(keys()[0]))


def test_a_decision_is_undone_by_one_without_a_label(dana_anywhere: int) -> None:
    """J6, N6: with a reason; withdrawing what is not decided is refused."""
    first = keys()[0]
    with pytest.raises(Invalid) as refused:
        send(dana_anywhere, one(first, None))
    assert refused.value.code == "nothing_to_withdraw"
    send(dana_anywhere, one(first))
    send(dana_anywhere, one(first, None, seen=1, reason="Misread."))
    assert stored() == [("nice", "For all.", 1), (None, "Misread.", 2)]
    with store.reading() as session:
        kinds = [event.kind for event in session.exec(select(m.Event).order_by(col(m.Event.id)))]
        chain = session.exec(select(m.Decision).order_by(col(m.Decision.revision))).all()
    assert kinds[-2:] == ["decided", "decision withdrawn"]
    assert chain[1].supersedes_id == chain[0].id


def test_the_project_says_whether_a_reason_is_needed(dana: int) -> None:
    with pytest.raises(Invalid) as refused:
        send(dana, one(keys()[0]), reason=" ")
    assert refused.value.code == "no_reason"
    with store.writing() as session:
        session.exec(select(m.Project)).one().settings = {"reason_required": False}
    assert send(dana, one(keys()[0]), reason="") == 1
    assert stored() == [("nice", "", 1)]


def test_what_does_not_fit_is_refused_whole(dana: int) -> None:
    first, second, _ = keys()
    foreign = keys(2)[0]
    wrong: list[tuple[str, tuple[SentDecision, ...], dict[str, Any]]] = [
        ("other_account", (one(first),), {"account": "999"}),
        ("other_codebook", (one(first),), {"codebook": 2}),
        ("unknown_target", (one(first), one(foreign)), {}),
        ("unknown_target", (one("elsewhere"),), {}),
        ("unknown_question", (one(first), one(second, question="mood")), {}),
        ("unknown_label", (one(first), one(second, "maybe")), {}),
        ("malformed", (one(first), one(first, "must")), {}),
        ("malformed", (one(first, reason="a\0b"),), {}),
    ]
    for code, decisions, changes in wrong:
        with pytest.raises((Conflict, Invalid)) as refused:
            send(dana, *decisions, **changes)
        assert isinstance(refused.value, Conflict | Invalid)
        assert refused.value.code == code
    with pytest.raises(NotFound):
        send(dana, one(first), item=3)
    assert stored() == []


@pytest.mark.parametrize("body", [b"", b"null", b"{", b"\xff", b"[" * 100_000, b'{"account": "1"}'])
def test_what_holds_no_decisions_is_malformed(body: bytes) -> None:
    with pytest.raises(Invalid) as refused:
        read_decisions(body)
    assert refused.value.code == "malformed"


def test_of_two_adjudicators_at_once_one_is_stored_and_one_is_told(dana_anywhere: int) -> None:
    """L1: both press Save at the same moment, on the same memories the other way round."""
    eve = studies.add_people("eve", role="adjudicator")["eve"]
    targets = keys()
    start = threading.Barrier(2)
    outcomes: dict[int, object] = {}

    def press(account_id: int, label: str, order: list[str]) -> None:
        start.wait()
        try:
            outcomes[account_id] = send(account_id, *(one(target, label) for target in order))
        except Conflict as error:
            outcomes[account_id] = error.code

    people = [(dana_anywhere, "must", targets), (eve, "irr", targets[::-1])]
    threads = [threading.Thread(target=press, args=person) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes.values(), key=str) == [3, "decided_meanwhile"]
    assert len({label for label, _, _ in stored()}) == 1
    assert len(stored()) == 3


def test_why_people_differed_and_what_the_guideline_needs_go_with_a_decision(dana_anywhere: int) -> None:
    """They are part of the decision: saying something else makes a new one, sending it twice does not."""
    first, second, _ = keys()
    said = one(first, error_kind="ambiguous", for_guideline=True)
    assert [send(dana_anywhere, said, one(second)), send(dana_anywhere, said)] == [2, 0]
    assert send(dana_anywhere, one(first, seen=1, error_kind="slip")) == 1
    assert send(dana_anywhere, one(first, None, seen=2, error_kind="slip", for_guideline=True)) == 1
    with store.reading() as session:
        rows = session.exec(
            select(m.Decision.label, m.Decision.error_kind, m.Decision.for_guideline).order_by(col(m.Decision.id))
        ).all()
        told = session.exec(select(m.Event).where(m.Event.kind == "decided").order_by(col(m.Event.id))).all()
    assert rows == [
        ("nice", "ambiguous", True),
        ("nice", None, False),
        ("nice", "slip", False),
        (None, None, False),  # what is withdrawn says nothing
    ]
    assert told[0].detail.items() >= {"error_kind": "ambiguous", "for_guideline": True}.items()
    assert "error_kind" not in told[1].detail


def test_an_error_kind_that_there_is_not_is_malformed() -> None:
    with pytest.raises(ValueError, match="error_kind"):
        one("any", error_kind="boredom")


def test_what_the_guideline_needs_is_listed_as_long_as_it_stands(dana: int) -> None:
    first, second, _ = keys()
    send(dana, one(first, error_kind="guideline", for_guideline=True), one(second, error_kind="slip"))
    with store.reading() as session:
        found = guideline_needs.needs(session, slug=SLUG)
    [marked] = found.marked
    assert (marked.item, marked.label, marked.error_kind, marked.reason) == ("i1", "nice", "guideline", "For all.")
    assert marked.text in {"Must 1.", "Nice 1.", "Irrelevant 1."}
    assert found.kinds == {"guideline": 1, "slip": 1}
    send(dana, one(first, None, seen=1))
    with store.reading() as session:
        assert guideline_needs.needs(session, slug=SLUG).marked == ()


def test_a_target_that_cannot_be_judged_is_decided_without_a_label_and_with_why(dana_anywhere: int) -> None:
    """Its place is decided and no longer waits; a reason and the kind are needed; it is withdrawn like any other."""
    dana, (first, *_) = dana_anywhere, keys()
    with pytest.raises(Invalid, match="why it cannot be judged"):
        send(dana, one(first, None, cannot=True))
    with pytest.raises(Invalid, match="needs a reason"):
        send(dana, one(first, None, cannot=True, error_kind="ambiguous"), reason="")
    with pytest.raises(Invalid, match="has no label"):
        send(dana, one(first, "nice", cannot=True, error_kind="ambiguous"))
    before = counts()
    assert send(dana, one(first, None, cannot=True, error_kind="ambiguous"), reason="Nobody could know.") == 1
    assert send(dana, one(first, None, cannot=True, error_kind="ambiguous"), reason="Nobody could know.") == 0
    assert (counts().decided, counts().to_decide) == (before.decided + 1, before.to_decide - 1)
    with store.reading() as session:
        settled = adjudication.count(session, slug=SLUG)
        shown = desk.item(session, slug=SLUG, number=1, account_id=dana)
    assert settled.decided == before.decided + 1
    [place] = [each for each in shown.places if each.target == first]
    assert (place.state, place.decisions[0].cannot, place.decisions[0].label) == ("decided", True, None)
    with store.writing() as session:  # no rule says anything else of it
        adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)
    assert counts().decided >= before.decided + 1
    assert send(dana, one(first, None, seen=1)) == 1
    with store.reading() as session:
        place = next(e for e in desk.item(session, slug=SLUG, number=1, account_id=dana).places if e.target == first)
    assert (place.state, place.decisions[0].cannot) == ("reopened", False)


def counts() -> place_states.Counts:
    with store.reading() as session:
        return place_states.count(session, slug=SLUG)
