"""What holds for every table of labels, whatever is in it?

Asked of all coefficients that are declared, on every level that they take, so that a new one is covered by itself. The
few that a property does not hold for are named beside it, with what holds instead.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agreement.coefficient import declared
from agreement.estimates import Asked, asked_of
from agreement.patterns import Patterns, fold
from agreement.ratings import Ratings
from agreement.results import Estimate
from agreement.scale import LEVELS, Level, Scale
from tests.agreement.tables import by_item, coefficient, the_question

LABELS = ("1", "2", "3", "4")
EVERY_LEVEL: dict[Level, tuple[str, ...]] = {
    "nominal": LABELS,
    "ordinal": LABELS,
    "interval": LABELS,
    "set": ("a", "a|b", "c", "none"),
    "spans": ("none", "t1:0-5", "t1:3-9", "t2:0-5"),
}
Codes = npt.NDArray[np.int64]

few = settings(max_examples=40, deadline=None)
levels = st.sampled_from(tuple(EVERY_LEVEL))
tables = arrays(
    np.int64, st.tuples(st.integers(1, 12), st.integers(1, 4)), elements=st.sampled_from([-1, 0, 0, 1, 2, 3])
)
complete = arrays(np.int64, st.tuples(st.integers(2, 12), st.integers(2, 5)), elements=st.integers(0, 3))


def people(codes: Codes, level: Level, labels: tuple[str, ...] | None = None) -> Patterns:
    """The folded labels of those who gave any."""
    given = codes[:, (codes >= 0).any(axis=0)].astype(np.int16)
    scale = Scale(level, labels or EVERY_LEVEL[level], declared=True)
    raters = tuple(f"r{rater}" for rater in range(given.shape[1]))
    return fold(Ratings("", scale, raters, given, None, 0))[0]


def everything(patterns: Patterns) -> Iterator[tuple[str, Asked]]:
    """All that is asked of the raters together, and of the first two as a pair and as a judge and a person."""
    yield from ((f"question: {key}", one) for key, one in asked_of(patterns, "question").items())
    if len(patterns.raters) > 1:
        yield from ((f"pair: {key}", one) for key, one in asked_of(patterns.pair(0, 1), "pair", "judge").items())


Values = dict[str, float | str]  # a number, or the reason why there is none


def values(codes: Codes, level: Level, labels: tuple[str, ...] | None = None) -> Values:
    """Of all that is asked; where there is a library, it has to give the same, or `value` raises."""
    return {key: one.undefined or one.value() for key, one in everything(people(codes, level, labels))}


def alike(found: Values, again: Values) -> bool:
    """Whether these are the same reasons, and the same numbers but for rounding."""
    return found.keys() == again.keys() and all(
        again[key] == (pytest.approx(one, abs=1e-9) if isinstance(one, float) else one) for key, one in found.items()
    )


def only(found: Values, scope: str) -> Values:
    return {key: one for key, one in found.items() if key.startswith(scope)}


def leaning(found: Values, times: float) -> Values:
    """The same with the bias, which alone has a direction and the scale's points, so many times as great."""
    return found | {key: one * times for key, one in found.items() if key == "pair: bias" and isinstance(one, float)}


def test_every_coefficient_that_is_declared_is_asked_here() -> None:
    codes = np.array([[0, 1, 2], [1, 1, 1], [3, 0, 0]])
    asked = {id(one.coefficient) for level in EVERY_LEVEL for _, one in everything(people(codes, level))}
    assert asked == {id(one) for one in declared()}


@few
@given(tables, levels, st.integers(0, 99))
def test_the_order_of_targets_changes_nothing(codes: Codes, level: Level, seed: int) -> None:
    shuffled = np.random.default_rng(seed).permutation(codes, axis=0)
    assert alike(values(codes, level), values(shuffled, level))


@few
@given(tables, levels, st.integers(0, 99))
def test_the_order_of_raters_changes_nothing_but_which_way_a_bias_leans(codes: Codes, level: Level, seed: int) -> None:
    shuffled = np.random.default_rng(seed).permutation(codes, axis=1)
    assert alike(only(values(codes, level), "question"), only(values(shuffled, level), "question"))
    two, turned = values(codes[:, :2], level), values(codes[:, 1::-1], level)
    assert alike(leaning(two, -1), turned)


@few
@given(tables, st.permutations(range(4)))
def test_which_nominal_label_is_which_changes_nothing(codes: Codes, places: list[int]) -> None:
    changed = np.where(codes >= 0, np.array(places)[codes], -1)
    assert alike(values(codes, "nominal"), values(changed, "nominal"))


