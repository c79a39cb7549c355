"""Labels: what every rater said, one row per judgment, in the form that `python -m annotation labels` reads again.

A judgment that says "cannot judge" is a row without a label, with the reason. `words` says a label in people's words,
`codebook` is the version that it was given under, while the label is that of the newest one, and `prelabel` the label
that was shown beforehand. `use` says what the answer is for: the headline of the report, or why it is no part of it
(escalated, surplus, or the kind of its round). The wide shape has a column for each rater and one row for each question
about a target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal

from sqlmodel import Session, select

from annotation import judgments, projects
from annotation import models as m
from annotation.content import Content
from annotation.errors import WrongUse
from annotation.places import contents_of, texts_of
from annotation.projects import key_of
from exports import revisions, writers
from exports.meaning import EMPTY, Meanings, free, moment
from exports.naming import Names
from exports.revisions import Revision
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
    table = _Table.of(session, projects.find(session, slug), called or {})
    for each in revisions.rounds_of(session, table.project):
        for items, found in revisions.of_round(session, table.project, each):
            yield from table.rows(each, contents_of(session, items), revisions.latest(found))


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


@dataclass(frozen=True)
class _Table:
    """What the rows of a project's labels are made with."""

    project: m.Project
    wording: Wording
    meanings: Meanings
    raters: Mapping[int, str]
    versions: Mapping[int, int]

    @classmethod
    def of(cls, session: Session, project: m.Project, called: Mapping[str, str]) -> _Table:
        _, book = projects.latest_codebook(session, key_of(project))
        return cls(
            project,
            Wording(session, key_of(project), book),
            Meanings.of(session, project),
            {key: called.get(name, name) for key, name in Names.of(session, project).raters.items()},
            projects.codebook_versions(session, project),
        )

    def rows(self, of: m.Round, contents: Mapping[int, Content], found: Iterable[Revision]) -> Iterator[dict[str, Any]]:
        """The rows of some items; at each place the labels, and then who could not judge."""
        for item_id, of_item in groupby(found, key=attrgetter("item_id")):
            texts = {key: free(text) for key, text in texts_of(contents[item_id]).items()}
            for _, own in groupby(of_item, key=attrgetter("target_id", "question")):
                unable = []
                for row in own:
                    self.wording.look_at(row.item, contents[item_id])
                    if row.cannot is not None:
                        unable.append(row)
                    elif (label := self.meanings.now(row.codebook_id, row.question, row.given)) is not None:
                        yield self._row(of, row, texts, label)
                yield from (self._row(of, row, texts, None) for row in unable)

    def _row(self, of: m.Round, row: Revision, texts: Mapping[str, FreeText], label: str | None) -> dict[str, Any]:
        words = self.wording.joined(row.item, row.target, row.question, label)
        return {
            "item": row.item,
            "target": row.target,
            "text": texts.get(row.target, EMPTY),
            "question": row.question,
            "rater": self.raters[row.rater_id],
            "label": label,
            "words": words,
            "cannot": None if row.cannot is None else free(row.cannot),
            "confidence": None if label is None else row.confidence,
            "round": of.number,
            "time": moment(row.time),
            "comment": free(row.comment),
            "prelabel": None if label is None else self.meanings.now(row.codebook_id, row.question, row.prelabel),
            "codebook": self.versions[row.codebook_id],
            "use": judgments.use_of(of.kind, row.came_by, row.surplus),
        }


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
