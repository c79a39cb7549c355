"""Gold: the label that every target was given, with where it came from.

A gold row names the method, who decided, and how many of the raters said the same. What nobody has decided is a row
without a label, never a guess; a question that depends on another's answer has a row only where it is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from annotation import models as m
from annotation import projects
from annotation.codebook import Codebook
from annotation.content import Content
from annotation.desk.decisions import CANNOT
from annotation.due import due
from annotation.errors import WrongUse
from annotation.places import AskedPlace, ItemRow, Place, contents_of, items_in_parts, places_of, texts_of
from annotation.projects import key_of
from exports import sources, writers
from exports.counted import Answered, Counting, Decided, Given
from exports.meaning import free
from exports.naming import Names
from exports.revisions import ITEMS_AT_ONCE
from exports.sources import Source, Sources
from exports.wording import Wording
from exports.writers import Columns, FreeText, GoldItem

COLUMNS: Columns = {
    **dict.fromkeys(("item", "target", "text", "question", "label", "words", "method", "decided_by"), str),
    "n_raters": int,
    "agreement": float,
    "reason": str,
}


@dataclass(frozen=True)
class GoldRow:
    """One target and question. `agreement` is the share of the raters whose label is the gold's; None undecided.

    Without a label and with a method, an adjudicator has decided that it cannot be judged: the reason says why.
    """

    item: str
    target: str
    text: str
    question: str
    label: str | None
    method: str
    decided_by: str
    n_raters: int
    agreement: float | None
    reason: str
    words: FreeText | None = None


@dataclass(frozen=True)
class ItemGold:
    """An item with the gold of every place that is asked about it.

    `answered` are all of its places with labels that count; `item` is as the writers take it, where they do.
    """

    rows: Sequence[GoldRow]
    answered: Sequence[Answered]
    item: GoldItem | None = None


def gold_row(
    place: AskedPlace,
    labels: Collection[str],
    decided: Decided | None,
    *,
    words: FreeText | None = None,
) -> GoldRow:
    """The gold of one place from the raters' labels and the current decision (pure)."""
    same = sum(1 for label in labels if decided and label == decided.label)
    return GoldRow(
        item=place.item,
        target=place.target,
        text=place.text,
        question=place.question,
        label=decided.label if decided else None,
        method=decided.method if decided else "",
        decided_by=decided.decided_by if decided else "",
        n_raters=len(labels),
        agreement=same / len(labels) if decided and decided.label is not None and labels else None,
        reason=decided.reason if decided else "",
        words=words,
    )


def rows(session: Session, *, slug: str, only_decided: bool = False, names: bool = True) -> Iterator[GoldRow]:
    """The gold of a project in the order of its items. Raises NotFound.

    The raters are those of the round that was decided on (discussion.consensus); who could not judge is none of them.
    Without `names`, whoever decided stands under a pseudonym.
    """
    for gold in by_item(session, slug=slug, names=names):
        for row in gold.rows:
            if row.label is not None or not only_decided:
                yield row


def cells(session: Session, *, slug: str, names: bool = False) -> Iterator[dict[str, Any]]:
    """The gold as the rows of a table, by default with pseudonyms. Raises NotFound."""
    return map(as_cells, rows(session, slug=slug, names=names))


def stream(
    session: Session,
    *,
    slug: str,
    format_name: str,
    only_decided: bool = False,
    left_out: Callable[[str], object] = str,
) -> Iterator[bytes]:
    """The gold file piece by piece. Raises NotFound for the project and WrongUse for a format that does not fit.

    A benchmark's own format leaves out the items that have an undecided target; `left_out` is told the id of each.
    """
    writer = writers.find(format_name)
    if writer.COLUMNS_OF_ANY:
        return writer.table(map(as_cells, rows(session, slug=slug, only_decided=only_decided)), columns=COLUMNS)
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    if why := writer.unfit(book, sources.formats(session, project)):
        raise WrongUse(why)
    return writer.gold(_complete(items(session, slug=slug), left_out))


def items(session: Session, *, slug: str) -> Iterator[GoldItem]:
    """Every item with its source record and the gold of its targets, complete or not.

    A question that may be left open, and that nobody has answered, asks for no decision.
    """
    for gold in by_item(session, slug=slug, with_sources=True):
        if gold.item is not None:
            yield gold.item