@few
@given(tables, st.sampled_from(["ordinal", "interval"]))
def test_a_scale_turned_round_changes_nothing_but_which_way_a_bias_leans(codes: Codes, level: Level) -> None:
    turned = np.where(codes >= 0, 3 - codes, -1)
    assert alike(leaning(values(codes, level), -1), values(turned, level))


@few
@given(tables, st.integers(-300, 300), st.sampled_from([0.5, 1, 10]))
def test_scores_moved_and_stretched_change_nothing_but_a_bias_in_points(codes: Codes, move: int, times: float) -> None:
    stretched = tuple(str(move + times * int(label)) for label in LABELS)
    assert alike(leaning(values(codes, "interval"), times), values(codes, "interval", stretched))


@few
@given(tables, levels, st.integers(1, 5))
def test_targets_that_nobody_has_labelled_change_nothing(codes: Codes, level: Level, n: int) -> None:
    blank = np.full((n, codes.shape[1]), -1)
    assert alike(values(codes, level), values(np.vstack([codes, blank]), level))


@few
@given(tables, levels)
def test_a_rater_without_a_label_is_none(codes: Codes, level: Level) -> None:
    """At the door: `Ratings` has those alone who labelled something."""
    blank = np.full((len(codes), 1), -1)
    texts = list(EVERY_LEVEL[level])
    found = the_question(written(codes, texts), level=level, bootstrap=20)
    again = the_question(written(np.hstack([codes, blank]), texts), level=level, bootstrap=20)
    assert (again.n_raters, again.coefficients, again.pairs) == (found.n_raters, found.coefficients, found.pairs)


@few
@given(tables, levels)
def test_targets_that_are_there_twice_change_a_small_sample_correction_alone(codes: Codes, level: Level) -> None:
    """Alpha draws a second label without putting the first back: 1 - alpha falls as 1 - 1/n, n the labels in pairs.
    The denominator of an ICC has mean squares over n - 1 and n: 1/ICC is a line in 1/n.
    Either is a straight line in 1/n, so from one time to two it goes twice as far as from two to four."""
    found, twice, four_times = (values(np.tile(codes, (times, 1)), level) for times in (1, 2, 4))
    for key, one in found.items():
        two, four = twice[key], four_times[key]
        if one == "one_item" or (isinstance(one, str) and isinstance(two, str)):
            continue  # two equal targets can have a value where one has not
        assert isinstance(one, float)
        assert isinstance(two, float)
        assert isinstance(four, float)
        if "alpha" in key:
            assert two - one == pytest.approx(2 * (four - two), abs=1e-9)
        elif "icc" in key:
            if min(map(abs, (one, two, four))) > 1e-3:
                assert 1 / two - 1 / one == pytest.approx(2 * (1 / four - 1 / two), rel=1e-6, abs=1e-6)
        else:
            assert two == pytest.approx(one, abs=1e-9)


@few
@given(tables, levels, st.integers(0, 99))
def test_a_weight_is_how_often_a_row_is_there(codes: Codes, level: Level, seed: int) -> None:
    """What the bootstrap asks of a formula: a weight of 2 is a target that is there twice, one of 0 is not there."""
    dice = np.random.default_rng(seed)
    for key, one in everything(people(codes, level)):
        if one.undefined is not None:
            continue
        weights = dice.integers(0, 4, (3, len(one.patterns.counts)))
        at_once = one.statistic(weights.astype(float))
        for row, found in zip(weights, at_once, strict=True):
            if row @ one.patterns.pairable:
                again = Asked(one.coefficient, unfolded(one.patterns, row)).unresampled
                assert found == pytest.approx(again, abs=1e-9, nan_ok=True), key


def unfolded(patterns: Patterns, times: Codes) -> Patterns:
    """Each pattern so many times, as targets that nobody has put together."""
    codes = np.repeat(patterns.codes, times, axis=0)
    return replace(patterns, codes=codes, counts=np.ones(len(codes), dtype=np.int64), columns=np.arange(len(codes)))


@few
@given(tables, levels)
def test_nothing_is_nan_and_nothing_beyond_its_bounds(codes: Codes, level: Level) -> None:
    """Agreement is at most 1, raw agreement at least 0, a correlation at least -1, a bias within the scale."""
    for key, one in values(codes, level).items():
        if isinstance(one, str):
            continue
        lowest = {"pair: bias": -3.0, "pair: spearman": -1.0, "pair: kendall_tau_b": -1.0, "question: kendall_w": 0.0}
        raw = key.endswith(("percent_agreement", "span_f1"))
        assert lowest.get(key, 0.0 if raw else -np.inf) - 1e-9 <= one <= (3 if key == "pair: bias" else 1) + 1e-9, key


