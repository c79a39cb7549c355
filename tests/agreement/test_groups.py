"""Do group means, their intervals and the differences of systems come out as by hand and by plain loops?"""

import json
import time

import numpy as np
import pandas as pd
import pytest

from agreement.errors import BadOption, ColumnsMissing
from agreement.groups import group_scores, system_differences

NAN = np.nan


def frame(*rows: tuple[str, str, str, float, float]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["item", "cluster", "system", "people", "judge"])


SMALL = frame(
    ("i1", "d1", "A", 4, 5),
    ("i2", "d1", "A", 2, 2),
    ("i3", "d2", "A", NAN, 1),
    ("i1", "d1", "B", 1, 3),
    ("i2", "d1", "B", 3, NAN),
    ("i3", "d2", "B", 5, 4),
)


def seeded(n_clusters: int = 40) -> pd.DataFrame:
    draw = np.random.default_rng(1)
    cluster = np.repeat(np.arange(n_clusters), 3)
    people = 3 + draw.normal(size=n_clusters)[cluster] + 0.3 * draw.normal(size=3 * n_clusters)
    rows = {"item": np.arange(3 * n_clusters), "cluster": cluster, "system": "A", "people": people}
    return pd.DataFrame(rows).assign(judge=people + 0.5)


def test_people_and_judge_stand_beside_each_other_on_the_same_responses() -> None:
    a, b = group_scores(SMALL, by=["system"], replicates=0)
    assert a.group == {"system": "A"}
    assert (a.n_responses, a.n_clusters) == (3, 2)
    assert a.people is not None
    assert a.judge is not None
    assert a.judge_all is not None
    assert a.difference is not None
    assert (a.people.n, a.people.value) == (2, 3.0)
    assert (a.judge.n, a.judge.value) == (2, 3.5)
    assert a.judge_all.n == 3
    assert a.judge_all.value == pytest.approx(8 / 3)
    assert a.difference.value == 0.5
    assert b.people is not None
    assert b.people_all is not None
    assert (b.people.value, b.people_all.value) == (3.0, 3.0)
    assert (b.people.n, b.people_all.n) == (2, 3)
    assert a.people.low is None


def test_the_interval_is_that_of_clusters_drawn_whole_by_a_plain_loop() -> None:
    """2,000 seeded draws each, by other numbers: the ends agree within their Monte-Carlo error."""
    rows = seeded()
    (found,) = group_scores(rows, by=["system"], replicates=2000, seed=3)
    draw, means = np.random.default_rng(9), []
    by_cluster = [scores.to_numpy() for _, scores in rows.groupby("cluster")["people"]]
    for _ in range(2000):
        means.append(np.concatenate([by_cluster[one] for one in draw.integers(0, 40, 40)]).mean())
    low, high = np.quantile(means, [0.025, 0.975])
    assert found.people is not None
    assert (found.people.low, found.people.high) == pytest.approx((low, high), abs=0.03)
    of_single_rows = 2 * 1.96 * rows["people"].std() / np.sqrt(len(rows))
    assert found.people.high is not None
    assert found.people.low is not None
    assert found.people.high - found.people.low > 1.4 * of_single_rows


def test_people_and_judge_are_drawn_together() -> None:
    """The judge is half a point above people everywhere, so the difference has no width."""
    (found,) = group_scores(seeded(), by=["system"])
    assert found.difference is not None
    assert (found.difference.low, found.difference.high) == pytest.approx((0.5, 0.5))
    assert found.people is not None
    assert found.people.low is not None
    assert found.people.high is not None
    assert found.people.high - found.people.low > 0.3


def test_the_same_seed_gives_the_same_and_no_columns_are_one_group() -> None:
    first, second = (group_scores(seeded(), by=[], seed=5) for _ in range(2))
    assert first == second
    assert first[0].group == {}


def test_a_frame_of_a_judge_alone_has_no_people() -> None:
    (found,) = group_scores(seeded().drop(columns="people"), by=["system"], replicates=10)
    assert found.people is None
    assert found.difference is None
    assert found.judge is not None
    json.dumps(found.as_json(), allow_nan=False)


def test_groups_without_a_common_response_have_no_value_rather_than_nan() -> None:
    (found,) = group_scores(frame(("i1", "d1", "A", 4, NAN), ("i2", "d2", "A", NAN, 3)), by=["system"])
    assert found.people is not None
    assert (found.people.n, found.people.value) == (0, None)
    assert found.people_all is not None
    assert found.people_all.value == 4.0
    json.dumps(found.as_json(), allow_nan=False)


def test_systems_differ_on_the_items_that_both_have_answered() -> None:
    found = {one.source: one for one in system_differences(SMALL, replicates=0)}
    assert (found["people"].first, found["people"].second) == ("A", "B")
    assert found["people"].difference.n == 2
    assert found["people"].difference.value == ((4 - 1) + (2 - 3)) / 2
    assert found["judge"].difference.value == ((5 - 3) + (1 - 4)) / 2


def test_pairing_shortens_the_interval() -> None:
    """System B is system A and a little noise: paired, the item's own height is gone."""
    rows = seeded()
    noise = 0.1 * np.random.default_rng(2).normal(size=len(rows))
    both = pd.concat([rows, rows.assign(system="B", people=rows["people"] - 0.2 + noise)])
    found = system_differences(both)[0].difference
    assert found.value == pytest.approx(0.2 - noise.mean())
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low < 0.1
    json.dumps(system_differences(both)[0].as_json(), allow_nan=False)


def test_differences_are_taken_within_each_setting() -> None:
    rows = pd.concat([SMALL.assign(setting="base"), SMALL.assign(setting="CoT", people=SMALL["people"] + 1)])
    found = system_differences(rows, within=["setting"], replicates=0)
    assert [(one.within["setting"], one.source) for one in found] == [
        ("CoT", "people"),
        ("CoT", "judge"),
        ("base", "people"),
        ("base", "judge"),
    ]
    assert {one.difference.value for one in found if one.source == "people"} == {1.0}


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (SMALL.drop(columns="system"), ColumnsMissing),
        (SMALL.drop(columns=["people", "judge"]), ColumnsMissing),
        (SMALL.assign(people="good"), BadOption),
        (SMALL.assign(cluster=None), BadOption),
    ],
)
def test_a_frame_that_cannot_be_read_is_refused(rows: pd.DataFrame, error: type[Exception]) -> None:
    with pytest.raises(error):
        group_scores(rows, by=["system"])


def test_an_item_in_two_clusters_is_refused() -> None:
    with pytest.raises(BadOption, match="two clusters"):
        system_differences(SMALL.assign(cluster=list("abcdef")))


def test_the_size_of_enpmr_bench_is_quick() -> None:
    """1,872 dialogues x 4 systems x 3 settings x 4 dimensions, 1,000 replicates: clusters are summed once."""
    cells = pd.MultiIndex.from_product([range(1872), list("ABCD"), list("xyz"), list("EFHI")])
    rows = pd.DataFrame(index=cells).reset_index(names=["cluster", "system", "setting", "dimension"])
    scores = np.random.default_rng(0).integers(1, 6, (len(rows), 2))
    rows = rows.assign(people=scores[:, 0].astype(float), judge=scores[:, 1].astype(float))
    begun = time.process_time()
    assert len(group_scores(rows, by=["system", "setting", "dimension"])) == 48
    assert time.process_time() - begun < 10
