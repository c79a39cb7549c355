"""A study with every kind of question about every kind of target, made the same every time."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import places, projects, store
from annotation.codebook import Codebook, Question, read
from annotation.content import Content
from annotation.demo import SAMPLES
from annotation.desk import adjudication
from annotation.imports import importing
from annotation.people import raters
from annotation.places import AskedPlace
from annotation.values import Pieces, Said, checked
from tests import studies
from tests.studies import NOW, SLUG, memory, record

SOURCE = """
name: every-kind
title: {en: Every kind}
questions:
  - key: mood
    about: item
    level: nominal
    text: {en: "Which mood?"}
    cannot_judge: true
    confidence: true
    groups: [{key: good, text: {en: Good}}, {key: bad, text: {en: Bad}}]
    labels:
      - {key: joy, text: {en: Joy}, group: good}
      - {key: pride, text: {en: Pride}, group: good}
      - {key: fear, text: {en: Fear}, group: bad}
  - key: moods
    about: item
    kind: several
    text: {en: "Which moods?"}
    labels: [{key: joy, text: {en: Joy}}, {key: pride, text: {en: Pride}}, {key: fear, text: {en: Fear}}]
  - {key: why, about: item, kind: text, text: {en: "Why?"}, required: false}
  - {key: evidence, about: item, kind: pick, of: [turns, memories], text: {en: "What shows it?"}}
  - {key: said, about: item, kind: quote, of: [dialogue, query], text: {en: "Which words?"}}
  - key: role
    about: memory
    level: ordinal
    text: {en: "Which role?"}
    labels: [{key: irr, text: {en: Irrelevant}}, {key: nice, text: {en: Nice}}, {key: must, text: {en: Must}}]
  - key: score
    about: response
    level: interval
    text: {en: "How good?"}
    cannot_judge: true
    labels:
      - {key: 1, text: {en: Bad}}
      - {key: 2, text: {en: Fair}}
      - {key: 3, text: {en: Good}}
  - key: used
    about: pair
    level: nominal
    text: {en: "Is it used?"}
    labels: [{key: "yes", text: {en: Used}}, {key: "no", text: {en: Not used}}]
  - key: words
    about: pair
    kind: quote
    of: [response]
    text: {en: "Which words show it?"}
    ask_if: {question: used, labels: ["yes"]}
