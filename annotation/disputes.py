"""What needs an adjudicator: the targets on which people differ and nobody has decided, item by item.

Answers carry pseudonyms, never names: an adjudicator who knows who said what may follow the person.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import adjudication, judgments, projects
from annotation import models as m
from annotation.codebook import Codebook
from annotation.content import Content
from annotation.errors import NotFound
from annotation.judgments import Current
from annotation.places import Place, asked_places
from annotation.projects import key_of
from annotation.screen import ShownItem, ShownQuestion, shown_item, shown_questions


@dataclass(frozen=True)
class DisputedItem:
    """An item with something to decide: its number in the project, and how many targets x questions wait."""

    item_id: int
    number: int
    open: int


@dataclass(frozen=True)
class Queue:
    """What waits for the adjudicator, what has been decided by one, and items that annotators have not finished.

    `undisputed` counts targets x questions of finished items that nobody has decided though nobody differs.
    """

    items: tuple[DisputedItem, ...]
    decided: int
    waiting_for_annotators: int
    undisputed: int

    @property
    def open(self) -> int:
        """Targets x questions to decide."""
        return sum(item.open for item in self.items)


@dataclass(frozen=True)
class Answer:
    """What one rater said, under the pseudonym."""

    rater: str
    label: str


@dataclass(frozen=True)
class Dispute:
    """One target and question on which people differ. `seen_revision` goes back with the decision."""

    target_id: int
    target: str
    text: str
    question: ShownQuestion
    answers: tuple[Answer, ...]
    seen_revision: int


@dataclass(frozen=True)
class ItemDisputes:
    """Everything that an adjudicator needs to decide one item. `own` says that the adjudicator has labelled it."""

    item: ShownItem
    disputes: tuple[Dispute, ...]
    own: bool


def queue(session: Session, *, slug: str) -> Queue:
    """The items with open disputes in the latest independent round, most disputed first. Raises NotFound.

    The order counts decided disputes too, so that an item keeps its place while it is being decided.

    Items that an annotator has still to finish wait, so that nothing is decided on half of the answers.
    """
    project = projects.find(session, slug)
    chosen = projects.find_round(session, project)
    _, book = projects.latest_codebook(session, key_of(project))
    decisions = adjudication.current_decisions(session, project)
    half_done = adjudication.unfinished(session, key_of(chosen))
    asked = list(asked_places(session, project, book))
    item_of = {place.target_id: place.item_id for place in asked}
    numbers = {item_id: number for number, item_id in enumerate(sorted(set(item_of.values())), start=1)}
    disputed: dict[int, int] = defaultdict(int)
    open_by_item: dict[int, int] = defaultdict(int)
    differing = _differing(session, slug)
    for place in differing:
        disputed[item_of[place[0]]] += 1
        open_by_item[item_of[place[0]]] += not _is_decided(decisions.get(place))
    still_open = {item_id: count for item_id, count in open_by_item.items() if count}
    items = [
        DisputedItem(item_id, numbers[item_id], count)
        for item_id, count in still_open.items()
        if item_id not in half_done
    ]
    undisputed = sum(
        1
        for place in ((each.target_id, each.question) for each in asked)
        if place not in differing and item_of[place[0]] not in half_done and not _is_decided(decisions.get(place))
    )
    waiting = still_open.keys() & half_done.keys()
    by_hand = sum(1 for decision in decisions.values() if decision.method == "adjudicator" and decision.label)
    return Queue(
        tuple(sorted(items, key=lambda item: (-disputed[item.item_id], item.number))), by_hand, len(waiting), undisputed
    )


def item_disputes(session: Session, *, slug: str, item_id: int, account_id: int) -> ItemDisputes:
    """One item with its open disputes. Raises NotFound where the item is not the project's."""
    project = projects.find(session, slug)
    item = session.get(m.Item, item_id)
    if item is None or item.project_id != project.id:
        raise NotFound("This item is not part of the project.")
    _, book = projects.latest_codebook(session, key_of(project))
    content = Content.model_validate(item.content)
    targets = {key_of(row): row for row in session.exec(select(m.Target).where(m.Target.item_id == item_id)).all()}
    decisions = adjudication.current_decisions(session, project)
    found = _differing(session, slug, item_id=item_id)
    open_places = {place: answers for place, answers in found.items() if not _is_decided(decisions.get(place))}
    disputes = [
        _dispute(place, answers, targets[place[0]], content, book, decisions.get(place))
        for place, answers in sorted(open_places.items())
    ]
    return ItemDisputes(
        item=shown_item(content, [memory.key for memory in content.memories], book.kinds),
        disputes=tuple(disputes),
        own=_has_labelled(session, project, item_id, account_id),
    )


def _dispute(
    place: Place,
    answers: list[Current],
    target: m.Target,
    content: Content,
    book: Codebook,
    decision: m.Decision | None,
) -> Dispute:
    texts = {memory.key: memory.text for memory in content.memories}
    question = next(each for each in shown_questions(book) if each.key == place[1])
    return Dispute(
        target_id=place[0],
        target=target.key,
        text=texts.get(target.key, ""),
        question=question,
        answers=tuple(Answer(each.pseudonym, each.label) for each in answers),
        seen_revision=decision.revision if decision else 0,
    )


def _is_decided(decision: m.Decision | None) -> bool:
    return decision is not None and decision.label is not None


def _differing(session: Session, slug: str, *, item_id: int | None = None) -> dict[Place, list[Current]]:
    """The answers of every target and question on which two raters or more differ."""
    answers: dict[Place, list[Current]] = defaultdict(list)
    for judgment in judgments.current(session, slug=slug, item_id=item_id):
        answers[judgment.target_id, judgment.question].append(judgment)
    return {place: given for place, given in answers.items() if len({each.label for each in given}) > 1}


def _has_labelled(session: Session, project: m.Project, item_id: int, account_id: int) -> bool:
    found = session.exec(
        select(m.Judgment.id)
        .join(m.Target)
        .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
        .where(m.Target.item_id == item_id, m.Rater.account_id == account_id, m.Rater.project_id == project.id)
        .limit(1)
    ).first()
    return found is not None
