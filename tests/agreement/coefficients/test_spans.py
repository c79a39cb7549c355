"""Is span F1 the overlap of the characters that raters marked, and quick with a span of its own for every label?"""

import time
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from agreement.coefficient import declared
from agreement.coefficients.spans import overlap_f1
from agreement.estimates import Asked
from agreement.parts import as_spans, canonical
from agreement.patterns import Patterns, fold
from agreement.ratings import Ratings
from agreement.scale import seen_scale

Rows = Sequence[Sequence[str | None]]

BY_KEY = {one.key: one for one in declared() if "spans" in one.levels}


def patterns_of_spans(rows: Rows) -> Patterns:
    texts = [[None if text is None else canonical("spans", text) for text in row] for row in rows]
    scale = seen_scale("spans", {text for row in texts for text in row if text is not None})
    place = {label: code for code, label in enumerate(scale.labels)}
    codes = np.array([[-1 if text is None else place[text] for text in row] for row in texts])
    raters = tuple(f"r{rater}" for rater in range(codes.shape[1]))
    return fold(Ratings("", scale, raters, codes.astype(np.int16), None, 0))[0]


def value(key: str, rows: Rows) -> float | None:
    asked = Asked(BY_KEY[key], patterns_of_spans(rows))
    return None if asked.undefined else asked.unresampled


def test_three_targets_by_hand() -> None:
    rows: Rows = [
        ["t1:0-10", "t1:5-10|t2:0-5", "t1:0-10"],  # pairs: 2*5/20, 1, 2*5/20
        ["none", "none", None],  # both marked nothing: 1
        ["t1:0-4", "none", None],  # one did: 0
        ["t1:0-4", None, None],  # nobody to agree with
    ]
    assert value("span_f1", rows) == pytest.approx(((0.5 + 1 + 0.5) / 3 + 1 + 0) / 3)
    assert value("percent_agreement", rows) == pytest.approx((1 / 3 + 1 + 0) / 3)


def test_spans_that_meet_are_one_and_the_same_turn_alone_counts() -> None:
    assert value("percent_agreement", [["t1:0-5|t1:5-9", "t1:0-9"]]) == 1.0
    assert value("span_f1", [["t1:0-9", "t2:0-9"]]) == 0.0


SPANS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 15), st.integers(1, 5)), max_size=4)


@settings(max_examples=60, deadline=None)
@given(SPANS, SPANS)
def test_it_is_scikit_learns_f1_over_the_characters(
    first: list[tuple[int, int, int]], second: list[tuple[int, int, int]]
) -> None:
    marks = np.zeros((2, 2, 20), dtype=int)
    for rater, spans in enumerate((first, second)):
        for turn, start, n in spans:
            marks[rater, turn, start : start + n] = 1
    texts = ["|".join(f"t{turn}:{start}-{start + n}" for turn, start, n in one) or "none" for one in (first, second)]
    expected = f1_score(marks[0].ravel(), marks[1].ravel(), zero_division=1.0)
    a, b = map(as_spans, texts)
    assert overlap_f1(a, b) == pytest.approx(expected)
    assert overlap_f1(b, a) == pytest.approx(expected)


def test_weights_are_how_often_a_target_counts() -> None:
    rows = [["0-4", "0-4"], ["0-4", "4-8"], ["0-4", "0-4"]]
    patterns = patterns_of_spans(rows)
    statistic = BY_KEY["span_f1"].statistic(patterns)
    assert sorted(patterns.counts.tolist()) == [1, 2]
    assert statistic(patterns.counts[np.newaxis].astype(float))[0] == pytest.approx(2 / 3)


def test_thousands_of_different_spans_are_quick_and_need_no_table_of_labels() -> None:
    """3,000 targets x 3 raters, hardly two labels alike: no square of labels, no tallies (72 million numbers)."""
    draw = np.random.default_rng(0)
    starts = draw.integers(0, 4000, (3000, 3))
    rows = [[f"t{start % 7}:{start}-{start + 30}" for start in row] for row in starts.tolist()]
    patterns = patterns_of_spans(rows)
    assert len(patterns.scale.labels) > 2500
    begun = time.process_time()
    statistic = BY_KEY["span_f1"].statistic(patterns)
    drawn = draw.multinomial(3000, np.full(len(patterns.counts), 1 / len(patterns.counts)), 500)
    values = statistic(drawn.astype(np.float64))
    assert len(values) == 500
    assert time.process_time() - begun < 3
    assert "tallies" not in vars(patterns)


def test_spans_are_offered_raw_agreement_and_f1_alone() -> None:
    scale = seen_scale("spans", ["0-4"])
    assert [one.key for one in declared() if one.takes(scale)] == ["percent_agreement", "span_f1"]


def test_a_key_stands_once_at_every_level() -> None:
    for one, other in combinations(declared(), 2):
        assert one.key != other.key or not one.levels & other.levels
