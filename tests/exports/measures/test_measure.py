"""Measures are found by being there; each figure says its denominator and what a missing prediction counts as."""

from __future__ import annotations

import pytest

from exports.measure_tables import as_markdown, head_of, sheet, side_by_side
from exports.measured import Results
from exports.measures import Definition, Draws, Found, Material, Measure, MeasureRow, every, measured
from exports.measures.ratios import Ratio

NAMES = ["enpmr-results", "enpmr-types", "hlme-answer", "hlme-extraction", "hlme-overall", "hlme-update", "stratmem"]


def test_the_measures_are_the_modules_that_say_their_name() -> None:
    assert [each.NAME for each in every()] == NAMES


@pytest.mark.parametrize("measure", every(), ids=NAMES)
def test_every_figure_says_its_formula_its_denominator_and_what_a_missing_prediction_is(measure: Measure) -> None:
    assert measure.DEFINITIONS
    for definition in measure.DEFINITIONS.values():
        assert all([definition.title, definition.formula, definition.denominator, definition.missing])


def test_nothing_is_measured_of_nothing() -> None:
    assert measured(Material(), draws=Draws(0)) == []


def found() -> Found:
    """A measure with a share, a mean, and something undefined."""
    definitions = {
        "acc": Definition("Accuracy", "right", "items", "wrong"),
        "mae": Definition("MAE", "error", "items", "left out", is_share=False),
    }
    rows = [
        MeasureRow("acc", "pooled", {"system": "a"}, Ratio(0.25, 0.1, 0.5, 8, 8)),
        MeasureRow("acc", "averaged", {"system": "a"}, Ratio(0.5, None, None, 1, 1)),
        MeasureRow("mae", "pooled", {"system": "b|c"}, Ratio(None, None, None, 0, 0, "nothing_to_count")),
    ]
    return Found("own", "Own", definitions, rows)


def test_figures_stand_side_by_side_with_their_intervals_or_the_reason() -> None:
    (side,) = side_by_side(found())
    assert [head_of(found(), key) for key in side.columns] == ["Accuracy", "Accuracy, averaged", "MAE"]
    text = as_markdown(Results(("p",), (found(),), 8, 8, "", 20, 0))
    assert "| a | 25.0 % (10.0 % – 50.0 %) | 50.0 % |  |" in text
    assert "| b\\|c |  |  | — (nothing to count) |" in text
    assert "Accuracy: right. Denominator: items. Missing: wrong." in text


def test_the_sheet_has_every_figure_with_nothing_rounded_and_undefined_as_a_reason() -> None:
    rows = [dict(zip(sheet_.columns, row, strict=True)) for sheet_ in [sheet(results())] for row in sheet_.rows]
    assert [(row["figure"], row["way"], row["value"], row["n"]) for row in rows] == [
        ("acc", "pooled", 0.25, 8),
        ("acc", "averaged", 0.5, 1),
        ("mae", "pooled", None, 0),
    ]
    assert rows[2]["undefined"] == "nothing_to_count"


def results() -> Results:
    """The measure as the results of a project."""
    return Results(("p",), (found(),), 8, 8, "", 20, 0)
