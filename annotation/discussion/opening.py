"""Which places do people differ on, and who talks about them? Opening a discussion round, and closing it.

A discussion is about a closed independent round. A place is discussed where two of its answers that count differ. To
say that it cannot be judged differs from every label, and is no disagreement where nobody gave a label. What an
adjudicator has decided already is left out, and so is what fewer than two people could talk about. With a question
comes what depends on it, since another answer to the one may ask the other.

Those take part who answered the item then, and can sign in. Imported people cannot; the others see their answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import events, handing_out, projects
from annotation import models as m
from annotation.codebook import Codebook
from annotation.desk.decisions import current_decisions
from annotation.discussion import consensus, discussed
from annotation.errors import Conflict
from annotation.judgments import CannotJudge, Current
from annotation.places import AskedPlace, Place, asked_places
from annotation.projects import key_of
from languages import worded

NOTHING = worded("There is nothing to discuss: nobody differs on a place that two people could talk about.")
STILL_OPEN = worded("Round {number} is still open. Close it first: people discuss what they have finished.")
DISCUSSED = worded("Round {number} is discussed in round {later} already. Open that one again, if need be.")
NONE_CLOSED = worded("There is no closed discussion of the latest independent round.")
NONE_OPEN = worded("There is no open discussion in this project.")


@dataclass(frozen=True)
class Preview:
    """What a discussion would be about. Places are targets x questions.

    `differing` are all places on which people differ, `places` those of them that are discussed. Left out: `decided` by
    an adjudicator, and `alone`, where fewer than two people can take part. `following` depend on a discussed question,
    and are asked where a new answer asks for them. `people` take part; `imported` and `closed` (accounts) answered too,
    and cannot.
    """

    round: int
    items: int
    targets: int
    places: int
    differing: int
    decided: int
    alone: int
    following: int
    people: int
    assignments: int
    imported: int
    closed: int


@dataclass(frozen=True)
class Opened:
    """An opened discussion: the number of its round, and what it is about."""

    round: int
    about: Preview


@dataclass(frozen=True)
class _Plan:
    """A discussion before it is stored: the places, and who takes part, by item."""

    preview: Preview
    before: m.Round
    places: Sequence[Place]
    takers: Mapping[int, Sequence[m.Rater]]


def preview(session: Session, *, slug: str) -> Preview:
    """What a discussion of the latest independent round would be about now. Raises NotFound."""
    return _planned(session, projects.find(session, slug)).preview


def under_way(session: Session, *, slug: str) -> m.Round | None:
    """The discussion of the latest independent round, open or closed; None where there is none. Raises NotFound."""
    project = projects.find(session, slug)
    return discussed.discussion_of(session, projects.find_round(session, project))


def open_discussion(
    session: Session, *, slug: str, now: datetime, seed: int = 0, account_id: int | None = None
) -> Opened:
    """Open the discussion of the latest independent round. `seed` draws everybody's own order of items and targets.

    Raises NotFound for the project, and Conflict where that round is open still or discussed already, or where there is
    nothing to discuss.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    planned = _planned(session, project)
    _check(session, planned)
    opened = m.Round(
        project_id=key_of(project),
        number=_next_number(session, project),
        kind="discussion",
        opened_at=now,
        beside_id=planned.before.id,
        options={"seed": seed},
    )
    session.add(opened)
    session.flush()
    session.add_all(
        m.DiscussedPlace(round_id=key_of(opened), target_id=target_id, question=question)
        for target_id, question in planned.places
    )
    items = {key: session.get_one(m.Item, key) for key in planned.takers}
    pairs = [(items[key], rater) for key, takers in planned.takers.items() for rater in takers]
    handing_out.hand_out(session, opened, pairs, seed=seed, now=now)
    detail = {"round": opened.number, "discusses": planned.before.number, "items": planned.preview.items}
    events.record(
        session, "discussion opened", now=now, account_id=account_id, project_id=key_of(project), detail=detail
    )
    session.flush()
    return Opened(opened.number, planned.preview)


