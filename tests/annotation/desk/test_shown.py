"""What the adjudicator sees of one item: every target with all that was said of it, and no name unless it may be."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.desk import adjudication
from annotation.desk import asks as desk_asks
from annotation.desk import shown as desk
from annotation.desk.shown import DeskAnswer, DeskItem, NoSuchItem
from annotation.errors import Conflict
from tests import studies
from tests.studies import NOW, SLUG, label_file, take_labels, votes

FIRST, SECOND, THIRD = studies.records()
NAMES = ("ann-lee", "bo-kim", "eve-one", "eve-two")


@pytest.fixture
def dana(database: str) -> int:
    """An adjudicator, and an item labelled by two accounts and two imported people who differ here and there."""
    return begin()


@pytest.fixture
def dana_on_sqlite(sqlite_database: str) -> int:
    """The same on SQLite."""
    return begin()


def begin() -> int:
    studies.make_project([FIRST])
    people = studies.add_people("ann-lee", "bo-kim")
    studies.assign("ann-lee", "bo-kim")
    studies.label_all(people["ann-lee"], "must")
    studies.label_all(people["bo-kim"], "must")
    take_labels(votes({"eve-two": "source", "eve-one": "must"}, content=[FIRST]))
    return studies.add_people("dana", role="adjudicator")["dana"]


def opened(account_id: int, *, number: int = 1, names: bool = False) -> DeskItem:
    with store.reading() as session:
        return desk.item(session, slug=SLUG, number=number, account_id=account_id, names=names)


def by_text(found: DeskItem) -> dict[str, desk.DeskPlace]:
    """The places of an item by the text of their memory."""
    texts = {target.key: target.text for target in found.item.targets}
    return {texts[place.target]: place for place in found.places}


def set_up(**settings: Any) -> None:
    with store.writing() as session:
        session.exec(select(m.Project)).one().settings = settings


def settle() -> None:
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)


# --- All targets, with all answers ------------------------------------------------------------------------------------


def test_every_target_is_there_with_every_answer_under_a_pseudonym(dana: int) -> None:
    found = opened(dana)
    assert set(by_text(found)) == {"Must 1.", "Nice 1.", "Irrelevant 1."}
    assert by_text(found)["Nice 1."].answers == (
        DeskAnswer(rater="rater-1", label="must", comment=""),
        DeskAnswer(rater="rater-2", label="must", comment=""),
        DeskAnswer(rater="rater-3", label="nice", comment=""),
        DeskAnswer(rater="rater-4", label="must", comment=""),
    )
    assert {text: place.state for text, place in by_text(found).items()} == {
        "Must 1.": "agreed",  # the rule has not been run
        "Nice 1.": "disputed",
        "Irrelevant 1.": "disputed",
    }


def test_what_a_rule_has_settled_and_a_person_decided_says_so(dana: int) -> None:
    settle()
    found = by_text(opened(dana))
    assert {place.state for place in found.values()} == {"decided"}
    assert {place.decisions[0].by for place in found.values()} == {"rule"}
    studies.decide(dana, 1, (found["Nice 1."].target, "nice", 1))
    place = by_text(opened(dana))["Nice 1."]
    assert (place.state, place.seen) == ("decided", 2)
    assert [(each.revision, each.label, each.method, each.by, each.reason) for each in place.decisions] == [
        (2, "nice", "adjudicator", "you", "It helps."),
        (1, "must", "majority", "rule", ""),
    ]


def test_a_withdrawn_decision_is_reopened_with_its_history(dana: int) -> None:
    """N6, J6: undoing supersedes; nothing goes away."""
    place = by_text(opened(dana))["Nice 1."]
    studies.decide(dana, 1, (place.target, "nice", 0))
    studies.decide(dana, 1, (place.target, None, 1), reason="I misread the query.")
    place = by_text(opened(dana))["Nice 1."]
    assert (place.state, place.seen) == ("reopened", 2)
    assert [(each.label, each.reason) for each in place.decisions] == [
        (None, "I misread the query."),
        ("nice", "It helps."),
    ]


def test_the_neutral_order_of_targets_and_the_order_of_pseudonyms_say_nothing(dana_on_sqlite: int) -> None:
    """Rater-10 comes after rater-9, whoever came first into the study."""
    take_labels(votes({f"later-{n}": "irr" for n in range(8)}, content=[FIRST]))
    found = opened(dana_on_sqlite)
    keys = [target.key for target in found.item.targets]
    assert keys == sorted(keys)
    expected = [f"rater-{n}" for n in range(1, 13)]
    assert [rater.rater for rater in found.raters] == expected
    for place in found.places:
        assert [answer.rater for answer in place.answers] == expected


# --- What the annotators say ------------------------------------------------------------------------------------------


def test_notes_flags_skips_and_comments_are_shown_under_the_pseudonym(dana: int) -> None:
    """M1: whoever believes that an item is wrong is heard by the adjudicator."""
    with store.writing() as session:
        first, second = session.exec(select(m.Assignment).order_by(col(m.Assignment.rater_id))).all()
        first.flagged, first.note = True, "The date is <b>wrong</b>."
        second.state, second.skip_reason, second.skip_words = "skipped", "broken", "No dialogue."
    commented = [["i1", "Nice 1.", "role", "eve-three", "irr", "Said twice."]]
    take_labels(label_file(commented, columns=(*studies.COLUMNS, "comment")))
    found = opened(dana)
    said = {each.rater: each.model_dump(exclude={"rater", "name"}) for each in found.raters}
    silent = {"state": "", "skip_reason": None, "skip_words": "", "flagged": False, "note": ""}
    silent |= {"sent_back": None, "may_send_back": False}
    assert said["rater-1"] == {
        **silent,
        "state": "done",
        "flagged": True,
        "note": "The date is <b>wrong</b>.",
        "may_send_back": True,
    }
    assert said["rater-2"] == {
        **silent,
        "state": "skipped",
        "skip_reason": "broken",
        "skip_words": "No dialogue.",
        "may_send_back": True,
    }
    assert said["rater-3"] == silent
    assert by_text(found)["Nice 1."].answers[-1] == DeskAnswer(rater="rater-5", label="irr", comment="Said twice.")


def test_who_has_labelled_an_item_is_warned_before_deciding_it(dana: int) -> None:
    assert not opened(dana).own
    with store.reading() as session:
        ann = session.exec(select(m.Account.id).where(m.Account.name == "ann-lee")).one() or 0
    assert opened(ann).own


def test_annotators_who_are_not_done_are_counted(dana_on_sqlite: int) -> None:
    assert opened(dana_on_sqlite).waiting == 0
    studies.add_people("chen")
    studies.assign("ann-lee", "bo-kim", "chen")
    found = opened(dana_on_sqlite)
    assert (found.waiting, found.raters[-1].state) == (1, "open")


def test_an_adjudicator_labels_an_item_before_seeing_what_others_said_of_it(dana: int) -> None:
    """F1: other people's answers would bias their own."""
    studies.assign("ann-lee", "bo-kim", "dana")
    with pytest.raises(Conflict) as refused:
        opened(dana)
    assert refused.value.code == "label_first"
    with pytest.raises(Conflict):
        studies.decide(dana, 1, ("any", "nice", 0))
    studies.label_all(dana, "nice")
    assert opened(dana).own


