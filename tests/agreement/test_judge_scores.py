"""Is a judge's answer read strictly, and never guessed?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.judge_scores import read_score
from agreement.scale import declared_scale

FIVE = declared_scale("ordinal", "12345")
ROLES = declared_scale("ordinal", ["irr", "nice", "must"])


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("4", "4"), (" 4 ", "4"), ("4.0", "4"), ("4/5", "4"), ("4 / 5", "4"), ("Score: 4", "4"), ("score: 4/5", "4"),
        ("Rating = 2.", "2"), ("评分：3", "3"), ("1e0", "1"),
    ],
)  # fmt: skip
def test_these_are_labels(text: str, label: str) -> None:
    score = read_score(text, FIVE)
    assert (score.outcome, score.label) == ("label", label)


@pytest.mark.parametrize(
    "text",
    [
        "There are 5 reasons to give it a 2",  # C1
        "I cannot rate this",  # C3
        "4 or 5", "4,5", "4/10", "2 (of 5)", "Score: 4 because of 2 slips", "four", "４", "Thoughts: 4",
    ],
)  # fmt: skip
def test_these_are_unparsed_and_never_a_number(text: str) -> None:
    score = read_score(text, FIVE)
    assert (score.outcome, score.label) == ("unparsed", "")
    assert text in score.why


@pytest.mark.parametrize("text", ["10", "0", "3.5", "-1", "Score: 7", ".8"])
def test_a_number_outside_the_scale_is_refused(text: str) -> None:
    """C7, C8, C9."""
    score = read_score(text, FIVE)
    assert score.outcome == "refused"
    assert "none of the labels 1, 2, 3, 4, 5" in score.why


def test_point_eight_is_point_eight() -> None:
    """C9."""
    assert read_score("8e-1", declared_scale("interval", ["0", ".8", "1"])).label == ".8"


@pytest.mark.parametrize("text", ["", " ", "N/A", "cannot judge"])
def test_no_answer_is_missing(text: str) -> None:
    assert read_score(text, FIVE).outcome == "missing"


def test_names_of_the_judge_are_mapped() -> None:
    assert read_score("must_have", ROLES, names={"must_have": "must"}).label == "must"
    assert read_score("must_have", ROLES).outcome == "unparsed"
    assert read_score("2", ROLES).outcome == "unparsed"


@given(st.text(max_size=40))
def test_whatever_it_says_a_label_is_one_of_the_scale(text: str) -> None:
    score = read_score(text, FIVE)
    assert (score.label in FIVE.labels) == (score.outcome == "label")
