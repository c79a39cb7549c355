"""Which items and people does a practice round take? Items chosen by tag, id or sample; accounts that label."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlmodel import Session, col, func, select

from annotation import item_choice, projects, sampling
from annotation import models as m
from annotation.assignment import who_label
from annotation.errors import WrongUse
from annotation.item_choice import Which
from annotation.people import raters
from annotation.projects import key_of
from languages import worded


def items(
    session: Session,
    project: m.Project,
    which: Which,
    *,
    sample: str | None = None,
    only: Collection[int] | None = None,
) -> list[m.Item]:
    """The chosen items, of a sample where one is named, and of `only` these row ids. Raises NotFound and WrongUse."""
    ids = set(item_choice.chosen(session, project, which))
    rows = [
        row
        for row in session.exec(select(m.Item).where(m.Item.project_id == project.id).order_by(col(m.Item.id)))
        if row.id in ids and (only is None or row.id in only)
    ]
    if sample is not None:
        drawn = sampling.drawn_items(session, slug=project.slug, name=sample)
        rows = [row for row in rows if row.source_id in drawn]
    if not rows:
        raise WrongUse(worded("No item is chosen that can be used for this."))
    return rows


def still_to_come(session: Session, project: m.Project, chosen: Sequence[m.Item], names: Collection[str]) -> int:
    """How many of the chosen items these annotators have still to label in the round that counts, all told.

    Whoever practises on an item first is not independent on it any more.
    """
    main = projects.planned_round(session, project)
    return session.exec(
        select(func.count())
        .select_from(m.Assignment)
        .join(m.Rater)
        .where(m.Assignment.round_id == main.id, m.Assignment.state == "open", m.Assignment.revision == 0)
        .where(col(m.Assignment.item_id).in_([each.id for each in chosen]), col(m.Rater.name).in_(names))
        .where(col(m.Rater.account_id).is_not(None))
    ).one()


def people(session: Session, project: m.Project, annotators: Sequence[str]) -> list[m.Rater]:
    """The raters of these accounts, who may label. Raises NotFound and WrongUse."""
    if not annotators:
        raise WrongUse(worded("No annotator is chosen."))
    return [raters.of_account(session, key_of(project), account) for account in who_label(session, annotators)]
