"""What would a codebook do as the next version of a project's? Nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import Session, select

from annotation import models as m
from annotation import projects
from annotation.codebook import Codebook
from annotation.codebook.changes import Changes
from annotation.completeness import Work
from annotation.next_version.looked import Gone, Looked
from annotation.next_version.refusals import refusals
from annotation.projects import key_of
from annotation.versions import LabelMaps, Maps, mapped
from languages import Worded


@dataclass(frozen=True)
class Plan:
    """What a codebook would do as the next version after `version`.

    `to_map`: the labels that need a word; `to_confirm`: the questions. `refused`: why it cannot be saved, whatever is
    said. `reopened` and `completed`: items of annotators that would lack an answer, or lack none any more.
    """

    version: int
    changes: Changes
    to_map: tuple[Gone, ...]
    to_confirm: tuple[Gone, ...]
    refused: tuple[Worded, ...]
    reopened: int
    completed: int
    drafts: int


def plan(session: Session, *, slug: str, book: Codebook, maps: Maps | None = None) -> Plan:
    """What a codebook would do as the next version, where labels become what `maps` says. Nothing is stored.

    Raises NotFound for an unknown project.
    """
    project = projects.find(session, slug)
    found = Looked.of(session, project, book, maps or {})
    work = Work.of(session, projects.current_round(session, project)) if found.changes.bear_on_completeness else None
    opens, completes = turned(session, found, work)
    drafts = session.exec(select(m.Draft.assignment_id).where(m.Draft.codebook_id == found.row.id)).all()
    return Plan(
        version=found.row.version,
        changes=found.changes,
        to_map=found.to_map(),
        to_confirm=found.to_confirm(),
        refused=tuple(refusals(found)),
        reopened=len(opens),
        completed=len(completes),
        drafts=len(drafts),
    )


def turned(session: Session, found: Looked, work: Work | None) -> tuple[set[int], set[int]]:
    """The assignments that are done and would lack an answer, and those that lack one now and would lack none."""
    if work is None:
        return set(), set()
    maps, new = LabelMaps.of(session, key_of(found.project)), found.full_maps()

    def read(codebook_id: int, question: str, label: str | None) -> str | None:
        known = maps.now(codebook_id, question, label)
        return mapped(known, new[question]) if known is not None and question in new else known

    was, will = work.complete(found.before, maps.now), work.complete(found.now, read)
    done = {key_of(given) for given in work.assignments if given.state == "done"}
    answered = {
        key_of(given) for given in work.assignments if given.state == "open" and given.revision and not given.sent_back
    }
    return (was - will) & done, (will - was) & answered
