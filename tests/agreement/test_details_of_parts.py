"""What stands behind sets and spans: how far they differ is how little they share, and many are not counted out."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import pytest

from agreement.details import Details, details
from agreement.ratings import read_ratings
from agreement.scale import MOST_COUNTED, Level


def found(level: Level, *labels: Sequence[str]) -> Details:
    """The details of targets, each with one label of every rater."""
    rows = [(f"i{n}", f"r{place}", label) for n, own in enumerate(labels) for place, label in enumerate(own)]
    table = pd.DataFrame(rows, columns=["item", "rater", "label"])
    (ratings,) = read_ratings(table, levels={"": level}).ratings
    return details(ratings)


def test_sets_differ_by_what_they_do_not_share() -> None:
    """N3. Of joy and joy|pride one of two names is shared, of fear and none nothing."""
    told = found("set", ("joy", "joy|pride"), ("fear", "none"), ("joy|fear", "fear|joy"))
    assert [(one.item, one.disagreement) for one in told.disputed] == [("i1", 1.0), ("i0", 0.5)]
    assert told.n_disputed == 2
    assert told.disputed[1].labels == (("r0", "joy"), ("r1", "joy|pride"))


def test_spans_differ_by_one_less_their_f1_and_nothing_is_counted_by_the_label() -> None:
    told = found("spans", ("t1:0-10", "t1:5-10|t2:0-5"), ("t1:0-4", "t1:0-4"), ("none", "t1:0-3"))
    assert [(one.item, one.disagreement) for one in told.disputed] == [("i2", 1.0), ("i0", 0.5)]
    assert (told.labels, told.confusions) == ((), ())
    assert [(one.rater, one.n, one.shares) for one in told.raters] == [("r0", 3, ()), ("r1", 3, ())]


def test_few_sets_are_counted_and_very_many_are_not() -> None:
    few = found("set", ("a", "b"), ("a", "a"))
    assert (few.labels, few.confusions) == (("a", "b"), ((1, 1), (1, 0)))
    many = found("set", *((f"t{n}", f"t{n}|t{n + 1}") for n in range(MOST_COUNTED)))
    assert (many.labels, many.confusions, many.n_disputed) == ((), (), MOST_COUNTED)
    assert many.disputed[0].disagreement == pytest.approx(0.5)
