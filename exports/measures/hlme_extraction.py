"""Do systems name the right emotion, how strong it is, and of what about whom? HLME's extraction (EIE).

Accuracy of the emotion; intensity MAE, the mean of |predicted - gold|; slot F1 = 2|P and G| / (|P| + |G|) over complete
slots, which are the emotion with its target entity and its polarity. An item has one slot; one without an object has an
empty target, which the prediction has to leave empty too. Texts are compared normalized.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from exports.measures.material import Material, Prediction, number
from exports.measures.measure import Definition, MeasureRow, Way
from exports.measures.ratios import Count, Draws, averaged, ratio
from exports.near_duplicates import normalized
from languages import worded

NAME = "hlme-extraction"
TITLE = worded("Extraction of emotions (HLME)")
EMOTION, POLARITY, INTENSITY, OBJECT = "emotion", "polarity", "intensity", "object"
Slot = tuple[str, str, str]

DEFINITIONS: Mapping[str, Definition] = {
    "eie_acc": Definition(
        worded("Accuracy of the emotion"),
        worded("predicted emotion = gold"),
        worded("items with a decided emotion"),
        worded("a missing prediction is wrong"),
    ),
    "eie_mae": Definition(
        worded("Intensity MAE"),
        worded("mean of |predicted - gold|, from 1 to 3"),
        worded("items with a decided and a predicted intensity"),
        worded("a missing prediction is left out and counted"),
        is_share=False,
    ),
    "eie_f1": Definition(
        worded("Slot F1"),
        worded("2 |P ∩ G| / (|P| + |G|) over complete slots: emotion, target, polarity"),
        worded("slots predicted and decided (pooled), items (averaged)"),
        worded("a missing prediction, or one without emotion or polarity, is no slot"),
    ),
}


def slot(emotion: str | None, target: str | None, polarity: str | None) -> frozenset[Slot]:
    """The slot of an item as a set; empty where it is not complete."""
    if not emotion or not polarity:
        return frozenset()
    return frozenset([(normalized(emotion), normalized(target or ""), normalized(polarity))])


def f1(cluster: str, predicted: Collection[object], gold: Collection[object]) -> Count:
    """What one item brings to an F1 of sets: twice what is in both, of what is in either; 0 of 0 where both are empty.

    Pooled, the sums are divided; averaged, each item's F1 counts the same, and one that has none is left out.
    """
    return Count(cluster, 2 * len(set(predicted) & set(gold)), len(set(predicted)) + len(set(gold)))


def absolute_errors(material: Material, gold: Mapping[str, float], predicted: Mapping[str, float]) -> list[Count]:
    """|predicted - gold| of each item that has both."""
    return [Count(material.cluster_of(i), abs(predicted[i] - gold[i]), 1) for i in gold if i in predicted]


def numbers(answers: Mapping[str, str]) -> dict[str, float]:
    """The answers that are numbers."""
    found = {item: number(label) for item, label in answers.items()}
    return {item: value for item, value in found.items() if value is not None}


def of_items(prediction: Prediction, question: str) -> dict[str, str]:
    """What was predicted of whole items."""
    return {i: label for (i, target, asked), label in prediction.answers.items() if not target and asked == question}


def predictions_of(material: Material, questions: Collection[str]) -> list[Prediction]:
    """Who has predicted one of these questions."""
    return [each for each in material.predictions if any(place[2] in questions for place in each.answers)]


def lacking(material: Material, question: str, questions: Collection[str]) -> list[str]:
    """That nothing is decided on the first question, or that nobody has predicted one of them."""
    missing: list[str] = []
    if not material.has(question):
        missing.append(worded("decided answers to {question!r}", question=question))
    if not predictions_of(material, questions):
        missing.append(worded("predictions of systems, imported as a judge's scores"))
    return missing


def concerns(material: Material) -> bool:
    """Whether emotion and intensity are asked for."""
    return {EMOTION, INTENSITY} <= material.asked


def lacks(material: Material) -> list[str]:
    """What is missing, in words."""
    return lacking(material, EMOTION, (EMOTION, POLARITY, INTENSITY, OBJECT))


def counts(material: Material, prediction: Prediction) -> dict[str, list[Count]]:
    """What the three figures are ratios of."""
    gold = {
        question: material.gold_of(question, without=prediction.tuned)
        for question in (EMOTION, POLARITY, INTENSITY, OBJECT)
    }
    said = {question: of_items(prediction, question) for question in gold}
    slots = {
        item: [slot(of[EMOTION].get(item), of[OBJECT].get(item), of[POLARITY].get(item)) for of in (said, gold)]
        for item in gold[EMOTION]
        if item in gold[POLARITY]
    }
    return {
        "eie_acc": [
            Count(material.cluster_of(item), float(said[EMOTION].get(item) == label), 1)
            for item, label in gold[EMOTION].items()
        ],
        "eie_mae": absolute_errors(material, numbers(gold[INTENSITY]), numbers(said[INTENSITY])),
        "eie_f1": [f1(material.cluster_of(item), *both) for item, both in slots.items()],
    }


def measure(material: Material, draws: Draws) -> list[MeasureRow]:
    """By system, setting and run."""
    rows: list[MeasureRow] = []
    for prediction in predictions_of(material, (EMOTION, POLARITY, INTENSITY, OBJECT)):
        missing = {
            "eie_acc": _missing(material, prediction, EMOTION),
            "eie_mae": _missing(material, prediction, INTENSITY),
            "eie_f1": _missing(material, prediction, EMOTION),
        }
        rows += rows_of(counts(material, prediction), prediction.of, missing, draws, also_averaged=("eie_f1",))
    return rows


def rows_of(
    counted: Mapping[str, Sequence[Count]],
    of: Mapping[str, str],
    missing: Mapping[str, int],
    draws: Draws,
    *,
    also_averaged: Collection[str] = (),
) -> Iterator[MeasureRow]:
    """The rows of some ratios, with the mean of the items' own ratios beside those where it is another number."""
    ways: tuple[Way, Way] = ("pooled", "averaged")
    for key, own in counted.items():
        yield MeasureRow(key, ways[0], of, ratio(own, draws=draws), missing.get(key, 0))
        if key in also_averaged:
            yield MeasureRow(key, ways[1], of, ratio(averaged(own), draws=draws), missing.get(key, 0))


def _missing(material: Material, prediction: Prediction, question: str) -> int:
    """How many decided items have no prediction."""
    return len(material.gold_of(question, without=prediction.tuned).keys() - of_items(prediction, question).keys())
