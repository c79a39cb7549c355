"""How far do the raters agree on one question, and what stands behind that?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from agreement.course import Step
from agreement.results import GroupedReport
from exports.answers import RaterAnswers
from exports.figures import count, interval, number, share
from exports.gap import gap
from exports.reports import words
from exports.reports.cells import (
    coefficient_table,
    counted,
    label_names,
    matrix,
    remark,
    side_by_side,
    with_remarks,
)
from exports.reports.document import Block, Cell, Figure, Section, Table
from exports.study import StudyQuestion

MOST_SETS = 30  # more different sets than these are not listed


def sections(question: StudyQuestion) -> Iterator[Section]:
    """Everything about the raters."""
    found = question.found
    yield _together(question)
    if found.label_shares and found.level != "spans":
        yield Section(words.LABELS, tuple(_labels(question)))
    if question.answers:
        yield Section(words.ANSWERS, (answers_table(question.answers),))
    if found.grouped:
        yield _grouped(found.grouped, n_raters=found.n_raters)
    if found.pairs:
        rows = [
            (words.PAIR_OF.format(first=pair.raters[0], second=pair.raters[1]), pair.n, pair.coefficients)
            for pair in found.pairs
        ]
        yield Section(words.PAIRS, (side_by_side(words.PAIRS_ARE, words.PAIR, rows),))
    if found.self_agreement:
        selves = [(one.rater, one.n, one.coefficients) for one in found.self_agreement]
        yield Section(words.SELF, (side_by_side(words.SELF_IS, words.RATER, selves),))
    courses = [
        _course(words.BY_DAY, words.DAY, question.by_day),
        _course(words.BY_POSITION, words.POSITION, question.by_position),
    ]
    drawn = [one for one in courses if one is not None]
    if drawn:
        yield Section(words.COURSE, (words.COURSE_IS, *drawn))


def answers_table(raters: Sequence[RaterAnswers]) -> Table:
    """What each rater has answered, with the columns that say something."""
    asks_sureness, shows = any(sum(one.sure) for one in raters), any(one.n_shown for one in raters)
    columns = [words.RATER, words.LABELS, words.CANNOT_JUDGE]
    columns += [words.GUESS, words.FAIRLY_SURE, words.SURE] if asks_sureness else []
    columns += [words.WERE_SHOWN, words.KEPT, words.CHANGED_SHOWN] if shows else []
    rows: list[tuple[Cell, ...]] = []
    for one in raters:
        sure = [Figure(share(part)) for part in one.sure_shares] if asks_sureness else []
        shown = [counted(one.n_shown), *map(_of_shown(one), (one.n_kept, one.n_changed))] if shows else []
        rows.append((one.rater, counted(one.n_labels), counted(one.n_cannot), *sure, *shown))
    return Table(words.ANSWERS_ARE, tuple(columns), tuple(rows))


def _of_shown(one: RaterAnswers) -> Callable[[int], Figure]:
    return lambda n: Figure(count(n), share(n / one.n_shown) if one.n_shown else "")


def _together(question: StudyQuestion) -> Section:
    found = question.found
    explained = gap(found, question.spec.label_texts) if found.level not in ("set", "spans") else ""
    blocks: list[Block] = [coefficient_table(words.COEFFICIENTS, found.coefficients, n_raters=found.n_raters)]
    return Section(words.AGREEMENT, (*blocks, *filter(None, [explained])))


def _labels(question: StudyQuestion) -> Iterator[Block]:
    found, details = question.found, question.details
    yield words.DISPUTED.format(n=count(details.n_disputed), pairable=count(found.n_pairable_targets))
    yield _per_label(question)
    if found.level == "set" and len(found.labels) > MOST_SETS:
        return
    if details.raters and not found.anonymous:
        yield _by_rater(question)
    named = list(label_names(question).values())
    captions = (words.CONFUSIONS, words.MOST_CONFUSED)
    confused = matrix(captions, named, details.confusions, other=words.OTHER_LABEL, of=words.TIMES, symmetric=True)
    if confused:
        yield confused


def _per_label(question: StudyQuestion) -> Table:
    """Each label's share, and where it has one, its kappa."""
    found, named = question.found, label_names(question)
    if not found.per_label:
        frequent = sorted(found.label_shares.items(), key=lambda each: -each[1])[:MOST_SETS]
        shown = [each for each in found.label_shares.items() if each in frequent]
        n = len(found.label_shares)
        note = words.MOST_FREQUENT.format(shown=count(MOST_SETS), n=count(n)) if n > MOST_SETS else ""
        rows = tuple((named[label], Figure(share(part))) for label, part in shown)
        return Table(words.LABELS, (words.LABEL, words.SHARE), rows, note)
    drawn: list[list[Cell]] = [
        [
            named[one.label],
            Figure(share(found.label_shares.get(one.label))),
            counted(one.n),
            Figure(number(one.kappa.value)),
            Figure(interval(one.kappa)),
        ]
        for one in found.per_label
    ]
    columns = (words.LABEL, words.SHARE, words.TARGETS_WITH, words.KAPPA, words.INTERVAL)
    return with_remarks(words.PER_LABEL, columns, drawn, [remark(one.kappa) for one in found.per_label])


def _by_rater(question: StudyQuestion) -> Table:
    """Labels by raters; the more numerous of the two are the rows."""
    raters, labels = question.details.raters, list(label_names(question).values())
    names = [words.RATER_WITH_N.format(rater=one.rater, n=count(one.n)) for one in raters]
    cells = [[Figure(share(part) if one.n else share(None)) for part in one.shares] for one in raters]
    if len(raters) > len(labels):
        rows: list[tuple[Cell, ...]] = [(name, *row) for name, row in zip(names, cells, strict=True)]
        return Table(words.BY_RATER, (words.RATER, *labels), tuple(rows))
    rows = [(label, *row) for label, row in zip(labels, zip(*cells, strict=True), strict=True)]
    return Table(words.BY_RATER, (words.LABEL, *names), tuple(rows))


def _grouped(grouped: GroupedReport, *, n_raters: int) -> Section:
    shares = tuple((group, Figure(share(part))) for group, part in grouped.label_shares.items())
    return Section(
        words.GROUPED,
        (
            words.GROUPED_IS.format(groups=words.LIST.join(grouped.labels)),
            coefficient_table(words.GROUPED_COEFFICIENTS, grouped.coefficients, n_raters=n_raters),
            Table(words.GROUP_SHARES, (words.GROUP, words.SHARE), shares),
        ),
    )


def _course(caption: str, head: str, steps: Sequence[Step]) -> Table | None:
    """The steps, where there are two at least to compare."""
    if sum(step.value is not None for step in steps) < 2:
        return None
    rows = tuple((step.name, Figure(number(step.value)), Figure(interval(step)), counted(step.n)) for step in steps)
    return Table(caption, (head, words.SAME, words.INTERVAL, words.N_LABELS), rows)
