"""Do raters who label a target twice count once, and how far do they agree with themselves?"""

import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score

from agreement.ratings import read_ratings
from agreement.report import report
from agreement.scale import Level

FIRST = {"ann": "yynnyynn", "bo": "ynnnyynn"}
SECOND = {"ann": "yynnnynn"}


def table() -> pd.DataFrame:
    """Ann labels her eight targets again; the second labels stand first in the file."""
    rows = [
        (f"i{item}", rater, label, occasion)
        for occasion, said in (("10", SECOND), ("9", FIRST))
        for rater, labels in said.items()
        for item, label in enumerate(labels)
    ]
    return pd.DataFrame(rows, columns=["item", "rater", "label", "occasion"])


def test_the_first_labels_by_occasion_are_the_ones_that_count() -> None:
    """9 comes before 10, though it stands later in the file and sorts behind it as text."""
    (found,) = report(table(), occasion="occasion", bootstrap=50).questions
    once = table()[table()["occasion"] == "9"]
    (alone,) = report(once, bootstrap=50).questions
    assert {key: one.value for key, one in found.coefficients.items()} == {
        key: one.value for key, one in alone.coefficients.items()
    }
    assert (found.n_ratings, found.excluded) == (16, {"repeated": 8})


def test_each_rater_s_first_labels_are_set_beside_the_second_ones() -> None:
    (found,) = report(table(), occasion="occasion", bootstrap=50).questions
    (ann,) = found.self_agreement
    assert (ann.rater, ann.n) == ("ann", 8)
    assert ann.coefficients["percent_agreement"].value == pytest.approx(7 / 8)
    expected = cohen_kappa_score(list(FIRST["ann"]), list(SECOND["ann"]))
    assert ann.coefficients["cohen_kappa"].value == pytest.approx(expected)
    assert ann.coefficients["cohen_kappa"].low is not None
    assert list(ann.as_json()) == ["rater", "n", "percent_agreement", "cohen_kappa"]


def test_a_third_label_is_counted_and_left_out() -> None:
    third = pd.DataFrame([("i0", "ann", "n", "11")], columns=["item", "rater", "label", "occasion"])
    (ratings,) = read_ratings(pd.concat([table(), third], ignore_index=True), occasion="occasion").ratings
    assert ratings.n_repeated == 9
    assert ratings.again is not None
    assert ratings.again[:, 0].tolist() == [ratings.scale.labels.index(label) for label in SECOND["ann"]]
    assert set(ratings.again[:, 1].tolist()) == {-1}


def test_a_blank_is_no_first_label() -> None:
    rows = [("i1", "ann", "", "1"), ("i1", "ann", "y", "2"), ("i1", "bo", "n", "1")]
    (ratings,) = read_ratings(
        pd.DataFrame(rows, columns=["item", "rater", "label", "occasion"]), occasion="occasion"
    ).ratings
    assert (ratings.codes.tolist(), ratings.n_repeated, ratings.again) == ([[1, 0]], 0, None)


def test_twice_on_one_occasion_is_refused_as_ever() -> None:
    rows = pd.concat([table(), table().iloc[[0]]], ignore_index=True)
    reading = read_ratings(rows, occasion="occasion")
    assert [(row.row, row.id, row.why) for row in reading.refused] == [
        (24, "i0", "ann has labelled the same target in row 0")
    ]


def test_without_an_occasion_a_second_label_is_refused() -> None:
    assert len(read_ratings(table()).refused) == 8


@pytest.mark.parametrize(
    ("level", "labels", "key"),
    [("set", ("a|b", "b|a", "a"), "alpha_masi"), ("spans", ("0-4", "0-4", "2-4"), "span_f1")],
)
def test_sets_and_spans_have_a_coefficient_of_their_own(level: Level, labels: tuple[str, ...], key: str) -> None:
    """Two items said alike, one with half of it left out the second time."""
    rows = [(f"i{item}", "ann", label, "1") for item, label in enumerate((labels[0], labels[0], labels[0]))]
    rows += [(f"i{item}", "ann", label, "2") for item, label in enumerate(labels)]
    rows += [(f"i{item}", "bo", labels[0], "1") for item in range(3)]
    found = report(
        pd.DataFrame(rows, columns=["item", "rater", "label", "occasion"]),
        levels={"": level},
        occasion="occasion",
        bootstrap=20,
    )
    (ann,) = found.questions[0].self_agreement
    assert key in ann.coefficients
    assert ann.n == 3
