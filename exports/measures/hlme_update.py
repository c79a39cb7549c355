"""Do systems change emotional memories when they should, and leave the others? HLME's update task (EMU).

Accuracy of whether to update; delta MAE, the mean of |(predicted after - before) - (gold after - before)|; and MSS, the
memory stability score, 1 - wrongly updated / those that should stay unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping

from exports.measures.hlme_extraction import absolute_errors, lacking, numbers, of_items, predictions_of, rows_of
from exports.measures.material import Material, Prediction
from exports.measures.measure import Definition, MeasureRow
from exports.measures.ratios import Count, Draws
from languages import worded

NAME = "hlme-update"
TITLE = worded("Update of emotional memories (HLME)")
UPDATE, BEFORE, AFTER = "update", "intensity_before", "intensity_after"
YES, NO = "1", "0"

DEFINITIONS: Mapping[str, Definition] = {
    "emu_acc": Definition(
        worded("Update accuracy"),
        worded("predicted update = gold"),
        worded("items on which it is decided whether to update"),
        worded("a missing prediction is wrong"),
    ),
    "emu_mae": Definition(
        worded("Delta MAE"),
        worded("mean of |(predicted after - before) - (gold after - before)|"),
        worded("items with both intensities decided and predicted"),
        worded("a missing prediction is left out and counted"),
        is_share=False,
    ),
    "emu_mss": Definition(
        worded("MSS"),
        worded("memory stability: 1 - wrongly updated / should stay unchanged"),
        worded("items that should stay unchanged"),
        worded("a missing prediction is no update"),
    ),
}


def concerns(material: Material) -> bool:
    """Whether it is asked if a memory should change."""
    return {UPDATE, AFTER} <= material.asked


def lacks(material: Material) -> list[str]:
    """What is missing, in words."""
    return lacking(material, UPDATE, (UPDATE, BEFORE, AFTER))


def counts(material: Material, prediction: Prediction) -> dict[str, list[Count]]:
    """What the three figures are ratios of."""
    gold, said = material.gold_of(UPDATE, without=prediction.tuned), of_items(prediction, UPDATE)
    return {
        "emu_acc": [
            Count(material.cluster_of(item), float(said.get(item) == label), 1) for item, label in gold.items()
        ],
        "emu_mae": absolute_errors(material, *(_deltas(*both) for both in _before_and_after(material, prediction))),
        "emu_mss": [
            Count(material.cluster_of(item), float(said.get(item) != YES), 1)
            for item, label in gold.items()
            if label == NO
        ],
    }


def measure(material: Material, draws: Draws) -> list[MeasureRow]:
    """By system, setting and run."""
    rows: list[MeasureRow] = []
    for prediction in predictions_of(material, (UPDATE, BEFORE, AFTER)):
        unsaid = material.gold_of(UPDATE, without=prediction.tuned).keys() - of_items(prediction, UPDATE).keys()
        gold, said = (_deltas(*both) for both in _before_and_after(material, prediction))
        stable = {item for item, label in material.gold_of(UPDATE, without=prediction.tuned).items() if label == NO}
        missing = {"emu_acc": len(unsaid), "emu_mae": len(gold.keys() - said.keys()), "emu_mss": len(unsaid & stable)}
        rows += rows_of(counts(material, prediction), prediction.of, missing, draws)
    return rows


def _before_and_after(
    material: Material, prediction: Prediction
) -> tuple[tuple[dict[str, str], dict[str, str]], tuple[dict[str, str], dict[str, str]]]:
    """The intensities that are decided, and those that are predicted."""
    return (
        (material.gold_of(BEFORE, without=prediction.tuned), material.gold_of(AFTER, without=prediction.tuned)),
        (of_items(prediction, BEFORE), of_items(prediction, AFTER)),
    )


def _deltas(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, float]:
    """After less before, of the items that have both."""
    first, last = numbers(before), numbers(after)
    return {item: last[item] - first[item] for item in first if item in last}
