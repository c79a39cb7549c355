"""How far do people agree on an item? The share of agreeing pairs of answers over the item's places.

A place is a target with a question about it; those that are answered in free text are left out, since no two people
write the same. At each place every two people who gave a label are a pair, and they agree where the labels are the
same. The share is that of all pairs of the item together; without any pair it is undefined, and the item is not there.
What nobody could judge is missing; surplus answers do not count, and those asked for later (escalated) do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import comb

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects
from annotation.current import is_current
from annotation.judgments import with_assignment
from annotation.versions import LabelMaps

AT_ONCE = 10_000  # a database takes only so many values in one question


def share(places: Iterable[Mapping[str, int]]) -> float | None:
    """The share of agreeing pairs, where each place says how many people gave each label; None without a pair.

    >>> share([{"must": 2, "nice": 1}, {"irr": 3}])
    0.6666666666666666
    """
    agreeing = pairs = 0
    for votes in places:
        agreeing += sum(comb(count, 2) for count in votes.values())
        pairs += comb(sum(votes.values()), 2)
    return agreeing / pairs if pairs else None


def of_items(session: Session, its_round: m.Round, item_ids: Collection[int]) -> dict[int, float]:
    """The share by item, where an item has one, from the current answers of a round."""
    ids = list(item_ids)
    found: dict[int, float] = {}
    for first in range(0, len(ids), AT_ONCE):
        found |= _shares(session, its_round, ids[first : first + AT_ONCE])
    return found


def _shares(session: Session, its_round: m.Round, item_ids: list[int]) -> dict[int, float]:
    _, book = projects.latest_codebook(session, its_round.project_id)
    maps = LabelMaps.of(session, its_round.project_id)
    written = [question.key for question in book.questions if question.kind == "text"]
    asked = (
        select(  # type: ignore[call-overload]
            m.Target.item_id, m.Judgment.target_id, m.Judgment.question, m.Judgment.codebook_id, m.Judgment.label
        )
        .select_from(m.Judgment)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
    )
    rows = session.execute(
        with_assignment(asked).where(
            m.Judgment.round_id == its_round.id,
            col(m.Target.item_id).in_(item_ids),
            col(m.Judgment.question).not_in(written),
            col(m.Assignment.surplus).is_not(True),
            *is_current(),
        )
    )
    votes: dict[int, dict[tuple[int, str], Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for item_id, target_id, question, book_id, given in rows:
        label = maps.now(book_id, question, given)
        if label is not None:
            votes[item_id][target_id, question][label] += 1
    shares = {item_id: share(places.values()) for item_id, places in votes.items()}
    return {item_id: found for item_id, found in shares.items() if found is not None}
