"""Gold: the label that every target was given, with where it came from.

A gold row names the method, who decided, and how many of the raters said the same. What nobody has decided is a row
without a label, never a guess.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from sqlmodel import Session, col, select

from annotation import adjudication, judgments, projects
from annotation import models as m
from annotation.errors import WrongUse
from annotation.places import AskedPlace, Place, asked_places
from annotation.projects import key_of
from exports import writers
from exports.writers import GoldItem

COLUMNS = ("item", "target", "text", "question", "label", "method", "decided_by", "n_raters", "agreement", "reason")
FREE_TEXT = ("text", "reason")


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


def rows(session: Session, *, slug: str, only_decided: bool = False) -> Iterator[GoldRow]:
    """The gold of a project in the order of its items. Raises NotFound.

    The raters are those of the latest independent round.
    """
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    labels: dict[Place, list[str]] = defaultdict(list)
    for judgment in judgments.current(session, slug=slug):
        labels[judgment.target_id, judgment.question].append(judgment.label)
    decisions = _decided(session, project)
    for place in asked_places(session, project, book):
        where = (place.target_id, place.question)
        if where in decisions or not only_decided:
            yield gold_row(place, labels.get(where, []), decisions.get(where))


def stream(
    session: Session,
    *,
    slug: str,
    format_name: str,
    only_decided: bool = False,
    left_out: Callable[[str], object] = str,
) -> Iterator[str]:
    """The gold file in pieces of text. Raises NotFound for the project and WrongUse for a format that does not fit.

    A benchmark's own format leaves out the items that have an undecided target; `left_out` is told the id of each.
    """
    writer = writers.find(format_name)
    if writer.COLUMNS_OF_ANY:
        found = (asdict(row) for row in rows(session, slug=slug, only_decided=only_decided))
        return writer.table(found, columns=COLUMNS, free_text=FREE_TEXT)
    _require_format(session, slug, writer.NAME)
    return writer.gold(_complete(items(session, slug=slug), left_out))


def items(session: Session, *, slug: str) -> Iterator[GoldItem]:
    """Every item with its source record and the gold of its targets, complete or not."""
    project = projects.find(session, slug)
    references = dict(
        session.exec(
            select(m.Item.source_id, m.Reference).join(m.Reference).where(m.Item.project_id == project.id)
        ).all()
    )
    labels: dict[str, dict[tuple[str, str], str | None]] = defaultdict(dict)
    for row in rows(session, slug=slug):
        labels[row.item][row.target, row.question] = row.label
    for item, gold in labels.items():
        yield GoldItem(id=item, raw=references[item].raw, keys=references[item].keys, labels=gold)


def _complete(found: Iterable[GoldItem], left_out: Callable[[str], object]) -> Iterator[GoldItem]:
    for item in found:
        if item.complete:
            yield item
        else:
            left_out(item.id)


def _decided(session: Session, project: m.Project) -> dict[Place, Decided]:
    names = dict(session.exec(select(m.Account.id, m.Account.name)).all())
    return {
        place: Decided(decision.label, decision.method, names.get(decision.account_id, ""), decision.reason)
        for place, decision in adjudication.current_decisions(session, project).items()
        if decision.label is not None
    }


def _require_format(session: Session, slug: str, format_name: str) -> None:
    project = projects.find(session, slug)
    other = session.exec(
        select(m.Reference.format)
        .join(m.Item, col(m.Item.id) == m.Reference.item_id)
        .where(m.Item.project_id == project.id, m.Reference.format != format_name)
    ).first()
    if other is not None:
        raise WrongUse(f"The project's items came as {other}; they cannot be written as {format_name}.")
