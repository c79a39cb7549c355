"""A small study of our own for the tests: made from nothing, the same every time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from typing import Any

from sqlmodel import col, select

from annotation import assignment, store
from annotation import models as m
from annotation.board import drafts, labelling, submitting
from annotation.board.drafts import Kept
from annotation.board.screen import Screen
from annotation.board.submission import Answer, Skip, Submission, Work
from annotation.desk import deciding
from annotation.imports import importing, label_import
from annotation.people import accounts

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SLUG = "study"
ROLES = ("must", "nice", "irr")
COLUMNS = ("item", "target", "question", "rater", "label")

_tokens = count(1)


def record(item_id: str | int = "i1", **changes: Any) -> dict[str, Any]:
    """One record as StratMem publishes it, with three memories; `changes` replace or add fields."""
    made: dict[str, Any] = {
        "id": item_id,
        "given_type": "A",
        "inferred_type": "C",
        "query": "What should I bring on Sunday?",
        "query_time": "1:14 pm on 25 May, 2025",
        "history": json.dumps(["Ida: Are we still on for Sunday?", "Otto: Of course: I bought the tickets."]),
        "roles": {"human": "Ida", "virtual_person": "Otto"},
        "memory": memory(must=["Ida is allergic to nuts."], nice=["Ida likes plums."], irr=["Otto owns a kayak."]),
        "virtual_person_persona": {
            "virtual_person_name": "Otto",
            "summary": "A calm host.",
            "traits": ["calm"],
            "style": ["short sentences"],
            "domains": ["cooking"],
            "values": ["honesty"],
        },
    }
    return {**made, **changes}


def memory(*, must: Sequence[str] = (), nice: Sequence[str] = (), irr: Sequence[str] = ()) -> dict[str, Any]:
    """The memories of a record by role."""
    texts = {"must": must, "nice": nice, "irr": irr}
    return {role: [{"fact": text} for text in texts[role]] for role in ROLES}


def records(number: int = 3) -> list[dict[str, Any]]:
    """So many records, each with memories of its own."""
    return [
        record(
            f"i{n}",
            query=f"Question {n}?",
            memory=memory(must=[f"Must {n}."], nice=[f"Nice {n}."], irr=[f"Irrelevant {n}."]),
        )
        for n in range(1, number + 1)
    ]


def texts(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The memories of a record with their roles, in the order of the source."""
    return [(entry["fact"], role) for role in ROLES for entry in record["memory"].get(role, [])]


def as_file(content: Any) -> bytes:
    """What a benchmark's file holds."""
    return json.dumps(content, ensure_ascii=False, indent=2).encode("utf-8")


def make_project(content: Sequence[Mapping[str, Any]] | None = None, *, slug: str = SLUG) -> None:
    """Import a study of three items, or of these records."""
    with store.writing() as session:
        importing.import_items(session, as_file(records() if content is None else content), slug=slug, now=NOW)


def add_people(*names: str, role: str = "annotator", password_hash: str = "-") -> dict[str, int]:
    """Accounts by name, with their ids.

    They have no password unless its hash is given: hashing passwords would take most of a test's time.
    """
    with store.writing() as session:
        for name in names:
            key = accounts.name_key(name)
            session.add(m.Account(name=name, name_key=key, role=role, password_hash=password_hash, created_at=NOW))
        session.flush()
        found = session.exec(select(m.Account).where(m.Account.role == role)).all()
        return {account.name: account.id or 0 for account in found if account.name in names}


def assign(*names: str, overlap: int | None = None, slug: str = SLUG, seed: int = 1) -> None:
    """Give the study's items to these people: every item to all of them, unless `overlap` says fewer."""
    with store.writing() as session:
        assignment.assign(session, slug=slug, annotators=names, overlap=overlap or len(names), seed=seed, now=NOW)


def label_file(rows: Iterable[Sequence[str]], *, columns: Sequence[str] = COLUMNS) -> bytes:
    """A label file in csv."""
    page = io.StringIO()
    csv.writer(page).writerows([columns, *rows])
    return page.getvalue().encode("utf-8")


def votes(given: Mapping[str, str], *, content: Sequence[Mapping[str, Any]] | None = None) -> bytes:
    """A label file in which each rater says one label of every memory; the label `source` stands for its role there."""
    return label_file(
        [item["id"], text, "role", rater, role if label == "source" else label]
        for item in (records() if content is None else content)
        for text, role in texts(item)
        for rater, label in given.items()
    )


def take_labels(file: bytes, *, slug: str = SLUG, now: datetime = NOW, **options: Any) -> label_import.LabelsTaken:
    """Import a label file into the study."""
    with store.writing() as session:
        return label_import.import_labels(session, file, slug=slug, now=now, **options)


def screen_of(account_id: int, *, slug: str = SLUG) -> Screen:
    """What the board of an account shows now."""
    with store.reading() as session:
        return labelling.screen(session, account_id=account_id, slug=slug)