def by_item(session: Session, *, slug: str, names: bool = True, with_sources: bool = False) -> Iterator[ItemGold]:
    """The gold of every item of which something is asked, some items in memory at a time. Raises NotFound."""
    project = projects.find(session, slug)
    making = _Making.of(session, project, Names.of(session, project, names=names))
    for part in items_in_parts(session, project, at_once=ITEMS_AT_ONCE):
        yield from making.part(part, with_sources=with_sources)


@dataclass(frozen=True)
class _Making:
    """What the gold of a project is made with."""

    session: Session
    counting: Counting
    called: Names
    wording: Wording
    sources: Sources

    @classmethod
    def of(cls, session: Session, project: m.Project, called: Names) -> _Making:
        counting = Counting.of(session, project)
        wording = Wording(session, key_of(project), counting.book)
        return cls(session, counting, called, wording, Sources(session, key_of(project)))

    @property
    def book(self) -> Codebook:
        """The newest codebook."""
        return self.counting.book

    def part(self, items: Sequence[ItemRow], *, with_sources: bool) -> Iterator[ItemGold]:
        """The gold of items that follow one another, of which something is asked."""
        contents = contents_of(self.session, items)
        labels = self.counting.labels(items)
        texts = {item_id: texts_of(content) for item_id, content in contents.items()}
        places = list(places_of(self.session, items, self.book, texts=texts))
        answered: dict[int, list[Answered]] = defaultdict(list)
        for place in places:
            if place.place in labels:
                answered[place.item_id].append((place.item, place.target, place.question, labels[place.place]))
        rows = self._rows(items, places, labels, contents)
        sources = self.sources.of(items, contents) if with_sources and rows else {}
        for item in items:
            own = rows.get(item.id, [])
            if own or item.id in answered:
                found = self.item(sources[item.id], own) if with_sources and own else None
                yield ItemGold(own, answered.get(item.id, []), found)

    def _rows(
        self,
        items: Sequence[ItemRow],
        places: Sequence[AskedPlace],
        labels: Mapping[Place, Given],
        contents: Mapping[int, Content],
    ) -> dict[int, list[GoldRow]]:
        """The gold of every place that is asked about some items, by the item's id in the database."""
        decisions = self.counting.decisions(items, self.called)
        standing = {place: CANNOT if decided.label is None else decided.label for place, decided in decisions.items()}
        found: dict[int, list[GoldRow]] = defaultdict(list)
        for place in due(places, decided=standing, answered=labels.keys()):
            decided = decisions.get(place.place)
            given = labels[place.place].values() if place.place in labels else ()
            self.wording.look_at(place.item, contents[place.item_id])
            where = place.item, place.target, place.question
            words = self.wording.joined(*where, decided.label if decided else None)
            row = gold_row(place, given, decided, words=words)
            found[place.item_id].append(row)
        return found

    def item(self, source: Source, rows: Sequence[GoldRow]) -> GoldItem:
        """An item as the writers take it."""
        self.wording.look_at(source.id, source.content)
        open_to = {question.key for question in self.book.questions if not question.required}
        gold = [row for row in rows if row.label is not None or row.n_raters or row.question not in open_to]
        words = self.wording.words
        return GoldItem(
            id=source.id,
            raw=source.raw,
            keys=source.keys,
            labels={(row.target, row.question): row.label for row in gold},
            words={
                (row.target, row.question): words(source.id, row.target, row.question, row.label)
                for row in gold
                if row.label
            },
            kinds={question.key: question.kind for question in self.book.questions},
            content=source.content,
            responses=source.responses,
            bank=source.bank,
            bank_record=source.bank_record,
        )


def as_cells(row: GoldRow) -> dict[str, Any]:
    """A row as a table has it: what somebody wrote as they liked is marked as such."""
    return {
        "item": row.item,
        "target": row.target,
        "text": free(row.text),
        "question": row.question,
        "label": row.label,
        "words": row.words,
        "method": row.method,
        "decided_by": row.decided_by,
        "n_raters": row.n_raters,
        "agreement": row.agreement,
        "reason": free(row.reason),
    }


def _complete(found: Iterable[GoldItem], left_out: Callable[[str], object]) -> Iterator[GoldItem]:
    for item in found:
        if item.complete:
            yield item
        else:
            left_out(item.id)
