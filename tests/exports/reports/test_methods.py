"""The methods can go into a paper as they stand: what, how many, who, what was left out, how, and what it speaks of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agreement.results import ClusterCount
from exports.reports.methods import methods
from exports.study import Study
from tests.exports.reports.made import made, with_found


@pytest.fixture(scope="module")
def study() -> Study:
    return made()


def text(found: Study) -> str:
    return " ".join(str(block) for block in methods(found).blocks)


@pytest.mark.parametrize(
    "said",
    [
        "the project “A study”, round 1.",
        "On “How good is it?” (interval: Bad, Fair, Good), 3 raters gave 180 labels on 60 targets, 60 of them with two",
        "The raters are ann, bo, and cai.",
        "Left out: 1 missing answer and 19 second labels of the same target.",
        "first label of a target; 3 were changed later",
        "N/A and “cannot judge” are missing, never a label of their own",
        "Decisions of adjudicators and answers of LLM judges are nobody's label here.",
        "Raw agreement (mean over targets of the share of pairs of labels that agree); All labels equal (share of the ",
        "40 replicates (seed 0) over single targets; they speak of these raters on other targets, not of other raters.",
        "LLM judges (large v1 (runs 1, 2, 3); small) are set beside the raters",
        "epsilon 0.2 (to be chosen beforehand)",
    ],
)
def test_the_methods_say(study: Study, said: str) -> None:
    assert said in text(study)


def test_clusters_are_counted(study: Study) -> None:
    assert "over 12 clusters drawn whole (by dialogue)" in text(
        with_found(study, clusters=ClusterCount("dialogue", 12))
    )


def test_several_questions_have_a_paragraph_each(study: Study) -> None:
    (question,) = study.questions
    other = replace(
        question,
        spec=replace(question.spec, text="Another?"),
        found=replace(question.found, clusters=ClusterCount("item", 60)),
    )
    found = replace(study, questions=(question, other))
    assert len(methods(found).blocks) == 6
    assert "single targets (“How good is it?”)" in text(found)
    assert "60 clusters drawn whole (by item) (“Another?”)" in text(found)


def test_one_of_a_thing_is_not_several(study: Study) -> None:
    assert "first label of a target; 1 was changed later and counts as it was at first." in text(
        replace(study, n_changed=1)
    )
    assert "none was changed later" in text(replace(study, n_changed=0))
