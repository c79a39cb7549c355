"""Labels: what every rater said, one row per judgment, in the form that `python -m annotation labels` reads again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, select

from annotation import judgments, projects
from annotation import models as m
from annotation.places import asked_places
from annotation.projects import key_of
from exports import writers

COLUMNS = ("item", "target", "text", "question", "rater", "label", "round", "time", "comment")
FREE_TEXT = ("text", "comment")


def rows(session: Session, *, slug: str) -> Iterator[dict[str, Any]]:
    """The current judgments of every round, in the order of rounds, items and targets. Raises NotFound.

    `rater` is the name of an imported person, and the pseudonym of an account; `time` is UTC.
    """
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    texts = {place.target_id: place.text for place in asked_places(session, project, book)}
    rounds = select(m.Round.number).where(m.Round.project_id == project.id).order_by(col(m.Round.number))
    for number in session.exec(rounds).all():
        for row in judgments.current(session, slug=slug, round_number=number):
            yield {
                "item": row.item,
                "target": row.target,
                "text": texts.get(row.target_id, ""),
                "question": row.question,
                "rater": row.rater,
                "label": row.label,
                "round": row.round,
                "time": row.time.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "comment": row.comment,
            }


def stream(session: Session, *, slug: str, format_name: str) -> Iterator[str]:
    """The label file in pieces of text. Raises NotFound for the project and WrongUse for an unknown format."""
    projects.find(session, slug)
    return writers.find_table(format_name).table(rows(session, slug=slug), columns=COLUMNS, free_text=FREE_TEXT)
