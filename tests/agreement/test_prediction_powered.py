"""Is the prediction-powered mean that of its authors' code, does its interval cover, and what is refused?"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agreement.errors import BadOption
from agreement.patterns import Floats
from agreement.prediction_powered import PredictionPowered, prediction_powered_mean, scores
from agreement.scale import declared_scale

NAN = np.nan


def of_vector(data: dict[str, Any], *, power: float | None = None) -> PredictionPowered:
    """People's targets first, then those of the judge alone, all drawn with the same chance."""
    people = np.array([*data["Y"], *(NAN for _ in data["Yhat_unlabeled"])], dtype=float)
    judge = np.array([*data["Yhat"], *data["Yhat_unlabeled"]], dtype=float)
    chance = np.full(len(judge), len(data["Y"]) / len(judge))
    return prediction_powered_mean(people, judge, probabilities=chance, power=power)


def vectors(folder: Path) -> dict[str, dict[str, Any]]:
    every = json.loads((folder / "agreement" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    return {one["id"]: one for one in every if one["statistic"].startswith("ppi_mean")}


def test_the_authors_own_code_gives_the_same(shared_data: Path) -> None:
    """Golden values of ppi_py in the vectors: estimate, interval and lambda; lambda tuned, 1 and 0."""
    found = vectors(shared_data)
    assert sorted(found) == ["ppi_mean_lam_0", "ppi_mean_lam_1", "ppi_mean_lam_None"]
    for power, vector in (
        (None, found["ppi_mean_lam_None"]),
        (1.0, found["ppi_mean_lam_1"]),
        (0.0, found["ppi_mean_lam_0"]),
    ):
        result = of_vector(vector["data"], power=power)
        assert result.estimate is not None
        values = [result.estimate.value, result.estimate.low, result.estimate.high, result.power]
        assert values == pytest.approx(vector["expected"], abs=vector["tol"])
        assert (result.n_labelled, result.n_unlabelled) == (40, 200)


def test_people_alone_stand_beside_it(shared_data: Path) -> None:
    data = vectors(shared_data)["ppi_mean_lam_0"]
    result = of_vector(data["data"])
    assert result.people_alone is not None
    assert [result.people_alone.value, result.people_alone.low] == pytest.approx(data["expected"][:2], abs=data["tol"])


def test_the_form_for_unequal_chances_is_the_same_estimate_where_they_are_all_but_equal(shared_data: Path) -> None:
    """One is against the others, one against all: lambda .6 there weighs what .6 (n + N) / N = .72 does here."""
    data = vectors(shared_data)["ppi_mean_lam_None"]["data"]
    people = np.array([*data["Y"], *(NAN for _ in data["Yhat_unlabeled"])], dtype=float)
    judge = np.array([*data["Yhat"], *data["Yhat_unlabeled"]], dtype=float)
    chance = np.full(240, 1 / 6)
    chance[0] += 1e-12
    weighted = prediction_powered_mean(people, judge, probabilities=chance, power=0.72)
    equal = of_vector(data, power=0.6)
    assert weighted.method != equal.method
    assert weighted.estimate is not None
    assert equal.estimate is not None
    assert weighted.estimate.value == pytest.approx(equal.estimate.value, abs=1e-9)
    assert weighted.estimate.low == pytest.approx(equal.estimate.low, abs=0.02)


def _drawn(seed: int, *, unequal: bool) -> tuple[Floats, Floats, Floats]:
    """Scores of 600 targets about a mean of 3; the judge is biased, and where it scores high people are asked more."""
    draw = np.random.default_rng(seed)
    truth = 3 + draw.normal(size=600)
    judge = 0.8 * truth + 1 + 0.6 * draw.normal(size=600)
    chances = np.clip(0.08 + 0.09 * (judge - 2), 0.05, 0.6) if unequal else np.full(600, 0.2)
    people = np.where(draw.random(600) < chances, truth, NAN)
    return people, judge, chances


@pytest.mark.parametrize("unequal", [False, True])
def test_the_interval_covers_the_mean_in_95_of_100_and_is_shorter_than_that_of_people_alone(unequal: bool) -> None:
    """800 seeded studies: the Monte-Carlo error of the coverage is .008."""
    covered, lengths, alone = [], [], []
    for seed in range(800):
        people, judge, chances = _drawn(seed, unequal=unequal)
        found = prediction_powered_mean(people, judge, probabilities=chances)
        assert found.estimate is not None
        assert found.people_alone is not None
        covered.append(found.estimate.low <= 3 <= found.estimate.high)
        lengths.append(found.estimate.high - found.estimate.low)
        alone.append(found.people_alone.high - found.people_alone.low)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.025)
    assert np.mean(lengths) < 0.85 * np.mean(alone)


def test_unequal_chances_taken_for_equal_would_miss() -> None:
    """What the inverse chances are for: people were asked more often where scores are high."""
    found: list[float] = []
    ignored: list[float] = []
    for seed in range(200):
        people, judge, chances = _drawn(seed, unequal=True)
        for values, given in ((found, chances), (ignored, np.full(600, 0.2))):
            result = prediction_powered_mean(people, judge, probabilities=given, power=0.0)
            assert result.estimate is not None
            values.append(result.estimate.value)
    assert np.mean(found) == pytest.approx(3, abs=0.05)
    assert np.mean(ignored) > 3.3


def test_a_useless_judge_is_not_trusted() -> None:
    draw = np.random.default_rng(3)
    people = np.where(draw.random(500) < 0.3, draw.normal(size=500), NAN)
    found = prediction_powered_mean(people, draw.normal(size=500), probabilities=np.full(500, 0.3))
    assert found.power == pytest.approx(0, abs=0.15)


@pytest.mark.parametrize(
    ("people", "judge", "chances", "why"),
    [
        ([1.0, 2, NAN, NAN], [1.0, 2, 3, 4], None, "not_drawn"),
        ([1.0, NAN, NAN, NAN], [1.0, 2, 3, 4], [0.5] * 4, "few_labelled"),
        ([1.0, 2, 3, 4], [1.0, 2, 3, 4], [1.0] * 4, "all_labelled"),
        ([1.0, 2, NAN, NAN], [2.0] * 4, [0.5] * 4, "no_spread"),
        ([], [], [], "few_labelled"),
    ],
)
def test_it_is_refused_with_the_reason(
    people: list[float], judge: list[float], chances: list[float] | None, why: str
) -> None:
    given = None if chances is None else np.array(chances)
    found = prediction_powered_mean(np.array(people), np.array(judge), probabilities=given)
    assert found.undefined == why
    assert found.estimate is None
    json.dumps(found.as_json(), allow_nan=False)


def test_a_target_that_could_not_be_drawn_is_refused_by_name() -> None:
    with pytest.raises(BadOption, match="target 2 was drawn with the probability"):
        prediction_powered_mean(np.zeros(3), np.zeros(3), probabilities=np.array([0.5, 0.5, 0.0]))


def test_targets_without_the_judges_score_are_left_out_and_counted() -> None:
    people = np.array([1.0, 2, 3, NAN, NAN, 2])
    judge = np.array([1.0, 2, 2, 3, 1, NAN])
    found = prediction_powered_mean(people, judge, probabilities=np.full(6, 0.5))
    assert (found.n_labelled, found.n_unlabelled, found.n_without_judge) == (3, 2, 1)


def test_scores_are_means_and_shares_are_of_one_label() -> None:
    codes = np.array([[0, 2], [1, -1], [-1, -1]], dtype=np.int16)
    scale = declared_scale("ordinal", ["1", "3", "5"])
    assert scores(codes, scale).tolist()[:2] == [3.0, 3.0]
    assert np.isnan(scores(codes, scale)[2])
    assert scores(codes, scale, label="5").tolist()[:2] == [0.5, 0.0]
    with pytest.raises(BadOption, match="name the label"):
        scores(codes, declared_scale("nominal", ["a", "b", "c"]))
