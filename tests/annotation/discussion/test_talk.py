"""What participants of a discussion see of each other: first answers under pseudonyms, and comments; no names."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import timedelta

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.discussion import talk
from annotation.discussion.talk import SentComment, Talk, Word, read_comment
from annotation.errors import Conflict, Invalid, NotFound
from annotation.item_choice import TheseItems
from annotation.practice import calibration
from tests import studies, talks
from tests.studies import NOW, SLUG, screen_of

LATER = NOW + timedelta(hours=1)
NAMES = {"ann": "annabel-aardvark", "bo": "bohuslav-badger", "ines": "Ines Imported"}


@pytest.fixture
def people_of_names(sqlite_database: str) -> dict[str, int]:
    """Two accounts and an imported person, whose names would be known anywhere, differ on everything of item 1."""
    studies.make_project()
    made = studies.add_people(NAMES["ann"], NAMES["bo"])
    people = {key: made[NAMES[key]] for key in ("ann", "bo")}
    studies.assign(NAMES["ann"], NAMES["bo"])
    studies.take_labels(studies.votes({NAMES["ines"]: "irr"}, content=studies.records(1)))
    talks.differ(people, {"ann": {"Must 1.": "must"}, "bo": {}})
    talks.open_discussion()
    return people


def seen_by(account_id: int, *, assignment: int | None = None) -> Talk:
    with store.reading() as session:
        number = assignment or screen_of(account_id).assignment or 0
        return talk.talk(session, account_id=account_id, slug=SLUG, assignment_id=number)


def comment_of(account_id: int, text: str = "Nuts are dangerous.", **changes: object) -> SentComment:
    """What a board sends as a comment on the first place of the next item."""
    found = seen_by(account_id)
    fields = {
        "account": str(account_id),
        "assignment": found.assignment,
        "target": found.places[0].target,
        "question": found.places[0].question,
        "text": text,
        "token": "comment-token-0001",
        **changes,
    }
    return read_comment(json.dumps(fields).encode())


def send(account_id: int, sent: SentComment) -> bool:
    with store.writing() as session:
        return talk.comment(session, account_id=account_id, slug=SLUG, sent=sent, now=NOW)


def test_everybodys_first_answers_are_there_the_own_one_first(people_of_names: dict[str, int]) -> None:
    found = seen_by(people_of_names["bo"])
    assert (found.open, found.shows_new, len(found.places)) == (True, False, 3)
    for place in found.places:
        assert [(voice.you, voice.first.label) for voice in place.voices[:1]] == [(True, "nice")]
        assert [voice.who for voice in place.voices] == ["rater-2", "rater-1", "rater-3"]
        assert place.voices[2].first == Word("irr", None)


def test_no_name_is_in_what_participants_get_from_each_other(people_of_names: dict[str, int]) -> None:
    """F9, N12: not even one's own name; pseudonyms alone."""
    send(people_of_names["ann"], comment_of(people_of_names["ann"]))
    everything = json.dumps(asdict(seen_by(people_of_names["bo"])))
    for name in NAMES.values():
        assert name not in everything


def test_what_others_answer_now_is_there_after_ones_own_answer(people_of_names: dict[str, int]) -> None:
    ann, bo = people_of_names["ann"], people_of_names["bo"]
    own = screen_of(bo).assignment
    talks.answer_again(ann, {"Must 1.": "irr"})
    assert {voice.now for place in seen_by(bo).places for voice in place.voices} == {None}
    talks.answer_again(bo, {})
    found = seen_by(bo, assignment=own)
    assert found.shows_new
    now = {(voice.who, voice.now) for place in found.places for voice in place.voices}
    assert now == {("rater-1", Word("irr", None)), ("rater-1", None), ("rater-2", None), ("rater-3", None)}


def test_after_the_discussion_has_closed_the_new_answers_are_there(people_of_names: dict[str, int]) -> None:
    own = screen_of(people_of_names["bo"]).assignment
    talks.answer_again(people_of_names["ann"], {"Must 1.": "irr"})
    talks.close_discussion()
    found = seen_by(people_of_names["bo"], assignment=own)
    assert (found.open, found.shows_new) == (False, True)
    assert Word("irr", None) in {voice.now for place in found.places for voice in place.voices}


def test_why_somebody_could_not_judge_is_told(sqlite_database: str) -> None:
    people = talks.moods("ann", "bo")
    talks.say_moods(people["ann"], mood="?both at once")
    talks.say_moods(people["bo"], mood="good")
    talks.close_round()
    talks.open_discussion()
    [cause, mood] = seen_by(people["bo"]).places
    assert (mood.question, cause.question, cause.voices) == ("mood", "cause", ())
    assert [voice.first for voice in mood.voices] == [Word("good", None), Word(None, "both at once")]


def test_what_was_written_with_a_label_elsewhere_is_told(people: dict[str, int]) -> None:
    row = ("i1", "Must 1.", "role", "Ines", "irr", "I doubt it.")
    studies.take_labels(studies.label_file([row], columns=(*studies.COLUMNS, "comment")))
    talks.differ(people, {"ann": {}, "bo": {}})
    talks.open_discussion()
    assert [voice.comment for voice in seen_by(people["ann"]).places[0].voices] == ["", "", "I doubt it."]


# --- Comments -------------------------------------------------------------------------------------------------------


