"""Soft labels: the share of the raters who gave each label, and how likely each is by Dawid and Skene's model.

The raters are those that count where something is decided (discussion.consensus). Of a question that takes several
labels, the share is of the raters who gave this one among theirs. The posterior (agreement.aggregate) is there for
questions of one label that three different raters have answered on a target at least once; else it is empty: undefined.
Free texts and marked words have no shares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from sqlmodel import Session

from annotation import models as m
from annotation import projects
from annotation.asked import QuestionSpec, asked_questions
from annotation.label_table import LabelTable
from annotation.places import items_in_parts, places_of
from annotation.values import parts
from exports.counted import Answered, Counting, Given
from exports.kept import Kept, keeping
from exports.revisions import ITEMS_AT_ONCE
from exports.writers import Columns

COLUMNS: Columns = {
    **dict.fromkeys(("item", "target", "question", "label"), str),
    **dict.fromkeys(("n", "n_raters"), int),
    **dict.fromkeys(("share", "posterior"), float),
}
WIDE: Columns = {**dict.fromkeys(("item", "target", "question"), str), "n_raters": int}
KINDS = ("one", "several", "pick")


def rows(session: Session, *, slug: str) -> Iterator[dict[str, Any]]:
    """A row for each label of each place that somebody has answered, in the order of items. Raises NotFound."""
    with keeping(list[Answered]) as kept:
        for answered in _answered(session, projects.find(session, slug)):
            kept.add(answered)
        yield from from_answered(session, kept, slug=slug)


def from_answered(session: Session, kept: Kept[list[Answered]], *, slug: str) -> Iterator[dict[str, Any]]:
    """The same from the places with labels that count, in the order of items: they are gone through twice.

    The model wants all labels of a question at once, as numbers. Raises NotFound.
    """
    asked = {each.key: each for each in asked_questions(session, slug=slug) if each.kind in KINDS}
    likely = _posteriors(kept, asked)
    for item, target, question, own in chain.from_iterable(kept):
        if question in asked:
            spec = asked[question]
            yield from _of_place((item, target, question), own, spec, likely.of_next(spec))


def _answered(session: Session, project: m.Project) -> Iterator[list[Answered]]:
    """The places with labels that count, in the order of items, some items at a time."""
    counting = Counting.of(session, project)
    for items in items_in_parts(session, project, at_once=ITEMS_AT_ONCE):
        given = counting.labels(items)
        places = places_of(session, items, counting.book, texts={})
        yield [(each.item, each.target, each.question, given[each.place]) for each in places if each.place in given]


def wide(session: Session, *, slug: str) -> tuple[Iterator[dict[str, Any]], Columns]:
    """A row for each place, with the share and the posterior of every label that any question has. Raises NotFound."""
    asked = [each for each in asked_questions(session, slug=slug) if each.kind == "one"]
    labels = list(dict.fromkeys(label for each in asked for label in each.labels))
    names = [f"{kind}.{label}" for kind in ("share", "posterior") for label in labels]
    questions = {each.key for each in asked}
    return _wide(rows(session, slug=slug), names, questions), {**WIDE, **dict.fromkeys(names, float)}


def _of_place(
    where: tuple[str, str, str], own: Given, spec: QuestionSpec, likely: Mapping[str, float]
) -> Iterator[dict[str, Any]]:
    """The labels of one place, those of the codebook also where nobody gave them."""
    counts = Counter(label for given in own.values() for label in _parts(given, spec))
    labels: Sequence[str] = spec.labels if spec.kind != "pick" else sorted(counts)
    for label in labels:
        yield {
            "item": where[0],
            "target": where[1],
            "question": where[2],
            "label": label,
            "n": counts[label],
            "n_raters": len(own),
            "share": counts[label] / len(own),
            "posterior": likely.get(label),
        }


def _parts(label: str, spec: QuestionSpec) -> Sequence[str]:
    return (label,) if spec.kind == "one" else tuple(parts(label))


@dataclass
class _Posteriors:
    """The posteriors of every question that has them, in the order in which its places are answered."""

    labels: dict[str, Sequence[str]]
    chances: dict[str, Any]  # targets x labels
    rows: dict[str, Any]  # where among the targets each place stands
    taken: Counter[str] = field(default_factory=Counter)

    def of_next(self, spec: QuestionSpec) -> Mapping[str, float]:
        """Those of the next place of a question; none where the question has none."""
        if spec.key not in self.chances:
            return {}
        row = int(self.rows[spec.key][self.taken[spec.key]])
        self.taken[spec.key] += 1
        return dict(zip(self.labels[spec.key], self.chances[spec.key][row].tolist(), strict=True)) if row >= 0 else {}


def _posteriors(answered: Iterable[list[Answered]], asked: Mapping[str, QuestionSpec]) -> _Posteriors:
    """The posterior of every label, of the questions of one label."""
    from agreement.aggregate import dawid_skene
    from agreement.ratings import read_ratings

    table = LabelTable()
    for item, target, question, own in chain.from_iterable(answered):
        if question in asked and asked[question].kind == "one":
            for rater, label in own.items():
                table.add(item, target, question, rater, label)
    levels = {key: each.level for key, each in asked.items() if each.kind == "one" and each.level is not None}
    found = _Posteriors({}, {}, {})
    if not len(table):
        return found
    labels = {key: asked[key].labels for key in levels}
    for ratings in read_ratings(table.categories(), levels=levels, labels=labels).ratings:
        model = dawid_skene(ratings)
        if model.posteriors is not None and ratings.targets is not None:
            found.labels[ratings.question] = model.labels
            found.chances[ratings.question] = model.posteriors
            found.rows[ratings.question] = table.rows_of(ratings.targets, ratings.question)
    return found


def _wide(found: Iterator[dict[str, Any]], names: Sequence[str], questions: set[str]) -> Iterator[dict[str, Any]]:
    now: dict[str, Any] = {}
    for row in found:
        if row["question"] not in questions:
            continue
        place = {name: row[name] for name in WIDE}
        if now and any(now[name] != place[name] for name in WIDE):
            yield now
            now = {}
        now = now or place | dict.fromkeys(names)
        now |= {f"share.{row['label']}": row["share"], f"posterior.{row['label']}": row["posterior"]}
    if now:
        yield now
