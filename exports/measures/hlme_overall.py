"""How good is a system in all three of HLME's tasks? The overall score by the equations, and as printed.

By the equations: the weighted sum of the three tasks' normalized means, with an error divided by the largest that the
scale from 1 to 3 allows (2 for an intensity, 4 for a difference of two) and taken from 1. The weights are those that
the printed table fits.

As printed: the paper's table follows other formulas in all its ten rows. Its delta MAE is 2 (1 - update accuracy), and
its overall score .3 mean(Acc, 1 - MAE/3, F1) + .3 mean(Acc, 1 - delta MAE/3, MSS) + .4 (Acc + F1)/3. Those are here to
compare with the table and are named so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.measures import hlme_answer, hlme_extraction, hlme_update
from exports.measures.material import Material, Prediction
from exports.measures.measure import Definition, MeasureRow
from exports.measures.ratios import Count, Draws, resampled
from languages import worded

NAME = "hlme-overall"
TITLE = worded("Overall score (HLME)")
WEIGHTS = (0.3, 0.3, 0.4)
LARGEST_ERROR, LARGEST_DELTA = 2, 4
PARTS = ("eie_acc", "eie_mae", "eie_f1", "emu_acc", "emu_mae", "emu_mss", "eqa_acc", "eqa_f1")

AS_ITS_PARTS = worded("as in each of its parts")
NEEDS_ALL = worded("the items of the three tasks; defined where all eight figures are")
DEFINITIONS: Mapping[str, Definition] = {
    "overall": Definition(
        worded("Overall"),
        worded(
            ".3 mean(Acc, 1 - MAE/2, F1) + .3 mean(Acc, 1 - delta MAE/4, MSS) + .4 mean(Acc, F1), of extraction, "
            "update and answers"
        ),
        NEEDS_ALL,
        AS_ITS_PARTS,
    ),
    "overall_as_printed": Definition(
        worded("Overall, as printed"),
        worded(
            ".3 mean(Acc, 1 - MAE/3, F1) + .3 mean(Acc, 1 - delta MAE/3, MSS) + .4 (Acc + F1)/3, with the delta MAE as "
            "printed"
        ),
        NEEDS_ALL,
        AS_ITS_PARTS,
    ),
    "emu_mae_as_printed": Definition(
        worded("Delta MAE, as printed"),
        worded("2 (1 - update accuracy): every miss costs the most"),
        worded("items on which it is decided whether to update"),
        worded("a missing prediction is wrong"),
        is_share=False,
    ),
}


def overall(figures: Mapping[str, Any], *, weights: tuple[float, float, float] = WEIGHTS) -> Any:
    """The overall score by the equations, from the eight figures (numbers or arrays of them)."""
    extraction = (figures["eie_acc"] + (1 - figures["eie_mae"] / LARGEST_ERROR) + figures["eie_f1"]) / 3
    update = (figures["emu_acc"] + (1 - figures["emu_mae"] / LARGEST_DELTA) + figures["emu_mss"]) / 3
    answer = (figures["eqa_acc"] + figures["eqa_f1"]) / 2
    return weights[0] * extraction + weights[1] * update + weights[2] * answer


def delta_mae_as_printed(update_accuracy: Any) -> Any:
    """The delta MAE of the printed table, which follows from the update accuracy."""
    return 2 * (1 - update_accuracy)


def overall_as_printed(figures: Mapping[str, Any]) -> Any:
    """The overall score of the printed table, from its eight figures."""
    extraction = (figures["eie_acc"] + (1 - figures["eie_mae"] / 3) + figures["eie_f1"]) / 3
    update = (figures["emu_acc"] + (1 - figures["emu_mae"] / 3) + figures["emu_mss"]) / 3
    return 0.3 * extraction + 0.3 * update + 0.4 * (figures["eqa_acc"] + figures["eqa_f1"]) / 3


def concerns(material: Material) -> bool:
    """Whether one of the three tasks is there."""
    return any(each.concerns(material) for each in (hlme_extraction, hlme_update, hlme_answer))


def lacks(material: Material) -> list[str]:
    """What is missing, in words."""
    tasks = (hlme_extraction, hlme_update, hlme_answer)
    missing: list[str] = [worded("the task “{task}”", task=each.TITLE) for each in tasks if each.lacks(material)]
    if not missing and not _systems(material):
        missing.append(worded("a system in one setting that has done all three tasks"))
    return missing


def measure(material: Material, draws: Draws) -> list[MeasureRow]:
    """By system, setting and run, where a system has done all three tasks."""
    rows: list[MeasureRow] = []
    for prediction, counts in _systems(material):
        found = resampled(
            counts,
            draws=draws,
            combined={
                "overall": overall,
                "emu_mae_as_printed": lambda of: delta_mae_as_printed(of["emu_acc"]),
                "overall_as_printed": lambda of: overall_as_printed({**of, "emu_mae": of["emu_mae_as_printed"]}),
            },
        )
        rows.append(MeasureRow("overall", "weighted", prediction.of, found["overall"]))
        rows.append(MeasureRow("overall_as_printed", "printed", prediction.of, found["overall_as_printed"]))
        rows.append(MeasureRow("emu_mae_as_printed", "printed", prediction.of, found["emu_mae_as_printed"]))
    return rows


def _systems(material: Material) -> list[tuple[Prediction, dict[str, list[Count]]]]:
    """The systems that have done everything, with what the eight figures are ratios of."""
    answers, evidence = hlme_answer.accuracy(material), hlme_answer.evidence(material)
    found = []
    for each in material.predictions:
        origin = each.system, each.setting
        counts = {**hlme_extraction.counts(material, each), **hlme_update.counts(material, each)}
        counts["eqa_acc"] = answers.get(origin, [])
        counts["eqa_f1"] = evidence.get(origin, {}).get(each.run, [])
        if all(counts[part] for part in PARTS):
            found.append((each, counts))
    return found
