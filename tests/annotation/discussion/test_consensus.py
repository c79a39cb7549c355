"""Which answers count where something is decided: those of a round, and after a discussion the newest of each."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.desk import adjudication
from annotation.discussion import consensus
from annotation.judgments import Current
from exports import gold
from tests import studies, talks
from tests.studies import NOW, SLUG, screen_of

LATER = NOW + timedelta(days=1)
DIFFERING: dict[str, talks.Labels] = {"ann": {"Must 1.": "must", "Must 2.": "must"}, "bo": {}}


@pytest.fixture
def discussed(people: dict[str, int]) -> dict[str, int]:
    """Ann and Bo differ on one memory of two items each, and discuss these; nobody has answered again yet."""
    talks.differ(people, DIFFERING)
    talks.open_discussion()
    return people


def counted(number: int | None = None) -> dict[tuple[str, str], list[str]]:
    """The labels that count at the memories of each item, by item and the text of the memory."""
    with store.reading() as session:
        texts = {row.target: row.text for row in gold.rows(session, slug=SLUG)}
        found: dict[tuple[str, str], list[str]] = {}
        for each in consensus.counted(session, slug=SLUG, round_number=number):
            found.setdefault((each.item, texts[each.target]), []).append(each.label)
    return found


def said(number: int | None = None) -> list[tuple[str, str | None]]:
    """Question and answer of everything that counts; None: it cannot be judged."""
    with store.reading() as session:
        every = consensus.answers(session, slug=SLUG, round_number=number)
        return [(each.question, each.label if isinstance(each, Current) else None) for each in every]


def move(account_id: int, first_of_text: str, label: str) -> None:
    """Answer the discussed memory of the next item again where it is this one; leave any other as it was."""
    screen = screen_of(account_id)
    while screen.state == "item":
        own = {text: label for text in talks.texts_of(screen) if text == first_of_text}
        screen = studies.submit(account_id, talks.answers(screen, own), now=LATER).next


def test_before_anybody_answers_again_the_first_answers_count(discussed: dict[str, int]) -> None:
    assert counted() == counted(2) == counted(1)


def test_the_newest_of_each_counts_and_what_is_not_disputed_is_carried_over(discussed: dict[str, int]) -> None:
    before = counted(1)
    move(discussed["bo"], "Must 1.", "must")
    after = counted()
    assert before["i1", "Must 1."] == ["must", "nice"]
    assert after["i1", "Must 1."] == ["must", "must"]
    assert {place: labels for place, labels in after.items() if place != ("i1", "Must 1.")} == {
        place: labels for place, labels in before.items() if place != ("i1", "Must 1.")
    }


def test_the_independent_round_can_still_be_asked_for(discussed: dict[str, int]) -> None:
    move(discussed["bo"], "Must 1.", "must")
    assert counted(1)["i1", "Must 1."] == ["must", "nice"]


def test_an_answer_that_is_corrected_in_the_discussion_counts_as_it_is_now(discussed: dict[str, int]) -> None:
    screen = screen_of(discussed["bo"])
    text = next(text for text in talks.texts_of(screen) if text.startswith("Must"))
    studies.submit(discussed["bo"], talks.answers(screen, {text: "must"}))
    again = studies.item_screen(discussed["bo"], screen.assignment or 0)
    studies.submit(discussed["bo"], talks.answers(again, {text: "irr"}))
    assert ["must", "irr"] in counted().values()


def test_a_new_answer_that_is_taken_back_leaves_the_first_one(discussed: dict[str, int]) -> None:
    screen = screen_of(discussed["bo"])
    text = next(text for text in talks.texts_of(screen) if text.startswith("Must"))
    studies.submit(discussed["bo"], talks.answers(screen, {text: "must"}))
    again = studies.item_screen(discussed["bo"], screen.assignment or 0)
    studies.submit(discussed["bo"], talks.answers(again, {}))
    assert counted() == counted(1)


def test_surplus_answers_are_left_out(people: dict[str, int]) -> None:
    """N4: a surplus answer is kept, marked, and counted nowhere."""
    talks.label_items(people["ann"], {})
    talks.label_items(people["bo"], {}, otherwise="irr")
    with store.writing() as session:
        for given in session.exec(select(m.Assignment).join(m.Rater).where(m.Rater.name == "bo")):
            given.surplus = True
    assert set(map(tuple, counted().values())) == {("nice",)}


@pytest.mark.parametrize("named", [None, 2])
def test_the_rule_settles_on_the_discussed_answers_and_gold_counts_them(
    discussed: dict[str, int], named: int | None
) -> None:
    """Also where no round is named: a rule that counted first answers would overrule what came of the discussion."""
    move(discussed["bo"], "Must 1.", "must")
    with store.writing() as session:
        done = adjudication.settle(session, slug=SLUG, policy="unanimous", round_number=named, now=LATER)
    assert (done.decided, done.undecided) == (8, 1)
    with store.reading() as session:
        rows = {(row.item, row.text): row for row in gold.rows(session, slug=SLUG)}
    agreed, open_still = rows["i1", "Must 1."], rows["i2", "Must 2."]
    assert (agreed.label, agreed.method, agreed.n_raters, agreed.agreement) == ("must", "unanimous", 2, 1.0)
    assert (open_still.label, open_still.n_raters, open_still.agreement) == (None, 2, None)


# --- Where something cannot be judged, or depends on another answer -------------------------------------------------


def open_moods(people: dict[str, int]) -> None:
    talks.close_round()
    talks.open_discussion()


def test_who_cannot_judge_afterwards_gives_no_label_any_more(sqlite_database: str) -> None:
    people = talks.moods("ann", "bo")
    talks.say_moods(people["ann"], mood="good")
    talks.say_moods(people["bo"], mood="bad", cause="own")
    open_moods(people)
    talks.say_moods(people["ann"], mood="?both at once")
    assert sorted(said(), key=str) == [("cause", "own"), ("mood", "bad"), ("mood", None)]
    assert [each for each in said(1) if each[0] == "mood"] == [("mood", "good"), ("mood", "bad")]


def test_who_could_not_judge_may_give_a_label_afterwards(sqlite_database: str) -> None:
    people = talks.moods("ann", "bo")
    talks.say_moods(people["ann"], mood="?no clue")
    talks.say_moods(people["bo"], mood="good")
    open_moods(people)
    talks.say_moods(people["ann"], mood="good")
    assert sorted(said()) == [("mood", "good"), ("mood", "good")]


def test_what_a_new_answer_no_longer_asks_for_goes(sqlite_database: str) -> None:
    people = talks.moods("ann", "bo")
    talks.say_moods(people["ann"], mood="good")
    talks.say_moods(people["bo"], mood="bad", cause="own")
    open_moods(people)
    talks.say_moods(people["bo"], mood="good")
    assert said() == [("mood", "good"), ("mood", "good")]


def test_what_a_new_answer_asks_for_first_is_required(sqlite_database: str) -> None:
    """Ann says "bad" now, and is asked for the cause that nobody had asked her for."""
    people = talks.moods("ann", "bo")
    talks.say_moods(people["ann"], mood="good")
    talks.say_moods(people["bo"], mood="bad", cause="own")
    open_moods(people)
    from annotation.errors import Invalid

    with pytest.raises(Invalid) as refused:
        talks.say_moods(people["ann"], mood="bad")
    assert refused.value.missing == (("", "cause"),)
    talks.say_moods(people["ann"], mood="bad", cause="own")
    assert sorted(said()) == [("cause", "own"), ("cause", "own"), ("mood", "bad"), ("mood", "bad")]


def test_a_question_whose_parent_is_not_discussed_is_asked_of_those_who_were_asked_it(sqlite_database: str) -> None:
    people = talks.moods("ann", "bo", "chen")
    talks.say_moods(people["ann"], mood="bad", cause="own")
    talks.say_moods(people["bo"], mood="bad", cause="other")
    talks.say_moods(people["chen"], mood="bad", cause="own")
    open_moods(people)
    screen = screen_of(people["ann"])
    assert screen.again is not None
    assert [each.question for each in screen.again] == ["cause"]
    talks.say_moods(people["bo"], cause="own")
    assert sorted(said()) == [("cause", "own")] * 3 + [("mood", "bad")] * 3
