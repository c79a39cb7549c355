"""What is said of judges, drawn: beside people and their ceiling, beside each other, and as a stand-in for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from agreement.alternative_results import AlternativeAnnotatorTest
from agreement.coefficient import titles
from agreement.figures import Compared
from agreement.judge_results import AgainstReport, CeilingReport, JudgeDifference, JudgeReport
from agreement.refusals import REFUSALS
from agreement.results import QuestionReport
from exports.figures import interval, number
from exports.reports.words import BEFOREHAND, LATE
from pages.parts.charts.forest import Point, forest
from pages.parts.charts.grids import confusion
from pages.parts.charts.look import show
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Figure, Remark, remark, table

TOGETHER = {"majority": "Majority of people", "median": "Median of people", "gold": "Gold"}
BY_TITLE = titles(n_raters=2)
REMARK = "{names}: {why}"
BIAS = "Bias: the judge's mean less people's, in steps of the scale; below 0 the judge is the stricter one."
PEOPLES, JUDGES = "people", "the judge"
CEILING_OF = {
    "person": "Judge with each person, beside the other people with that person",
    "majority": "Judge, and each person, with the majority of the other people",
}
WITH = "{name}: {coefficient}"
NO_EPSILON = "Choose epsilon on the screen “Settings” before you look at a judge's scores; then the test is made."
EPSILON = "Epsilon {epsilon:g}, {when}. Winning rate from .5 on: the judge may stand in for a person."


def beside_people(judge: JudgeReport) -> None:
    """Draw the judge beside each rater, and beside what stands for people together."""
    keys = list(dict.fromkeys(key for each in judge.against for key in each.coefficients))
    rows: list[tuple[Cell, ...]] = [
        (_name(each), each.n, *(_figure(each, key) for key in keys)) for each in judge.against
    ]
    table(("Beside", "Targets", *(BY_TITLE[key] for key in keys)), rows)
    said: dict[str, list[str]] = {}
    for each in judge.against:
        said.setdefault(_why(each), []).append(_name(each))
    for why, names in said.items():
        if why:
            quiet(REMARK.format(names=", ".join(names), why=why))
    if "bias" in keys:
        quiet(BIAS)


def confused(judge: JudgeReport, labels: Sequence[str], *, beside: AgainstReport) -> None:
    """Draw how often the judge gives each label where people give each."""
    show(confusion(labels, beside.confusion, rows=PEOPLES, columns=JUDGES), key=f"confused-{judge.title}")


def ceilings(judge: JudgeReport) -> None:
    """Draw the judge beside the ceiling that people set, and the paired differences."""
    for kind, heading in CEILING_OF.items():
        found = [each for each in judge.ceiling if each.kind == kind]
        if not found:
            continue
        st.markdown(f"**{heading}**")
        points = list(_differences(found))
        if points:
            show(forest(points, around_zero=True), key=f"ceiling-{kind}")
        rows: list[tuple[Cell, ...]] = [
            (each.rater, BY_TITLE[key], each.n, *_compared(one))
            for each in found
            for key, one in each.coefficients.items()
        ]
        table(("Person", "Coefficient", "Targets", "Judge", "People", "Judge less people", "95 % interval"), rows)


def judges_compared(question: QuestionReport) -> None:
    """Draw every two judges beside the same people."""
    rows: list[tuple[Cell, ...]] = [
        (
            Remark(f"{each.judges[0]} less {each.judges[1]}", TOGETHER[each.kind]),
            BY_TITLE[key],
            each.n,
            *_compared(one),
        )
        for each in _shown(question.judge_differences)
        for key, one in each.coefficients.items()
    ]
    table(("Judges", "Coefficient", "Targets", "First", "Second", "Difference", "95 % interval"), rows)


def alternative(tests: Sequence[AlternativeAnnotatorTest], epsilon: float | None, *, late: bool) -> None:
    """Draw the alternative annotator test of each judge."""
    if epsilon is None:
        st.write(NO_EPSILON)
        return
    quiet(EPSILON.format(epsilon=epsilon, when=LATE if late else BEFOREHAND))
    rows: list[tuple[Cell, ...]] = [
        (
            test.judge,
            Figure(number(test.winning_rate)),
            Figure(number(test.judge_advantage)),
            Figure(number(test.person_advantage)),
            Remark(_verdict(test), "; ".join(test.notes)),
        )
        for test in tests
    ]
    table(("Judge", "Winning rate ω", "Advantage ρ", "People's advantage", "Outcome"), rows)


def _shown(found: Sequence[JudgeDifference]) -> list[JudgeDifference]:
    """Those beside the gold where there is one, else beside the majority: one comparison for each two judges."""
    kind = "gold" if any(each.kind == "gold" for each in found) else "majority"
    return [each for each in found if each.kind == kind]


def _name(beside: AgainstReport) -> str:
    return beside.rater or TOGETHER[beside.kind]


def _why(beside: AgainstReport) -> str:
    """The reason where there is no kappa, or what to know about it."""
    kappa = beside.coefficients.get("cohen_kappa")
    return remark(kappa) if kappa else ""


def _figure(beside: AgainstReport, key: str) -> Cell:
    found = beside.coefficients.get(key)
    if found is None:
        return Figure("")
    return Figure(number(found.value), interval(found) if found.low is not None else "")


def _compared(one: Compared) -> tuple[Cell, ...]:
    difference = one.difference
    between = (
        ""
        if difference.low is None or difference.high is None
        else f"{number(difference.low)} to {number(difference.high)}"
    )
    return tuple(
        Figure(text) for text in (number(one.first.value), number(one.second.value), number(difference.value), between)
    )


def _differences(found: Sequence[CeilingReport]) -> list[Point]:
    return [
        Point(
            WITH.format(name=each.rater, coefficient=BY_TITLE[key]),
            value,
            one.difference.low,
            one.difference.high,
        )
        for each in found
        for key, one in each.coefficients.items()
        if (value := one.difference.value) is not None
    ]


def _verdict(test: AlternativeAnnotatorTest) -> str:
    if test.undefined:
        return f"Not tested: {REFUSALS[test.undefined]}."
    wins: Mapping[bool, str] = {True: "Passed", False: "Not passed"}
    return wins[bool(test.passes)]
