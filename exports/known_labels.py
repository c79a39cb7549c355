"""What was said of known items, beside what is known: the long table with one more column of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.projects import key_of
from annotation.versions import LabelMaps

if TYPE_CHECKING:
    import pandas as pd

KNOWN = "(known answers)"  # in the place of a rater; no pseudonym and no imported name has this form


def with_known(session: Session, project: m.Project, mixed: pd.DataFrame) -> pd.DataFrame:
    """The labels that were given to known items, and behind them the known ones of the same targets.

    A label of a place of which nothing is known is left out.
    """
    import pandas as pd

    maps = LabelMaps.of(session, key_of(project))
    rows = session.exec(
        select(m.Item.source_id, m.Target.key, m.KnownAnswer)
        .select_from(m.KnownAnswer)
        .join(m.Target, col(m.Target.id) == m.KnownAnswer.target_id)
        .join(m.Item, col(m.Item.id) == m.Target.item_id)
        .where(m.Item.project_id == project.id)
    ).all()
    known = [
        (item, target, answer.question, KNOWN, label)
        for item, target, answer in rows
        if (label := maps.now(answer.codebook_id, answer.question, answer.label)) is not None
    ]
    place = ["item", "target", "question"]
    right = pd.DataFrame(known, columns=[*place, "rater", "label"], dtype="string")
    given = mixed.merge(right[place], on=place)
    met = right.merge(given[place].drop_duplicates(), on=place)
    return pd.concat([given, met], ignore_index=True)
