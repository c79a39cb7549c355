"""Studies for the tests of the board, and what the database holds of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page
from sqlmodel import col, select

from annotation import assignment, store
from annotation import models as m
from annotation.people import accounts
from tests.browser.desk import add_person
from tests.studies import make_project, records


def study(*people: str, items: int | Sequence[Mapping[str, Any]] = 3) -> None:
    """A study that is given whole to each of these people (ann, if none is named)."""
    make_project(records(items) if isinstance(items, int) else items)
    names = people or ("ann",)
    for name in names:
        add_person(name, "annotator")
    with store.writing() as session:
        assignment.assign(
            session, slug="study", annotators=list(names), overlap=len(names), seed=1, now=datetime.now(UTC)
        )


def end_sign_ins(name: str) -> None:
    """Sign this person out everywhere."""
    with store.writing() as session:
        account = accounts.find(session, name)
        if account is not None:
            accounts.sign_out_everywhere(session, account_id=account.id or 0, now=datetime.now(UTC))


def eventually(holds: Callable[[], bool], *, within: float = 60.0) -> None:
    """Wait until the database says so; what it says comes a moment after the browser has sent it."""
    deadline = time.monotonic() + within
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"it did not become so within {within:.0f} s")
        time.sleep(0.05)


def requests_to(page: Page, route: str) -> list[str]:
    """The bodies of the requests to a route of the board, from now on."""
    sent: list[str] = []
    page.on("request", lambda each: sent.append(each.post_data or "") if each.url.endswith(f"/{route}") else None)
    return sent


def given(assignment_id: str | int) -> m.Assignment:
    """The assignment as the database holds it."""
    with store.reading() as session:
        return session.get_one(m.Assignment, int(assignment_id))


def draft(assignment_id: str | int) -> dict[str, str] | None:
    """The labels of the draft on the server, by target key."""
    with store.reading() as session:
        found = session.get(m.Draft, int(assignment_id))
        return None if found is None or found.answers is None else {key: label for key, _, label in found.answers}


def labels(assignment_id: str | int) -> dict[str, list[str | None]]:
    """Every label that was submitted for an assignment, by target key, oldest first; None: taken back."""
    found: dict[str, list[str | None]] = {}
    with store.reading() as session:
        rows = session.exec(
            select(m.Target.key, m.Judgment.label)
            .select_from(m.Judgment)
            .join(m.Target)
            .join(m.Submission, col(m.Submission.id) == m.Judgment.submission_id)
            .where(m.Submission.assignment_id == int(assignment_id))
            .order_by(col(m.Judgment.id))
        ).all()
    for key, label in rows:
        found.setdefault(key, []).append(label)
    return found


def submissions() -> list[m.Submission]:
    """Every submission, in order."""
    with store.reading() as session:
        return list(session.exec(select(m.Submission).order_by(col(m.Submission.id))).all())
