"""The demo: sample projects of our own to look around in, one for each codebook that comes with Accord.

The first has people, judgments and a few decisions; the others are assigned to the same people and still to label.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlmodel import Session, col, select

from annotation import assignment, projects
from annotation import models as m
from annotation.desk import adjudication, deciding, disputes
from annotation.desk import shown as desk
from annotation.desk.deciding import SentDecision, SentDecisions
from annotation.errors import WrongUse
from annotation.imports import importing, label_import
from annotation.people import accounts
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
class ToLabel:
    """A demo project whose items are still to label: its codebook, its title, and the samples in it."""

    protocol: str
    title: str
    files: tuple[str, ...]

    @property
    def slug(self) -> str:
        """Its short name."""
        return f"{SLUG}-{self.protocol}"


# English and Chinese items stand side by side, as in the first project: the board takes each in its own language.
TO_LABEL = (
    ToLabel(
        "stratmem-usage",
        "StratMem use of memories, demo",
        ("stratmem.json", "stratmem-zh.json", "stratmem-usage-outputs.jsonl", "stratmem-zh-outputs.jsonl"),
    ),
    ToLabel(
        "stratmem-integration",
        "StratMem integration of memories, demo",
        ("stratmem.json", "stratmem-zh.json", "stratmem-outputs.jsonl", "stratmem-zh-outputs.jsonl"),
    ),
    ToLabel("enpmr-validation", "ENPMR validation, demo", ("enpmr.json", "enpmr-en.json")),
    ToLabel(
        "enpmr-rating",
        "ENPMR rating of responses, demo",
        ("enpmr.json", "enpmr-en.json", "enpmr-outputs.jsonl", "enpmr-en-outputs.jsonl"),
    ),
    ToLabel("enpmr-need", "ENPMR need and memory type, demo", ("enpmr.json", "enpmr-en.json")),
    ToLabel(
        "hlme-extraction", "HLME extraction of emotions, demo", ("hlme-extraction.jsonl", "hlme-extraction-zh.jsonl")
    ),
    ToLabel("hlme-update", "HLME update of memories, demo", ("hlme-update.jsonl", "hlme-update-zh.jsonl")),
    ToLabel("hlme-answer", "HLME answers, demo", ("hlme-answer.jsonl", "hlme-answer-zh.jsonl")),
)
SLUGS = (SLUG, *(each.slug for each in TO_LABEL))


@dataclass(frozen=True)
class SignIn:
    """A demo account with its password, to be shown once."""

    name: str
    role: str
    password: str


def make(session: Session, *, now: datetime, only_if_empty: bool) -> list[SignIn] | None:
    """Make the demo's projects and accounts; None, and nothing done, where there is something and `only_if_empty`.

    Raises WrongUse where one of its projects, or an account with one of its names, is there already.
    """
    there = session.exec(select(m.Project.id).where(col(m.Project.slug).in_(SLUGS))).first() is not None
    if only_if_empty and (projects.every(session) or accounts.people(session)):
        return None
    if there or any(accounts.find(session, name) for name, _ in PEOPLE):
        raise WrongUse("The demo, or an account with one of its names, is there already; nothing was done.")
    sign_ins = [SignIn(name, role, accounts.new_password()) for name, role in PEOPLE]
    for each in sign_ins:
        accounts.add(session, name=each.name, role=each.role, password=each.password, now=now)
    names = [name for name, role in PEOPLE if role == "annotator"]
    _make_labelled(session, names, now)
    for made in TO_LABEL:
        make_to_label(session, made, names, now=now)
    return sign_ins


def make_to_label(session: Session, made: ToLabel, names: list[str], *, now: datetime) -> None:
    """Make one of the projects whose items are still to label, and give every item to all of these people."""
    for file in made.files:
        importing.import_items(
            session, _sample(file), slug=made.slug, now=now, protocol=made.protocol, title=made.title
        )
    assignment.assign(session, slug=made.slug, annotators=names, overlap=len(names), seed=SEED, now=now)


def _make_labelled(session: Session, names: list[str], now: datetime) -> None:
    """The first project: labelled in large part, settled, with a judge and a decision by hand."""
    importing.import_items(
        session, _sample("stratmem.json"), slug=SLUG, now=now, protocol="stratmem-roles", title="StratMem roles, demo"
    )
    assignment.assign(session, slug=SLUG, annotators=names, overlap=len(names), seed=SEED, now=now)
    label_import.import_labels(session, _sample("stratmem-labels.csv"), slug=SLUG, now=now, as_account=True)
    scores = _sample("stratmem-judge.csv")
    from annotation.imports import judge_import

    judge_import.import_scores(session, scores, slug=SLUG, file_name=JUDGE, version="prompt 1", now=now)
    adjudication.settle(session, slug=SLUG, policy="majority", now=now)
    _decide_a_few(session, now)


def _sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def _decide_a_few(session: Session, now: datetime) -> None:
    """The adjudicator's first decisions: the middle label of a three-way split, with a reason."""
    account_id = key_of(accounts.named(session, [ADJUDICATOR])[0])
    for waiting in disputes.queue(session, slug=SLUG).items[:DECIDED_BY_HAND]:
        found = desk.item(session, slug=SLUG, number=waiting.number, account_id=account_id)
        place = next(each for each in found.places if each.state == "disputed")
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
