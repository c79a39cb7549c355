"""What has a discussion done? Agreement before and after it over all targets, and who moved where to.

Before are the answers as they stood when the discussion began, after are the newest of each (discussion.consensus):
what was not disputed is carried over unchanged and counts on both sides. What people agree on after they talked is
consensus and no reliability. Answers of annotators who were asked later are on neither side, as in every headline.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlmodel import Session, col, select

from annotation import judgments
from annotation import models as m
from annotation.asked import QuestionSpec
from annotation.discussion import consensus
from annotation.discussion import discussed as discussions
from annotation.judgments import CannotJudge, Current, FirstLabels
from annotation.places import Place
from annotation.projects import key_of
from annotation.values import parts
from exports.movers import Answer, Mover, movers

if TYPE_CHECKING:
    import pandas as pd

    from agreement.figures import Compared
    from agreement.rounds import ComparedQuestion

COLUMNS = ("item", "target", "question", "rater", "label")
Said = Current | CannotJudge


@dataclass(frozen=True)
class Discussed:
    """One question in a discussion: the round, the one before it, and the places on which people had differed.

    At `n_agreed` of the `n_places` everybody says the same now. `compared` is None where no target has two labels both
    before and after.
    """

    round: int
    before: int
    n_places: int
    n_agreed: int
    compared: ComparedQuestion | None
    movers: tuple[Mover, ...]

    @property
    def shown(self) -> Mapping[str, Compared]:
        """The coefficients to show: without the alpha of the question's level, which is there under its full name."""
        found = self.compared.coefficients if self.compared else {}
        level = found.get("krippendorff_alpha")
        twice = level is not None and any(
            key.startswith("alpha_") and one.first.method == level.first.method for key, one in found.items()
        )
        return {key: one for key, one in found.items() if not (twice and key == "krippendorff_alpha")}

    def as_json(self) -> dict[str, Any]:
        """The question before and after, with everybody's moves."""
        compared = self.compared.as_json() if self.compared else None
        return {
            "round": self.round,
            "before": self.before,
            "n_places": self.n_places,
            "n_agreed": self.n_agreed,
            "compared": compared,
            "movers": [
                {
                    "rater": one.rater,
                    "n_places": one.n_places,
                    "n_moved": one.n_moved,
                    "n_toward": one.n_toward,
                    "n_away": one.n_away,
                    "n_elsewhere": one.n_elsewhere,
                    "n_stayed": one.n_stayed,
                }
                for one in self.movers
            ],
        }


def labels_of(session: Session, *, slug: str, chosen: m.Round) -> FirstLabels:
    """The labels that a study of a round is about: of a discussion the newest of each on all targets, else the first.

    Those of annotators who were asked later are left out and counted, as everywhere.
    """
    before = _before(session, chosen)
    if before is None:
        return judgments.first_labels(session, slug=slug, round_number=chosen.number)
    later = _later(session, slug, before)
    table = _table(consensus.answers(session, slug=slug, round_number=chosen.number), without=later)
    left_out = judgments.first_labels(session, slug=slug, round_number=before.number).left_out
    return FirstLabels(table, 0, left_out)


def by_question(
    session: Session, *, slug: str, chosen: m.Round, asked: Sequence[QuestionSpec], bootstrap: int, seed: int
) -> dict[str, Discussed]:
    """By question, what the discussion of a round has done, or of the round before a discussion; none: no entries."""
    talked = discussions.discussion_of(session, chosen) if chosen.kind == "independent" else chosen
    before = _before(session, talked) if talked else None
    if talked is None or before is None:
        return {}
    later = _later(session, slug, before)
    first = list(consensus.answers(session, slug=slug, round_number=before.number))
    newest = list(consensus.answers(session, slug=slug, round_number=talked.number))
    places = _places(session, talked)
    compared = _compared(_table(first, without=later), _table(newest, without=later), asked, bootstrap, seed)
    voices = _voices(first), _voices(newest)
    taking_part = _taking_part(session, talked)
    found = {}
    for spec in asked:
        differed = [place for place in places if place[1] == spec.key and _differ(voices[0][place].values())]
        if differed:
            both = [(voices[0][place], voices[1][place]) for place in differed]
            agreed = sum(not _differ(now.values()) for _, now in both)
            moved = tuple(one for one in movers(both, among=taking_part) if one.n_places)
            found[spec.key] = Discussed(
                talked.number, before.number, len(differed), agreed, compared.get(spec.key), moved
            )
    return found


