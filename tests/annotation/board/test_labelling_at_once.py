"""Many people submitting at the same moment, in real threads, on both databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.errors import Conflict
from annotation.judgments import current
from annotation.people import accounts
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit

T = TypeVar("T")


def at_once(verbs: Sequence[Callable[[], T]]) -> list[T]:
    """Run all of them at the same moment, each in a thread of its own."""
    together = Barrier(len(verbs))

    def begin(verb: Callable[[], T]) -> T:
        together.wait()
        return verb()

    with ThreadPoolExecutor(len(verbs)) as pool:
        return list(pool.map(begin, verbs))


def test_sixteen_people_submit_at_once_and_all_is_stored(database: str) -> None:
    """L1, L3, D8: nobody waits in vain, and nobody's answers end up with anybody else."""
    studies.make_project(studies.records(2))
    names = [f"p{n:02}" for n in range(16)]
    people = studies.add_people(*names)
    studies.assign(*names)
    labels = {name: ("irr", "nice", "must")[n % 3] for n, name in enumerate(names)}
    sent = {name: submission(screen_of(people[name]), labels[name]) for name in names}
    saved = at_once([lambda name=name: submit(people[name], sent[name]) for name in names])  # type: ignore[misc]
    assert [(each.stored, each.next.progress.done) for each in saved] == [(3, 1)] * 16
    assert [each.next.account.name for each in saved] == names
    with store.reading() as session:
        raters = {row.pseudonym: row.name for row in session.exec(select(m.Rater)).all()}
        found = [(raters[each.pseudonym], each.label) for each in current(session, slug=SLUG)]
    assert sorted(found) == sorted((name, labels[name]) for name in names for _ in range(3))


def test_one_submission_sent_eight_times_at_once_is_stored_once(database: str) -> None:
    """D1: every sending is answered alike."""
    studies.make_project()
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    sent = submission(screen_of(ann))
    saved = at_once([lambda: submit(ann, sent)] * 8)
    assert all(each == saved[0] for each in saved)
    assert (studies.number_of(m.Submission), studies.number_of(m.Judgment)) == (1, 3)


def test_of_two_tabs_that_submit_at_once_one_is_told(database: str) -> None:
    """Both answers cannot stand; the later one is refused with a choice, never dropped in silence."""
    studies.make_project()
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    screen = screen_of(ann)

    def tab(label: str) -> str:
        try:
            submit(ann, submission(screen, label))
        except Conflict as refused:
            return refused.code
        return label

    outcome = at_once([lambda: tab("must"), lambda: tab("irr")])
    assert "stale_revision" in outcome
    (kept,) = set(outcome) - {"stale_revision"}
    with store.reading() as session:
        assert {each.label for each in current(session, slug=SLUG)} == {kept}


def test_one_token_for_two_people_at_once_is_a_conflict(database: str) -> None:
    """Tokens are random; should two be equal all the same, nobody's answers count as the other's."""
    studies.make_project()
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    sent = {name: submission(screen_of(key), token="the-same-token-for-both") for name, key in people.items()}

    def press(name: str) -> str:
        try:
            submit(people[name], sent[name])
        except Conflict as refused:
            return refused.code
        return "stored"

    assert sorted(at_once([lambda: press("ann"), lambda: press("bo")])) == ["stored", "token_reused"]
    assert studies.number_of(m.Judgment) == 3


@pytest.mark.usefixtures("quick_passwords")
def test_signing_in_and_submitting_do_not_hinder_each_other(database: str) -> None:
    """L1: every kind of writer waits its turn."""
    studies.make_project(studies.records(4))
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    with store.writing() as session:
        accounts.add(session, name="eve", role="researcher", password="correct horse", now=NOW)

    def sign_in() -> int:
        with store.writing() as session:
            return len(accounts.sign_in(session, name="eve", password="correct horse", now=NOW))

    def label(name: str) -> int:
        studies.label_all(people[name])
        return 0

    at_once([sign_in, sign_in, sign_in, lambda: label("ann"), lambda: label("bo")])
    assert (studies.number_of(m.Judgment), studies.number_of(m.SignIn)) == (24, 3)


def test_of_two_devices_that_save_a_draft_at_once_one_is_told(database: str) -> None:
    """The second one learns what the first one saved; neither is lost in silence."""
    studies.make_project()
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    screen = screen_of(ann)
    first = screen.item.targets[0].key if screen.item else ""

    def device(label: str) -> str:
        try:
            studies.save_draft(ann, studies.work_of(screen, {first: label}))
        except Conflict as refused:
            return refused.code
        return label

    said = at_once([lambda: device("must"), lambda: device("irr")])
    assert sorted(said) in (["draft_elsewhere", "must"], ["draft_elsewhere", "irr"])
    draft = screen_of(ann).draft
    assert draft is not None
    assert [answer.label for answer in draft.answers] == [label for label in said if label != "draft_elsewhere"]


def test_a_draft_and_the_submission_at_once_leave_no_draft_behind(database: str) -> None:
    studies.make_project()
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    screen = screen_of(ann)

    def late() -> str:
        try:
            studies.save_draft(ann, studies.work_of(screen, {}, note="typed last"))
        except Conflict as refused:
            return refused.code
        return "kept"

    def press() -> str:
        return str(submit(ann, submission(screen)).stored)

    said = at_once([late, press])
    assert said in (["kept", "3"], ["stale_revision", "3"])
    assert studies.number_of(m.Draft) == 0
