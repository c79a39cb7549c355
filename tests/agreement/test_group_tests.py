"""Are the tests between needs those of the paper and of the libraries, and does permuting heed the clusters?"""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests

from agreement.errors import BadOption, SplitCluster
from agreement.group_tests import holm, mann_whitney, need_significance, permutation_p_value, stars


def test_both_vectors_of_mann_whitney_come_out(shared_data: Path) -> None:
    """The exact one without ties, the asymptotic one with; and exact with ties is refused, which scipy ignores."""
    every = json.loads((shared_data / "agreement" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    vectors = {one["id"]: one for one in every if one["statistic"].startswith("mannwhitney_p")}
    assert sorted(vectors) == ["scipy_mwu_greater_exact", "scipy_mwu_ties"]
    exact, ties = vectors["scipy_mwu_greater_exact"], vectors["scipy_mwu_ties"]
    x, y = (np.array(exact["data"][name], dtype=float) for name in ("x", "y"))
    u, p = mann_whitney(x, y, alternative="greater", method="exact")
    assert u == 17
    assert p == pytest.approx(exact["expected"], abs=exact["tol"])
    x, y = (np.array(ties["data"][name], dtype=float) for name in ("x", "y"))
    u, p = mann_whitney(x, y, alternative="greater")
    assert u == 13
    assert p == pytest.approx(ties["expected"], abs=ties["tol"])
    with pytest.raises(BadOption, match="asymptotic"):
        mann_whitney(x, y, alternative="greater", method="exact")


@pytest.mark.parametrize(("p", "text"), [(0.0009, "***"), (0.001, "**"), (0.01, "*"), (0.05, ""), (0.8, "")])
def test_stars_are_strictly_below_their_limits(p: float, text: str) -> None:
    assert stars(p) == text


@pytest.mark.parametrize("n", [1, 2, 6, 28])
def test_holm_is_that_of_statsmodels(n: int) -> None:
    p_values = (np.random.default_rng(n).random(n) ** 3).tolist()
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1].tolist())


def test_no_p_values_stay_none() -> None:
    assert holm([]) == []


def test_the_permutation_p_value_is_that_of_all_permutations() -> None:
    """Four clusters against three: 35 ways, counted by hand; 20,000 seeded draws come within .01."""
    x = (np.array([5.0, 4, 4, 3, 5, 2]), np.array([0, 0, 1, 2, 3, 3]))
    y = (np.array([2.0, 3, 1, 2, 4]), np.array([4, 4, 5, 6, 6]))
    scores, clusters = np.concatenate([x[0], y[0]]), np.concatenate([x[1], y[1]])

    def apart(chosen: tuple[int, ...]) -> float:
        inside = np.isin(clusters, chosen)
        return abs(float(scores[inside].mean() - scores[~inside].mean()))

    ways = [apart(chosen) for chosen in combinations(range(7), 4)]
    exact = np.mean([way >= apart((0, 1, 2, 3)) - 1e-12 for way in ways])
    found = permutation_p_value(x, y, permutations=20_000, draw=np.random.default_rng(0))
    assert found == pytest.approx(exact, abs=0.01)


def seeded(effect: float = 0.0, *, seed: int = 7, **options: Any) -> pd.DataFrame:
    """60 dialogues with one need each and five alike responses; `effect` is what self-actualization has more."""
    draw = np.random.default_rng(seed)
    need = np.array(["EN", "LB", "PN", "SA"])[np.arange(60) % 4]
    height = draw.normal(size=60) + effect * (need == "SA")
    cluster = np.repeat(np.arange(60), 5)
    people = 3 + height[cluster] + 0.1 * draw.normal(size=300)
    rows = {"cluster": cluster, "need": need[cluster], "system": "A", "setting": "base", "dimension": "empathy"}
    return pd.DataFrame(rows | {"people": people} | options)


def test_best_and_worst_stand_against_their_neighbour_in_rank() -> None:
    (found,) = need_significance(seeded(effect=3.0), permutations=99)
    ranked = list(found.means)
    assert ranked[0] == "SA"
    assert [found.means[name] for name in ranked] == sorted(found.means.values(), reverse=True)
    best, worst = found.neighbours
    assert (best.which, best.need, best.neighbour) == ("best", ranked[0], ranked[1])
    assert (worst.which, worst.need, worst.neighbour) == ("worst", ranked[3], ranked[2])
    assert best.stars == "***"


def test_alike_responses_of_a_dialogue_mislead_the_published_test_and_not_the_permutation() -> None:
    """40 seeded studies without any effect: stars in most by single responses, in one of twenty by whole dialogues."""
    published, permuted = 0, 0
    for seed in range(40):
        (found,) = need_significance(seeded(seed=seed), permutations=199)
        published += any(one.stars for one in found.neighbours)
        permuted += any((pair.p_adjusted or 0) < 0.05 for pair in found.pairs)
    assert published > 20
    assert permuted <= 5


def test_all_pairs_are_corrected_together_within_their_group() -> None:
    rows = pd.concat([seeded(effect=3.0), seeded().assign(dimension="fluency")])
    empathy, fluency = need_significance(rows, permutations=499)
    assert (empathy.within["dimension"], fluency.within["dimension"]) == ("empathy", "fluency")
    assert len(empathy.pairs) == 6
    assert [pair.p_adjusted for pair in empathy.pairs] == holm([pair.p_value or 0 for pair in empathy.pairs])
    assert all((pair.p_adjusted or 1) < 0.05 for pair in empathy.pairs if pair.first == "SA")
    json.dumps(empathy.as_json(), allow_nan=False)


def test_the_same_seed_gives_the_same() -> None:
    assert need_significance(seeded(), permutations=99, seed=2) == need_significance(seeded(), permutations=99, seed=2)


def test_a_cluster_with_two_needs_cannot_be_permuted_whole() -> None:
    with pytest.raises(SplitCluster, match="several of 'need'"):
        need_significance(seeded().assign(cluster=1))


def test_what_cannot_be_tested_says_why() -> None:
    rows = seeded(people=3.0)
    (alike,) = need_significance(rows)
    assert {one.undefined for one in alike.neighbours} == {"all_alike"}
    assert {one.undefined for one in alike.pairs} == {"all_alike"}
    (one_need,) = need_significance(seeded().query("need == 'SA'"))
    assert one_need.undefined == "few_groups"
    assert one_need.pairs == ()
    (few,) = need_significance(seeded().query("cluster < 5"))
    assert {one.undefined for one in few.pairs} == {"few_clusters"}