# --- Names ------------------------------------------------------------------------------------------------------------


def test_names_are_nowhere_unless_the_project_allows_it_and_they_are_asked_for(dana: int) -> None:
    """N12, F9; a colleague's name is a name too."""
    eve = studies.add_people("colleague", role="adjudicator")["colleague"]
    target = by_text(opened(dana))["Nice 1."].target
    studies.decide(eve, 1, (target, "nice", 0))

    def named(*, asked: bool) -> list[str]:
        shown = repr(opened(dana, names=asked))
        return [name for name in (*NAMES, "colleague") if name in shown]

    assert named(asked=False) == named(asked=True) == []
    set_up(names_visible=True)
    assert named(asked=False) == []
    assert named(asked=True) == [*NAMES, "colleague"]
    found = opened(dana, names=True)
    assert (found.names_allowed, found.names_shown) == (True, True)
    assert {each.rater: each.name for each in found.raters}["rater-1"] == "ann-lee"
    assert by_text(found)["Nice 1."].decisions[0].by == "other"


def test_asking_for_names_is_in_the_log(dana: int) -> None:
    def asked() -> list[tuple[int | None, dict[str, Any]]]:
        with store.writing() as session:
            desk_asks.item_with_names(session, slug=SLUG, number=1, account_id=dana, now=NOW)
        with store.reading() as session:
            events = session.exec(select(m.Event).where(m.Event.kind == "names shown")).all()
        return [(each.account_id, each.detail) for each in events]

    assert asked() == []  # nothing was shown
    set_up(names_visible=True)
    assert asked() == [(dana, {"item": "i1"})]


def test_the_memory_bank_can_be_opened_as_on_the_board_and_the_log_says_so(dana: int) -> None:
    with store.writing() as session:
        item = session.exec(select(m.Item)).one()
        own = item.content["memories"][0]
        item.content = {**item.content, "bank": "otto"}
        session.add(m.MemoryBank(project_id=1, name="otto", memories=[own, {"key": "far", "text": "Otto sings."}]))
    assert opened(dana).item.bank
    with store.writing() as session:
        found = desk_asks.bank(session, slug=SLUG, number=1, account_id=dana, now=NOW)
    assert [memory.text for memory in found] == ["Otto sings."], "not those of the item itself"
    with store.reading() as session:
        told = session.exec(select(m.Event).where(m.Event.kind == "bank opened")).one()
    assert (told.account_id, told.detail) == (dana, {"item": "i1"})


def test_the_use_of_reliability_is_in_the_log_once_an_hour(dana_on_sqlite: int) -> None:
    for minutes in (0, 30, 61):
        with store.writing() as session:
            now = NOW + timedelta(minutes=minutes)
            desk_asks.reliability_used(session, slug=SLUG, account_id=dana_on_sqlite, now=now)
    with store.reading() as session:
        told = session.exec(select(m.Event.at).where(m.Event.kind == "reliability used")).all()
    assert told == [NOW, NOW + timedelta(minutes=61)]


# --- Settings, and what is not there ----------------------------------------------------------------------------------


def test_the_projects_settings_and_the_adjudicators_own_keys_reach_the_desk(dana_on_sqlite: int) -> None:
    found = opened(dana_on_sqlite)
    assert (found.reason_required, found.single_keys, found.sensitive, found.warning) == (True, True, False, "")
    set_up(reason_required=False, single_keys=False, content_warning="Violence.")
    with store.writing() as session:
        session.exec(select(m.Item)).one().sensitive = True
    found = opened(dana_on_sqlite)
    assert (found.reason_required, found.single_keys, found.warning) == (False, False, "Violence.")
    with store.writing() as session:
        session.get_one(m.Account, dana_on_sqlite).preferences = {"single_keys": True}
    assert opened(dana_on_sqlite).single_keys


def test_an_item_that_is_not_the_projects_is_not_there(sqlite_database: str) -> None:
    studies.make_project()
    studies.make_project([studies.record("other")], slug="other")
    for number in (4, 99):
        with pytest.raises(NoSuchItem, match=f"no item {number}"):
            opened(1, number=number)
