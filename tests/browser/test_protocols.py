"""Every protocol from its sample to the exported gold: labelled by keyboard in English and in Chinese, then decided."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlmodel import Session, col, select

from annotation import assignment, demo, store
from annotation import models as m
from annotation.board import labelling, submitting
from annotation.board.screen import Screen
from annotation.board.submission import Answer, Submission
from annotation.codebook import Codebook, Question, built_in, said
from annotation.demo import SAMPLES
from annotation.imports import importing
from annotation.people import accounts, preferences
from annotation.people.preferences import Preferences
from exports import gold, labels
from tests.browser.adjudicator import Adjudicator
from tests.browser.desk import add_person, signed_in
from tests.browser.kinds import Kinds
from tests.serving import Server

pytestmark = pytest.mark.browser

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
FILES = {each.protocol: each.files for each in demo.TO_LABEL} | {
    "stratmem-roles": ("stratmem.json", "stratmem-zh.json")
}
LANGUAGES = ("en", "zh")
SHORT = 20  # signs of a piece that its chip on the board shows in any case
WORDS = {"en": "because of the letter 👩‍👩‍👧‍👦", "zh": "因为那封信 👩‍👩‍👧‍👦"}
PLACE = ("item", "target", "question")

Typed = dict[tuple[str, str], str]  # by target and question: the label, or the words where it points at some


@dataclass(frozen=True)
class Study:
    """One project with the sample of one language."""

    slug: str
    language: str
    book: Codebook


def make(protocol: str, language: str) -> Study:
    """The sample's items and responses in a project that two annotators have to label."""
    slug = f"in-{language}"
    chosen = [name for name in FILES[protocol] if _is_in(name, language)]
    with store.writing() as session:
        for name in chosen:
            importing.import_items(session, (SAMPLES / name).read_bytes(), slug=slug, protocol=protocol, now=NOW)
        assignment.assign(session, slug=slug, annotators=["ann", "bo"], overlap=2, seed=1, now=NOW)
        ann = accounts.named(session, ["ann"])[0].id or 0
        preferences.save(session, account_id=ann, chosen=Preferences(language="zh" if language == "zh" else "en"))
    return Study(slug, language, built_in(protocol))


def _is_in(name: str, language: str) -> bool:
    """ENPMR's own file is Chinese, and its English one is marked; of the others the Chinese one is."""
    if name.startswith("enpmr"):
        return ("-en" in name) == (language == "en")
    return ("-zh" in name) == (language == "zh")


# --- One annotator at the board ---------------------------------------------------------------------------------------


def label_by_keyboard(page: Page, study: Study) -> tuple[str, Typed]:
    """Answer everything that is asked about the first item; its assignment, and what was typed."""
    board = Kinds(page)
    current = board.wait_for_item()
    typed: Typed = {}
    for _ in range(200):
        group = page.locator(".board [data-question][data-active]")
        question = study.book.question(group.get_attribute("data-question") or "")
        target = group.locator("xpath=ancestor-or-self::li[1]").get_attribute("data-target") or ""
        assert question is not None
        if (target, question.key) in typed:
            break
        typed[target, question.key] = answer(board, group, question, study.language, len(typed))
    board.press("Enter")
    board.wait_for_item(other_than=current)
    return current, typed


def answer(board: Kinds, group: Locator, question: Question, language: str, turn: int) -> str:
    """Answer the active question by keys, in a way of its own at each turn; what was said."""
    if question.kind == "text":
        board.type("Space")
        board.page.keyboard.insert_text(WORDS[language])
        board.type("Enter")
        return WORDS[language]
    if question.kind in ("quote", "pick"):
        slot = group.get_attribute("data-slot")  # Enter goes on to the next one
        board.type("Space", *(["Shift+ArrowRight", "Enter"] if question.kind == "quote" else ["Space"]), "Enter")
        chip = board.board.locator(f".ask[data-slot='{slot}'] .piece-chip").first
        return " ".join(chip.inner_text().replace("✕", "").split())
    label = question.labels[turn % len(question.labels)]
    if question.groups:
        board.type("Space")
        board.page.keyboard.insert_text(said(label.text, language))
        board.type("Enter")
        return label.key
    board.type(label.hotkey)
    return label.key


