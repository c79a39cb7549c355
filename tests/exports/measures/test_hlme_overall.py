"""HLME's overall score: the printed table reproduced by the formulas as printed, the equations by hand, three tasks."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from exports.measures import Draws, Material, ResponseFacts, measured
from exports.measures.hlme_overall import PARTS, delta_mae_as_printed, lacks, measure, overall, overall_as_printed
from exports.measures.material import ItemFacts, Prediction

COLUMNS = {
    "eie_acc": "eie_acc",
    "eie_mae": "eie_mae",
    "eie_f1": "eie_f1_slot",
    "emu_acc": "emu_acc_update",
    "emu_mae": "emu_mae_delta",
    "emu_mss": "emu_mss",
    "eqa_acc": "eqa_acc",
    "eqa_f1": "eqa_f1_evidence",
}


def test_the_ten_printed_rows_follow_from_their_other_figures_as_printed(shared_data: Path) -> None:
    table = shared_data / "hlme_table2.csv"
    if not table.is_file():
        pytest.skip("hlme_table2.csv is not here")
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 10
    for row in rows:
        figures = {part: float(row[column]) for part, column in COLUMNS.items()}
        assert delta_mae_as_printed(figures["emu_acc"]) == pytest.approx(figures["emu_mae"], abs=2e-4), row
        assert overall_as_printed(figures) == pytest.approx(float(row["overall"]), abs=2e-4), row


def test_the_equations_by_hand() -> None:
    # (.5 + (1 - 1/2) + .5)/3 = .5; (.8 + (1 - 2/4) + .8)/3 = .7; (.6 + .4)/2 = .5; .3 .5 + .3 .7 + .4 .5 = .56
    figures = dict(zip(PARTS, (0.5, 1.0, 0.5, 0.8, 2.0, 0.8, 0.6, 0.4), strict=True))
    assert overall(figures) == pytest.approx(0.56)
    assert overall(figures, weights=(1.0, 0.0, 0.0)) == pytest.approx(0.5)


def test_a_perfect_system_scores_one_by_the_equations_and_less_as_printed() -> None:
    # As printed the last task is (1 + 1)/3, so that the most that can be reached is .6 + .8/3.
    figures = dict(zip(PARTS, (1, 0, 1, 1, 0, 1, 1, 1), strict=True))
    assert overall(figures) == pytest.approx(1.0)
    assert overall_as_printed(figures) == pytest.approx(0.6 + 0.8 / 3)


def material() -> Material:
    """Two items of each task, and a system that has done all."""
    gold = {
        **{("x1", "", "emotion"): "joy", ("x1", "", "polarity"): "positive", ("x1", "", "intensity"): "3"},
        **{("x2", "", "emotion"): "fear", ("x2", "", "polarity"): "negative", ("x2", "", "intensity"): "1"},
        **{("u1", "", "update"): "1", ("u1", "", "intensity_before"): "3", ("u1", "", "intensity_after"): "1"},
        **{("u2", "", "update"): "0", ("u2", "", "intensity_before"): "2", ("u2", "", "intensity_after"): "2"},
        **{("a1", "", "evidence"): "t1|t2", ("a1", "r1", "right"): "1", ("x1", "", "evidence"): "t9"},
    }
    said = {
        **{("x1", "", "emotion"): "joy", ("x1", "", "polarity"): "positive", ("x1", "", "intensity"): "1"},
        **{("x2", "", "emotion"): "anger", ("x2", "", "polarity"): "negative", ("x2", "", "intensity"): "1"},
        **{("u1", "", "update"): "1", ("u1", "", "intensity_before"): "3", ("u1", "", "intensity_after"): "3"},
        **{("u2", "", "update"): "1", ("u2", "", "intensity_before"): "2", ("u2", "", "intensity_after"): "2"},
        ("a1", "", "evidence"): "t1",
    }
    tasks = {"x": "extraction", "u": "update", "a": "answer"}
    items = {name: ItemFacts(name, {"task": tasks[name[0]]}) for name in ("x1", "x2", "u1", "u2", "a1")}
    asked = frozenset({"emotion", "polarity", "intensity", "update", "intensity_after", "right", "evidence"})
    return Material(
        items=items,
        responses=[ResponseFacts("a1", "r1", "Mem", "Large")],
        gold=gold,
        predictions=[Prediction("Mem", "Large", "", said)],
        asked=asked,
    )


def test_the_eight_figures_and_the_overall_score_of_a_small_study_by_hand() -> None:
    found = measured(material(), draws=Draws(20))
    values = {row.measure: row.ratio.value for each in found for row in each.rows if row.way != "averaged"}
    # Extraction: 1 of 2 right; errors 2 and 0; slots: 1 common, 2 and 2 there: 2/4.
    assert (values["eie_acc"], values["eie_mae"], values["eie_f1"]) == (0.5, 1.0, 0.5)
    # Update: 1 of 2; deltas 0 for -2, 0 for 0: errors 2 and 0; the one that should stay was updated.
    assert (values["emu_acc"], values["emu_mae"], values["emu_mss"]) == (0.5, 1.0, 0.0)
    # Answers: right; evidence 2 * 1 / (1 + 2), and the evidence of the extraction is no part of it.
    assert values["eqa_acc"] == 1.0
    assert values["eqa_f1"] == pytest.approx(2 / 3)
    # .3 (.5 + .5 + .5)/3 + .3 (.5 + .75 + 0)/3 + .4 (1 + 2/3)/2
    assert values["overall"] == pytest.approx(0.15 + 0.125 + 1 / 3)
    # .3 (.5 + 2/3 + .5)/3 + .3 (.5 + (1 - 1/3) + 0)/3 + .4 (1 + 2/3)/3, the delta MAE being 2 (1 - .5) = 1
    assert values["overall_as_printed"] == pytest.approx((0.5 + 0.35) / 3 + 0.4 * (5 / 3) / 3)
    assert values["emu_mae_as_printed"] == 1.0


def test_it_says_which_task_is_missing() -> None:
    whole = material()
    without = Material(items=whole.items, gold=whole.gold, predictions=whole.predictions, asked=whole.asked)
    no_update = {place: label for place, label in whole.gold.items() if place[2] != "update"}
    assert lacks(whole) == []
    (lacking,) = lacks(Material(whole.items, whole.responses, no_update, predictions=whole.predictions))
    assert "Update of emotional memories" in lacking
    assert measure(without, Draws(0)) == []  # no answers: nothing to put together
