"""What would a model of the annotators decide? Dawid and Skene's posteriors for an adjudicator who asks for them.

Where the best two labels tie, or fewer than three people have labelled, nothing is suggested.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, select

from annotation import judgments, projects
from annotation import models as m
from annotation.asked import asked_questions

Place = tuple[str, str, str]


@dataclass(frozen=True)
class Suggested:
    """The label that is suggested for a place, if any, and the chance of each label that has one worth showing."""

    label: str | None
    chances: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Reliable:
    """How often a rater is estimated to give the right label, from so many labels."""

    rater: str
    question: str
    accuracy: float
    n: int


@dataclass(frozen=True)
class Suggestions:
    """What is suggested, by item, target and question; the raters under their pseudonyms; why a question has none."""

    places: Mapping[Place, Suggested]
    raters: tuple[Reliable, ...]
    undefined: Mapping[str, str]


SMALLEST_CHANCE = 0.005


def suggestions(session: Session, *, slug: str, round_number: int | None = None) -> Suggestions:
    """The suggestions for one round, the latest independent one unless named. Raises NotFound."""
    from agreement.aggregate import dawid_skene
    from agreement.ratings import read_ratings
    from agreement.refusals import REFUSALS

    asked = asked_questions(session, slug=slug)
    table = judgments.long_table(session, slug=slug, round_number=round_number)
    levels = {each.key: each.level for each in asked if each.level is not None}
    labels = {each.key: each.labels for each in asked if each.key in levels and each.labels}
    table = table[table["question"].isin(levels)]
    pseudonyms = _pseudonyms(session, slug)
    places: dict[Place, Suggested] = {}
    raters: list[Reliable] = []
    undefined: dict[str, str] = {}
    for ratings in read_ratings(table, levels=levels, labels=labels).ratings:
        found = dawid_skene(ratings)
        if found.undefined is not None or found.posteriors is None or found.suggestions is None:
            undefined[ratings.question] = REFUSALS[found.undefined or "few_raters"]
            continue
        targets = ratings.targets if ratings.targets is not None else ()
        for (item, target), chances, best in zip(targets, found.posteriors, found.suggestions, strict=True):
            label = found.labels[best] if best >= 0 else None
            places[str(item), str(target), ratings.question] = Suggested(label, _worth_showing(found.labels, chances))
        raters += [
            Reliable(pseudonyms.get(each.rater, each.rater), ratings.question, each.accuracy, each.n_labels)
            for each in found.raters
        ]
    return Suggestions(places, tuple(raters), undefined)


def _worth_showing(labels: tuple[str, ...], chances: object) -> tuple[tuple[str, float], ...]:
    found = [(label, float(chance)) for label, chance in zip(labels, chances, strict=True)]  # type: ignore[call-overload]
    return tuple(sorted((each for each in found if each[1] >= SMALLEST_CHANCE), key=lambda each: -each[1]))


def _pseudonyms(session: Session, slug: str) -> dict[str, str]:
    """What imported people are called on the desk, by their names in the table."""
    project = projects.find(session, slug)
    rows = session.exec(select(m.Rater).where(m.Rater.project_id == project.id, m.Rater.origin == "imported"))
    return {each.name: each.pseudonym for each in rows}
