"""How far do the annotators agree? Coefficients with their intervals, pairs, labels, and what is most disputed."""

from __future__ import annotations

import streamlit as st

from annotation import item_view, judgments
from annotation.errors import AccordError
from annotation.store import reading
from exports import sheets
from exports.gap import gap
from exports.study import Study, StudyQuestion
from pages.parts import grouped, sheet
from pages.parts.access import require
from pages.parts.charts.bars import shares
from pages.parts.charts.courses import course
from pages.parts.charts.forest import Point, forest
from pages.parts.charts.grids import confusion, pairwise_heatmap
from pages.parts.charts.look import show
from pages.parts.choose import choose_project
from pages.parts.literal import literal
from pages.parts.menu import ITEM, STUDY
from pages.parts.pick import pick_question, pick_round
from pages.parts.quiet import quiet
from pages.parts.report import state_of, study_of
from pages.parts.tables import Figure, Link, Remark, coefficients, pairs, per_label, table, titles_of

TITLE = "Agreement"
NO_JUDGMENTS = "Nobody has labelled anything in this project yet."
BASIS = "Answers: {ratings:,}. Raters: {raters}. Targets: {targets:,}, of which {pairable:,} have two answers or more."
CHANGED = "First answers count here. Changed later on: {n:,}; the exports and the gold have the later ones."
INTERVALS = (
    "Intervals: {replicates:,} bootstrap replicates over {what}. They speak of these raters on other targets, "
    "not of other raters."
)
CONDITIONAL = "This question is asked only where {text}: its agreement is about those targets alone."
ALL = "All annotators together"
PAIRS = "Pairs of annotators"
KAPPA = "The picture shows Cohen's kappa and, as n, how many targets both have labelled."
LABELS = "Labels"
SHARES = "What part of each annotator's answers each label is (answers in brackets)."
PER_LABEL = "Each label against all others, by Fleiss' kappa."
CONFUSIONS = "Pairs of answers to one target: how many hold both labels, and their share of the row."
ONE, OTHER = "one annotator", "another annotator"
COURSE = "As the work goes on"
COURSE_IS = "The share of other annotators' answers to the same target that are the same."
BY_DAY, BY_POSITION = "By day (UTC)", "By how many items into a session (a pause of half an hour ends one)"
DISPUTED = "Most disputed"
DISPUTED_ARE = "Annotators differ on {n:,} of {pairable:,} targets; these differ most."
NONE_DISPUTED = "Annotators differ on no target."
AT_ONCE = 12


def together(slug: str, question: StudyQuestion, found: Study) -> None:
    """Draw the coefficients of all raters, the sentence on a large gap, and the table behind them."""
    st.subheader(ALL, anchor=False)
    names = titles_of(question.found)
    points = [
        Point(names[key], one.value, one.low, one.high)
        for key, one in question.found.coefficients.items()
        if key != "krippendorff_alpha" and one.value is not None
    ]
    if points:
        show(forest(points), key="forest")
    if explained := gap(question.found, question.spec.label_texts):
        st.info(literal(explained))
    coefficients(question.found)
    if any(one.low is not None for one in question.found.coefficients.values()):
        clusters = question.found.clusters
        what = f"{clusters.n:,} {clusters.by}s" if clusters else "the targets"
        quiet(INTERVALS.format(replicates=found.replicates, what=what))
    sheet.offer(sheets.coefficients(question.found), slug=slug, question=question.spec.key)


def in_pairs(slug: str, question: StudyQuestion) -> None:
    """Draw every two raters."""
    if not question.found.pairs:
        return
    st.subheader(PAIRS, anchor=False)
    if any(pair.coefficients["cohen_kappa"].value is not None for pair in question.found.pairs):
        show(pairwise_heatmap(question.found), key="pairs")
        quiet(KAPPA)
    pairs(question.found)
    sheet.offer(sheets.pairs(question.found), slug=slug, question=question.spec.key)


def by_label(slug: str, question: StudyQuestion) -> None:
    """Draw how often each label was given, by whom, how well it is agreed on, and what is confused."""
    st.subheader(LABELS, anchor=False)
    details, texts = question.details, question.spec.label_texts
    labels = [texts.get(label, label) for label in details.labels]
    if details.raters:
        quiet(SHARES)
        show(shares(details.raters, labels), key="shares")
        sheet.offer(sheets.shares(details), slug=slug, question=question.spec.key)
    quiet(PER_LABEL)
    per_label(question.found, texts)
    if any(count for row in details.confusions for count in row):
        quiet(CONFUSIONS)
        show(confusion(labels, details.confusions, rows=ONE, columns=OTHER), key="confusions")
        sheet.offer(sheets.confusions(details), slug=slug, question=question.spec.key)


def going_on(slug: str, question: StudyQuestion) -> None:
    """Draw the agreement by day and by the position in a session."""
    drawn = [
        (name, heading, steps)
        for name, heading, steps in (
            ("by-day", BY_DAY, question.by_day),
            ("by-position", BY_POSITION, question.by_position),
        )
        if sum(step.value is not None for step in steps) > 1
    ]
    if not drawn:
        return
    st.subheader(COURSE, anchor=False)
    quiet(COURSE_IS)
    for name, heading, steps in drawn:
        st.markdown(f"**{heading}**")
        show(course(steps), key=name)
        sheet.offer(sheets.course(steps, name=name), slug=slug, question=question.spec.key)


def disputes(slug: str, question: StudyQuestion) -> None:
    """Draw the targets on which raters differ most, each a click away."""
    st.subheader(DISPUTED, anchor=False)
    found, texts = question.details, question.spec.label_texts
    if not found.disputed:
        st.write(NONE_DISPUTED)
        return
    with reading() as session:
        said = item_view.texts(session, slug=slug, items={each.item for each in found.disputed[:AT_ONCE]})
    quiet(DISPUTED_ARE.format(n=found.n_disputed, pairable=question.found.n_pairable_targets))
    rows = [
        (
            Link(each.item, f"/{ITEM.name}?project={slug}&item={each.item}&target={each.target}"),
            Remark(
                said.get((each.item, each.target), ""),
                ", ".join(f"{rater}: {texts.get(label, label)}" for rater, label in each.labels),
            ),
            Figure(f"{each.disagreement:.2f}"),
        )
        for each in found.disputed[:AT_ONCE]
    ]
    table(("Item", "Target and answers", "Disagreement"), rows)
    sheet.offer(sheets.disputed(found), slug=slug, question=question.spec.key)


require(*STUDY)
st.title(TITLE, anchor=False)
slug = choose_project()
state = state_of(slug)
with reading() as session:
    rounds = judgments.rounds(session, slug=slug)
if state[0] == (0, 0):
    st.write(NO_JUDGMENTS)
    st.stop()
number = pick_round(rounds)
try:
    found = study_of(slug, number, state)
except AccordError as error:
    st.error(literal(str(error)))
    st.stop()
question = pick_question(found.questions)
counts = question.found
quiet(
    BASIS.format(
        ratings=counts.n_ratings,
        raters=counts.n_raters,
        targets=counts.n_targets,
        pairable=counts.n_pairable_targets,
    )
)
if found.n_changed:
    quiet(CHANGED.format(n=found.n_changed))
if counts.conditional:
    quiet(CONDITIONAL.format(text=counts.conditional))
together(slug, question, found)
in_pairs(slug, question)
by_label(slug, question)
going_on(slug, question)
grouped.draw_people(question.groups)
disputes(slug, question)
