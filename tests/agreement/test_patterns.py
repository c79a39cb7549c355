"""Are rows of labels folded without a label lost or moved?"""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agreement.patterns import fold
from agreement.ratings import Ratings
from agreement.scale import declared_scale


def ratings(codes: npt.NDArray[np.int16], n_labels: int) -> Ratings:
    raters = tuple(f"r{n}" for n in range(codes.shape[1]))
    return Ratings("", declared_scale("nominal", map(str, range(n_labels))), raters, codes, None, 0)


def test_equal_rows_are_one_pattern_with_their_number() -> None:
    patterns, pattern_of_target = fold(ratings(np.array([[0, 1], [1, 1], [0, 1], [-1, 0]], dtype=np.int16), 2))
    assert patterns.codes.tolist() == [[-1, 0], [0, 1], [1, 1]]
    assert patterns.counts.tolist() == [1, 2, 1]
    assert pattern_of_target.tolist() == [1, 2, 1, 0]


@given(arrays(np.int16, st.tuples(st.integers(0, 12), st.integers(1, 5)), elements=st.integers(-1, 3)))
def test_unfolding_gives_every_row_back(codes: npt.NDArray[np.int16]) -> None:
    patterns, pattern_of_target = fold(ratings(codes, 4))
    assert patterns.codes[pattern_of_target].tolist() == codes.tolist()
    assert patterns.n_targets == len(codes)


def test_more_raters_than_digits_of_a_number_are_still_told_apart() -> None:
    """40 raters on a scale of 5 have 6^40 rows, far more than 2^63."""
    codes = np.zeros((40, 40), dtype=np.int16)
    np.fill_diagonal(codes, 4)
    patterns, _ = fold(ratings(codes, 5))
    assert patterns.counts.tolist() == [1] * 40


def test_a_pair_keeps_the_targets_that_both_have_labelled_and_where_they_stand() -> None:
    patterns, _ = fold(ratings(np.array([[0, 1, -1], [0, -1, 1], [1, 1, 1]], dtype=np.int16), 2))
    pair = patterns.pair(0, 2)
    assert pair.raters == ("r0", "r2")
    assert pair.codes.tolist() == [[0, 1], [1, 1]]
    assert patterns.codes[pair.columns][:, [0, 2]].tolist() == pair.codes.tolist()


def test_agreeing_pairs_are_a_share_of_each_pattern() -> None:
    patterns, _ = fold(ratings(np.array([[0, 0, 0, 1], [1, 1, -1, -1], [0, -1, -1, -1]], dtype=np.int16), 2))
    by_row = dict(zip(map(tuple, patterns.codes.tolist()), patterns.agreeing_pairs.tolist(), strict=True))
    # three of four raters agree: 3 of 6 pairs
    assert by_row == {(0, 0, 0, 1): 0.5, (1, 1, -1, -1): 1.0, (0, -1, -1, -1): 0.0}


@pytest.mark.parametrize(("targets", "may"), [(1000, True), (1001, False)])
def test_a_table_too_large_to_unfold_is_kept_folded(monkeypatch: pytest.MonkeyPatch, targets: int, may: bool) -> None:
    monkeypatch.setattr("agreement.patterns._MOST_UNFOLDED", 4000)
    patterns, _ = fold(ratings(np.zeros((targets, 2), dtype=np.int16), 2))
    assert patterns.may_unfold(4) is may


@given(
    arrays(np.int16, st.tuples(st.integers(1, 30), st.integers(3, 4)), elements=st.integers(-1, 1)), st.integers(0, 9)
)
def test_equal_rows_of_two_raters_are_one_and_keep_their_weights(codes: npt.NDArray[np.int16], seed: int) -> None:
    """A row that several patterns of the question give weighs what they weigh together."""
    every, _ = fold(ratings(codes, 2))
    pair = every.pair(0, 2)
    whole = np.random.default_rng(seed).integers(0, 5, (3, len(every.codes))).astype(float)
    weights = pair.weights_of(whole)
    for row, weight in zip(pair.codes.tolist(), weights.T.tolist(), strict=True):
        showing = (every.codes[:, [0, 2]] == row).all(axis=1) if pair.rows is not None else None
        if showing is not None:
            assert weight == whole[:, showing].sum(axis=1).tolist()
    both = every.codes[(every.codes[:, [0, 2]] >= 0).all(axis=1)]
    assert set(map(tuple, pair.codes.tolist())) == {(row[0], row[2]) for row in both.tolist()}
    assert pair.n_targets == int(every.counts[(every.codes[:, [0, 2]] >= 0).all(axis=1)].sum())
    assert weights.sum() == whole[:, (every.codes[:, [0, 2]] >= 0).all(axis=1)].sum()


def test_rows_that_differ_in_who_gave_which_label_are_one_where_nobody_asks() -> None:
    rows = [[0, 1, -1], [1, 0, -1], [-1, 0, 1], [1, -1, 0], [0, 0, 0], [1, 1, 1]]
    patterns, _ = fold(ratings(np.array(rows, dtype=np.int16), 2))
    whoever = patterns.without_identity()
    assert sorted(map(tuple, whoever.codes.tolist())) == [(0, 0, 0), (1, 0, -1), (1, 1, 1)]
    assert sorted(whoever.counts.tolist()) == [1, 1, 4]
    few = whoever.only(whoever.codes[:, 2] < 0)
    assert (few.n_targets, few.weights_of(np.ones((1, 6))).tolist()) == (4, [[4.0]])
    assert len(few.pairable_columns) == 4
