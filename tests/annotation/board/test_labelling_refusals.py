"""What is not taken from a board: all that does not fit what the database holds now; and nothing of it is stored."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import Session

from annotation import events
from annotation import models as m
from annotation.board.screen import Screen
from annotation.board.submission import Answer
from annotation.errors import AccordError, Conflict, Invalid, NotFound
from tests import studies
from tests.studies import screen_of, submission, submit


def answers_to(screen: Screen, *labels: str) -> tuple[Answer, ...]:
    assert screen.item is not None
    return tuple(
        Answer(target=target.key, question="role", label=label)
        for target, label in zip(screen.item.targets, labels, strict=False)
    )


def wrong(screen: Screen, others: Screen) -> dict[str, tuple[str, dict[str, Any]]]:
    """Everything that can be wrong with a submission to a screen: its code, and what is sent instead."""
    whole = answers_to(screen, "nice", "nice", "nice")
    foreign = Answer(target=others.item.targets[0].key, question="role", label="nice") if others.item else whole[0]
    return {
        "another account": ("other_account", {"account": others.account.key}),
        "another person's assignment": ("not_yours", {"assignment": others.assignment}),
        "an assignment that is not there": ("not_yours", {"assignment": 999_999}),
        "an older revision": ("stale_revision", {"revision": 1}),
        "another codebook": ("other_codebook", {"codebook": 2}),
        "a target of nowhere": (
            "unknown_target",
            {"answers": (*whole, Answer(target="x", question="role", label="nice"))},
        ),
        "a target of another item": ("unknown_target", {"answers": (*whole[1:], foreign)}),
        "the item itself": ("unknown_target", {"answers": (*whole, Answer(target="", question="role", label="nice"))}),
        "an unknown question": (
            "unknown_question",
            {"answers": (*whole[1:], Answer(target=whole[0].target, question="tone", label="nice"))},
        ),
        "an unknown label": ("unknown_label", {"answers": answers_to(screen, "nice", "nice", "Nice")}),
        "a label with a blank": ("unknown_label", {"answers": answers_to(screen, "nice", "nice", "nice ")}),
        "an empty label": ("unknown_label", {"answers": answers_to(screen, "nice", "nice", "")}),
        "one answer twice": ("malformed", {"answers": (*whole, whole[0])}),
        "one answer missing": ("incomplete", {"answers": whole[1:]}),
        "nothing chosen": ("incomplete", {"answers": ()}),
    }


def test_what_does_not_fit_is_refused_and_nothing_is_stored(people_anywhere: dict[str, int]) -> None:
    """D6 among them: submitting with nothing chosen leaves the item undone."""
    ann, bo = people_anywhere["ann"], people_anywhere["bo"]
    submit(bo, submission(screen_of(bo)))  # so that Bo's screen shows another item than before
    screen, others = screen_of(ann), screen_of(bo)
    while others.item and screen.item and {t.key for t in others.item.targets} == {t.key for t in screen.item.targets}:
        others = submit(bo, submission(others)).next
    before = studies.stored()
    for name, (code, changes) in wrong(screen, others).items():
        with pytest.raises((Conflict, Invalid)) as refused:
            submit(ann, submission(screen, **changes))
        assert refused.value.code == code, name  # type: ignore[attr-defined]
        assert (studies.stored(), screen_of(ann)) == (before, screen), name
    assert submit(ann, submission(screen)).stored == 3


def test_what_is_missing_is_listed(people: dict[str, int]) -> None:
    """D6: the board marks these."""
    screen = screen_of(people["ann"])
    sent = submission(screen)
    with pytest.raises(Invalid) as refused:
        submit(people["ann"], submission(screen, answers=sent.answers[1:2]))
    left = {answer.target for answer in sent.answers} - {sent.answers[1].target}
    assert set(refused.value.missing) == {(target, "role") for target in left}
    assert "2 answer" in str(refused.value)


def test_a_token_cannot_be_used_for_other_answers(people: dict[str, int]) -> None:
    ann = people["ann"]
    first = submission(screen_of(ann), "must")
    following = submit(ann, first).next
    before = studies.stored()
    other_answers = first.model_copy(
        update={"answers": tuple(each.model_copy(update={"label": "irr"}) for each in first.answers)}
    )
    for sent in (other_answers, submission(following, token=first.token)):
        with pytest.raises(Conflict) as refused:
            submit(ann, sent)
        assert refused.value.code == "token_reused"
    others = submission(screen_of(people["bo"]), token=first.token)
    with pytest.raises(Conflict) as refused:
        submit(people["bo"], others)
    assert refused.value.code == "token_reused"
    assert studies.stored() == before


def test_an_item_that_was_submitted_in_another_tab_is_not_overwritten(people: dict[str, int]) -> None:
    ann = people["ann"]
    screen = screen_of(ann)
    submit(ann, submission(screen, "must"))
    before = studies.stored()
    with pytest.raises(Conflict) as refused:
        submit(ann, submission(screen, "irr"))
    assert refused.value.code == "stale_revision"
    assert studies.stored() == before


def test_nothing_is_taken_in_a_closed_round(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    screen = screen_of(ann)
    studies.close_round()
    with pytest.raises(Conflict) as refused:
        submit(ann, submission(screen))
    assert refused.value.code == "closed_round"
    assert studies.stored() == []
    closed = screen_of(ann)
    assert (closed.state, closed.item, closed.progress.total) == ("closed", None, 3)


def test_an_assignment_of_another_project_is_refused(people: dict[str, int]) -> None:
    studies.make_project(slug="other")
    studies.assign("ann", slug="other")
    with pytest.raises(Conflict) as refused:
        submit(people["ann"], submission(screen_of(people["ann"])), slug="other")
    assert refused.value.code == "not_yours"
    assert studies.stored() == []


def test_an_unknown_project_is_refused(people_anywhere: dict[str, int]) -> None:
    """Also by a name that no database can be asked for."""
    sent = submission(screen_of(people_anywhere["ann"]))
    for slug in ("nowhere", "", "a\0b", "\ud800", "x" * 100_000):
        with pytest.raises(NotFound):
            submit(people_anywhere["ann"], sent, slug=slug)
        with pytest.raises(NotFound):
            screen_of(people_anywhere["ann"], slug=slug)


def test_a_refusal_writes_no_event(people: dict[str, int]) -> None:
    before = studies.number_of(m.Event)
    with pytest.raises(Invalid):
        submit(people["ann"], submission(screen_of(people["ann"]), answers=()))
    assert studies.number_of(m.Event) == before


def test_a_failure_in_the_middle_stores_nothing(
    people_anywhere: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judgments, submission and the item's being done are one transaction."""

    def break_off(session: Session, **_: Any) -> None:
        session.flush()
        raise RuntimeError

    ann = people_anywhere["ann"]
    screen = screen_of(ann)
    monkeypatch.setattr(events, "record", lambda session, *_, **__: break_off(session))
    with pytest.raises(RuntimeError):
        submit(ann, submission(screen))
    assert (studies.stored(), studies.number_of(m.Submission), screen_of(ann)) == ([], 0, screen)


def test_text_that_no_database_can_hold_is_refused_like_any_other_label(people_anywhere: dict[str, int]) -> None:
    """N10."""
    screen = screen_of(people_anywhere["ann"])
    for broken in ("\0", "a\0b"):
        whole = submission(screen).answers
        for changes in ({"label": broken}, {"target": broken}, {"question": broken}):
            bad = (whole[0].model_copy(update=changes), *whole[1:])
            with pytest.raises(AccordError):
                submit(people_anywhere["ann"], submission(screen, answers=bad))
    assert studies.stored() == []
