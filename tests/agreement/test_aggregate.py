"""Does Dawid and Skene's model give what the paper prints, and what a plain loop gives?"""

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agreement.aggregate import DawidSkene, dawid_skene
from agreement.patterns import Floats, Ints
from agreement.ratings import Ratings
from agreement.scale import declared_scale, seen_scale


def of_codes(codes: Any, *, n_labels: int, raters: tuple[str, ...] | None = None) -> DawidSkene:
    table = np.array(codes, dtype=np.int16)
    names = raters or tuple(f"r{rater}" for rater in range(table.shape[1]))
    scale = declared_scale("nominal", [str(label) for label in range(n_labels)])
    return dawid_skene(Ratings("", scale, names, table, None, 0))


def by_loops(codes: Ints, n_labels: int, *, iterations: int) -> tuple[Floats, Floats]:
    """The paper's equations 2.3 to 2.5 one number at a time: posteriors and marginals."""
    posteriors = np.zeros((len(codes), n_labels))
    for target, rater in np.argwhere(codes >= 0):
        posteriors[target, codes[target, rater]] += 1 / (codes[target] >= 0).sum()
    for _ in range(iterations):
        marginals = posteriors.mean(axis=0)
        confusion = np.zeros((codes.shape[1], n_labels, n_labels))
        for target, rater in np.argwhere(codes >= 0):
            confusion[rater, :, codes[target, rater]] += posteriors[target]
        for row in confusion.reshape(-1, n_labels):
            row /= row.sum() or 1
        for target, row in enumerate(codes):
            for true in range(n_labels):
                given = [confusion[rater, true, label] for rater, label in enumerate(row) if label >= 0]
                posteriors[target, true] = marginals[true] * np.prod(given)
            posteriors[target] /= posteriors[target].sum()
    return posteriors, posteriors.mean(axis=0)


