"""The long table as numbers is the same table, and says where each place stands among the targets of its question."""

from __future__ import annotations

from agreement.ratings import read_ratings
from annotation.label_table import COLUMNS, LabelTable

ROWS = [
    ("i1", "m1", "role", "a", "must"),
    ("i1", "m1", "role", "b", "irr"),
    ("i1", "m2", "role", "a", "must"),
    ("i1", "m2", "fit", "a", "1"),
    ("i2", "m2", "role", "a", "must"),  # the same two keys, the other way round
    ("i2", "m1", "role", "b", "irr"),
]


def table(rows: list[tuple[str, str, str, str, str]]) -> LabelTable:
    found = LabelTable()
    for row in rows:
        found.add(*row)
    return found


def test_its_rows_are_those_that_were_added() -> None:
    found = table(ROWS)
    assert len(found) == len(ROWS)
    for frame in (found.texts(), found.categories().astype("string")):
        assert list(frame.columns) == list(COLUMNS)
        assert {str(kind) for kind in frame.dtypes} == {"string"}
        assert [tuple(row) for row in frame.to_numpy()] == ROWS


def test_one_without_rows_has_its_columns_all_the_same() -> None:
    found = table([]).texts()
    assert (len(found), list(found.columns), {str(kind) for kind in found.dtypes}) == (0, list(COLUMNS), {"string"})


def test_every_place_is_found_among_the_targets_of_its_question() -> None:
    found = table(ROWS)
    for ratings in read_ratings(found.categories()).ratings:
        assert ratings.targets is not None
        rows = found.rows_of(ratings.targets, ratings.question)
        wanted = list(dict.fromkeys(row[:2] for row in ROWS if row[2] == ratings.question))
        assert [tuple(ratings.targets[place]) for place in rows] == wanted


def test_a_place_of_which_every_label_was_refused_is_found_nowhere() -> None:
    found = table([*ROWS, ("i3", "m1", "role", "a", "no such label")])
    role = read_ratings(found.categories(), labels={"role": ["irr", "must"]}).ratings[0]
    assert role.targets is not None
    assert found.rows_of(role.targets, "role").tolist()[-1] == -1
