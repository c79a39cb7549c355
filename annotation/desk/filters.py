"""Which places does an adjudicator want to see now? Filters of the queue, and what there is to choose from.

Tags say things about items that can give answers away (a scenario of StratMem follows from the roles): only those that
a researcher has released for it in the settings can be asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import settings
from annotation.codebook import Codebook, said
from annotation.desk.place_states import TO_DECIDE, PlaceState, State
from annotation.errors import Invalid
from languages import worded


@dataclass(frozen=True)
class Filters:
    """What the queue is narrowed to; empty: everything that is to be decided.

    `labels`: these were both given (one: it was given, and another too). `raters`: these two differ (one: from
    anybody). `tag`: its name and value. `at_least`: of the item's places on which people differ. `state`: instead of
    what is to be decided.
    """

    question: str = ""
    labels: tuple[str, ...] = ()
    raters: tuple[str, ...] = ()
    tag: tuple[str, str] | None = None
    at_least: int = 0
    state: State | None = None


@dataclass(frozen=True)
class AskedQuestion:
    """A question with the labels that one can ask for, each with its words."""

    key: str
    text: str
    labels: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Choices:
    """What there is to choose from. `raters` are pseudonyms, `tags` only those that are released."""

    questions: tuple[AskedQuestion, ...]
    raters: tuple[str, ...]
    tags: Mapping[str, tuple[str, ...]]


def let_through(
    session: Session, project: m.Project, found: Iterable[PlaceState], filters: Filters
) -> list[PlaceState]:
    """The places that the filters let through, in their order. Raises Invalid for a tag that is not released."""
    every = list(found)
    tagged = _tagged(session, project, filters.tag)
    differing = Counter(each.asked.item_id for each in every if each.differing)
    return [
        each
        for each in every
        if (each.state == filters.state if filters.state else each.state in TO_DECIDE)
        and filters.question in ("", each.asked.question)
        and _has_labels(each, filters.labels)
        and _has_raters(each, filters.raters)
        and (tagged is None or each.asked.item_id in tagged)
        and differing[each.asked.item_id] >= filters.at_least
    ]


def choices(
    session: Session, project: m.Project, found: Iterable[PlaceState], book: Codebook, *, language: str
) -> Choices:
    """What one can narrow the queue to."""
    raters = {rater for each in found for rater, _ in each.labels}
    questions = tuple(
        AskedQuestion(
            question.key,
            said(question.text, language),
            tuple((label.key, said(label.text, language)) for label in question.labels)
            if question.kind == "one"
            else (),
        )
        for question in book.questions
    )
    return Choices(questions, tuple(sorted(raters, key=_by_number)), _released(session, project))


def _has_labels(place: PlaceState, wanted: tuple[str, ...]) -> bool:
    given = {label for _, label in place.labels}
    return not wanted or (place.differing and set(wanted) <= given)


def _has_raters(place: PlaceState, wanted: tuple[str, ...]) -> bool:
    if not wanted:
        return True
    own = [label for rater, label in place.labels if rater in wanted]
    return len(set(own)) > 1 if len(set(wanted)) > 1 else bool(own) and place.differing


def _tagged(session: Session, project: m.Project, tag: tuple[str, str] | None) -> set[int] | None:
    """The items with a tag; None: all of them."""
    if tag is None:
        return None
    if tag[0] not in settings.read(project).desk_tags:
        raise Invalid("unknown_tag", worded("The tag {name!r} is not there to narrow the queue to.", name=tag[0]))
    asked = select(m.Tag.item_id).join(m.Item).where(m.Item.project_id == project.id)
    return set(session.exec(asked.where(m.Tag.name == tag[0], m.Tag.value == tag[1])).all())


def _released(session: Session, project: m.Project) -> dict[str, tuple[str, ...]]:
    names = settings.read(project).desk_tags
    rows = session.exec(
        select(m.Tag.name, m.Tag.value)
        .join(m.Item)
        .where(m.Item.project_id == project.id, col(m.Tag.name).in_(names))
        .distinct()
        .order_by(m.Tag.name, m.Tag.value)
    ).all()
    return {name: tuple(value for other, value in rows if other == name) for name in dict(rows)}


def _by_number(pseudonym: str) -> tuple[int, str]:
    """Rater-2 before rater-10."""
    return len(pseudonym), pseudonym
