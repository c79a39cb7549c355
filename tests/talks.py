"""A study whose people have labelled, and may discuss: what the tests of discussions begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import col, select

from annotation import models as m
from annotation import rounds, store
from annotation.board import submitting
from annotation.board.screen import Screen
from annotation.board.submission import Answer, Submission
from annotation.codebook import read
from annotation.discussion import opening as discussion
from annotation.discussion.opening import Opened, Preview
from annotation.imports import importing
from tests import studies
from tests.studies import NOW, SLUG

Labels = Mapping[str, str]  # a label by the text of its memory


def texts_of(screen: Screen) -> dict[str, str]:
    """The key of each memory of a screen by its text."""
    return {target.text: target.key for target in screen.item.targets} if screen.item else {}


def answers(screen: Screen, labels: Labels, **changes: Any) -> Submission:
    """What a board sends that answers these memories alone."""
    keys = texts_of(screen)
    given = tuple(Answer(target=keys[text], question="role", label=label) for text, label in labels.items())
    return studies.submission(screen, **{"answers": given, **changes})


def label_items(account_id: int, labels: Labels, *, otherwise: str = "nice") -> None:
    """Label everything that waits for an account: these memories so, all others alike."""
    screen = studies.screen_of(account_id)
    while screen.state == "item":
        own = {text: labels.get(text, otherwise) for text in texts_of(screen)}
        screen = studies.submit(account_id, answers(screen, own)).next


def close_round(*, now: datetime = NOW) -> None:
    """Close the current round."""
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=now)


def preview() -> Preview:
    """What a discussion would be about."""
    with store.reading() as session:
        return discussion.preview(session, slug=SLUG)


def open_discussion(*, now: datetime = NOW, seed: int = 0) -> Opened:
    """Open it in a transaction of its own."""
    with store.writing() as session:
        return discussion.open_discussion(session, slug=SLUG, now=now, seed=seed)


def close_discussion(*, now: datetime = NOW) -> int:
    """Close it in a transaction of its own."""
    with store.writing() as session:
        return discussion.close(session, slug=SLUG, now=now)


def places() -> set[tuple[str, str]]:
    """What is discussed, as item and question, with the texts of the memories left to the screens."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Item.source_id, m.DiscussedPlace.question)
            .select_from(m.DiscussedPlace)
            .join(m.Target, col(m.Target.id) == m.DiscussedPlace.target_id)
            .join(m.Item, col(m.Item.id) == m.Target.item_id)
        )
        return {(item, question) for item, question in rows}


def differ(people: Mapping[str, int], by_person: Mapping[str, Labels], *, otherwise: str = "nice") -> None:
    """Everybody labels, and the round is closed."""
    for name, labels in by_person.items():
        label_items(people[name], labels, otherwise=otherwise)
    close_round()


def answer_again(account_id: int, labels: Labels, *, rest: Sequence[Labels] = ()) -> None:
    """In the discussion, answer these memories of the next item again, and leave every other one as it was."""
    for own in (labels, *rest):
        studies.submit(account_id, answers(studies.screen_of(account_id), own))


def submit_as(account_id: int, sent: Submission, *, now: datetime = NOW) -> int:
    """Submit in a transaction of its own; how many judgments it made."""
    with store.writing() as session:
        return submitting.submit(session, account_id=account_id, slug=SLUG, submission=sent, now=now)


MOODS = """
name: moods
title: {en: Moods}
questions:
  - key: mood
    about: item
    level: nominal
    text: {en: "Which mood?"}
    cannot_judge: true
    labels: [{key: good, text: {en: Good}}, {key: bad, text: {en: Bad}}]
  - key: cause
    about: item
    level: nominal
    text: {en: "What causes it?"}
    ask_if: {question: mood, labels: [bad]}
    labels: [{key: own, text: {en: Oneself}}, {key: other, text: {en: Others}}]
"""


def moods(*names: str, items: int = 1) -> dict[str, int]:
    """A study that asks for the mood of each item and, of a bad one, for its cause; assigned to these people."""
    with store.writing() as session:
        book = read(MOODS, name="moods.yaml")
        importing.import_items(
            session, studies.as_file(studies.records(items)), slug=SLUG, now=NOW, protocol=book, format_name="stratmem"
        )
    made = studies.add_people(*names)
    studies.assign(*names)
    return made


def say_moods(account_id: int, *, next_item: bool = True, **said: str) -> Submission:
    """What a board sends about the next item: `mood="good"`, or `mood="?why"` where it cannot be judged."""
    given = tuple(
        Answer(target="", question=key, cannot=label[1:]) if label.startswith("?") else
        Answer(target="", question=key, label=label)
        for key, label in said.items()
    )  # fmt: skip
    sent = studies.submission(studies.screen_of(account_id), answers=given)
    if next_item:
        submit_as(account_id, sent)
    return sent


def two_people() -> dict[str, int]:
    """Ann and Bo, who have all three items of the small study to label."""
    studies.make_project()
    made = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    return made
