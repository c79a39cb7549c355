"""How far do the annotators agree? Coefficients with their intervals, pairs, and how often each label was given."""

from __future__ import annotations

import streamlit as st

from annotation import judgments
from annotation.errors import AccordError
from annotation.store import reading
from pages.parts.access import require
from pages.parts.charts import pairwise_heatmap
from pages.parts.choose import choose_project
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.report import project_report
from pages.parts.tables import coefficients, pairs, shares

TITLE = "Agreement"
NO_JUDGMENTS = "Nobody has labelled anything in this project yet."
BASIS = "Answers: {ratings:,}. Raters: {raters}. Targets: {targets:,}, of which {pairable:,} have two answers or more."
INTERVALS = (
    "Intervals: {replicates:,} bootstrap replicates over {what}. They speak of these raters on other targets, "
    "not of other raters."
)
PAIRS = "Pairs of annotators"
KAPPA = "The picture shows Cohen's kappa and, as n, how many targets both have labelled."
LABELS = "Labels"

require("researcher", "admin")
st.title(TITLE, anchor=False)
slug = choose_project()
with reading() as session:
    state = judgments.state(session, slug=slug)
    asked = {question.key: question for question in judgments.questions(session, slug=slug)}
if state == (0, 0):
    st.write(NO_JUDGMENTS)
    st.stop()

try:
    report = project_report(slug, state)
except AccordError as error:
    st.error(literal(str(error)))
    st.stop()
for question in report.questions:
    st.subheader(literal(asked[question.question].text), anchor=False)
    quiet(
        BASIS.format(
            ratings=question.n_ratings,
            raters=question.n_raters,
            targets=question.n_targets,
            pairable=question.n_pairable_targets,
        )
    )
    coefficients(question)
    if any(found.low is not None for found in question.coefficients.values()):
        what = f"{question.clusters.n:,} items" if question.clusters else "the targets"
        quiet(INTERVALS.format(replicates=report.replicates, what=what))
    if question.pairs:
        st.markdown(f"**{PAIRS}**")
        if any(pair.coefficients["cohen_kappa"].value is not None for pair in question.pairs):
            st.plotly_chart(pairwise_heatmap(question), width="content", config={"displayModeBar": False})
            quiet(KAPPA)
        pairs(question)
    st.markdown(f"**{LABELS}**")
    shares(question, asked[question.question].label_texts)