"""
SYSTEMS = (("large", "base"), ("large", "cot"), ("small", "base"))
RATERS = ("eve", "bo", "7")
N_ITEMS = 12
CANNOT = 0.1  # how often somebody cannot judge


def take(protocol: str, *names: str) -> None:
    """Import these of our own samples into one project of a protocol."""
    with store.writing() as session:
        for name in names:
            importing.import_items(session, (SAMPLES / name).read_bytes(), slug=SLUG, now=NOW, protocol=protocol)


def codebook() -> Codebook:
    """The codebook of every kind."""
    return read(SOURCE, name="every-kind.yaml")


def content() -> list[dict[str, Any]]:
    """Items with two turns, a query and three memories."""
    return [
        record(
            f"{n:04}", query=f"Question {n}, 记忆?", memory=memory(must=[f"Must {n}."], nice=["=1+1"], irr=[f"No {n}."])
        )
        for n in range(1, N_ITEMS + 1)
    ]


def outputs() -> bytes:
    """What three systems answer to each item."""
    rows = [
        {"item": f"{n:04}", "system": system, "setting": setting, "response": f"+{system} {setting} says {n} 🎉."}
        for n in range(1, N_ITEMS + 1)
        for system, setting in SYSTEMS
    ]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def make_project(slug: str = SLUG) -> None:
    """The items and the responses, with nothing said yet."""
    with store.writing() as session:
        importing.import_items(session, studies.as_file(content()), slug=slug, now=NOW, protocol=codebook())
        importing.import_items(session, outputs(), slug=slug, now=NOW)


@dataclass(frozen=True)
class Asked:
    """A place with its question and what an answer to it can point at."""

    place: AskedPlace
    question: Question
    pieces: Pieces


def asked(session: Session, slug: str = SLUG) -> list[Asked]:
    """Every place of the project."""
    project = projects.find(session, slug)
    rows = session.exec(select(m.Item.id, m.Item.content).where(m.Item.project_id == project.id)).all()
    pieces = {item_id: Pieces.of(Content.model_validate(found)) for item_id, found in rows}
    _, book = projects.latest_codebook(session, project.id or 0)
    return [
        Asked(place, question, pieces[place.item_id])
        for place in places.asked_places(session, project, book)
        if (question := book.question(place.question)) is not None
    ]


def answer(found: Asked, draw: random.Random, *, cannot: float) -> Said:
    """Anything that answers the question, the first of what there is more often than the rest."""
    question, pieces = found.question, found.pieces
    if question.cannot_judge and draw.random() < cannot:
        return Said(cannot="=too short")
    sure = draw.choice((1, 2, 3)) if question.confidence else None
    if question.kind == "one":
        return Said(draw.choice([*question.label_keys[:1] * 3, *question.label_keys]), confidence=sure)
    if question.kind == "several":
        return Said(_some(draw, question.label_keys))
    if question.kind == "pick":
        return Said(_some(draw, list(pieces.pickable(question))))
    if question.kind == "quote":
        key, text = draw.choice(list(pieces.quotable(question, found.place.target).items()))
        start = draw.randrange(3)
        return Said(draw.choice(["none", f"{key}:{start}-{len(text)}", f"{key}:0-{len(text)}"]))
    return Said(draw.choice(["=because", "-1", "It says so.\nTwice, “really”.", "none", "记忆"]))


def _some(draw: random.Random, keys: Any) -> str:
    return "|".join(key for key in keys if draw.random() < 0.5) or "none"


def label_everything(slug: str = SLUG, *, prelabels: Mapping[str, str] | None = None) -> None:
    """Three imported people answer everything that they are asked; `prelabels` were shown, by question."""
    with store.writing() as session:
        every = asked(session, slug)
        for name in RATERS:
            store_answers(session, name, _answers(every, random.Random(name)), slug=slug, prelabels=prelabels)


def agree_on_everything(slug: str = SLUG, *, but: Collection[str] = (), without: Collection[str] = ()) -> None:
    """Two people give the same answers, and a rule decides; nobody answers the questions `without` which it goes.

    One of them says nothing about the items in `but`.
    """
    with store.writing() as session:
        every = asked(session, slug)
        said = list(_answers(every, random.Random("same"), cannot=0))
        said = [each for each in said if each[0].question.key not in without]
        store_answers(session, "eve", said, slug=slug)
        store_answers(session, "bo", [each for each in said if each[0].place.item not in but], slug=slug)
        adjudication.settle(session, slug=slug, policy="unanimous", now=NOW)


def answer_once(session: Session, name: str) -> None:
    """Somebody of this name answers one question."""
    first = next(found for found in asked(session) if found.question.key == "mood")
    store_answers(session, name, [(first, Said("joy"))])


def store_answers(
    session: Session,
    name: str,
    answers: Iterable[tuple[Asked, Said]],
    *,
    slug: str = SLUG,
    prelabels: Mapping[str, str] | None = None,
) -> None:
    """Store what an imported person says."""
    project = projects.find(session, slug)
    codebook_row, _ = projects.latest_codebook(session, project.id or 0)
    rounds = projects.find_round(session, project, None)
    rater = raters.imported(session, project.id or 0, name)
    rows = [
        {
            "round_id": rounds.id,
            "target_id": found.place.target_id,
            "rater_id": rater.id,
            "question": found.question.key,
            "revision": 1,
            "label": said.label,
            "cannot": said.cannot,
            "confidence": said.confidence,
            "prelabel": (prelabels or {}).get(found.question.key),
            "codebook_id": codebook_row.id,
            "origin": "file",
            "submission_id": None,
            "comment": "",
            "created_at": NOW,
        }
        for found, said in answers
    ]
    store.insert_all(session, m.Judgment, rows)


def _answers(every: list[Asked], draw: random.Random, *, cannot: float = CANNOT) -> Iterator[tuple[Asked, Said]]:
    """The answers of one person, where they are asked."""
    given: dict[tuple[int, str], str | None] = {}
    for found in every:
        place = found.place
        said = answer(found, draw, cannot=cannot)
        if place.parent and given.get((place.target_id, place.parent)) not in place.asked_after:
            continue
        if said.label is not None:
            label = checked(found.question, said.label, pieces=found.pieces, target=place.target)
            said = Said(label, confidence=said.confidence)
        given[place.place] = said.label
        yield found, said


def stored(slug: str = SLUG) -> list[tuple[Any, ...]]:
    """Everything that is said in a project, whoever said it, without the database's numbers."""
    with store.reading() as session:
        project = projects.find(session, slug)
        rows = session.exec(
            select(m.Item.source_id, m.Target.key, m.Judgment, m.Rater.name)
            .join(m.Target, col(m.Target.item_id) == m.Item.id)
            .join(m.Judgment, col(m.Judgment.target_id) == m.Target.id)
            .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
            .where(m.Item.project_id == project.id)
        ).all()
    return sorted(
        (item, target, said.question, rater, said.label or "", said.cannot or "", said.confidence or 0, said.created_at)
        for item, target, said, rater in rows
    )


def a_judges_answer(found: Asked) -> str:
    """What a judge says everywhere that has a question of this kind."""
    question = found.question
    if question.kind == "one":
        return question.label_keys[0]
    if question.kind == "several":
        return question.label_keys[-1]
    if question.kind == "pick":
        return next(iter(found.pieces.pickable(question)))
    return f"{next(iter(found.pieces.quotable(question, found.place.target)))}:0-3"
