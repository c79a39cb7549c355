"""How far do the annotators agree? Coefficients with their intervals, pairs, labels, and what is most disputed."""

from __future__ import annotations

import streamlit as st

from agreement.coefficient import titles
from agreement.details import Disputed
from annotation import item_view, judgments
from annotation.errors import AccordError
from annotation.store import reading
from exports import sheets
from exports.gap import gap
from exports.study import Study, StudyQuestion
from exports.wording import said_in_words
from languages import say, say_if_ours, spoken, told, worded
from pages.parts import answered, discussed, grouped, selves, sheet
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
from pages.parts.tables import Figure, Link, Remark, coefficients, of_pairs, pairs, per_label, table, titles_of
from pages.parts.terms import cluster

TITLE = worded("Agreement")
NO_JUDGMENTS = worded("Nobody has labelled anything in this project yet.")
BASIS = worded(
    "Answers: {ratings:,}. Raters: {raters}. Targets: {targets:,}, of which {pairable:,} have two answers or more."
)
CONSENSUS = worded(
    "After a discussion: everybody's newest answers, and those that were not disputed. This is consensus and no "
    "reliability, as these annotators had talked about their answers."
)
CHANGED = worded("First answers count here. Changed later on: {n:,}; the exports and the gold have the later ones.")
INTERVALS = worded(
    "Intervals: {replicates:,} bootstrap replicates over {what}. They speak of these raters on other targets, "
    "not of other raters."
)
CONDITIONAL = worded("This question is asked only where {text}: its agreement is about those targets alone.")
ALL = worded("All annotators together")
PAIRS = worded("Pairs of annotators")
KAPPA = worded("The picture shows {coefficient} and, as n, how many targets both have labelled.")
LABELS = worded("Labels")
SHARES = worded("What part of each annotator's answers each label is (answers in brackets).")
PER_LABEL = worded("Each label against all others, by Fleiss' kappa.")
CONFUSIONS = worded("Pairs of answers to one target: how many hold both labels, and their share of the row.")
ONE, OTHER = worded("one annotator"), worded("another annotator")
COURSE = worded("As the work goes on")
COURSE_IS = worded("The share of other annotators' answers to the same target that are the same.")
BY_DAY, BY_POSITION = (
    worded("By day (UTC)"),
    worded("By how many items into a session (a pause of half an hour ends one)"),
)
DISPUTED = worded("Most disputed")
DISPUTED_ARE = worded("Annotators differ on {n:,} of {pairable:,} targets; these differ most.")
NONE_DISPUTED = worded("Annotators differ on no target.")
AT_ONCE = 12
MOST_SETS = 12  # more different ones make no picture


def together(slug: str, question: StudyQuestion, found: Study) -> None:
    """Draw the coefficients of all raters, the sentence on a large gap, and the table behind them."""
    st.subheader(say(ALL), anchor=False)
    names = titles_of(question.found)
    points = [
        Point(say(names[key]), one.value, one.low, one.high)
        for key, one in question.found.coefficients.items()
        if key != "krippendorff_alpha" and one.value is not None
    ]
    if points:
        show(forest(points), key="forest")
    if explained := gap(question.found, question.spec.label_texts):
        st.info(literal(say_if_ours(explained)))
    coefficients(question.found)
    if any(one.low is not None for one in question.found.coefficients.values()):
        clusters = question.found.clusters
        what = say("{n:,} {by}s", n=clusters.n, by=cluster(clusters.by)) if clusters else say("the targets")
        quiet(say(INTERVALS, replicates=found.replicates, what=what))
    sheet.offer(sheets.coefficients(question.found), slug=slug, question=question.spec.key)


def in_pairs(slug: str, question: StudyQuestion) -> None:
    """Draw every two raters."""
    if not question.found.pairs:
        return
    st.subheader(say(PAIRS), anchor=False)
    key = of_pairs(question.found)
    if any(pair.coefficients[key].value is not None for pair in question.found.pairs):
        show(pairwise_heatmap(question.found, key=key), key="pairs")
        quiet(say(KAPPA, coefficient=titles(n_raters=2)[key]))
    pairs(question.found)
    sheet.offer(sheets.pairs(question.found), slug=slug, question=question.spec.key)


