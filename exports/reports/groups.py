"""How do items score by what they are tagged with, by people and beside them by a judge?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from agreement.group_tests import NeedSignificance
from agreement.groups import GroupMean, GroupScore
from agreement.refusals import REFUSALS
from exports.figures import count, interval, number, p_value
from exports.grouping import OriginScores, TagScores
from exports.reports import words
from exports.reports.cells import counted, with_remarks
from exports.reports.document import Block, Cell, Figure, Section, Table

SIDES = ("people", "judge", "difference")
ORIGIN_HEADS = (words.SYSTEM, words.SETTING)
HEADS = {"people": words.PEOPLE, "judge": words.JUDGE, "difference": words.DIFFERENCE}


def section(found: Sequence[TagScores], *, without: Collection[str]) -> Section:
    """The scores by every tag; those beside the judges `without` which it goes are left out."""
    shown = [one for one in found if one.judge not in without]
    tags = dict.fromkeys(one.tag for one in shown)
    clusters = words.listed(list(dict.fromkeys(one.cluster for one in shown)))
    inner = tuple(
        Section(words.BY_TAG.format(tag=tag), tuple(_tag([one for one in shown if one.tag == tag]))) for tag in tags
    )
    return Section(words.GROUPS, (words.GROUPS_ARE.format(by=clusters),), inner)


def by_origin(found: Sequence[OriginScores], *, without: Collection[str]) -> Section:
    """The scores by system and setting, and the paired differences; without the judges that are left out."""
    shown = [one for one in found if one.judge not in without]
    clusters = words.listed(list(dict.fromkeys(one.cluster for one in shown)))
    blocks: list[Block] = [words.ORIGINS_ARE.format(by=clusters)]
    for one in shown:
        caption = words.BY_ORIGIN_BESIDE if one.judge else words.BY_ORIGIN
        blocks.append(_scores(caption.format(judge=one.judge), one.scores, ORIGIN_HEADS))
        if one.differences:
            blocks.append(_differences(one))
    return Section(words.ORIGINS, tuple(blocks))


def _differences(found: OriginScores) -> Table:
    """The first less the second, by people and by the judge."""
    rows: list[tuple[Cell, ...]] = [
        (
            words.LIST.join(one.within.values()) or words.NO_SETTING,
            one.first or words.NO_SETTING,
            one.second or words.NO_SETTING,
            found.judge if one.source == "judge" else words.SOURCES[one.source],
            counted(one.difference.n),
            _figure(one.difference),
        )
        for one in found.differences
    ]
    columns = (words.WITHIN, words.FIRST_NAME, words.SECOND, words.SCORES_OF, words.ITEMS, words.LESS)
    caption = words.PAIRED_DIFFERENCES if found.judge else words.PAIRED_OF_PEOPLE
    return Table(caption.format(judge=found.judge), columns, tuple(rows))


def _tag(found: Sequence[TagScores]) -> Iterator[Block]:
    tested: set[tuple[str, ...]] = set()
    for one in found:
        caption = words.SCORES_BESIDE if one.judge else words.SCORES
        yield _scores(caption.format(tag=one.tag, judge=one.judge), one.scores, (words.GROUP,))
        if one.not_tested:
            yield words.NOT_TESTED.format(why=one.not_tested)
        for test in one.significance:
            judge = one.judge if test.source == "judge" else ""
            where = (test.source, judge, *test.within.values())
            if where not in tested:  # people's are the same beside every judge
                tested.add(where)
                within = words.LIST.join(filter(None, test.within.values()))
                source = judge or words.SOURCES[test.source]
                yield from _significance(test, f"{source} ({within})" if within else source)


def _scores(caption: str, found: Sequence[GroupScore], heads: tuple[str, ...]) -> Table:
    """Each group with its means, where they are."""
    sides = [side for side in SIDES if any(_mean(one, side) is not None for one in found)]
    rows: list[tuple[Cell, ...]] = [
        (
            *(name or words.NO_SETTING for name in one.group.values()),
            counted(max((mean.n for side in sides if (mean := _mean(one, side)) is not None), default=0)),
            counted(one.n_clusters),
            *(_figure(_mean(one, side)) for side in sides),
        )
        for one in found
    ]
    columns = (*heads, words.TARGETS, words.N_CLUSTERS, *(HEADS[side] for side in sides))
    return Table(caption, columns, tuple(rows))


def _mean(one: GroupScore, side: str) -> GroupMean | None:
    found: GroupMean | None = getattr(one, side)
    return found


def _figure(mean: GroupMean | None) -> Figure:
    value = None if mean is None else mean.value
    return Figure(number(value), interval(mean) if mean is not None and mean.low is not None else "")


def _significance(test: NeedSignificance, source: str) -> Iterator[Block]:
    if test.undefined:
        yield words.NOT_TESTED.format(why=REFUSALS[test.undefined])
        return
    if test.neighbours:
        rows: list[list[Cell]] = [
            [
                words.WHICH[one.which],
                one.need,
                one.neighbour,
                Figure(number(one.u)),
                Figure(p_value(one.p_value)),
                one.stars,
            ]
            for one in test.neighbours
        ]
        columns = (words.RANK, words.GROUP, words.NEIGHBOUR, words.U, words.P, words.STARS)
        said = [REFUSALS[one.undefined] if one.undefined else "" for one in test.neighbours]
        yield with_remarks(words.NEIGHBOURS.format(source=source), columns, rows, said)
    if test.pairs:
        rows = [
            [
                one.first,
                one.second,
                Figure(number(one.difference)),
                Figure(p_value(one.p_value)),
                Figure(p_value(one.p_adjusted)),
            ]
            for one in test.pairs
        ]
        said = [REFUSALS[one.undefined] if one.undefined else "" for one in test.pairs]
        caption = words.TESTED_PAIRS.format(permutations=count(test.permutations), seed=test.seed, source=source)
        names = (words.GROUP, words.OTHER_GROUP, words.MEAN_DIFFERENCE, words.P, words.ADJUSTED)
        yield with_remarks(caption, names, rows, said)
