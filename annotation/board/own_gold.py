"""Where does the released gold differ from what an annotator said? Their own answers, and nobody else's.

Before there is a release nothing is said: whoever knows the gold labels towards it. The gold is what was decided when
the latest release was made; what was decided since stays unsaid until the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects, releases, values
from annotation.board.own_items import excerpt
from annotation.codebook import Codebook, Question, said
from annotation.content import Content
from annotation.errors import NotFound
from annotation.places import Place, texts_of
from annotation.projects import key_of
from annotation.values import Pieces
from annotation.versions import LabelMaps
from languages import worded

BETWEEN = " | "


@dataclass(frozen=True)
class Difference:
    """A place where the gold says something else: the item's first words, the target's text, and both in words."""

    item: str
    text: str
    question: str
    own: str
    gold: str
    reason: str


@dataclass(frozen=True)
class OwnGold:
    """An annotator's answers beside the gold of a release: its number, how many are compared, and where they differ."""

    release: int
    compared: int
    differences: tuple[Difference, ...]


def released_to(session: Session, *, account_id: int) -> list[tuple[str, str]]:
    """Slug and title of the projects with a release in which the account has labelled."""
    rows = session.exec(
        select(m.Project.slug, m.Project.title)
        .join(m.Rater, col(m.Rater.project_id) == m.Project.id)
        .where(
            m.Rater.account_id == account_id,
            col(m.Project.id).in_(select(m.Release.project_id)),
            col(m.Rater.id).in_(select(m.Judgment.rater_id)),
        )
        .order_by(m.Project.slug)
    ).all()
    return [(slug, title) for slug, title in rows]


def own_gold(session: Session, *, account_id: int, slug: str, language: str = "en") -> OwnGold:
    """Where the gold of the latest release differs from what the account said.

    Raises NotFound for an unknown project, one without a release, and one in which the account has not labelled: they
    are not told apart.
    """
    if slug not in dict(released_to(session, account_id=account_id)):
        raise NotFound(worded("No gold is released of your work here yet."))
    project = projects.find(session, slug)
    latest = releases.latest(session, slug)
    if latest is None:
        raise NotFound(worded("No gold is released of your work here yet."))
    _, book = projects.latest_codebook(session, key_of(project))
    own = _own_labels(session, project, account_id)
    gold = _gold(session, project, latest.made_at)
    both = sorted(place for place in own if place in gold)
    differing = [place for place in both if own[place] != gold[place][0]]
    found = tuple(_differences(session, book, differing, own, gold, language))
    return OwnGold(latest.number, len(both), found)


def _own_labels(session: Session, project: m.Project, account_id: int) -> dict[Place, str]:
    """The account's current labels in the rounds that count, the latest round's word last."""
    maps = LabelMaps.of(session, key_of(project))
    chosen = projects.deciding_round(session, project)
    rows = session.exec(
        select(m.Judgment)
        .join(m.Rater)
        .where(
            m.Rater.project_id == project.id,
            m.Rater.account_id == account_id,
            col(m.Judgment.round_id).in_((chosen.id, chosen.beside_id)),
        )
        .order_by(col(m.Judgment.round_id), col(m.Judgment.revision))
    )
    latest = {(row.target_id, row.question): maps.now(row.codebook_id, row.question, row.label) for row in rows}
    return {place: label for place, label in latest.items() if label is not None}


def _gold(session: Session, project: m.Project, at: datetime) -> dict[Place, tuple[str, str]]:
    """The label and the reason of each decision that stood at a moment."""
    maps = LabelMaps.of(session, key_of(project))
    rows = session.exec(
        select(m.Decision)
        .join(m.Target)
        .join(m.Item)
        .where(m.Item.project_id == project.id, m.Decision.created_at <= at)
        .order_by(col(m.Decision.revision))
    )
    latest = {
        (row.target_id, row.question): (maps.now(row.codebook_id, row.question, row.label), row.reason) for row in rows
    }
    return {place: (label, reason) for place, (label, reason) in latest.items() if label is not None}


def _differences(
    session: Session,
    book: Codebook,
    places: list[Place],
    own: dict[Place, str],
    gold: dict[Place, tuple[str, str]],
    language: str,
) -> Iterator[Difference]:
    shown: dict[int, tuple[m.Item, Content]] = {}
    for place in places:
        target = session.get_one(m.Target, place[0])
        if target.item_id not in shown:
            item = session.get_one(m.Item, target.item_id)
            shown[target.item_id] = (item, Content.model_validate(item.content))
        item, content = shown[target.item_id]
        question = book.question(place[1])
        if question is None:
            continue
        label, reason = gold[place]
        yield Difference(
            item="" if item.sensitive else excerpt(_said_in(content)),
            text=texts_of(content).get(target.key, ""),
            question=said(question.text, language),
            own=_words(question, own[place], content, target.key, language),
            gold=_words(question, label, content, target.key, language),
            reason=reason,
        )


def _said_in(content: Content) -> str:
    """What an item is known by: its query, its scene, or what was said last."""
    spoken = content.dialogue[-1].text if content.dialogue else ""
    return (content.query.text if content.query else "") or content.scene or spoken


def _words(question: Question, label: str, content: Content, target: str, language: str) -> str:
    """A label in the words of the codebook and the item."""
    texts = {each.key: said(each.text, language) for each in question.labels}
    found = values.words(question, label, pieces=Pieces.of(content), target=target)
    return BETWEEN.join(texts.get(word, word) for word in found)