def _before(session: Session, chosen: m.Round) -> m.Round | None:
    """The round that a discussion is about."""
    if chosen.kind != "discussion" or chosen.beside_id is None:
        return None
    return session.get_one(m.Round, chosen.beside_id)


def _later(session: Session, slug: str, before: m.Round) -> set[tuple[str, int]]:
    """Who was asked later, and about which target: they are no part of a headline, before or after."""
    rows = judgments.current(session, slug=slug, round_number=before.number)
    unable = judgments.cannot_judge(session, slug=slug, round_number=before.number)
    return {(row.rater, row.target_id) for found in (rows, unable) for row in found if row.use == "escalated"}


def _table(said: Iterable[Said], *, without: set[tuple[str, int]]) -> pd.DataFrame:
    import pandas as pd

    rows = [
        (each.item, each.target, each.question, each.rater, each.label)
        for each in said
        if isinstance(each, Current) and (each.rater, each.target_id) not in without
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS), dtype="string")


def _compared(
    before: pd.DataFrame, after: pd.DataFrame, asked: Sequence[QuestionSpec], bootstrap: int, seed: int
) -> dict[str, ComparedQuestion]:
    """The coefficients before and after by question, where targets have two labels on both sides."""
    from agreement.rounds import compare

    levels = {spec.key: spec.level for spec in asked if spec.level is not None and _has_pairs(spec.key, before, after)}
    tables = [table[table["question"].isin(levels)] for table in (before, after)]
    if not levels:
        return {}
    names = {spec.key: _names(spec, tables) for spec in asked if spec.key in levels}
    labels = {key: found for key, found in names.items() if found}
    found = compare(*tables, levels=levels, labels=labels, bootstrap=bootstrap, seed=seed)
    return {one.question: one for one in found.questions}


def _has_pairs(question: str, before: pd.DataFrame, after: pd.DataFrame) -> bool:
    """Whether some target has two labels on both sides."""
    both = []
    for table in (before, after):
        counts = table[table["question"] == question].groupby(["item", "target"]).size()
        both.append(set(counts[counts > 1].index))
    return bool(both[0] & both[1])


def _names(spec: QuestionSpec, tables: Iterable[pd.DataFrame]) -> tuple[str, ...]:
    """The labels of a question, or the pieces that were picked; none of words."""
    if spec.kind != "pick":
        return spec.labels
    labels = {str(label) for table in tables for label in table["label"][table["question"] == spec.key].unique()}
    return tuple(sorted({name for label in labels for name in parts(label)}))


def _voices(said: Iterable[Said]) -> Mapping[Place, dict[str, Answer]]:
    found: dict[Place, dict[str, Answer]] = defaultdict(dict)
    for each in said:
        found[each.target_id, each.question][each.pseudonym] = each.label if isinstance(each, Current) else None
    return found


def _differ(answers: Iterable[Answer]) -> bool:
    return len(set(answers)) > 1


def _places(session: Session, talked: m.Round) -> list[Place]:
    rows = session.exec(
        select(m.DiscussedPlace.target_id, m.DiscussedPlace.question).where(m.DiscussedPlace.round_id == talked.id)
    )
    return sorted((target_id, question) for target_id, question in rows)


def _taking_part(session: Session, talked: m.Round) -> list[str]:
    """The pseudonyms of those who take part."""
    rows = session.exec(
        select(m.Rater.id, m.Rater.pseudonym)
        .join(m.Assignment)
        .where(m.Assignment.round_id == key_of(talked))
        .distinct()
        .order_by(col(m.Rater.id))
    )
    return [pseudonym for _, pseudonym in rows]
