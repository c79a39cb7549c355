"""The demo: a sample project of our own with people, judgments and a few decisions, to look around in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlmodel import Session, select

from annotation import (
    accounts,
    adjudication,
    assignment,
    deciding,
    desk,
    disputes,
    importing,
    judge_import,
    label_import,
    projects,
)
from annotation import models as m
from annotation.deciding import SentDecision, SentDecisions
from annotation.errors import WrongUse
from annotation.projects import key_of

SAMPLES = Path(__file__).parent / "samples"
SLUG = "demo"
ADJUDICATOR = "dana"
PEOPLE = (
    ("ann", "annotator"),
    ("bo", "annotator"),
    ("chen", "annotator"),
    (ADJUDICATOR, "adjudicator"),
    ("rui", "researcher"),
)
JUDGE = "sample-judge"  # made up, like the study itself
SEED = 7
DECIDED_BY_HAND = 1


@dataclass(frozen=True)
class SignIn:
    """A demo account with its password, to be shown once."""

    name: str
    role: str
    password: str


def make(session: Session, *, now: datetime, only_if_empty: bool) -> list[SignIn] | None:
    """Make the demo project and its accounts; None, and nothing done, where there is something and `only_if_empty`.

    Raises WrongUse where the demo, or an account with one of its names, is there already.
    """
    there = session.exec(select(m.Project.id).where(m.Project.slug == SLUG)).first() is not None
    if only_if_empty and (projects.every(session) or accounts.people(session)):
        return None
    if there or any(accounts.find(session, name) for name, _ in PEOPLE):
        raise WrongUse("The demo, or an account with one of its names, is there already; nothing was done.")
    sign_ins = [SignIn(name, role, accounts.new_password()) for name, role in PEOPLE]
    for each in sign_ins:
        accounts.add(session, name=each.name, role=each.role, password=each.password, now=now)
    importing.import_items(
        session,
        (SAMPLES / "stratmem.json").read_bytes(),
        slug=SLUG,
        now=now,
        protocol="stratmem-roles",
        title="StratMem roles, demo",
    )
    names = [name for name, role in PEOPLE if role == "annotator"]
    assignment.assign(session, slug=SLUG, annotators=names, overlap=len(names), seed=SEED, now=now)
    label_import.import_labels(
        session, (SAMPLES / "stratmem-labels.csv").read_bytes(), slug=SLUG, now=now, as_account=True
    )
    scores = (SAMPLES / "stratmem-judge.csv").read_bytes()
    judge_import.import_scores(session, scores, slug=SLUG, file_name=JUDGE, version="prompt 1", now=now)
    adjudication.settle(session, slug=SLUG, policy="majority", now=now)
    _decide_a_few(session, now)
    return sign_ins


def _decide_a_few(session: Session, now: datetime) -> None:
    """The adjudicator's first decisions: the middle label of a three-way split, with a reason."""
    account_id = key_of(accounts.named(session, [ADJUDICATOR])[0])
    for waiting in disputes.queue(session, slug=SLUG).items[:DECIDED_BY_HAND]:
        found = desk.item(session, slug=SLUG, number=waiting.number, account_id=account_id)
        place = next(each for each in found.places if each.state == "open")
        sent = SentDecision(target=place.target, question=place.question, label="nice", seen=place.seen)
        deciding.decide_item(
            session,
            account_id=account_id,
            slug=SLUG,
            sent=SentDecisions(
                account=str(account_id),
                item=waiting.number,
                codebook=found.codebook,
                reason="The answer is right without it, and warmer with it.",
                decisions=(sent,),
            ),
            now=now,
        )