def test_a_comment_is_in_the_thread_as_it_was_written(people_of_names: dict[str, int]) -> None:
    """I8: the text is kept and told as it is; the board shows it as text."""
    text = "<img src=x onerror=alert(1)> $5 & *so*\nsecond line"
    assert send(people_of_names["ann"], comment_of(people_of_names["ann"], text))
    thread = seen_by(people_of_names["bo"]).places[0].thread
    assert [(remark.who, remark.you, remark.text, remark.at) for remark in thread] == [
        ("rater-1", False, text, "2026-01-02T03:04:05Z")
    ]
    assert seen_by(people_of_names["ann"]).places[0].thread[0].you


def test_a_comment_that_is_sent_twice_is_stored_once(people_of_names: dict[str, int]) -> None:
    sent = comment_of(people_of_names["ann"])
    assert [send(people_of_names["ann"], sent) for _ in range(2)] == [True, False]
    assert studies.number_of(m.Comment) == 1
    with pytest.raises(Conflict) as refused:
        send(people_of_names["ann"], sent.model_copy(update={"text": "Something else."}))
    assert refused.value.code == "token_reused"


def test_only_who_takes_part_in_a_place_comments_on_it(people_of_names: dict[str, int]) -> None:
    ann, bo = people_of_names["ann"], people_of_names["bo"]
    sent = comment_of(ann)
    with pytest.raises(Conflict) as not_theirs:
        send(bo, sent.model_copy(update={"account": str(bo)}))
    assert not_theirs.value.code == "not_yours"
    with pytest.raises(Conflict) as other_account:
        send(bo, sent)
    assert other_account.value.code == "other_account"
    for changes in ({"target": "nowhere"}, {"question": "nothing"}):
        with pytest.raises(Conflict) as elsewhere:
            send(ann, sent.model_copy(update=changes))
        assert elsewhere.value.code == "not_discussed"
    assert studies.number_of(m.Comment) == 0


def test_a_closed_discussion_takes_no_comment_but_knows_one_that_it_has(people_of_names: dict[str, int]) -> None:
    ann = people_of_names["ann"]
    sent = comment_of(ann)
    send(ann, sent)
    talks.close_discussion()
    assert not send(ann, sent)
    with pytest.raises(Conflict) as refused:
        send(ann, sent.model_copy(update={"token": "comment-token-0002"}))
    assert refused.value.code == "closed_round"


@pytest.mark.parametrize("text", ["", "  \n ", "x" * (talk.LONGEST_COMMENT + 1), "a\x00b", "half \ud83d"])
def test_what_is_no_comment_is_refused(text: str) -> None:
    fields = {"account": "1", "assignment": 1, "target": "t", "question": "q", "text": text, "token": "t" * 16}
    with pytest.raises(Invalid):
        read_comment(json.dumps(fields).encode())


def test_a_comment_is_an_event(people_of_names: dict[str, int]) -> None:
    send(people_of_names["ann"], comment_of(people_of_names["ann"]))
    with store.reading() as session:
        [event] = session.exec(select(m.Event).where(m.Event.kind == "comment made")).all()
    assert (event.account_id, event.detail["question"]) == (people_of_names["ann"], "role")


# --- Rounds without such a part -------------------------------------------------------------------------------------


def test_an_independent_round_has_no_such_part(people: dict[str, int]) -> None:
    with pytest.raises(NotFound):
        seen_by(people["ann"])


def test_a_calibration_round_is_talked_about_after_it_is_closed(people: dict[str, int]) -> None:
    with store.writing() as session:
        which = TheseItems(("i1",))
        calibration.open_calibration(session, slug=SLUG, annotators=["ann", "bo"], which=which, now=NOW)
    own = screen_of(people["bo"])
    assert (own.project.round_kind, own.assignment is not None) == ("calibration", True)
    for name, label in (("ann", "must"), ("bo", "nice")):
        studies.submit(people[name], studies.submission(screen_of(people[name]), label))
    with pytest.raises(NotFound):
        seen_by(people["bo"], assignment=own.assignment)
    talks.close_round()
    found = seen_by(people["bo"], assignment=own.assignment)
    assert (found.open, found.shows_new, len(found.places)) == (True, False, 3)
    place = found.places[0]
    sent = {
        "account": str(people["bo"]), "assignment": found.assignment, "target": place.target,
        "question": place.question, "text": "Why?", "token": "calibration-token",
    }  # fmt: skip
    assert send(people["bo"], read_comment(json.dumps(sent).encode()))


def test_it_is_the_same_on_both_databases(people_anywhere: dict[str, int]) -> None:
    ann, bo = people_anywhere["ann"], people_anywhere["bo"]
    talks.differ(people_anywhere, {"ann": {"Must 1.": "must"}, "bo": {}})
    talks.open_discussion()
    sent = comment_of(ann)
    assert [send(ann, sent) for _ in range(2)] == [True, False]
    own = screen_of(bo).assignment
    talks.answer_again(bo, {"Must 1.": "must"})
    assert talks.close_discussion() == 2
    [place] = seen_by(bo, assignment=own).places
    assert [(remark.who, remark.text) for remark in place.thread] == [("rater-1", "Nuts are dangerous.")]
    assert [(voice.first.label, voice.now) for voice in place.voices] == [("nice", Word("must", None)), ("must", None)]
