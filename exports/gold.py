"""Gold: the label that every target was given, with where it came from.

A gold row names the method, who decided, and how many of the raters said the same. What nobody has decided is a row
without a label, never a guess; a question that depends on another's answer has a row only where it is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from annotation import models as m
from annotation import projects
from annotation.desk.decisions import current_decisions
from annotation.discussion import consensus
from annotation.due import due
from annotation.errors import WrongUse
from annotation.places import AskedPlace, Place, asked_places
from annotation.projects import key_of
from exports import sources, writers
from exports.naming import Names
from exports.wording import Wording
from exports.writers import Columns, FreeText, GoldItem

COLUMNS: Columns = {
    **dict.fromkeys(("item", "target", "text", "question", "label", "words", "method", "decided_by"), str),
    "n_raters": int,
    "agreement": float,
    "reason": str,
}
FREE_TEXT = ("text", "words", "reason")


@dataclass(frozen=True)
class GoldRow:
    """One target and question. `agreement` is the share of the raters whose label is the gold's; None undecided."""

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
    words: str | None = None
    is_free: bool = False  # whether the label is a free text


@dataclass(frozen=True)
class Decided:
    """What a decision says, with the name of the adjudicator where a person decided."""

    label: str
    method: str
    decided_by: str
    reason: str


def gold_row(place: AskedPlace, labels: Sequence[str], decided: Decided | None) -> GoldRow:
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
        agreement=same / len(labels) if decided and labels else None,
        reason=decided.reason if decided else "",
    )


def rows(session: Session, *, slug: str, only_decided: bool = False, names: bool = True) -> Iterator[GoldRow]:
    """The gold of a project in the order of its items. Raises NotFound.

    The raters are those of the round that was decided on (discussion.consensus); who could not judge is none of them.
    Without `names`, whoever decided stands under a pseudonym.
    """
    for row, _ in _placed_rows(session, slug=slug, names=names):
        if row.label is not None or not only_decided:
            yield row


def cells(session: Session, *, slug: str, names: bool = False) -> Iterator[dict[str, Any]]:
    """The gold as the rows of a table, by default with pseudonyms. Raises NotFound."""
    return map(_cells, rows(session, slug=slug, names=names))


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
        return writer.table(map(_cells, rows(session, slug=slug, only_decided=only_decided)), columns=COLUMNS)
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    if why := writer.unfit(book, sources.formats(session, project)):
        raise WrongUse(why)
    return writer.gold(_complete(items(session, slug=slug), left_out))


def items(session: Session, *, slug: str) -> Iterator[GoldItem]:
    """Every item with its source record and the gold of its targets, complete or not.

    A question that may be left open, and that nobody has answered, asks for no decision.
    """
    project = projects.find(session, slug)
    of_item = sources.by_item(session, project)
    _, book = projects.latest_codebook(session, key_of(project))
    kinds = {question.key: question.kind for question in book.questions}
    open_to = {question.key for question in book.questions if not question.required}
    labels: dict[int, dict[tuple[str, str], GoldRow]] = defaultdict(dict)
    for row, place in _placed_rows(session, slug=slug):
        own = labels[place.item_id]
        if row.label is not None or row.n_raters or row.question not in open_to:
            own[row.target, row.question] = row
    wording = Wording(session, key_of(project), book)
    for item_id, gold in labels.items():
        source = of_item(item_id)
        yield GoldItem(
            id=source.id,
            raw=source.raw,
            keys=source.keys,
            labels={where: row.label for where, row in gold.items()},
            words={where: wording.words(source.id, *where, row.label) for where, row in gold.items() if row.label},
            kinds=kinds,
            content=source.content,
            responses=source.responses,
            bank=source.bank,
        )


def _placed_rows(session: Session, *, slug: str, names: bool = True) -> Iterator[tuple[GoldRow, AskedPlace]]:
    """The gold of every place that is asked, in the order of items."""
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    wording = Wording(session, key_of(project), book)
    labels: dict[Place, list[str]] = defaultdict(list)
    for judgment in consensus.counted(session, slug=slug):
        labels[judgment.target_id, judgment.question].append(judgment.label)
    decisions = _decided(session, project, Names.of(session, project, names=names))
    standing: Mapping[Place, str | None] = {place: decided.label for place, decided in decisions.items()}
    for place in due(asked_places(session, project, book), decided=standing, answered=labels.keys()):
        row = gold_row(place, labels.get(place.place, []), decisions.get(place.place))
        words = wording.joined(row.item, row.target, row.question, row.label)
        yield replace(row, words=words, is_free=wording.is_free(row.question)), place


def _cells(row: GoldRow) -> dict[str, Any]:
    """A row as a table has it: what somebody wrote as they liked is marked as such."""
    free = (*FREE_TEXT, "label") if row.is_free else FREE_TEXT
    cells = ((name, getattr(row, name)) for name in COLUMNS)
    return {name: FreeText(cell) if name in free and cell is not None else cell for name, cell in cells}


def _complete(found: Iterable[GoldItem], left_out: Callable[[str], object]) -> Iterator[GoldItem]:
    for item in found:
        if item.complete:
            yield item
        else:
            left_out(item.id)


def _decided(session: Session, project: m.Project, called: Names) -> dict[Place, Decided]:
    return {
        place: Decided(decision.label, decision.method, called.decider(decision.account_id), decision.reason)
        for place, decision in current_decisions(session, project).items()
        if decision.label is not None
    }
