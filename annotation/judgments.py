"""The one bridge from the tables to the numbers: the long table of ratings, and what the codebook asks.

What stands here is current judgments: the latest revision of each, where it has a label. The headline of a report
counts what each of them was at first, since people who correct themselves may have talked in between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, cast

from sqlalchemy import or_, true
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.current import is_current, is_latest
from annotation.label_table import COLUMNS, LabelTable
from annotation.projects import key_of
from annotation.versions import LabelMaps

if TYPE_CHECKING:
    import pandas as pd


Use = Literal["headline", "escalated", "surplus", "discussion", "calibration", "training", "repeat", "known"]
LEFT_OUT: tuple[Use, ...] = ("escalated", "surplus")  # of an independent round's headline


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A place that somebody has answered: what, who, in which round, when, and under which version of the codebook.

    `use` is what the answer is for: the headline of the report, if it is one of the planned annotators in an
    independent round. Else why it is no part of it.
    """

    item: str
    target: str
    target_id: int
    question: str
    rater: str
    pseudonym: str
    round: int
    time: datetime
    comment: str = ""
    codebook: int = 1
    use: Use = "headline"
    item_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Current(Answered):
    """One current judgment with everything that an export says of it; its label in the newest codebook's words."""

    label: str
    confidence: int | None = None
    prelabel: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotJudge(Answered):
    """A place that somebody looked at and could not judge, and why."""

    reason: str

    @property
    def label(self) -> None:
        """There is none."""


def placed(*columns: Any) -> Any:
    """The question of judgments with their places: item, target and question, then these columns."""
    return (
        select(m.Item.source_id, m.Target.key, m.Judgment.question, *columns)
        .select_from(m.Judgment)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .join(m.Item, col(m.Item.id) == m.Target.item_id)
        .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
    )


def with_assignment(asked: Any) -> Any:
    """The same question, with the assignment under which a judgment was given; none for one from a file."""
    return asked.outerjoin(
        m.Assignment,
        (col(m.Assignment.round_id) == m.Judgment.round_id)
        & (col(m.Assignment.item_id) == m.Target.item_id)
        & (col(m.Assignment.rater_id) == m.Judgment.rater_id),
    )


def use_of(kind: str, origin: str | None, surplus: bool | None) -> Use:
    """What an answer is for, by the kind of its round and how its assignment came about."""
    if surplus:
        return "surplus"
    if kind != "independent":
        return cast("Use", kind)
    return "escalated" if origin == "escalated" else "headline"


def current(
    session: Session, *, slug: str, round_number: int | None = None, item_id: int | None = None
) -> Iterator[Current]:
    """The current judgments of one round (the latest independent one unless named), in the order of items and targets.

    `rater` is the name of an imported person, and the pseudonym of an account.
    """
    maps = LabelMaps.of(session, key_of(projects.find(session, slug)))
    columns = (m.Judgment.label, m.Judgment.codebook_id, m.Judgment.confidence, m.Judgment.prelabel)
    found = _answered(session, slug, round_number, item_id, columns=columns, which=is_current())
    for place, (given, book, confidence, shown) in found:
        label = maps.now(book, place["question"], given)
        if label is not None:
            prelabel = maps.now(book, place["question"], shown)
            yield Current(**place, label=label, confidence=confidence, prelabel=prelabel)


def cannot_judge(
    session: Session, *, slug: str, round_number: int | None = None, item_id: int | None = None
) -> Iterator[CannotJudge]:
    """The places of one round that somebody could not judge, in the order of items and targets; no ratings."""
    which = (col(m.Judgment.cannot).is_not(None), is_latest())
    for place, (reason,) in _answered(session, slug, round_number, item_id, columns=(m.Judgment.cannot,), which=which):
        yield CannotJudge(**place, reason=reason)


