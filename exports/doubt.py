"""Which items are most in doubt, when each annotator's answer counts by how reliable a model takes them to be?

The doubt of a place is what Dawid and Skene's posterior leaves to all labels but the likeliest; that of an item is the
sum over its places. Where few unreliable people stand against many reliable ones, there is hardly any.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from sqlmodel import Session, select

from annotation import models as m
from annotation import projects
from annotation.desk.disputes import Queue
from exports.suggestions import Suggestions


def by_doubt(session: Session, queue: Queue, suggestions: Suggestions, *, slug: str) -> Queue:
    """The queue with the items first that are most in doubt; those the model knows nothing of by size. NotFound."""
    project = projects.find(session, slug)
    ids = session.exec(select(m.Item.source_id, m.Item.id).where(m.Item.project_id == project.id)).all()
    doubts = {dict(ids)[item]: doubt for item, doubt in doubt_of_items(suggestions).items()}
    items = sorted(queue.items, key=lambda each: (-doubts.get(each.item_id, 0.0), -each.differing, each.number))
    return replace(queue, items=tuple(items))


def doubt_of_items(suggestions: Suggestions) -> dict[str, float]:
    """The doubt of each item, by its id: 0 where the model is sure of all of its places (pure)."""
    doubts: dict[str, float] = defaultdict(float)
    for (item, _, _), found in suggestions.places.items():
        doubts[item] += 1 - max((chance for _, chance in found.chances), default=1.0)
    return dict(doubts)
