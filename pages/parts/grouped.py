"""Scores by tag, drawn: people's means, a judge's beside them, and whether needs differ."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agreement.group_tests import NeedSignificance
from agreement.groups import GroupMean
from exports.figures import interval, number, p_value
from exports.grouping import TagScores
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Figure, Remark, table

HEADING = "Scores by tag"
MEANS = "Means over targets, with 95 % intervals from whole {cluster}s drawn anew."
SAME = "People and the judge on the targets that both have scored."
NEIGHBOURS = "Best and worst need beside their neighbour in rank: one-sided Mann-Whitney U, as in the ENPMR paper."
PAIRS = "Every two needs: permutation of whole {cluster}s, {n:,} times, corrected by Holm."
NOT_TESTED = "Needs are not compared: {why}."


def draw_people(groups: Sequence[TagScores]) -> None:
    """Draw people's scores of each tag; nothing where there are none."""
    _draw([each for each in groups if each.judge == groups[0].judge], beside=False)


def draw_beside(groups: Sequence[TagScores], *, judge: str) -> None:
    """Draw people's scores and this judge's on the same targets."""
    _draw([each for each in groups if each.judge == judge], beside=True)


def _draw(groups: Sequence[TagScores], *, beside: bool) -> None:
    if not groups:
        return
    st.subheader(HEADING, anchor=False)
    quiet(MEANS.format(cluster=groups[0].cluster))
    if beside:
        quiet(SAME)
    for group in groups:
        _scores(group, beside=beside)
        for tested in group.significance:
            if beside or tested.source == "people":
                _needs(tested, group.cluster)
        if group.not_tested:
            quiet(NOT_TESTED.format(why=group.not_tested))


def _scores(group: TagScores, *, beside: bool) -> None:
    columns = ("People", "Judge", "Judge less people") if beside else ("People",)
    rows: list[tuple[Cell, ...]] = [
        (
            score.group[group.tag],
            score.n_responses,
            *(
                _mean(each)
                for each in ((score.people, score.judge, score.difference) if beside else (score.people_all,))
            ),
        )
        for score in group.scores
    ]
    table((group.tag.capitalize(), "Targets", *columns), rows)


def _needs(tested: NeedSignificance, cluster: str) -> None:
    if not tested.pairs:
        return
    st.markdown(f"**{literal(tested.source.capitalize())}**")
    quiet(NEIGHBOURS)
    table(
        ("Need", "Neighbour", "U", "p"),
        [
            (
                Remark(each.need, each.which),
                each.neighbour,
                Figure("—" if each.u is None else f"{each.u:g}"),
                Figure(f"{p_value(each.p_value)} {each.stars}".rstrip()),
            )
            for each in tested.neighbours
        ],
    )
    quiet(PAIRS.format(cluster=cluster, n=tested.permutations))
    table(
        ("First", "Second", "Difference", "p", "p, corrected"),
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