def close(session: Session, *, slug: str, now: datetime, account_id: int | None = None) -> int:
    """Close the open discussion; its number. From now on it takes neither answers nor comments.

    Raises NotFound for the project and Conflict where no discussion is open.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    found = session.exec(
        select(m.Round)
        .where(m.Round.project_id == project.id, m.Round.kind == "discussion", col(m.Round.closed_at).is_(None))
        .order_by(col(m.Round.number).desc())
        .with_for_update()
    ).first()
    if found is None:
        raise Conflict("closed_round", NONE_OPEN)
    found.closed_at = now
    detail = {"round": found.number}
    events.record(session, "round closed", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
    return found.number


def reopen(session: Session, *, slug: str, now: datetime, account_id: int | None = None) -> int:
    """Open the discussion of the latest independent round again; its number. Everybody goes on where they stopped.

    Raises NotFound for the project and Conflict where there is none, or where it is open.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    found = discussed.discussion_of(session, projects.find_round(session, project))
    if found is None or found.closed_at is None:
        raise Conflict("open_round", NONE_CLOSED)
    found.closed_at = None
    detail = {"round": found.number}
    events.record(session, "round opened", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
    return found.number


def _check(session: Session, planned: _Plan) -> None:
    before = planned.before
    later = discussed.discussion_of(session, before)
    if later is not None:
        raise Conflict("discussed_already", worded(DISCUSSED, number=before.number, later=later.number))
    if before.closed_at is None:
        raise Conflict("open_round", worded(STILL_OPEN, number=before.number))
    if not planned.places:
        raise Conflict("nothing_to_discuss", NOTHING)


def _next_number(session: Session, project: m.Project) -> int:
    return max(session.exec(select(m.Round.number).where(m.Round.project_id == project.id)).all()) + 1


# --- What it is about -----------------------------------------------------------------------------------------------


def _planned(session: Session, project: m.Project) -> _Plan:
    before = projects.find_round(session, project)
    _, book = projects.latest_codebook(session, key_of(project))
    said = list(consensus.answers(session, slug=project.slug, round_number=before.number))
    asked = {each.place: each for each in asked_places(session, project, book)}
    decided = {
        place
        for place, decision in current_decisions(session, project).items()
        if decision.method == "adjudicator" and decision.outcome is not None
    }
    disputed = _differing(said)
    differing = [place for place in asked if place in disputed]
    able, unable = _people(session, project, said, asked)
    chosen = [place for place in differing if place not in decided and len(able.get(asked[place].item_id, ())) > 1]
    following = [place for place in _depending(chosen, asked, book) if place not in decided]
    items = dict.fromkeys(asked[place].item_id for place in chosen)
    takers = {key: able[key] for key in items}
    others = {rater for key in items for rater in unable.get(key, ())}
    found = Preview(
        round=before.number,
        items=len(items),
        targets=len({target_id for target_id, _ in chosen}),
        places=len(chosen),
        differing=len(differing),
        decided=sum(place in decided for place in differing),
        alone=len(differing) - len(chosen) - sum(place in decided for place in differing),
        following=len(following),
        people=len({rater.id for own in takers.values() for rater in own}),
        assignments=sum(map(len, takers.values())),
        imported=sum(origin == "imported" for _, origin in others),
        closed=sum(origin == "account" for _, origin in others),
    )
    return _Plan(found, before, [*chosen, *following], takers)


def _differing(said: Iterable[Current | CannotJudge]) -> set[Place]:
    """The places at which two answers differ; `None` stands for "cannot be judged"."""
    answers: dict[Place, set[str | None]] = defaultdict(set)
    for each in said:
        answers[each.target_id, each.question].add(each.label if isinstance(each, Current) else None)
    return {place for place, given in answers.items() if len(given) > 1}


def _depending(chosen: Iterable[Place], asked: Mapping[Place, AskedPlace], book: Codebook) -> list[Place]:
    """The places that depend on a chosen one, or on one of these, and are not chosen themselves."""
    found = dict.fromkeys(chosen)
    known = set(found)
    for target_id, parent in found:
        waiting = [parent]
        while waiting:
            before = waiting.pop()
            for question in book.questions:
                place = (target_id, question.key)
                depends = question.ask_if is not None and question.ask_if.question == before
                if depends and place in asked and place not in known:
                    known.add(place)
                    waiting.append(question.key)
    return [place for place in asked if place in known and place not in found]


def _people(
    session: Session,
    project: m.Project,
    said: Iterable[Current | CannotJudge],
    asked: Mapping[Place, AskedPlace],
) -> tuple[dict[int, list[m.Rater]], dict[int, set[tuple[str, str]]]]:
    """By item: who answered it and can take part, by pseudonym; and who cannot, as pseudonym and origin."""
    rows = session.exec(
        select(m.Rater, m.Account.closed_at)
        .outerjoin(m.Account)
        .where(m.Rater.project_id == project.id)
        .order_by(col(m.Rater.id))
    ).all()
    raters = {rater.pseudonym: (rater, closed_at) for rater, closed_at in rows}
    item_of = {place[0]: each.item_id for place, each in asked.items()}
    answered: dict[int, set[str]] = defaultdict(set)
    for each in said:
        if each.target_id in item_of:
            answered[item_of[each.target_id]].add(each.pseudonym)
    able: dict[int, list[m.Rater]] = defaultdict(list)
    unable: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for item_id, names in answered.items():
        for name, (rater, closed_at) in raters.items():
            if name not in names:
                continue
            if rater.origin == "account" and closed_at is None:
                able[item_id].append(rater)
            else:
                unable[item_id].add((name, rater.origin))
    return able, unable