def the_paper(shared_data: Path) -> tuple[DawidSkene, dict[str, Any]]:
    """The anaesthetists of Dawid and Skene (1979): 45 patients, five observers, the first looked thrice."""
    vectors = json.loads((shared_data / "agreement" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    (vector,) = [one for one in vectors if one["statistic"] == "DS class marginals"]
    responses = vector["data"]["responses"].values()
    codes = [[label - 1 for labels in by_observer for label in labels] for by_observer in responses]
    return of_codes(codes, n_labels=4, raters=("1", "1", "1", "2", "3", "4", "5")), vector


def test_the_anaesthetists_of_dawid_and_skene_1979(shared_data: Path) -> None:
    found, vector = the_paper(shared_data)
    assert found.converged
    assert found.marginals == pytest.approx(vector["expected"], abs=vector["tol"])
    assert found.marginals == pytest.approx(vector["reference_value"], abs=5e-6)
    assert found.log_likelihood == pytest.approx(vector["loglik"], abs=1e-5)
    assert found.suggestions is not None
    assert (found.suggestions + 1).tolist() == vector["labels"]
    first = found.raters[0]
    assert np.array(first.confusion) == pytest.approx(np.array(vector["error_rates_observer1"]), abs=5e-5)
    assert first.n_labels == 3 * 45
    assert [rater.rater for rater in found.raters] == ["1", "2", "3", "4", "5"]


def test_a_raters_accuracy_is_the_diagonal_weighted_by_the_marginals(shared_data: Path) -> None:
    found, vector = the_paper(shared_data)
    diagonal = np.diagonal(np.array(vector["error_rates_observer1"]))
    assert found.raters[0].accuracy == pytest.approx(float(diagonal @ vector["reference_value"]), abs=5e-5)


@settings(max_examples=40, deadline=None)
@given(arrays(np.int64, st.tuples(st.integers(3, 12), st.integers(3, 5)), elements=st.integers(-1, 2)))
def test_the_same_as_a_plain_loop(codes: Ints) -> None:
    codes = codes[(codes >= 0).sum(axis=1) > 0]
    if not len(codes) or (codes >= 0).sum(axis=1).max() < 3:
        return
    found = of_codes(codes, n_labels=3)
    posteriors, marginals = by_loops(codes, 3, iterations=found.n_iterations)
    assert found.posteriors == pytest.approx(posteriors, abs=1e-9)
    assert found.marginals == pytest.approx(marginals, abs=1e-9)


def test_a_reliable_minority_outweighs_raters_who_guess() -> None:
    """Two who know and three who guess: the truth comes out better than by majority (seeded)."""
    draw = np.random.default_rng(4)
    truth = draw.integers(0, 2, 2000)
    right = draw.random((2000, 5)) < np.array([0.97, 0.97, 0.5, 0.5, 0.5])
    codes = np.where(right, truth[:, np.newaxis], 1 - truth[:, np.newaxis])
    found = of_codes(codes, n_labels=2)
    assert found.suggestions is not None
    by_majority = (codes.sum(axis=1) > 2).astype(int)
    assert (found.suggestions == truth).mean() > 0.95 > 0.9 > (by_majority == truth).mean()
    assert [rater.accuracy for rater in found.raters] == pytest.approx([0.97, 0.97, 0.5, 0.5, 0.5], abs=0.03)


def test_a_tie_is_no_suggestion() -> None:
    """Four raters who split evenly, everywhere and both ways: nothing favours a side."""
    found = of_codes([[0, 0, 1, 1], [1, 1, 0, 0]], n_labels=2)
    assert found.suggestions is not None
    assert found.suggestions.tolist() == [-1, -1]


def test_two_raters_on_every_target_are_too_few_though_there_are_three_in_all() -> None:
    found = of_codes([[0, 0, -1], [-1, 1, 1], [0, -1, 0]], n_labels=2)
    assert found.undefined == "few_raters"
    assert found.posteriors is None
    assert found.as_json()["undefined"] == "few_raters"


def test_three_passes_of_one_rater_are_one_rater() -> None:
    assert of_codes([[0, 0, 0], [1, 1, 1]], n_labels=2, raters=("a", "a", "a")).undefined == "few_raters"


def test_a_target_with_few_labels_or_none_gets_no_suggestion() -> None:
    found = of_codes([[0, 0, 0], [1, 1, 1], [1, 1, -1], [-1, -1, -1]], n_labels=2)
    assert found.suggestions is not None
    assert found.posteriors is not None
    assert found.suggestions.tolist() == [0, 1, -1, -1]
    assert found.posteriors[3].tolist() == list(found.marginals)


def test_a_class_that_nobody_met_has_no_row_and_no_nan() -> None:
    found = of_codes([[0, 0, 0], [1, 1, 1]], n_labels=3)
    assert found.raters[0].confusion == ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), None)
    assert found.raters[0].accuracy == 1.0
    json.dumps(found.as_json(), allow_nan=False)


def test_a_hundred_thousand_targets_of_five_raters_are_quick() -> None:
    """Folded, they are 4^5 rows at most; a loop over targets would take minutes."""
    draw = np.random.default_rng(0)
    truth = draw.integers(0, 3, 100_000)
    codes = np.where(draw.random((100_000, 5)) < 0.7, truth[:, np.newaxis], draw.integers(0, 3, (100_000, 5)))
    codes[draw.random((100_000, 5)) < 0.2] = -1
    begun = time.process_time()
    assert of_codes(codes, n_labels=3).converged
    assert time.process_time() - begun < 5


def test_raters_who_are_not_known_have_no_reliability_and_sets_are_not_right_or_wrong() -> None:
    codes = np.zeros((4, 3), dtype=np.int16)
    known = Ratings("", declared_scale("nominal", ["a", "b"]), ("1", "2", "3"), codes, None, 0)
    assert dawid_skene(replace(known, anonymous=True)).undefined == "anonymous_raters"
    assert dawid_skene(replace(known, scale=seen_scale("set", ["a", "a|b"]))).undefined == "has_parts"
