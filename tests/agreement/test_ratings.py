"""Does the door keep what was said, drop what is missing, and refuse what a library would count wrongly?"""

import numpy as np
import pandas as pd
import pytest

from agreement.errors import ColumnsMissing, SplitCluster, TooManyLabels
from agreement.ratings import Ratings, read_ratings
from agreement.results import RefusedRow

Row = tuple[str | None, ...]


def table(*rows: Row, columns: str = "item rater label") -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=columns.split())


def only(table: pd.DataFrame, **options: object) -> Ratings:
    reading = read_ratings(table, **options)  # type: ignore[arg-type]
    assert reading.refused == ()
    (ratings,) = reading.ratings
    return ratings


def test_ratings_are_targets_by_raters_in_the_order_of_the_declared_labels() -> None:
    rows = table(("i1", "bo", "must"), ("i1", "ann", "irr"), ("i2", "bo", "nice"))
    ratings = only(rows, labels={"": ["irr", "nice", "must"]})
    assert ratings.raters == ("ann", "bo")
    assert ratings.codes.tolist() == [[0, 2], [-1, 1]]


def test_raters_stand_in_natural_order() -> None:
    assert only(table(("i", "r10", "1"), ("i", "r2", "1"))).raters == ("r2", "r10")


def test_blanks_are_missing_and_counted() -> None:
    rows = table(("i1", "ann", "yes"), ("i1", "bo", ""), ("i2", "ann", "N/A"), ("i2", "bo", None), ("i3", "bo", "no"))
    ratings = only(rows)
    assert ratings.n_missing == 3
    assert ratings.scale.labels == ("no", "yes")
    assert ratings.codes.tolist() == [[1, -1], [-1, -1], [-1, 0]]


def test_a_rater_without_a_label_is_no_rater() -> None:
    """A8: the second annotator has opened everything and answered nothing."""
    assert only(table(("i1", "ann", "yes"), ("i1", "bo", " "))).raters == ("ann",)


def test_labels_lose_white_space_and_nothing_else() -> None:
    rows = table(("i1", "ann", " Yes "), ("i1", "bo", "yes"), ("i1", "Bo", "Yes"))
    ratings = only(rows)
    assert ratings.scale.labels == ("Yes", "yes")
    assert ratings.raters == ("Bo", "ann", "bo")


def test_numbers_in_a_frame_are_read_as_text() -> None:
    rows = pd.DataFrame({"item": [1, 1], "rater": ["a", "b"], "label": [4, 5]})
    assert only(rows).scale.labels == ("4", "5")


def test_long_ids_stay_apart() -> None:
    """G5: eighteen digits that differ in the last one."""
    ids = ("432111314109063038", "432111314109063039")
    rows = table(*((item, rater, "x") for item in ids for rater in "ab"))
    assert len(only(rows).codes) == 2


def test_the_same_rater_twice_on_a_target_and_question_is_refused_and_the_first_stands() -> None:
    rows = table(
        ("i1", "ann", "yes"), ("i1", "bo", "yes"), ("i1", "ann", "no"), ("i2", "ann", "no"), ("i2", "bo", "no")
    )
    reading = read_ratings(rows.set_index(pd.Index([2, 3, 4, 5, 6])))
    assert reading.refused == (RefusedRow(4, "i1", "ann has labelled the same target in row 2"),)
    assert reading.ratings[0].codes.tolist() == [[1, 1], [0, 0]]


def test_a_blank_does_not_make_a_second_label() -> None:
    assert only(table(("i1", "ann", ""), ("i1", "ann", "yes"))).codes.tolist() == [[0]]


def test_one_rater_may_label_several_targets_and_questions_of_an_item() -> None:
    rows = table(
        ("i1", "m1", "role", "ann", "must"),
        ("i1", "m2", "role", "ann", "must"),
        ("i1", "m1", "used", "ann", "must"),
        columns="item target question rater label",
    )
    assert [len(ratings.codes) for ratings in read_ratings(rows).ratings] == [2, 1]