def submission(screen: Screen, label: str = "nice", **changes: Any) -> Submission:
    """What a board sends that gives every target of the screen the same label, under a new token."""
    targets = screen.item.targets if screen.item else ()
    token = f"token-{next(_tokens):012}"
    return Submission(**_sent(screen, {target.key: label for target in targets}, {"token": token, **changes}))


@dataclass(frozen=True)
class Saved:
    """A stored submission: how many judgments it made, and what the board shows next."""

    stored: int
    next: Screen


def submit(account_id: int, sent: Submission, *, slug: str = SLUG, now: datetime = NOW) -> Saved:
    """Submit in a transaction of its own, as a request does."""
    with store.writing() as session:
        stored = submitting.submit(session, account_id=account_id, slug=slug, submission=sent, now=now)
    return Saved(stored, screen_of(account_id, slug=slug))


def work_of(screen: Screen, labels: Mapping[str, str], **changes: Any) -> Work:
    """What a board sends as a draft: these labels by target key."""
    return Work(**_sent(screen, labels, changes))


def skip_of(screen: Screen, reason: str = "hard", **changes: Any) -> Skip:
    """What a board sends to put the screen's item aside."""
    return Skip(**_sent(screen, {}, {"reason": reason, **changes}))


def _sent(screen: Screen, labels: Mapping[str, str], changes: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "account": screen.account.key,
        "assignment": screen.assignment,
        "revision": screen.revision,
        "codebook": screen.codebook,
        "answers": tuple(Answer(target=key, question="role", label=label) for key, label in labels.items()),
        **changes,
    }


def save_draft(account_id: int, sent: Work, *, slug: str = SLUG, now: datetime = NOW) -> Kept:
    """Keep a draft in a transaction of its own, as a request does."""
    with store.writing() as session:
        return drafts.save(session, account_id=account_id, slug=slug, sent=sent, now=now)


def skip(account_id: int, sent: Skip, *, slug: str = SLUG, now: datetime = NOW) -> Screen:
    """Skip in a transaction of its own, as a request does; what the board shows next."""
    with store.writing() as session:
        submitting.skip(session, account_id=account_id, slug=slug, sent=sent, now=now)
    return screen_of(account_id, slug=slug)


def item_screen(account_id: int, assignment: int, *, slug: str = SLUG) -> Screen:
    """What the board shows of one of the account's items."""
    with store.reading() as session:
        return labelling.item_screen(session, account_id=account_id, slug=slug, assignment_id=assignment)


def label_all(account_id: int, label: str = "nice", *, slug: str = SLUG) -> None:
    """Label everything that is assigned to an account with one label."""
    screen = screen_of(account_id, slug=slug)
    while screen.state == "item":
        screen = submit(account_id, submission(screen, label), slug=slug).next


def number_of(table: type) -> int:
    """How many rows a table holds."""
    with store.reading() as session:
        return len(session.exec(select(table)).all())


def stored() -> list[tuple[str, str, str | None, int]]:
    """Every judgment there is: rater, target, label and revision, in the order of storing."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Rater.name, m.Target.key, m.Judgment.label, m.Judgment.revision)
            .select_from(m.Judgment)
            .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
            .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
            .order_by(col(m.Judgment.id))
        )
        return list(rows.all())


def close_round() -> None:
    """Close the only round there is."""
    with store.writing() as session:
        session.exec(select(m.Round)).one().closed_at = NOW


def open_round(kind: str = "discussion", *, slug: str = SLUG) -> None:
    """Open a second round."""
    with store.writing() as session:
        project = session.exec(select(m.Project).where(m.Project.slug == slug)).one()
        session.add(m.Round(project_id=project.id or 0, number=2, kind=kind, opened_at=NOW))


def clear_last_answer() -> None:
    """Take back the newest judgment there is, by a revision without a label."""
    with store.writing() as session:
        last = session.exec(select(m.Judgment).order_by(col(m.Judgment.id))).all()[-1]
        fields = last.model_dump(exclude={"id", "revision", "label"})
        session.add(m.Judgment(**fields, revision=last.revision + 1, label=None))


def decide(
    account_id: int, number: int, *given: tuple[str, str | None, int], reason: str = "It helps.", now: datetime = NOW
) -> int:
    """Decide memories of an item at the adjudicator's desk, each by key, label and the revision seen; how many are new.

    In a transaction of its own, as a request does.
    """
    sent = deciding.SentDecisions(
        account=str(account_id),
        item=number,
        codebook=1,
        reason=reason,
        decisions=tuple(
            deciding.SentDecision(target=target, question="role", label=label, seen=seen)
            for target, label, seen in given
        ),
    )
    with store.writing() as session:
        return deciding.decide_item(session, account_id=account_id, slug=SLUG, sent=sent, now=now)
