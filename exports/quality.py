"""How good is each annotator's work, while it is going on? For researchers; never for an annotator's own page.

By question, since questions are not pooled: agreement with the others (the mean over them of what two have in common),
with known items that were mixed in, and with oneself. Beside it speed, what could not be judged, skipped and flagged,
and how all that moves as the work goes on. What is undefined comes with a reason. Nothing follows by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from agreement.errors import AgreementError
from annotation import judgments, projects
from annotation import models as m
from annotation.asked import QuestionSpec, asked_questions
from annotation.quality import mixing
from exports.beside import OCCASION, beside
from exports.drift import Block, Worked, blocks, worked
from exports.known_labels import KNOWN, with_known
from exports.study import NotComputable
from languages import message_of, worded

if TYPE_CHECKING:
    import pandas as pd

    from agreement.figures import Estimate
    from agreement.results import PairReport, QuestionReport

NOT_MEASURED = worded("the boards measured no time")
NOTHING_DONE = worded("nothing is submitted yet")
NO_OTHERS = worded("nobody else has labelled the same targets")
NO_KNOWN = worded("no known item is answered yet")
NO_REPEATS = worded("nothing was shown a second time and answered yet")


@dataclass(frozen=True)
class Figure:
    """One figure of an annotator: its value on `n` (targets, items, answers), or why there is none.

    `low` and `high` are a 95 % interval where there is one, `note` what a reader should know beside it.
    """

    value: float | None
    n: int
    why: str | None = None
    low: float | None = None
    high: float | None = None
    note: str | None = None


@dataclass(frozen=True)
class QuestionQuality:
    """One question: agreement with the others (raw, and kappa where it is defined), with known items, with oneself.

    `n` of the first two counts targets, once for each other annotator who has labelled them.
    """

    question: str
    others: Figure
    others_kappa: Figure
    known: Figure
    again: Figure


@dataclass(frozen=True)
class PersonQuality:
    """One annotator in the round and what is mixed into it. `blocks` are their items in the order of work."""

    name: str
    pseudonym: str
    items: int
    seconds: Figure
    cannot: Figure
    skipped: Figure
    flagged: Figure
    questions: tuple[QuestionQuality, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Quality:
    """Everybody's figures in one round, by name. `replicates` made the intervals."""

    slug: str
    round: int
    people: tuple[PersonQuality, ...]
    replicates: int


def quality(
    session: Session, *, slug: str, round_number: int | None = None, bootstrap: int = 1000, seed: int = 0
) -> Quality:
    """The figures of the latest independent round, or the one named. Raises NotFound and NotComputable."""
    project = projects.find(session, slug)
    chosen = projects.find_round(session, project, round_number)
    first = judgments.first_labels(session, slug=slug, round_number=chosen.number).table
    companion = mixing.beside(session, chosen, "known")
    number = companion.number if companion else None
    mixed = judgments.first_labels(session, slug=slug, round_number=number).table if number else first.iloc[:0]
    asked = {each.key: each for each in asked_questions(session, slug=slug) if each.level is not None}
    known = with_known(session, project, mixed)
    second = beside(session, slug=slug, chosen=chosen, first=first)
    table = first[first["question"].isin(list(asked))]
    told = second.with_second_labels(table, list(asked)) if len(second.again) else table
    try:
        of_main = _reports(told, asked, occasion=bool(len(second.again)), bootstrap=bootstrap, seed=seed)
        of_known = _reports(known[known["question"].isin(list(asked))], asked, bootstrap=bootstrap, seed=seed)
    except AgreementError as error:
        raise NotComputable(message_of(error)) from error
    unable = _unable(session, slug, chosen.number)
    work = worked(session, chosen, companion)
    people = [
        _person(rater, asked, of_main, of_known, work.get(rater.pseudonym, []), unable, first, known)
        for rater in _people(session, chosen)
    ]
    return Quality(slug, chosen.number, tuple(people), bootstrap)


def _reports(
    table: pd.DataFrame,
    asked: Mapping[str, QuestionSpec],
    *,
    bootstrap: int,
    seed: int,
    occasion: bool = False,
) -> dict[str, QuestionReport]:
    """The report of each question in a table of labels."""
    from agreement.report import report

    there = [key for key in asked if (table["question"] == key).any()]
    if not there:
        return {}
    found = report(
        table.reset_index(drop=True),
        levels={key: level for key in there if (level := asked[key].level) is not None},
        labels={key: asked[key].labels for key in there if asked[key].kind != "pick" and asked[key].labels},
        occasion=OCCASION if occasion else None,
        bootstrap=bootstrap,
        seed=seed,
    )
    return {one.question: one for one in found.questions}


