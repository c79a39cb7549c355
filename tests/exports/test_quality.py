"""Figures by annotator: hand-made answers, with what each figure must be beside them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.board.submission import Answer
from annotation.quality import known, known_mixing, repeats
from exports import elsewhere
from exports.quality import NO_KNOWN, NO_OTHERS, NO_REPEATS, NOT_MEASURED, PersonQuality, Quality, quality
from tests import studies
from tests.studies import NOW, SLUG, label_file, screen_of, skip, skip_of, submission, submit


def found(bootstrap: int = 0) -> Quality:
    with store.reading() as session:
        return quality(session, slug=SLUG, bootstrap=bootstrap)


def of(name: str) -> PersonQuality:
    return next(each for each in found().people if each.name == name)


def label(account_id: int, labels: str, *, ms: int | None = None, minute: int = 0) -> None:
    """Label the item on the board: the same to every memory, `right` its role."""
    screen = screen_of(account_id)
    targets = screen.item.targets if screen.item else ()
    roles = {"must": "must", "nice": "nice", "irrelevant": "irr"}
    answers = tuple(
        Answer(
            target=each.key,
            question="role",
            label=roles[each.text.split()[0].lower()] if labels == "right" else labels,
        )
        for each in targets
    )
    sent = submission(screen, active_ms=ms).model_copy(update={"answers": answers})
    submit(account_id, sent, now=NOW + timedelta(minutes=minute))


def test_agreement_with_the_others_is_the_mean_over_them(sqlite_database: str) -> None:
    """Ann says must, bo must, chen nice, of 3 items with 3 memories: ann with bo 1, with chen 0, so 1/2; chen 0."""
    studies.make_project()
    people = studies.add_people("ann", "bo", "chen")
    studies.assign(*people)
    for name, said in (("ann", "must"), ("bo", "must"), ("chen", "nice")):
        studies.label_all(people[name], said)
    (question,) = of("ann").questions
    assert (question.others.value, question.others.n) == (0.5, 18)
    assert of("chen").questions[0].others.value == 0
    # With bo all labels are one label, so that kappa is undefined and left out; with chen it is 0.
    assert (question.others_kappa.value, question.others_kappa.n) == (0, 9)
    assert of("chen").questions[0].others_kappa.n == 18


def test_what_is_undefined_comes_with_a_reason(sqlite_database: str) -> None:
    studies.make_project()
    people = studies.add_people("ann")
    studies.assign("ann")
    label(people["ann"], "must")
    ann = of("ann")
    (question,) = ann.questions
    assert (ann.seconds.value, ann.seconds.why) == (None, NOT_MEASURED)
    assert (question.others.why, question.known.why, question.again.why) == (NO_OTHERS, NO_KNOWN, NO_REPEATS)
    assert ann.blocks == ()


def test_speed_skips_and_flags_are_those_of_the_round(sqlite_database: str) -> None:
    """Times of 10, 20 and 60 s have the median 20 s; one of four items is skipped, and that one is flagged."""
    studies.make_project(studies.records(4))
    people = studies.add_people("ann")
    studies.assign("ann")
    for ms in (10_000, 60_000, 20_000):
        label(people["ann"], "must", ms=ms)
    screen = screen_of(people["ann"])
    skip(people["ann"], skip_of(screen, flagged=True))
    ann = of("ann")
    assert (ann.items, ann.seconds.value, ann.seconds.n) == (3, 20.0, 3)
    assert (ann.skipped.value, ann.flagged.value, ann.cannot.value) == (0.25, 0.25, 0.0)


def test_known_items_and_repeats_give_shares_of_their_own(sqlite_database: str) -> None:
    """Ann knows the roles of one known item and says the same again; bo says must to all: right for 1 memory of 3."""
    content = studies.records(6)
    studies.make_project(content)
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo", overlap=1)
    rows = [(item["id"], text, "role", role) for item in content for text, role in studies.texts(item)]
    with store.writing() as session:
        file = label_file(rows, columns=("item", "target", "question", "label"))
        known.from_file(session, file, slug=SLUG, now=NOW)
        known_mixing.mix_in(session, slug=SLUG, each=2, now=NOW)
        repeats.add(session, slug=SLUG, share=0.34, distance=1, now=NOW)
    for name, said in (("ann", "right"), ("bo", "must")):
        while screen_of(people[name]).state == "item":
            label(people[name], said)
    ann, bo = (of(name).questions[0] for name in ("ann", "bo"))
    assert (ann.known.value, ann.known.n) == (1.0, 6)
    assert bo.known.value == pytest.approx(2 / 6)
    assert (ann.again.value, ann.again.n) == (1.0, 3)
    with_interval = next(each for each in found(200).people if each.name == "bo").questions[0].known
    assert with_interval.low is not None
    assert with_interval.high is not None
    assert of("ann").items == 3  # known items and repeats are no items of the round


def test_drift_shows_from_block_to_block(sqlite_database: str) -> None:
    """Ten items: ann says must like bo on the first five and nice on the last, and gets quicker."""
    studies.make_project(studies.records(10))
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(people["bo"], "must")
    for n in range(10):
        label(people["ann"], "must" if n < 5 else "nice", ms=30_000 if n < 5 else 10_000, minute=n)
    early, late = of("ann").blocks
    assert (early.first, early.last, late.first, late.last) == (1, 5, 6, 10)
    assert (early.seconds, late.seconds) == (30.0, 10.0)
    assert (early.others["role"], late.others["role"]) == ((1.0, 15), (0.0, 15))
    assert early.known["role"] == (None, 0)


def test_another_process_gives_equal_figures(sqlite_database: str) -> None:
    studies.make_project()
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(people["ann"], "must")
    assert elsewhere.quality_elsewhere(SLUG) == found(1000)
    with store.reading() as session:
        assert session.exec(select(m.Rater)).all()
