"""Places: every target and question that a project's codebook asks, in the order of the items."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.codebook import Codebook, Question
from annotation.content import Content, pair_key

Place = tuple[int, str]  # target id, question key
ITEMS_AT_ONCE = 1_000


class ItemRow(NamedTuple):
    """An item by its id in the database and by that of its source."""

    id: int
    source_id: str


@dataclass(frozen=True, slots=True)
class AskedPlace:
    """One target and one question about it; `text` is what the target shows, empty for the item itself.

    `parent` is the question on whose answer about the same target this one depends, empty where it always is asked.
    """

    item: str
    item_id: int
    target_id: int
    target: str
    text: str
    question: str
    parent: str = ""
    asked_after: tuple[str, ...] = ()
    required: bool = True

    @property
    def place(self) -> Place:
        """The target and the question."""
        return self.target_id, self.question


@dataclass(frozen=True, slots=True)
class ContentTarget:
    """A target as an item's content has it; a pair has its memory's text."""

    kind: str
    key: str
    text: str
    response: str = ""
    memory: str = ""


def targets_of(content: Content, *, kinds: Collection[str]) -> Iterator[ContentTarget]:
    """The targets of these kinds in an item, in the order of its content; pairs come response by response."""
    if "item" in kinds:
        yield ContentTarget("item", "", "")
    if "memory" in kinds:
        for memory in content.memories:
            yield ContentTarget("memory", memory.key, memory.text, memory=memory.key)
    if "response" in kinds or "pair" in kinds:
        for response in content.responses:
            if "response" in kinds:
                yield ContentTarget("response", response.key, response.text, response=response.key)
            for memory in content.memories if "pair" in kinds else ():
                key = pair_key(response.key, memory.key)
                yield ContentTarget("pair", key, memory.text, response=response.key, memory=memory.key)


def keys_of(content: Content) -> Iterator[tuple[str, str]]:
    """The kind and key of each target of an item, as `targets_of` gives them; quicker, for a whole import."""
    yield "item", ""
    for memory in content.memories:
        yield "memory", memory.key
    for response in content.responses:
        yield "response", response.key
        for memory in content.memories:
            yield "pair", pair_key(response.key, memory.key)


def texts_of(content: Content) -> dict[str, str]:
    """What each target of an item shows, by key."""
    every = ("memory", "response", "pair")
    return {target.key: target.text for target in targets_of(content, kinds=every)}


def items_in_parts(
    session: Session, project: m.Project, *, at_once: int = ITEMS_AT_ONCE
) -> Iterator[Sequence[ItemRow]]:
    """The items of a project as they were imported, so many at a time: a large project is never whole in memory."""
    last = 0
    while items := session.exec(
        select(m.Item.id, m.Item.source_id)
        .where(m.Item.project_id == project.id, col(m.Item.id) > last)
        .order_by(col(m.Item.id))
        .limit(at_once)
    ).all():
        part = [ItemRow(item_id or 0, source_id) for item_id, source_id in items]
        last = part[-1].id
        yield part


def contents_of(session: Session, items: Sequence[ItemRow]) -> dict[int, Content]:
    """What items that follow one another in a project show, by their ids in the database."""
    known = {item.id for item in items}
    rows = session.exec(select(m.Item.id, m.Item.content).where(col(m.Item.id).between(items[0].id, items[-1].id)))
    return {item_id: Content.model_validate(content) for item_id, content in rows if item_id in known}


def asked_places(session: Session, project: m.Project, book: Codebook) -> Iterator[AskedPlace]:
    """Every place of a project: items as they were imported, targets in the neutral order of their keys.

    Some items at a time, so that a large project is never whole in memory.
    """
    for items in items_in_parts(session, project):
        texts = {item_id: texts_of(content) for item_id, content in contents_of(session, items).items()}
        yield from places_of(session, items, book, texts=texts)


def places_of(
    session: Session, items: Sequence[ItemRow], book: Codebook, *, texts: Mapping[int, Mapping[str, str]]
) -> Iterator[AskedPlace]:
    """Every place of some items that follow one another in a project; `texts` is what their targets show, by item."""
    known = {item.id: item.source_id for item in items}
    asked = {kind: book.about(kind) for kind in m.TARGET_KINDS}
    targets = session.execute(
        select(m.Target.id, m.Target.item_id, m.Target.kind, m.Target.key)
        .where(col(m.Target.item_id).between(items[0].id, items[-1].id))
        .order_by(col(m.Target.item_id), col(m.Target.id))
    )
    for target_id, item_id, kind, key in targets:
        if item_id in known:  # between two items of a project there may be some of another one
            shown = texts.get(item_id, {})
            for question in asked[kind]:
                yield _place(question, known[item_id], item_id, target_id, key, shown)


def item_places(session: Session, item: m.Item, book: Codebook) -> Iterator[AskedPlace]:
    """Every place of one item."""
    texts = texts_of(Content.model_validate(item.content))
    for target in session.exec(select(m.Target).where(m.Target.item_id == item.id).order_by(col(m.Target.id))):
        for question in book.about(target.kind):
            yield _place(question, item.source_id, target.item_id, target.id or 0, target.key, texts)


def _place(
    question: Question, item: str, item_id: int, target_id: int, target: str, texts: Mapping[str, str]
) -> AskedPlace:
    parent = question.ask_if
    return AskedPlace(
        item=item,
        item_id=item_id,
        target_id=target_id,
        target=target,
        text=texts.get(target, ""),
        question=question.key,
        parent=parent.question if parent else "",
        asked_after=parent.labels if parent else (),
        required=question.required,
    )
