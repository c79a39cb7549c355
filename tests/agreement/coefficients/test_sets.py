"""Is alpha of sets that of nltk and of a plain loop over pairs of labels?"""

from collections.abc import Callable, Sequence
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.coefficient import declared
from agreement.coefficients.sets import jaccard, masi, set_distances
from agreement.estimates import Asked
from agreement.parts import as_set, canonical
from agreement.patterns import Patterns, fold
from agreement.ratings import Ratings
from agreement.scale import seen_scale

BY_KEY = {one.key: one for one in declared() if "set" in one.levels}
Rows = Sequence[Sequence[str | None]]

EMOTIONS: list[list[str | None]] = [
    ["joy", "joy", "joy|pride"],
    ["joy|pride", "pride|joy", "pride"],
    ["fear", "fear|shame", "shame"],
    ["none", "none", "joy"],
    ["shame", "shame", "shame"],
    ["fear|shame", "joy", "fear"],
    ["pride", None, "pride|relief"],
]


def patterns_of_sets(rows: Rows) -> Patterns:
    texts = [[None if text is None else canonical("set", text) for text in row] for row in rows]
    scale = seen_scale("set", {text for row in texts for text in row if text is not None})
    codes = np.array([[-1 if text is None else scale.labels.index(text) for text in row] for row in texts])
    raters = tuple(f"r{rater}" for rater in range(codes.shape[1]))
    return fold(Ratings("", scale, raters, codes.astype(np.int16), None, 0))[0]


def alpha(key: str, rows: Rows) -> float | None:
    asked = Asked(BY_KEY[key], patterns_of_sets(rows))
    return None if asked.undefined else asked.unresampled


def test_seven_targets_are_what_nltk_gives() -> None:
    """nltk 3.10.4, AnnotationTask(...).alpha(), without the fourth row: its Jaccard divides by zero for empty sets."""
    rows = EMOTIONS[:3] + EMOTIONS[4:]
    assert alpha("alpha_masi", rows) == pytest.approx(0.3513513513513514, abs=1e-12)
    assert alpha("alpha_jaccard", rows) == pytest.approx(0.4312796208530806, abs=1e-12)


def test_empty_sets_are_equal_to_each_other_and_share_nothing_with_others() -> None:
    """nltk's alpha again, its distances mended for two empty sets."""
    assert alpha("alpha_masi", EMOTIONS) == pytest.approx(0.346875, abs=1e-12)
    assert alpha("alpha_jaccard", EMOTIONS) == pytest.approx(0.413961038961039, abs=1e-12)


@pytest.mark.parametrize(
    ("first", "second", "by_jaccard", "by_masi"),
    [
        ("a|b", "a|b", 0, 0),
        ("a|b", "a|b|c|d", 1 / 2, 1 - 1 / 2 * 2 / 3),  # held: nltk's documented example
        ("a|b", "b|c", 2 / 3, 1 - 1 / 3 * 1 / 3),  # each has something of its own
        ("a", "b", 1, 1),
        ("none", "b", 1, 1),
        ("none", "none", 0, 0),
    ],
)
def test_distances_of_two_sets(first: str, second: str, by_jaccard: float, by_masi: float) -> None:
    sets = [as_set(first), as_set(second)]
    assert set_distances(sets, likeness=jaccard)[0, 1] == pytest.approx(by_jaccard)
    assert set_distances(sets, likeness=masi)[0, 1] == pytest.approx(by_masi)


def jaccard_of(a: frozenset[str], b: frozenset[str]) -> float:
    return 1 - len(a & b) / len(a | b) if a | b else 0.0


def masi_of(a: frozenset[str], b: frozenset[str]) -> float:
    monotone = 1.0 if a == b else 2 / 3 if a <= b or b <= a else 1 / 3 if a & b else 0.0
    return 1 - (1 - jaccard_of(a, b)) * monotone


Distance = Callable[[frozenset[str], frozenset[str]], float]


def by_pairs(rows: Rows, distance: Distance) -> float | None:
    """1 - D_o / D_e over all ordered pairs of labels, within targets and anywhere."""
    units = [[as_set(text) for text in row if text is not None] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    every = [label for unit in units for label in unit]
    within = sum(distance(a, b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2))
    anywhere = sum(distance(a, b) for a, b in permutations(every, 2))
    return 1 - within / (anywhere / (len(every) - 1)) if anywhere else None


LABELS = st.sampled_from(["a", "b", "c", "a|b", "b|c", "a|b|c", "none", None])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(LABELS, min_size=3, max_size=3), min_size=2, max_size=8))
def test_both_distances_are_those_of_a_loop_over_pairs(rows: list[list[str | None]]) -> None:
    if sum(sum(text is not None for text in row) > 1 for row in rows) < 2:
        return
    for key, distance in (("alpha_masi", masi_of), ("alpha_jaccard", jaccard_of)):
        found, expected = alpha(key, rows), by_pairs(rows, distance)
        assert (found is None) == (expected is None)
        assert found is None or found == pytest.approx(expected, abs=1e-9)


def test_sets_of_one_name_give_the_nominal_alpha() -> None:
    rows: Rows = [["a", "a", "b"], ["b", "b", "b"], ["c", "a", "c"], ["b", None, "c"]]
    nominal = {one.key: one for one in declared()}["alpha_nominal"]
    expected = Asked(nominal, patterns_of_sets(rows)).unresampled
    assert alpha("alpha_masi", rows) == pytest.approx(expected, abs=1e-12)
    assert alpha("alpha_jaccard", rows) == pytest.approx(expected, abs=1e-12)


def test_sets_are_offered_raw_agreement_and_these_alphas_alone() -> None:
    scale = seen_scale("set", ["a", "a|b"])
    assert [one.key for one in declared() if one.takes(scale)] == [
        "percent_agreement",
        "all_equal",
        "alpha_masi",
        "alpha_jaccard",
    ]
    assert not BY_KEY["alpha_masi"].takes(seen_scale("nominal", ["a", "a|b"]))
