"""Labels: what every rater said, one row per judgment, in the form that `python -m annotation labels` reads again.

A judgment that says "cannot judge" is a row without a label, with the reason. `words` says a label in people's words,
`codebook` is the version that it was given under, while the label is that of the newest one, and `prelabel` the label
that was shown beforehand. `use` says what the answer is for: the headline of the report, or why it is no part of it
(escalated, surplus, or the kind of its round). The wide shape has a column for each rater and one row for each question
about a target.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from sqlmodel import Session, col, select

from annotation import judgments, projects
from annotation import models as m
from annotation.board.drafts import written
from annotation.content import Content
from annotation.errors import WrongUse
from annotation.judgments import CannotJudge, Current
from annotation.places import texts_of
from annotation.projects import key_of
from exports import writers
from exports.wording import Wording
from exports.writers import Columns, FreeText
from languages import worded

Shape = Literal["long", "wide"]

COLUMNS: Columns = {
    **dict.fromkeys(("item", "target", "text", "question", "rater", "label", "words", "cannot"), str),
    **dict.fromkeys(("confidence", "round"), int),
    **dict.fromkeys(("time", "comment", "prelabel"), str),
    "codebook": int,
    "use": str,
}
WIDE: Columns = {**dict.fromkeys(("item", "target", "question"), str), "round": int}  # then a column for each rater
NO_RATERS = (*WIDE, "time", "comment")  # what no rater's column may be called, to be read again
CALLED_AS_A_COLUMN = worded("A rater is called {name!r}, as a column of the wide table is. Take the long shape.")


def rows(session: Session, *, slug: str, called: Mapping[str, str] | None = None) -> Iterator[dict[str, Any]]:
    """The current judgments of every round, in the order of rounds, items and targets. Raises NotFound.

    `rater` is the name of an imported person, and the pseudonym of an account, or what that is `called`; `time` is UTC.
    """
    names = called or {}
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    wording = Wording(session, key_of(project), book)
    texts = _Texts(session)
    for number in _rounds(session, project):
        found: Iterator[Current | CannotJudge] = judgments.current(session, slug=slug, round_number=number)
        cannot: Iterator[Current | CannotJudge] = judgments.cannot_judge(session, slug=slug, round_number=number)
        for row in heapq.merge(found, cannot, key=_place):
            yield _row(row, wording, texts.of(row)) | {"rater": names.get(row.rater, row.rater)}


def stream(
    session: Session,
    *,
    slug: str,
    format_name: str,
    shape: Shape = "long",
    called: Mapping[str, str] | None = None,
) -> Iterator[bytes]:
    """The label file piece by piece; `called` are the names for pseudonyms, where names were chosen.

    Raises NotFound for the project, WrongUse for an unknown format and, in the wide shape, for a rater who is called
    like another column.
    """
    project = projects.find(session, slug)
    writer = writers.find_table(format_name)
    found = rows(session, slug=slug, called=called)
    if shape == "long":
        return writer.table(found, columns=COLUMNS)
    raters = _raters(session, project, called or {})
    return writer.table(_wide(found, raters), columns={**WIDE, **dict.fromkeys(raters, str)})


def _place(row: Current | CannotJudge) -> tuple[int, int, str]:
    return row.item_id, row.target_id, row.question


@dataclass
class _Texts:
    """What targets show, one item in memory at a time: rows come item by item."""

    session: Session
    _item: int = 0
    _texts: Mapping[str, str] = field(default_factory=dict)

    def of(self, row: Current | CannotJudge) -> str:
        """The text of a row's target, empty for the item itself."""
        if row.item_id != self._item:
            content = self.session.exec(select(m.Item.content).where(m.Item.id == row.item_id)).one()
            self._item, self._texts = row.item_id, texts_of(Content.model_validate(content))
        return self._texts.get(row.target, "")


def _row(row: Current | CannotJudge, wording: Wording, text: str) -> dict[str, Any]:
    label = row.label if isinstance(row, Current) else None
    shown = row.prelabel if isinstance(row, Current) else None
    is_free = wording.is_free(row.question)
    words = wording.joined(row.item, row.target, row.question, label)
    return {
        "item": row.item,
        "target": row.target,
        "text": FreeText(text),
        "question": row.question,
        "rater": row.rater,
        "label": _label(label, is_free),
        "words": None if words is None else FreeText(words),
        "cannot": FreeText(row.reason) if isinstance(row, CannotJudge) else None,
        "confidence": row.confidence if isinstance(row, Current) else None,
        "round": row.round,
        "time": written(row.time),
        "comment": FreeText(row.comment),
        "prelabel": _label(shown, is_free),
        "codebook": row.codebook,
        "use": row.use,
    }


def _label(label: str | None, is_free: bool) -> str | None:
    return FreeText(label) if is_free and label is not None else label


def _rounds(session: Session, project: m.Project) -> list[int]:
    rounds = select(m.Round.number).where(m.Round.project_id == project.id).order_by(col(m.Round.number))
    return list(session.exec(rounds).all())


def _raters(session: Session, project: m.Project, called: Mapping[str, str]) -> list[str]:
    """Everybody who has judged, imported people by name. Raises WrongUse for a name that a column has."""
    found = session.exec(
        select(m.Rater).where(
            m.Rater.project_id == project.id, select(m.Judgment.id).where(m.Judgment.rater_id == m.Rater.id).exists()
        )
    )
    told = (rater.name if rater.origin == "imported" else rater.pseudonym for rater in found)
    names = sorted(called.get(name, name) for name in told)
    if taken := [name for name in names if name in NO_RATERS]:
        raise WrongUse(worded(CALLED_AS_A_COLUMN, name=taken[0]))
    return names


def _wide(found: Iterator[dict[str, Any]], raters: list[str]) -> Iterator[dict[str, Any]]:
    for place, own in groupby(found, key=lambda row: {name: row[name] for name in WIDE}):
        yield place | dict.fromkeys(raters) | {row["rater"]: row["label"] for row in own}
