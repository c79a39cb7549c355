"""How do LLM judges stand beside the raters of one question, and beside each other?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from agreement.alternative_results import AlternativeAnnotatorTest, PersonTest
from agreement.coefficient import titles
from agreement.figures import Compared
from agreement.judge_results import AgainstReport, CeilingReport, JudgeDifference, JudgeReport
from agreement.refusals import REFUSALS
from exports.figures import count, interval, number, p_value
from exports.reports import words
from exports.reports.cells import (
    coefficient_table,
    counted,
    estimated,
    label_names,
    matrix,
    remark,
    side_by_side,
    with_remarks,
)
from exports.reports.document import Block, Cell, Figure, Section, Table
from exports.study import StudyQuestion

ALONE = ("majority", "gold")  # what a judge's labels are counted out against, cell by cell


def section(question: StudyQuestion, *, epsilon: float | None, late: bool) -> Section:
    """All judges of a question: each one, the differences between them, and whether one could stand in for a rater."""
    judges = question.found.judges
    single = single_runs(judges)
    inner = [Section(judge.title, tuple(_judge(judge, question, is_one_run=judge.title in single))) for judge in judges]
    if question.found.judge_differences:
        inner.append(Section(words.DIFFERENCES, (_differences(question.found.judge_differences),)))
    inner.append(Section(words.ALTERNATIVE, tuple(_alternative(question.found.alternative, epsilon, late=late))))
    inner.append(Section(words.POWERED_TITLE, (_powered(question),)))
    return Section(words.JUDGES, (), tuple(inner))


def single_runs(judges: Sequence[JudgeReport]) -> frozenset[str]:
    """The titles of the runs of judges that ran several times."""
    several = {(judge.name, judge.version) for judge in judges if judge.runs}
    return frozenset(judge.title for judge in judges if not judge.runs and (judge.name, judge.version) in several)


def _judge(judge: JudgeReport, question: StudyQuestion, *, is_one_run: bool) -> Iterator[Block]:
    yield _counts(judge)
    if judge.against:
        has_bias = any("bias" in one.coefficients for one in judge.against)
        rows = [(_beside(one), one.n, one.coefficients) for one in judge.against]
        caption = words.AGAINST.format(judge=judge.title)
        yield side_by_side(caption, words.BESIDE, rows, note=words.BIAS if has_bias else "")
    if is_one_run:
        yield words.SINGLE_RUN
        return
    yield from _confusions(judge, question)
    yield from _ceilings(judge)
    if judge.consistency:
        caption = words.CONSISTENCY.format(judge=judge.title, runs=words.listed(judge.runs))
        yield coefficient_table(caption, judge.consistency, n_raters=len(judge.runs))


def _counts(judge: JudgeReport) -> str:
    """How many labels there are, how many answers are none, and what was left out."""
    parts = [(words.UNPARSED, len(judge.unparsed))]
    parts += [(forms, n) for forms, n in ((words.ELSEWHERE, judge.n_elsewhere), (words.TUNED, judge.n_tuned)) if n]
    others = words.LIST_OF_LONG.join(words.counted(forms, n, count(n)) for forms, n in parts)
    labels = words.counted(words.N_RATINGS, judge.n_labels, count(judge.n_labels))
    return words.JUDGE_COUNTS.format(labels=labels, others=others)


def _beside(one: AgainstReport) -> str:
    return one.rater if one.kind == "rater" and one.rater is not None else words.TOGETHER[one.kind]


def _confusions(judge: JudgeReport, question: StudyQuestion) -> Iterator[Table]:
    named = list(label_names(question).values())
    for one in judge.against:
        if one.kind in ALONE and one.confusion:
            names = {"judge": judge.title, "beside": _beside(one)}
            captions = (words.JUDGE_CONFUSION.format(**names), words.JUDGE_MOST_CONFUSED.format(**names))
            confused = matrix(captions, named, one.confusion, other=words.JUDGES_LABEL, of=words.TARGETS)
            if confused:
                yield confused


def _ceilings(judge: JudgeReport) -> Iterator[Table]:
    for kind, caption in words.CEILING.items():
        found: list[CeilingReport] = [one for one in judge.ceiling if one.kind == kind]
        rows, said = _compared([((one.rater,), one.n, one.coefficients) for one in found])
        columns = (words.RATER, words.COEFFICIENT, words.TARGETS, words.JUDGE, words.PEOPLE, words.DIFFERENCE)
        if rows:
            yield with_remarks(caption.format(judge=judge.title), columns, rows, said)


def _differences(found: Sequence[JudgeDifference]) -> Table:
    rows, said = _compared(
        [
            (
                (words.PAIR_OF.format(first=one.judges[0], second=one.judges[1]), words.TOGETHER[one.kind]),
                one.n,
                one.coefficients,
            )
            for one in found
        ]
    )
    head = (words.JUDGE_PAIR, words.BESIDE, words.COEFFICIENT, words.TARGETS)
    columns = (*head, words.FIRST_JUDGE, words.SECOND_JUDGE, words.LESS)
    return with_remarks(words.DIFFERENCES_ARE, columns, rows, said)


def _compared(
    found: Sequence[tuple[tuple[str, ...], int, Mapping[str, Compared]]],
) -> tuple[list[list[Cell]], list[str]]:
    """A row for each coefficient of each comparison, and what is to be said of it."""
    names = titles(n_raters=2)
    rows: list[list[Cell]] = []
    said: list[str] = []
    for who, n, coefficients in found:
        for key, one in coefficients.items():
            sides = (estimated(one.first), estimated(one.second), estimated(one.difference))
            rows.append([*who, names[key], counted(n), *sides])
            said.append(remark(one.difference))
    return rows, said


def _alternative(tests: Sequence[AlternativeAnnotatorTest], epsilon: float | None, *, late: bool) -> Iterator[Block]:
    """The test for each judge, or why there is none."""
    if epsilon is None:
        yield words.NO_EPSILON
        return
    yield words.ALTERNATIVE_IS.format(epsilon=f"{epsilon:g}", when=words.LATE if late else words.BEFOREHAND)
    columns = (words.JUDGE, words.WINNING, words.ADVANTAGE, words.PERSONS_ADVANTAGE, words.OUTCOME)
    rows: list[list[Cell]] = [
        [
            test.judge,
            Figure(number(test.winning_rate)),
            Figure(number(test.judge_advantage)),
            Figure(number(test.person_advantage)),
            _outcome(test),
        ]
        for test in tests
    ]
    yield with_remarks(words.ALTERNATIVE_OUTCOME, columns, rows, ["; ".join(test.notes) for test in tests])
    people: list[list[Cell]] = [[test.judge, *_person(one)] for test in tests for one in test.people]
    if people:
        said = [REFUSALS[one.undefined] if one.undefined else "" for test in tests for one in test.people]
        columns = (words.JUDGE, words.RATER, words.TARGETS, words.ADVANTAGE, words.RATERS_ADVANTAGE)
        yield with_remarks(words.ALTERNATIVE_PEOPLE, (*columns, words.P, words.ADJUSTED, words.WINS), people, said)


def _powered(question: StudyQuestion) -> Block:
    """The estimates for all items that were drawn from, or why there are none."""
    given = [one for one in question.powered if one.found.estimate and one.found.people_alone]
    if not given:
        whys = dict.fromkeys(REFUSALS[one.found.undefined or "not_drawn"] for one in question.powered)
        return words.POWERED.format(why=words.LIST_OF_LONG.join(whys) or REFUSALS["not_drawn"])
    named = label_names(question)
    rows: list[list[Cell]] = [
        [
            one.judge,
            words.MEAN if one.label is None else words.SHARE_OF.format(label=named.get(one.label, one.label)),
            one.sample,
            counted(one.found.n_labelled),
            counted(one.found.n_unlabelled),
            Figure(number(one.found.estimate.value), interval(one.found.estimate)),
            Figure(number(one.found.people_alone.value), interval(one.found.people_alone)),
            Figure(number(one.found.power)),
        ]
        for one in given
        if one.found.estimate and one.found.people_alone
    ]
    methods = dict.fromkeys(one.found.method for one in given)
    heads = (words.JUDGE, words.ESTIMATE_OF, words.SAMPLE, words.ITEMS_LABELLED, words.ITEMS_OTHER)
    columns = (*heads, words.ESTIMATE, words.PEOPLE_ALONE, words.POWER)
    note = words.LIST_OF_LONG.join(methods) + "."
    return Table(words.POWERED_TABLE, columns, tuple(tuple(row) for row in rows), note)


def _outcome(test: AlternativeAnnotatorTest) -> str:
    if test.undefined:
        return words.UNDEFINED.format(why=REFUSALS[test.undefined])
    return words.PASSED if test.passes else words.NOT_PASSED


def _person(one: PersonTest) -> list[Cell]:
    wins = words.NOT_TESTED if one.judge_wins is None else words.YES if one.judge_wins else words.NO
    advantages = (Figure(number(one.judge_advantage)), Figure(number(one.person_advantage)))
    return [one.rater, counted(one.n), *advantages, Figure(p_value(one.p_value)), Figure(p_value(one.p_adjusted)), wins]