@few
@given(st.lists(st.integers(0, 3), min_size=2, max_size=12), st.integers(2, 5), levels)
def test_perfect_agreement_with_two_labels_is_one_and_no_bias(answers: list[int], raters: int, level: Level) -> None:
    if len(set(answers)) < 2:
        answers = [*answers, (answers[0] + 1) % 4]
    for key, one in values(np.array([[label] * raters for label in answers]), level).items():
        assert one == pytest.approx(0 if key == "pair: bias" else 1), key


@few
@given(complete)
def test_for_a_complete_table_alpha_is_fleiss_with_a_small_sample_correction(codes: Codes) -> None:
    """1 - alpha = (1 - Fleiss)(Nm - 1)/(Nm), since both have the same D_o and D_e is drawn without replacement."""
    table = written(codes)
    fleiss, alpha = (coefficient(table, key).value for key in ("fleiss_kappa", "alpha_nominal"))
    if fleiss is None:
        assert alpha is None
        return
    assert alpha is not None
    assert 1 - alpha == pytest.approx((1 - fleiss) * (codes.size - 1) / codes.size)


@few
@given(tables)
def test_with_two_labels_all_levels_and_all_weights_are_one(codes: Codes) -> None:
    """Whatever the distance of two labels is, there is only one."""
    found = values(np.minimum(codes, 1), "interval", ("1", "2"))
    for same_ones in (
        [f"question: alpha_{level}" for level in LEVELS],
        ["question: gwet_ac1", "question: gwet_ac2"],
        ["pair: cohen_kappa", "pair: linear_kappa", "pair: quadratic_kappa"],
        ["pair: spearman", "pair: kendall_tau_b"],
    ):
        alikes = [found[key] for key in same_ones if key in found]
        assert all(alike({"": alikes[0]}, {"": one}) for one in alikes), same_ones


@few
@given(arrays(np.int64, st.tuples(st.integers(2, 12), st.just(2)), elements=st.integers(0, 3)))
def test_two_raters_who_miss_nothing_are_a_pair(codes: Codes) -> None:
    """Conger's kappa of two raters is Cohen's, and raw agreement is that of the pair."""
    found = values(codes, "nominal")
    for of_all, of_two in (("conger_kappa", "cohen_kappa"), ("percent_agreement", "percent_agreement")):
        assert alike({"": found[f"question: {of_all}"]}, {"": found[f"pair: {of_two}"]})


# --- Through the report, with its intervals ---------------------------------------------------------------------------


def written(codes: Codes, labels: list[str] | None = None) -> pd.DataFrame:
    return by_item([[(labels or LABELS)[code] if code >= 0 else None for code in row] for row in codes])


def estimates(table: pd.DataFrame, level: Level, labels: list[str] | None = None) -> dict[str, Estimate]:
    return dict(the_question(table, level=level, labels=labels or list(LABELS), bootstrap=20).coefficients)


def same(one: Estimate, other: Estimate) -> bool:
    """Equal but for rounding."""
    close = all(
        a is b is None or (a is not None and b is not None and a == pytest.approx(b, abs=1e-9))
        for a, b in ((one.value, other.value), (one.low, other.low), (one.high, other.high))
    )
    return close and replace(one, value=0, low=0, high=0) == replace(other, value=0, low=0, high=0)


@few
@given(tables, st.sampled_from(LEVELS), st.integers(0, 99))
def test_permuting_targets_changes_nothing_not_even_an_interval(codes: Codes, level: Level, seed: int) -> None:
    shuffled = np.random.default_rng(seed).permutation(codes, axis=0)
    found, again = estimates(written(codes), level), estimates(written(shuffled), level)
    assert all(same(found[key], again[key]) for key in found)


@few
@given(tables, st.permutations(["pear", "fig", "10", "Fig"]))
def test_renaming_nominal_labels_changes_nothing_not_even_an_interval(codes: Codes, names: list[str]) -> None:
    found, again = estimates(written(codes), "nominal"), estimates(written(codes, names), "nominal", names)
    assert all(same(found[key], again[key]) for key in found)


@few
@given(tables, st.sampled_from(LEVELS))
def test_no_end_of_an_interval_exceeds_one_and_none_is_nan(codes: Codes, level: Level) -> None:
    question = the_question(written(codes), level=level, labels=list(LABELS), bootstrap=20)
    for one in [*question.coefficients.values(), *(e for pair in question.pairs for e in pair.coefficients.values())]:
        assert (one.value is None) == (one.undefined is not None)
        assert all(number is None or number <= 1 + 1e-9 for number in (one.value, one.low, one.high))