def _people(session: Session, chosen: m.Round) -> Sequence[m.Rater]:
    at_work = select(m.Assignment.rater_id).where(m.Assignment.round_id == chosen.id)
    return session.exec(
        select(m.Rater).where(col(m.Rater.id).in_(at_work), col(m.Rater.account_id).is_not(None)).order_by(m.Rater.name)
    ).all()


def _unable(session: Session, slug: str, number: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in judgments.cannot_judge(session, slug=slug, round_number=number):
        found[each.pseudonym] = found.get(each.pseudonym, 0) + 1
    return found


def _person(
    rater: m.Rater,
    asked: Mapping[str, QuestionSpec],
    of_main: Mapping[str, QuestionReport],
    of_known: Mapping[str, QuestionReport],
    work: Sequence[Worked],
    unable: Mapping[str, int],
    first: pd.DataFrame,
    known: pd.DataFrame,
) -> PersonQuality:
    own = rater.pseudonym
    in_main = [each for each in work if not each.known]
    done = [each for each in in_main if each.state == "done"]
    skipped = sum(each.state == "skipped" for each in in_main)
    cannot, answered = unable.get(own, 0), int((first["rater"] == own).sum())
    return PersonQuality(
        name=rater.name,
        pseudonym=own,
        items=len(done),
        seconds=_seconds(done),
        cannot=_share(cannot, cannot + answered),
        skipped=_share(skipped, skipped + len(done)),
        flagged=_share(sum(each.flagged for each in in_main if each.state != "open"), len(done) + skipped),
        questions=tuple(_question(key, own, of_main.get(key), of_known.get(key)) for key in asked),
        blocks=blocks(own, work, first, known, list(asked)),
    )


def _seconds(done: Sequence[Worked]) -> Figure:
    times = [each.active_ms for each in done if each.active_ms is not None]
    if not times:
        return Figure(None, 0, NOT_MEASURED if done else NOTHING_DONE)
    return Figure(median(times) / 1000, len(times))


def _share(part: int, whole: int) -> Figure:
    return Figure(part / whole, whole) if whole else Figure(None, 0, NOTHING_DONE)


def _question(key: str, own: str, of_main: QuestionReport | None, of_known: QuestionReport | None) -> QuestionQuality:
    pairs = [pair for pair in of_main.pairs if own in pair.raters] if of_main else []
    with_known_answers = next(
        (pair for pair in (of_known.pairs if of_known else ()) if set(pair.raters) == {own, KNOWN}), None
    )
    again = next((one for one in (of_main.self_agreement if of_main else ()) if one.rater == own), None)
    return QuestionQuality(
        question=key,
        others=_mean(pairs, "percent_agreement"),
        others_kappa=_mean(pairs, "cohen_kappa"),
        known=_figure(with_known_answers.coefficients["percent_agreement"], NO_KNOWN)
        if with_known_answers
        else Figure(None, 0, NO_KNOWN),
        again=_figure(again.coefficients["percent_agreement"], NO_REPEATS) if again else Figure(None, 0, NO_REPEATS),
    )


def _mean(pairs: Sequence[PairReport], coefficient: str) -> Figure:
    """The mean over the others of what two have in common; those with whom it is undefined are left out."""
    from agreement.figures import REASONS

    met = [pair for pair in pairs if pair.n]
    found = [(pair.n, pair.coefficients[coefficient]) for pair in met if coefficient in pair.coefficients]
    defined = [(n, one.value) for n, one in found if one.value is not None]
    if not defined:
        reason = next((one.undefined for _, one in found if one.undefined), None)
        return Figure(None, 0, REASONS[reason] if reason else NO_OTHERS)
    return Figure(sum(value for _, value in defined) / len(defined), sum(n for n, _ in defined))


def _figure(found: Estimate, why: str) -> Figure:
    from agreement.figures import REASONS

    if found.value is None:
        return Figure(None, found.n, REASONS[found.undefined] if found.undefined and found.n else why)
    return Figure(found.value, found.n, low=found.low, high=found.high, note=found.note)
