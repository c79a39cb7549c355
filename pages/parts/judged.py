"""What is said of judges, drawn: beside people and their ceiling, beside each other, and as a stand-in for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from agreement.alternative_results import AlternativeAnnotatorTest
from agreement.coefficient import titles
from agreement.figures import Compared
from agreement.judge_results import AgainstReport, CeilingReport, JudgeDifference, JudgeReport
from agreement.refusals import REFUSALS, Refusal
from agreement.results import QuestionReport
from exports.figures import number
from exports.powered import Powered
from exports.reports.words import BEFOREHAND, LATE
from languages import say, say_if_ours, worded
from pages.parts.charts.forest import Point, forest
from pages.parts.charts.grids import confusion
from pages.parts.charts.look import show
from pages.parts.figures import between, interval
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Figure, Remark, remark, table

TOGETHER = {"majority": worded("Majority of people"), "median": worded("Median of people"), "gold": worded("Gold")}
BY_TITLE = titles(n_raters=2)
REMARK = worded("{names}: {why}")
BIAS = worded("Bias: the judge's mean less people's, in steps of the scale; below 0 the judge is the stricter one.")
PEOPLES, JUDGES = worded("people"), worded("the judge")
CEILING_OF = {
    "person": worded("Judge with each person, beside the other people with that person"),
    "majority": worded("Judge, and each person, with the majority of the other people"),
}
WITH = worded("{name}: {coefficient}")
NOT_POWERED = worded("Not estimated: {why}.")
POWERED_IS = worded(
    "What people's mean, or the share of a label, would be over all items that “{sample}” was drawn from: the judge's, "
    "corrected by the drawn items that people labelled."
)
NO_EPSILON = worded(
    "Choose epsilon on the screen “Settings” before you look at a judge's scores; then the test is made."
)
EPSILON = worded("Epsilon {epsilon:g}, {when}. Winning rate from .5 on: the judge may stand in for a person.")


def beside_people(judge: JudgeReport) -> None:
    """Draw the judge beside each rater, and beside what stands for people together."""
    keys = list(dict.fromkeys(key for each in judge.against for key in each.coefficients))
    rows: list[tuple[Cell, ...]] = [
        (_name(each), each.n, *(_figure(each, key) for key in keys)) for each in judge.against
    ]
    table((say("Beside"), say("Targets"), *(say(BY_TITLE[key]) for key in keys)), rows)
    said: dict[str, list[str]] = {}
    for each in judge.against:
        said.setdefault(_why(each), []).append(_name(each))
    for why, names in said.items():
        if why:
            quiet(say(REMARK, names=say(", ").join(names), why=why))
    if "bias" in keys:
        quiet(say(BIAS))


def confused(judge: JudgeReport, labels: Sequence[str], *, beside: AgainstReport) -> None:
    """Draw how often the judge gives each label where people give each."""
    show(confusion(labels, beside.confusion, rows=say(PEOPLES), columns=say(JUDGES)), key=f"confused-{judge.title}")


def ceilings(judge: JudgeReport) -> None:
    """Draw the judge beside the ceiling that people set, and the paired differences."""
    for kind, heading in CEILING_OF.items():
        found = [each for each in judge.ceiling if each.kind == kind]
        if not found:
            continue
        st.markdown(f"**{say(heading)}**")
        points = list(_differences(found))
        if points:
            show(forest(points, around_zero=True), key=f"ceiling-{kind}")
        rows: list[tuple[Cell, ...]] = [
            (each.rater, say(BY_TITLE[key]), each.n, *_compared(one))
            for each in found
            for key, one in each.coefficients.items()
        ]
        table(
            (
                say("Person"),
                say("Coefficient"),
                say("Targets"),
                say("Judge"),
                say("People"),
                say("Judge less people"),
                say("95 % interval"),
            ),
            rows,
        )


def judges_compared(question: QuestionReport) -> None:
    """Draw every two judges beside the same people."""
    rows: list[tuple[Cell, ...]] = [
        (
            Remark(say("{one} less {other}", one=each.judges[0], other=each.judges[1]), say(TOGETHER[each.kind])),
            say(BY_TITLE[key]),
            each.n,
            *_compared(one),
        )
        for each in _shown(question.judge_differences)
        for key, one in each.coefficients.items()
    ]
    table(
        (
            say("Judges"),
            say("Coefficient"),
            say("Targets"),
            say("First"),
            say("Second"),
            say("Difference"),
            say("95 % interval"),
        ),
        rows,
    )


def alternative(tests: Sequence[AlternativeAnnotatorTest], epsilon: float | None, *, late: bool) -> None:
    """Draw the alternative annotator test of each judge."""
    if epsilon is None:
        st.write(say(NO_EPSILON))
        return
    quiet(say(EPSILON, epsilon=epsilon, when=LATE if late else BEFOREHAND))
    rows: list[tuple[Cell, ...]] = [
        (
            test.judge,
            Figure(number(test.winning_rate)),
            Figure(number(test.judge_advantage)),
            Figure(number(test.person_advantage)),
            Remark(_verdict(test), say("; ").join(say_if_ours(note) for note in test.notes)),
        )
        for test in tests
    ]
    table((say("Judge"), say("Winning rate ω"), say("Advantage ρ"), say("People's advantage"), say("Outcome")), rows)


def powered(found: Sequence[Powered], texts: Mapping[str, str]) -> None:
    """Draw a judge's estimates for all items that people's sample was drawn from, or why there are none."""
    given = [(one, one.found.estimate, one.found.people_alone) for one in found]
    rows: list[tuple[Cell, ...]] = [
        (
            say("Mean") if one.label is None else texts.get(one.label, one.label),
            one.found.n_labelled,
            one.found.n_unlabelled,
            Figure(number(estimate.value), interval(estimate)),
            Figure(number(alone.value), interval(alone)),
            Figure(number(one.found.power)),
        )
        for one, estimate, alone in given
        if estimate is not None and alone is not None
    ]
    if not rows:
        why: Refusal = next((one.found.undefined for one in found if one.found.undefined), "not_drawn")
        st.write(say(NOT_POWERED, why=say(REFUSALS[why])))
        return
    quiet(say(POWERED_IS, sample=found[0].sample))
    heads = (say("Estimate of"), say("Items with labels"), say("Other items"), say("With the judge"))
    table((*heads, say("People alone"), say("Lambda")), rows)


def _shown(found: Sequence[JudgeDifference]) -> list[JudgeDifference]:
    """Those beside the gold where there is one, else beside the majority: one comparison for each two judges."""
    kind = "gold" if any(each.kind == "gold" for each in found) else "majority"
    return [each for each in found if each.kind == kind]


def _name(beside: AgainstReport) -> str:
    return beside.rater or say(TOGETHER[beside.kind])


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
    within = "" if difference.low is None or difference.high is None else between(difference.low, difference.high)
    return tuple(
        Figure(text) for text in (number(one.first.value), number(one.second.value), number(difference.value), within)
    )


def _differences(found: Sequence[CeilingReport]) -> list[Point]:
    return [
        Point(
            say(WITH, name=each.rater, coefficient=BY_TITLE[key]),
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
        return say("Not tested: {why}.", why=REFUSALS[test.undefined])
    return say("Passed") if test.passes else say("Not passed")
