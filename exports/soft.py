"""Soft labels: the share of the raters who gave each label, and how likely each is by Dawid and Skene's model.

The raters are those that count where something is decided (discussion.consensus). Of a question that takes several
labels, the share is of the raters who gave this one among theirs. The posterior (agreement.aggregate) is there for
questions of one label that three different raters have answered on a target at least once; else it is empty: undefined.
Free texts and marked words have no shares.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlmodel import Session

from annotation import projects
from annotation.asked import QuestionSpec, asked_questions
from annotation.discussion import consensus
from annotation.places import Place, asked_places
from annotation.projects import key_of
from annotation.values import parts
from exports.writers import Columns

COLUMNS: Columns = {
    **dict.fromkeys(("item", "target", "question", "label"), str),
    **dict.fromkeys(("n", "n_raters"), int),
    **dict.fromkeys(("share", "posterior"), float),
}
WIDE: Columns = {**dict.fromkeys(("item", "target", "question"), str), "n_raters": int}
KINDS = ("one", "several", "pick")

Given = dict[str, str]  # rater -> label
Posteriors = Mapping[tuple[str, str, str], Mapping[str, float]]


def rows(session: Session, *, slug: str, posteriors: bool = True) -> Iterator[dict[str, Any]]:
    """A row for each label of each place that somebody has answered, in the order of items. Raises NotFound."""
    project = projects.find(session, slug)
    asked = {each.key: each for each in asked_questions(session, slug=slug) if each.kind in KINDS}
    given: dict[Place, Given] = defaultdict(dict)
    for each in consensus.counted(session, slug=slug):
        if each.question in asked:
            given[each.target_id, each.question][each.pseudonym] = each.label
    places = asked_places(session, project, projects.latest_codebook(session, key_of(project))[1])
    answered = [(place, given[place.place]) for place in places if place.place in given]
    said = ((place.item, place.target, place.question, own) for place, own in answered)
    likely = _posteriors(said, asked) if posteriors else {}
    for place, own in answered:
        where = (place.item, place.target, place.question)
        yield from _of_place(where, own, asked[place.question], likely.get(where, {}))


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
            **dict(zip(("item", "target", "question"), where, strict=True)),
            "label": label,
            "n": counts[label],
            "n_raters": len(own),
            "share": counts[label] / len(own),
            "posterior": likely.get(label),
        }


def _parts(label: str, spec: QuestionSpec) -> Sequence[str]:
    return (label,) if spec.kind == "one" else tuple(parts(label))


def _posteriors(said: Iterator[tuple[str, str, str, Given]], asked: Mapping[str, QuestionSpec]) -> Posteriors:
    """The posterior of every label by place, of the questions that have one."""
    import pandas as pd

    from agreement.aggregate import dawid_skene
    from agreement.ratings import read_ratings

    table = [
        (item, target, question, rater, label)
        for item, target, question, own in said
        if asked[question].kind == "one"
        for rater, label in own.items()
    ]
    if not table:
        return {}
    columns = ["item", "target", "question", "rater", "label"]
    levels = {key: each.level for key, each in asked.items() if each.kind == "one" and each.level is not None}
    labels = {key: asked[key].labels for key in levels}
    found: dict[tuple[str, str, str], Mapping[str, float]] = {}
    frame = pd.DataFrame(table, columns=columns, dtype="string")
    for ratings in read_ratings(frame, levels=levels, labels=labels).ratings:
        model = dawid_skene(ratings)
        if model.posteriors is None or ratings.targets is None:
            continue
        for (item, target), chances in zip(ratings.targets, model.posteriors.tolist(), strict=True):
            found[str(item), str(target), ratings.question] = dict(zip(model.labels, chances, strict=True))
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