def by_label(slug: str, question: StudyQuestion) -> None:
    """Draw how often each label was given, by whom, how well it is agreed on, and what is confused."""
    details, texts = question.details, question.spec.label_texts
    if not details.labels or (question.found.level == "set" and len(details.labels) > MOST_SETS):
        return  # hardly two sets or spans are alike
    st.subheader(say(LABELS), anchor=False)
    labels = [say(" + ").join(texts.get(name, name) for name in label.split("|")) for label in details.labels]
    if details.raters:
        quiet(say(SHARES))
        show(shares(details.raters, labels), key="shares")
        sheet.offer(sheets.shares(details), slug=slug, question=question.spec.key)
    if question.found.per_label:
        quiet(say(PER_LABEL))
        per_label(question.found, texts)
    if any(count for row in details.confusions for count in row):
        quiet(say(CONFUSIONS))
        show(confusion(labels, details.confusions, rows=say(ONE), columns=say(OTHER)), key="confusions")
        sheet.offer(sheets.confusions(details), slug=slug, question=question.spec.key)


def going_on(slug: str, question: StudyQuestion) -> None:
    """Draw the agreement by day and by the position in a session."""
    drawn = [
        (name, heading, steps)
        for name, heading, steps in (
            ("by-day", say(BY_DAY), question.by_day),
            ("by-position", say(BY_POSITION), question.by_position),
        )
        if sum(step.value is not None for step in steps) > 1
    ]
    if not drawn:
        return
    st.subheader(say(COURSE), anchor=False)
    quiet(say(COURSE_IS))
    for name, heading, steps in drawn:
        st.markdown(f"**{heading}**")
        show(course(steps), key=name)
        sheet.offer(sheets.course(steps, name=name), slug=slug, question=question.spec.key)


def disputes(slug: str, question: StudyQuestion) -> None:
    """Draw the targets on which raters differ most, each a click away."""
    st.subheader(say(DISPUTED), anchor=False)
    found = question.details

    def place_of(each: Disputed) -> tuple[str, str, str]:
        return each.item, each.target, question.spec.key

    if not found.disputed:
        st.write(say(NONE_DISPUTED))
        return
    with reading() as session:
        said = item_view.texts(session, slug=slug, items={each.item for each in found.disputed[:AT_ONCE]})
        answers = [(*place_of(each), label) for each in found.disputed[:AT_ONCE] for _, label in each.labels]
        words = said_in_words(session, slug=slug, said=answers, language=spoken())
    quiet(say(DISPUTED_ARE, n=found.n_disputed, pairable=question.found.n_pairable_targets))
    rows = [
        (
            Link(each.item, f"/{ITEM.name}?project={slug}&item={each.item}&target={each.target}"),
            Remark(
                said.get((each.item, each.target), ""),
                say(", ").join(
                    f"{rater}: {words[each.item, each.target, question.spec.key, label]}"
                    for rater, label in each.labels
                ),
            ),
            Figure(f"{each.disagreement:.2f}"),
        )
        for each in found.disputed[:AT_ONCE]
    ]
    table((say("Item"), say("Target and answers"), say("Disagreement")), rows)
    sheet.offer(sheets.disputed(found), slug=slug, question=question.spec.key)


require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
state = state_of(slug)
with reading() as session:
    rounds = judgments.rounds(session, slug=slug)
if state[0] == (0, 0):
    st.write(say(NO_JUDGMENTS))
    st.stop()
number = pick_round(rounds)
try:
    found = study_of(slug, number, state)
except AccordError as error:
    st.error(literal(told(error)))
    st.stop()
if not found.questions:
    answered.texts(found.texts, slug=slug)
    st.stop()
question = pick_question(found.questions)
counts = question.found
quiet(
    say(
        BASIS,
        ratings=counts.n_ratings,
        raters=counts.n_raters,
        targets=counts.n_targets,
        pairable=counts.n_pairable_targets,
    )
)
if found.round_kind == "discussion":
    st.info(say(CONSENSUS))
if found.n_changed:
    quiet(say(CHANGED, n=found.n_changed))
if counts.conditional:
    quiet(say(CONDITIONAL, text=counts.conditional))
together(slug, question, found)
in_pairs(slug, question)
selves.draw(counts, slug=slug, key=question.spec.key)
by_label(slug, question)
answered.draw(question.answers, slug=slug, question=question.spec.key)
going_on(slug, question)
grouped.draw_origins(question.origins, slug=slug, question=question.spec.key)
grouped.draw_people(question.groups)
discussed.draw(question.discussed, slug=slug, question=question.spec.key)
disputes(slug, question)
answered.texts(found.texts, slug=slug)