def test_a_label_that_is_not_declared_is_refused_with_its_row() -> None:
    """C7 in kind: 10 on a scale of 1 to 5."""
    rows = table(("i1", "ann", "5"), ("i1", "bo", "10"))
    reading = read_ratings(rows, labels={"": ["1", "2", "3", "4", "5"]})
    assert reading.refused == (RefusedRow(1, "i1", "the label '10' is none of: 1, 2, 3, 4, 5"),)


def test_a_row_without_item_or_rater_is_refused() -> None:
    reading = read_ratings(table(("", "ann", "yes"), ("i1", None, "yes"), ("i1", "ann", "yes")))
    assert [(row.row, row.why) for row in reading.refused] == [(0, "it names no item"), (1, "it names no rater")]


def test_a_table_without_the_columns_is_refused_with_what_was_found() -> None:
    with pytest.raises(ColumnsMissing, match="no column 'rater', 'label'; the columns found are: item, A, B"):
        read_ratings(pd.DataFrame(columns=["item", "A", "B"]))


def test_a_column_of_free_text_is_refused() -> None:
    with pytest.raises(TooManyLabels, match="1001 different labels"):
        read_ratings(table(*((f"i{n}", "ann", f"text {n}") for n in range(1001))))


def test_a_declared_question_is_read_even_when_nobody_has_answered_it() -> None:
    ratings = only(table(), labels={"role": ["irr", "nice", "must"]}, levels={"role": "ordinal"})
    assert (ratings.question, ratings.codes.shape, ratings.scale.level) == ("role", (0, 0), "ordinal")


def test_declared_questions_come_first_and_the_others_in_natural_order() -> None:
    rows = table(*(("i1", q, "ann", "1") for q in ("q10", "q2", "z")), columns="item question rater label")
    assert [r.question for r in read_ratings(rows, levels={"z": "ordinal"}).ratings] == ["z", "q2", "q10"]


def test_several_targets_of_an_item_are_one_cluster() -> None:
    rows = table(
        ("i1", "m1", "ann", "x"), ("i1", "m2", "ann", "x"), ("i2", "m1", "ann", "x"), columns="item target rater label"
    )
    clusters = only(rows).clusters
    assert clusters is not None
    assert (clusters.by, clusters.n, clusters.codes.tolist()) == ("item", 2, [0, 0, 1])
    assert only(rows, cluster="target").clusters is None


def test_an_item_that_is_its_own_target_is_no_cluster() -> None:
    assert only(table(("i1", "ann", "x"), ("i2", "ann", "x"))).clusters is None


def test_another_column_can_name_the_clusters() -> None:
    rows = table(
        ("i1", "ann", "x", "d1"), ("i1", "bo", "x", "d1"), ("i2", "ann", "x", "d1"), columns="item rater label dialogue"
    )
    clusters = only(rows, cluster="dialogue").clusters
    assert clusters is not None
    assert (clusters.by, clusters.n) == ("dialogue", 1)


def test_a_target_in_two_clusters_is_refused() -> None:
    rows = table(("i1", "ann", "x", "d1"), ("i1", "bo", "x", "d2"), columns="item rater label dialogue")
    with pytest.raises(SplitCluster, match="row 1: a target of item 'i1'"):
        read_ratings(rows, cluster="dialogue")


def test_a_row_without_its_cluster_is_refused_and_an_unknown_cluster_column_too() -> None:
    rows = table(("i1", "ann", "x", "d1"), ("i2", "ann", "x", ""), columns="item rater label dialogue")
    assert [row.why for row in read_ratings(rows, cluster="dialogue").refused] == ["its column 'dialogue' is empty"]
    with pytest.raises(ColumnsMissing, match="'persona'"):
        read_ratings(rows, cluster="persona")


def test_the_order_of_the_rows_does_not_matter() -> None:
    dice = np.random.default_rng(7)
    rows = table(*((f"i{i}", f"r{r}", str(dice.integers(3))) for i in range(20) for r in range(3)))
    shuffled = rows.sample(frac=1, random_state=1)
    assert sorted(only(rows).codes.tolist()) == sorted(only(shuffled).codes.tolist())
