"""What do a project's gold and the imported outputs of models say of the systems? Every measure that can be computed.

Roles, the use of memories and scores may be questions of one project, or of several with the same items: keys of
memories and responses are made of their texts, so what is decided in one is found in the other. Where several projects
say something of one place, the first one counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from sqlmodel import Session, col, func, select

from annotation import judges, judgments, projects, tags
from annotation import models as m
from annotation.asked import asked_questions
from annotation.content import Content, Memory
from annotation.errors import NotFound
from exports.measures import Draws, Found, Material, Place, ResponseFacts, measured
from exports.measures.material import ItemFacts, Prediction
from languages import worded

PLACE_AND_LABEL = ("item", "target", "question", "label")
NO_TAG = worded("Not every item has the tag {name!r}, by which items should be drawn together.")


@dataclass(frozen=True)
class Results:
    """The measures of one project, or of several together; how the intervals were made. `n_gold` places are decided."""

    slugs: tuple[str, ...]
    found: tuple[Found, ...]
    n_items: int
    n_gold: int
    cluster: str
    replicates: int
    seed: int

    def as_json(self) -> dict[str, Any]:
        """The results as the command line prints them: nothing rounded."""
        return {
            "projects": list(self.slugs),
            "n_items": self.n_items,
            "n_gold": self.n_gold,
            "clusters": self.cluster or "item",
            "replicates": self.replicates,
            "seed": self.seed,
            "measures": [each.as_json() for each in self.found],
        }


def results(
    session: Session,
    *,
    slug: str,
    beside: Sequence[str] = (),
    cluster: str = "",
    replicates: int = 1000,
    seed: int = 0,
) -> Results:
    """The measures of a project, with what is known in those `beside` it.

    Whole items are drawn for the intervals, or whole groups of items that have one value of the tag `cluster`. Raises
    NotFound for a project, and where an item lacks that tag.
    """
    slugs = tuple(dict.fromkeys((slug, *beside)))
    material = gather(session, slugs=slugs, cluster=cluster)
    found = measured(material, draws=Draws(replicates, seed))
    return Results(slugs, tuple(found), len(material.items), len(material.gold), cluster, replicates, seed)


def state(session: Session, *, slug: str) -> tuple[int, int]:
    """What changes with every item and response that comes to a project: how many of each there are."""
    project = projects.find(session, slug)
    of_project = m.Item.project_id == project.id
    items = session.exec(select(func.count()).select_from(m.Item).where(of_project)).one()
    responses = (
        select(func.count()).select_from(m.ResponseOrigin).join(m.Item, col(m.Item.id) == m.ResponseOrigin.item_id)
    )
    return items, session.exec(responses.where(of_project)).one()


def gather(session: Session, *, slugs: Sequence[str], cluster: str = "") -> Material:
    """What these projects know. Raises NotFound."""
    each = [_of_project(session, slug) for slug in slugs]
    items = _first(one.items for one in each)
    if cluster and any(cluster not in item.tags for item in items.values()):
        raise NotFound(worded(NO_TAG, name=cluster))
    responses = {(response.item, response.key): response for one in reversed(each) for response in one.responses}
    return Material(
        items=items,
        responses=list(responses.values()),
        gold=_first(one.gold for one in each),
        source=_first(one.source for one in each),
        people=_first(one.people for one in each),
        predictions=_merged(prediction for one in each for prediction in one.predictions),
        asked=frozenset().union(*(one.asked for one in each)),
        cluster=cluster,
    )


def _of_project(session: Session, slug: str) -> Material:
    project = projects.find(session, slug)
    of_tags = tags.by_item(session, slug=slug)
    banks = {
        row.name: [Memory.model_validate(memory) for memory in row.memories]
        for row in session.exec(select(m.MemoryBank).where(m.MemoryBank.project_id == project.id))
    }
    items: dict[str, ItemFacts] = {}
    source: dict[Place, str] = {}
    for name, shown, labels in session.exec(
        select(m.Item.source_id, m.Item.content, m.Reference.labels)
        .outerjoin(m.Reference)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Item.id))
    ):
        content = Content.model_validate(shown)
        memories = {memory.key: memory for memory in content.memories}
        items[name] = ItemFacts(name, of_tags.get(name, {}), memories, content.recalled, banks.get(content.bank, ()))
        source |= {(name, target, question): label for target, question, label in labels or ()}
    return Material(
        items=items,
        responses=list(_responses(session, project)),
        gold={
            (item, target, question): label for item, target, question, label in judgments.decided(session, slug=slug)
        },
        source=source,
        people=_means(session, slug),
        predictions=list(_predictions(session, slug)),
        asked=frozenset(question.key for question in asked_questions(session, slug=slug)),
    )


def _responses(session: Session, project: m.Project) -> Iterator[ResponseFacts]:
    for item, key, origin in session.exec(
        select(m.Item.source_id, m.Target.key, m.ResponseOrigin)
        .join(m.Target, col(m.Target.item_id) == m.Item.id)
        .join(m.ResponseOrigin, col(m.ResponseOrigin.target_id) == m.Target.id)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Item.id), col(m.ResponseOrigin.number))
    ):
        lines = tuple(line for line in origin.memory_used.split("\n") if line.strip())
        says = bool(lines) or "memory_used" in origin.raw
        yield ResponseFacts(item, key, origin.system, origin.setting, lines if says else None)


def _means(session: Session, slug: str) -> dict[Place, float]:
    """The mean of the annotators' first labels in the latest independent round, of questions with numbers."""
    asked = {each.key for each in asked_questions(session, slug=slug) if each.level == "interval"}
    table = judgments.first_labels(session, slug=slug).table
    given: dict[Place, list[float]] = defaultdict(list)
    for item, target, question, label in zip(*(table[name] for name in PLACE_AND_LABEL), strict=True):
        if question in asked:
            given[str(item), str(target), str(question)].append(float(label))
    return {place: fmean(labels) for place, labels in given.items()}


def _predictions(session: Session, slug: str) -> Iterator[Prediction]:
    for run in judges.scores(session, slug=slug):
        told = run.rows[run.rows["parsed"] == "1"]
        places = zip(told["item"], told["target"], told["question"], told["label"], strict=True)
        answers = {(str(item), str(target), str(question)): str(label) for item, target, question, label in places}
        answers = {place: label for place, label in answers.items() if place[0] not in run.tuned}
        yield Prediction(run.name, run.version, run.run, answers, len(run.rows) - len(told), run.tuned)


def _merged(predictions: Iterator[Prediction] | Sequence[Prediction]) -> list[Prediction]:
    """What each system has predicted in all projects."""
    found: dict[tuple[str, str, str], Prediction] = {}
    for each in predictions:
        key = each.system, each.setting, each.run
        before = found.get(key, Prediction(*key, {}))
        answers = {**each.answers, **before.answers}
        n_unparsed = before.n_unparsed + each.n_unparsed
        found[key] = Prediction(*key, answers, n_unparsed, before.tuned | each.tuned)
    return list(found.values())


def _first(mappings: Iterator[Mapping[Any, Any]]) -> dict[Any, Any]:
    """All together; where several have one key, the first one's value."""
    found: dict[Any, Any] = {}
    for each in mappings:
        found = {**each, **found}
    return found