def answer_like(study: Study, account: str, assignment_of: str) -> tuple[str, str]:
    """Submit as another person what the first one said, but for one answer; its target and question."""
    with store.writing() as session:
        [ann, other] = accounts.named(session, ["ann", account])
        screens = [
            labelling.item_screen(session, account_id=who.id or 0, slug=study.slug, assignment_id=given)
            for who, given in ((ann, int(assignment_of)), (other, same_item(session, int(assignment_of), other)))
        ]
        answers = [Answer(**each.model_dump()) for each in screens[0].answers]
        chosen = next(each for each in answers if answers_with_a_key(study, each))
        other_label = chosen.model_copy(update={"label": another_label(study, chosen)})
        changed = [other_label if each is chosen else each for each in answers]
        depending = {
            each.key for each in study.book.questions if each.ask_if and each.ask_if.question == chosen.question
        }
        kept = [each for each in changed if each.target != chosen.target or each.question not in depending]
        submission = sent(screens[1], kept)
        submitting.submit(session, account_id=other.id or 0, slug=study.slug, submission=submission, now=NOW)
        return chosen.target, chosen.question


def answers_with_a_key(study: Study, given: Answer) -> bool:
    """Whether one label answers the question, given with one key, and another one asks nothing more."""
    question = study.book.question(given.question)
    return question is not None and question.kind == "one" and not question.groups and bool(other_labels(study, given))


def another_label(study: Study, given: Answer) -> str:
    return other_labels(study, given)[-1]


def other_labels(study: Study, given: Answer) -> list[str]:
    """The other labels of the question after which no other question is asked."""
    question = study.book.question(given.question)
    assert question is not None
    asking = {
        label
        for each in study.book.questions
        if each.ask_if and each.ask_if.question == question.key
        for label in each.ask_if.labels
    }
    return [label for label in question.label_keys if label != given.label and label not in asking]


def same_item(session: Session, given: int, other: m.Account) -> int:
    """The other person's assignment of the same item."""
    item = session.get_one(m.Assignment, given).item_id
    asked = select(m.Assignment.id).join(m.Rater)
    return session.exec(asked.where(m.Assignment.item_id == item, m.Rater.account_id == other.id)).one() or 0


def sent(screen: Screen, answers: list[Answer]) -> Submission:
    return Submission(
        account=screen.account.key,
        assignment=screen.assignment or 0,
        revision=screen.revision,
        codebook=screen.codebook,
        answers=tuple(answers),
        token=f"token-of-assignment-{screen.assignment}",
    )


# --- What leaves the house --------------------------------------------------------------------------------------------


def table(pieces: Iterator[bytes]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(b"".join(pieces).decode("utf-8-sig"))))


def exported(study: Study, item: str) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """The labels of the first annotator and the gold of this item."""
    with store.reading() as session:
        rows = table(labels.stream(session, slug=study.slug, format_name="csv"))
        decided = table(gold.stream(session, slug=study.slug, format_name="csv"))
    mine = [row for row in rows if row["item"] == item and row["rater"] == "rater-1"]
    return mine, [row for row in decided if row["item"] == item]


@pytest.mark.parametrize("protocol", sorted(FILES))
def test_a_sample_is_labelled_decided_and_exported(protocol: str, server: Server, chromium: Browser) -> None:
    for name, role in (("ann", "annotator"), ("bo", "annotator"), ("dana", "adjudicator")):
        add_person(name, role)
    for language in LANGUAGES:
        study = make(protocol, language)
        with signed_in(chromium, server, "ann", at=f"/label?project={study.slug}") as page:
            given, typed = label_by_keyboard(page, study)
        target, question = answer_like(study, "bo", given)
        with signed_in(chromium, server, "dana", at=f"/adjudicate?project={study.slug}") as page:
            desk = Adjudicator(page)
            desk.wait_for_item()
            asked = study.book.question(question)
            assert asked is not None
            expect(desk.board.locator(".row[data-state=disputed]")).to_have_count(1)
            desk.press(asked.labels[0].hotkey)
            desk.give_reason("因为。" if language == "zh" else "As the guideline says.")
            desk.press("Enter")
            expect(desk.board.locator(".plain h2")).to_be_visible()
        with store.reading() as session:
            item = session.exec(
                select(m.Item.source_id).join(m.Assignment).where(col(m.Assignment.id) == int(given))
            ).one()
        mine, decided = exported(study, item)
        found = {(row["target"], row["question"]): row for row in mine}
        assert set(found) == set(typed)
        for place, said_here in typed.items():
            row = found[place]
            told = " ".join(row["words"].split())[:SHORT]
            assert row["label"] == said_here or (told and told in said_here), (place, said_here, row)
        [row] = [row for row in decided if (row["target"], row["question"]) == (target, question)]
        assert (row["label"], row["method"]) == (asked.labels[0].key, "adjudicator")
