"""Scores by tag, drawn: people's means, a judge's beside them, and whether needs differ."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agreement.group_tests import NeedSignificance
from agreement.groups import GroupMean, SystemDifference
from exports import sheets
from exports.figures import number, p_value
from exports.grouping import OriginScores, TagScores
from languages import say, say_if_ours, worded
from pages.parts import sheet, terms
from pages.parts.figures import interval
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Figure, Remark, table

HEADING = worded("Scores by tag")
MEANS = worded("Means over targets, with 95 % intervals from whole {cluster}s drawn anew.")
SAME = worded("People and the judge on the targets that both have scored.")
ORIGINS = worded("Scores by system and setting")
PAIRED = worded("Paired differences, over the items that both have answered.")
NEIGHBOURS = worded(
    "Best and worst need beside their neighbour in rank: one-sided Mann-Whitney U, as in the ENPMR paper."
)
PAIRS = worded("Every two needs: permutation of whole {cluster}s, {n:,} times, corrected by Holm.")
NOT_TESTED = worded("Needs are not compared: {why}.")


def draw_people(groups: Sequence[TagScores]) -> None:
    """Draw people's scores of each tag; nothing where there are none."""
    _draw([each for each in groups if each.judge == groups[0].judge], beside=False)


def draw_beside(groups: Sequence[TagScores], *, judge: str) -> None:
    """Draw people's scores and this judge's on the same targets."""
    _draw([each for each in groups if each.judge == judge], beside=True)


def draw_origins(found: Sequence[OriginScores], *, slug: str, question: str, judge: str | None = None) -> None:
    """Draw the scores by system and setting, of people alone or beside a judge; nothing where there are none."""
    shown = next((one for one in found if judge is None or one.judge == judge), None)
    if shown is None:
        return
    st.subheader(say(ORIGINS), anchor=False)
    quiet(say(MEANS, cluster=terms.cluster(shown.cluster)))
    if judge is not None:
        quiet(say(SAME))
    heads, sides = _sides(beside=judge is not None)
    rows: list[tuple[Cell, ...]] = [
        (
            Remark(score.group["system"], score.group["setting"]),
            score.n_responses,
            *(_mean(getattr(score, side)) for side in sides),
        )
        for score in shown.scores
    ]
    table((say("System and setting"), say("Targets"), *heads), rows)
    _differences([one for one in shown.differences if judge is not None or one.source == "people"])
    sheet.offer(sheets.origins(found), slug=slug, question=question)
    if shown.differences:
        sheet.offer(sheets.origin_differences(found), slug=slug, question=question)


def _differences(found: Sequence[SystemDifference]) -> None:
    if not found:
        return
    quiet(say(PAIRED))
    rows: list[tuple[Cell, ...]] = [
        (
            Remark(say("{one} less {other}", one=one.first or "—", other=one.second or "—"), *one.within.values()),
            terms.source(one.source),
            one.difference.n,
            _mean(one.difference),
        )
        for one in found
    ]
    table((say("Difference"), say("Scores of"), say("Items"), say("Mean")), rows)


def _sides(*, beside: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The heads and the names of what stands in a row."""
    if beside:
        return (say("People"), say("Judge"), say("Judge less people")), ("people", "judge", "difference")
    return (say("People"),), ("people_all",)


def _draw(groups: Sequence[TagScores], *, beside: bool) -> None:
    if not groups:
        return
    st.subheader(say(HEADING), anchor=False)
    quiet(say(MEANS, cluster=terms.cluster(groups[0].cluster)))
    if beside:
        quiet(say(SAME))
    for group in groups:
        _scores(group, beside=beside)
        for tested in group.significance:
            if beside or tested.source == "people":
                _needs(tested, group.cluster)
        if group.not_tested:
            quiet(say(NOT_TESTED, why=say_if_ours(group.not_tested)))


def _scores(group: TagScores, *, beside: bool) -> None:
    columns, sides = _sides(beside=beside)
    rows: list[tuple[Cell, ...]] = [
        (
            score.group[group.tag],
            score.n_responses,
            *(_mean(getattr(score, side)) for side in sides),
        )
        for score in group.scores
    ]
    table((terms.tag(group.tag), say("Targets"), *columns), rows)


def _needs(tested: NeedSignificance, cluster: str) -> None:
    if not tested.pairs:
        return
    names = [terms.source(tested.source).capitalize(), *filter(None, tested.within.values())]
    heading = say(", ").join(names)
    st.markdown(f"**{literal(heading)}**")
    quiet(say(NEIGHBOURS))
    table(
        (say("Need"), say("Neighbour"), say("U"), say("p")),
        [
            (
                Remark(each.need, terms.rank(each.which)),
                each.neighbour,
                Figure("—" if each.u is None else f"{each.u:g}"),
                Figure(f"{p_value(each.p_value)} {each.stars}".rstrip()),
            )
            for each in tested.neighbours
        ],
    )
    quiet(say(PAIRS, cluster=terms.cluster(cluster), n=tested.permutations))
    table(
        (say("First"), say("Second"), say("Difference"), say("p"), say("p, corrected")),
        [
            (
                each.first,
                each.second,
                Figure(number(each.difference)),
                Figure(p_value(each.p_value)),
                Figure(p_value(each.p_adjusted)),
            )
            for each in tested.pairs
        ],
    )


def _mean(found: GroupMean | None) -> Cell:
    if found is None or found.value is None:
        return Figure("—")
    return Figure(number(found.value), interval(found) if found.low is not None else "")
