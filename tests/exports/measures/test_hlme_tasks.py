"""HLME's three tasks: what a missing prediction counts as, slots, sets, and items that a system was tuned on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from exports.measures import Draws, Material, MeasureRow
from exports.measures import hlme_answer as answer
from exports.measures import hlme_extraction as extraction
from exports.measures import hlme_update as update
from exports.measures.hlme_extraction import f1, slot
from exports.measures.material import Prediction

DRAWS = Draws(20)


def one(rows: Sequence[MeasureRow], measure: str, way: str = "pooled") -> MeasureRow:
    (found,) = [row for row in rows if (row.measure, row.way) == (measure, way)]
    return found


def of_items(question: str, **labels: str) -> dict[tuple[str, str, str], str]:
    return {(item, "", question): label for item, label in labels.items()}


def test_slots_are_compared_whole_and_normalized() -> None:
    assert slot("joy", "The  mare", "positive") == slot("Joy", "the mare.", "positive")
    assert slot("joy", None, "positive") != slot("joy", "the mare", "positive")
    assert slot("joy", "the mare", None) == frozenset()


def test_an_f1_of_two_empty_sets_counts_nothing() -> None:
    assert (f1("c", [], []).part, f1("c", [], []).whole) == (0, 0)
    assert (f1("c", ["a", "b"], ["b", "c"]).part, f1("c", ["a", "b"], ["b", "c"]).whole) == (2, 4)


def test_missing_predictions_of_the_extraction_are_wrong_left_out_and_no_slot() -> None:
    gold = {
        **of_items("emotion", a="joy", b="fear", c="hope"),
        **of_items("polarity", a="positive", b="negative", c="positive"),
        **of_items("intensity", a="3", b="2", c="1"),
    }
    said = {**of_items("emotion", a="joy"), **of_items("polarity", a="positive"), **of_items("intensity", a="2")}
    rows = extraction.measure(Material(gold=gold, predictions=[Prediction("s", "", "", said)]), DRAWS)
    assert one(rows, "eie_acc").ratio.value == pytest.approx(1 / 3)
    assert one(rows, "eie_acc").n_missing == 2
    assert (one(rows, "eie_mae").ratio.value, one(rows, "eie_mae").ratio.n, one(rows, "eie_mae").n_missing) == (1, 1, 2)
    assert one(rows, "eie_f1").ratio.value == pytest.approx(2 * 1 / (1 + 3))
    assert one(rows, "eie_f1", "averaged").ratio.value == pytest.approx(1 / 3)


def test_missing_predictions_of_the_update_are_wrong_left_out_and_no_update() -> None:
    gold = {
        **of_items("update", a="1", b="0", c="0"),
        **of_items("intensity_before", a="3", b="2", c="2"),
        **of_items("intensity_after", a="1", b="2", c="2"),
    }
    said = {**of_items("update", b="1"), **of_items("intensity_before", b="2"), **of_items("intensity_after", b="3")}
    rows = update.measure(Material(gold=gold, predictions=[Prediction("s", "", "", said)]), DRAWS)
    assert one(rows, "emu_acc").ratio.value == 0.0
    assert (one(rows, "emu_mae").ratio.value, one(rows, "emu_mae").n_missing) == (1.0, 2)  # |1 - 0|
    assert (one(rows, "emu_mss").ratio.value, one(rows, "emu_mss").n_missing) == (0.5, 1)  # b is updated, c is not


def test_evidence_pooled_and_averaged_by_hand() -> None:
    gold = of_items("evidence", a="t1|t2", b="t3")
    said = of_items("evidence", a="t1|t2")
    rows = answer.measure(Material(gold=gold, predictions=[Prediction("s", "x", "", said)]), DRAWS)
    assert one(rows, "eqa_f1").ratio.value == pytest.approx(2 * 2 / (2 + 3))
    assert one(rows, "eqa_f1", "averaged").ratio.value == 0.5
    assert one(rows, "eqa_f1").n_missing == 1


def test_items_that_a_system_was_tuned_on_are_no_part_of_its_figures() -> None:
    gold, said = of_items("emotion", a="joy", b="fear"), of_items("emotion", b="fear")
    tuned = Prediction("s", "", "", said, tuned=frozenset({"a"}))
    found = one(extraction.measure(Material(gold=gold, predictions=[tuned]), DRAWS), "eie_acc")
    assert (found.ratio.value, found.ratio.n, found.n_missing) == (1.0, 1, 0)