def _answered(
    session: Session,
    slug: str,
    round_number: int | None,
    item_id: int | None,
    *,
    columns: Sequence[Any],
    which: Sequence[Any],
) -> Iterator[tuple[dict[str, Any], Sequence[Any]]]:
    """The judgments of a round that fulfil a condition: the fields of `Answered`, and these columns."""
    project = projects.find(session, slug)
    chosen = projects.find_round(session, project, round_number)
    versions = projects.codebook_versions(session, project)
    rows = session.execute(
        with_assignment(
            placed(
                m.Item.id,
                m.Target.id,
                m.Rater.origin,
                m.Rater.name,
                m.Rater.pseudonym,
                m.Judgment.created_at,
                m.Judgment.comment,
                m.Judgment.codebook_id,
                m.Assignment.origin,
                m.Assignment.surplus,
                *columns,
            )
        )
        .where(m.Judgment.round_id == chosen.id, *which)
        .where(m.Item.id == item_id if item_id is not None else true())
        .order_by(m.Item.id, m.Target.id, m.Judgment.question, m.Rater.id)
        .execution_options(yield_per=5_000)
    )
    for (
        item,
        target,
        question,
        own_item_id,
        target_id,
        origin,
        name,
        pseudonym,
        time,
        comment,
        book,
        came_by,
        surplus,
        *more,
    ) in rows:
        place = {
            "item": item,
            "target": target,
            "target_id": target_id,
            "question": question,
            "rater": name if origin == "imported" else pseudonym,
            "pseudonym": pseudonym,
            "round": chosen.number,
            "time": time,
            "comment": comment,
            "codebook": versions[book],
            "use": use_of(chosen.kind, came_by, surplus),
            "item_id": own_item_id,
        }
        yield place, more


def state(session: Session, *, slug: str) -> tuple[int, int]:
    """What changes with every new judgment of a project: how many there are, and the latest; zeros where none is."""
    project = projects.find(session, slug)
    number, latest = session.exec(
        select(func.count(), func.max(m.Judgment.id))
        .select_from(m.Judgment)
        .join(m.Round)
        .where(m.Round.project_id == project.id)
    ).one()
    return number, latest or 0


def rounds(session: Session, *, slug: str) -> list[tuple[int, str]]:
    """The number and the kind of each round of a project, in order. Raises NotFound."""
    project = projects.find(session, slug)
    asked = select(m.Round.number, m.Round.kind).where(m.Round.project_id == project.id).order_by(m.Round.number)  # type: ignore[arg-type]
    return [(number, kind) for number, kind in session.exec(asked)]


def decided_state(session: Session, *, slug: str) -> int:
    """What changes with every new decision of a project; 0 where there is none."""
    project = projects.find(session, slug)
    asked = select(func.max(m.Decision.id)).select_from(m.Decision).join(m.Round)
    return session.exec(asked.where(m.Round.project_id == project.id)).one() or 0


def decided(session: Session, *, slug: str) -> list[tuple[str, str, str, str]]:
    """What is decided in a project: item, target, question and label of each current decision. Raises NotFound."""
    project = projects.find(session, slug)
    asked = (
        select(  # type: ignore[call-overload]
            m.Item.source_id, m.Target.key, m.Decision.question, m.Decision.label, m.Decision.codebook_id
        )
        .select_from(m.Decision)
        .join(m.Target)
        .join(m.Item)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Item.id), col(m.Target.id), m.Decision.question, col(m.Decision.revision))
    )
    maps = LabelMaps.of(session, key_of(project))
    latest = {
        (item, target, question): maps.now(book, question, label)
        for item, target, question, label, book in session.exec(asked)
    }
    return [(*place, label) for place, label in latest.items() if label is not None]


def long_table(
    session: Session, *, slug: str, round_number: int | None = None, without: Collection[Use] = ()
) -> pd.DataFrame:
    """The ratings of one round: a text column each for item, target, question, rater and label."""
    table = LabelTable()
    for row in _ratings(session, slug=slug, round_number=round_number, without=without):
        table.add(*row)
    return table.texts()


def _ratings(
    session: Session, *, slug: str, round_number: int | None, without: Collection[Use]
) -> Iterator[tuple[str, str, str, str, str]]:
    """What `current` gives, as far as numbers want it; a large round takes a third of the time so."""
    project = projects.find(session, slug)
    chosen = projects.find_round(session, project, round_number)
    maps = LabelMaps.of(session, key_of(project))
    asked = with_assignment(
        placed(
            m.Rater.origin,
            m.Rater.name,
            m.Rater.pseudonym,
            m.Judgment.label,
            m.Judgment.codebook_id,
            m.Assignment.origin,
            m.Assignment.surplus,
        )
    ).where(m.Judgment.round_id == chosen.id, *is_current())
    asked = asked.order_by(m.Item.id, m.Target.id, m.Judgment.question, m.Rater.id)
    session.flush()  # the rows are asked for past the session
    found = session.connection().execute(asked, execution_options={"yield_per": 5_000})
    for item, target, question, origin, name, pseudonym, given, book, came_by, surplus in found:
        label = maps.now(book, question, given)
        if label is not None and use_of(chosen.kind, came_by, surplus) not in without:
            yield item, target, question, name if origin == "imported" else pseudonym, label


@dataclass(frozen=True, eq=False)
class FirstLabels:
    """The long table of first labels, and how many of them were changed later on.

    `left_out` counts, by question and by use, the labels that are no part of it.
    """

    table: pd.DataFrame
    n_changed: int
    left_out: Mapping[str, Mapping[Use, int]] = field(default_factory=dict)


def first_labels(session: Session, *, slug: str, round_number: int | None = None) -> FirstLabels:
    """What those who have a current judgment said first, without escalated and surplus answers.

    A cleared answer has no row. A file that mends an earlier file's label counts as the first word: it says what was
    said elsewhere. Everything that a board has stored before a change counts as it was.
    """
    table = long_table(session, slug=slug, round_number=round_number, without=LEFT_OUT)
    left_out = _left_out(session, slug=slug, round_number=round_number)
    first = _first_words(session, slug=slug, round_number=round_number)
    if not first:
        return FirstLabels(table, 0, left_out)
    rows = zip(*(table[name] for name in COLUMNS), strict=True)
    labels = [first.get((item, target, question, rater), label) for item, target, question, rater, label in rows]
    changed = sum(one != other for one, other in zip(labels, table["label"], strict=True))
    table["label"] = labels
    return FirstLabels(table.astype("string"), changed, left_out)


def _left_out(session: Session, *, slug: str, round_number: int | None) -> dict[str, dict[Use, int]]:
    """How many current labels of a round are no part of its headline, by question and use."""
    project = projects.find(session, slug)
    chosen = projects.find_round(session, project, round_number)
    asked = with_assignment(
        select(m.Judgment.question, m.Assignment.origin, m.Assignment.surplus, func.count())
        .select_from(m.Judgment)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
    )
    rows = session.execute(
        asked.where(m.Judgment.round_id == chosen.id, *is_current())
        .where(or_(col(m.Assignment.surplus), col(m.Assignment.origin) == "escalated"))
        .group_by(m.Judgment.question, m.Assignment.origin, m.Assignment.surplus)
    )
    found: dict[str, dict[Use, int]] = {}
    for question, came_by, surplus, count in rows:
        use = use_of(chosen.kind, came_by, surplus)
        if use in LEFT_OUT:
            own = found.setdefault(question, {})
            own[use] = own.get(use, 0) + count
    return found


def _first_words(session: Session, *, slug: str, round_number: int | None) -> dict[tuple[str, str, str, str], str]:
    """The first label by item, target, question and rater, where there is more than one revision."""
    project = projects.find(session, slug)
    chosen = projects.find_round(session, project, round_number)
    place = (m.Judgment.target_id, m.Judgment.rater_id, m.Judgment.question)
    revised = select(*place).where(m.Judgment.round_id == chosen.id, m.Judgment.revision > 1).distinct().subquery()
    first: dict[tuple[str, str, str, str], str] = {}
    mended: dict[tuple[str, str, str, str], bool] = {}  # whether only files have spoken so far
    maps = LabelMaps.of(session, key_of(project))
    for item, target, question, origin, name, pseudonym, source, given, book in session.execute(
        placed(
            m.Rater.origin,
            m.Rater.name,
            m.Rater.pseudonym,
            m.Judgment.origin,
            m.Judgment.label,
            m.Judgment.codebook_id,
        )
        .join(
            revised,
            (revised.c.target_id == m.Judgment.target_id)
            & (revised.c.rater_id == m.Judgment.rater_id)
            & (revised.c.question == m.Judgment.question),
        )
        .where(m.Judgment.round_id == chosen.id, col(m.Judgment.label).is_not(None))
        .order_by(m.Judgment.revision)
    ):
        label = maps.now(book, question, given)
        if label is None:
            continue
        key = (item, target, question, name if origin == "imported" else pseudonym)
        mended[key] = mended.get(key, True) and source == "file"
        if key not in first or mended[key]:
            first[key] = label
    return first
