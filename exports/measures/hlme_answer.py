"""Are the systems' answers right, and do they rest on the right evidence? HLME's question answering (EQA).

Accuracy is the share of answers that are decided to be right; evidence F1 = 2PR / (P + R) of the turns and memories
that a system names and those that are decided. The evidence of a system is imported as the scores of a judge that has
the system's name, with the setting as its version.
"""

from __future__ import annotations

from collections.abc import Mapping

from annotation.values import parts
from exports.measures.hlme_extraction import f1, of_items, rows_of
from exports.measures.material import Material
from exports.measures.measure import Definition, MeasureRow
from exports.measures.ratios import Count, Draws
from languages import worded

NAME = "hlme-answer"
TITLE = worded("Answers with evidence (HLME)")
RIGHT, EVIDENCE = "right", "evidence"
YES, TASK = "1", "answer"

DEFINITIONS: Mapping[str, Definition] = {
    "eqa_acc": Definition(
        worded("Accuracy of the answers"),
        worded("answers that are decided to be right"),
        worded("answers on which it is decided whether they are right"),
        worded("an answer that is not decided is left out and counted"),
    ),
    "eqa_f1": Definition(
        worded("Evidence F1"),
        worded("2PR / (P + R) = 2 |P ∩ G| / (|P| + |G|) over turns and memories"),
        worded("pieces predicted and decided (pooled), items (averaged)"),
        worded("a missing prediction names nothing"),
    ),
}

Origin = tuple[str, str]


def concerns(material: Material) -> bool:
    """Whether it is asked if answers are right, with their evidence."""
    return {RIGHT, EVIDENCE} <= material.asked


def lacks(material: Material) -> list[str]:
    """What is missing, in words."""
    has_answers = material.has(RIGHT) and material.responses
    has_evidence = bool(_gold(material)) and material.predicted(EVIDENCE)
    if has_answers or has_evidence:
        return []
    return [
        worded("decided answers to {question!r}", question=RIGHT),
        worded("evidence of systems, imported as a judge's scores"),
    ]


def accuracy(material: Material) -> dict[Origin, list[Count]]:
    """By system and setting 1 for each right answer, of those that are decided."""
    found: dict[Origin, list[Count]] = {}
    for each in material.responses:
        label = material.gold.get((each.item, each.key, RIGHT))
        own = found.setdefault((each.system, each.setting), [])
        if label is not None:
            own.append(Count(material.cluster_of(each.item), float(label == YES), 1))
    return found


def evidence(material: Material) -> dict[Origin, dict[str, list[Count]]]:
    """By system and setting, and by run, what each decided item brings to the evidence F1."""
    gold = _gold(material)
    found: dict[Origin, dict[str, list[Count]]] = {}
    for each in material.predictions:
        if said := of_items(each, EVIDENCE):
            found.setdefault((each.system, each.setting), {})[each.run] = [
                f1(material.cluster_of(item), parts(said.get(item, "none")), parts(label))
                for item, label in gold.items()
                if item not in each.tuned
            ]
    return found


def measure(material: Material, draws: Draws) -> list[MeasureRow]:
    """By system and setting."""
    rows: list[MeasureRow] = []
    for (system, setting), counts in sorted(accuracy(material).items()):
        n_answers = sum((each.system, each.setting) == (system, setting) for each in material.responses)
        of = {"system": system, "setting": setting}
        rows += rows_of({"eqa_acc": counts}, of, {"eqa_acc": n_answers - len(counts)}, draws)
    gold = _gold(material)
    for each in material.predictions:
        if said := of_items(each, EVIDENCE):
            own = evidence(material)[each.system, each.setting][each.run]
            missing = {"eqa_f1": len(gold.keys() - said.keys() - each.tuned)}
            rows += rows_of({"eqa_f1": own}, each.of, missing, draws, also_averaged=("eqa_f1",))
    return rows


def _gold(material: Material) -> dict[str, str]:
    """The decided evidence of this task; items of the extraction have evidence of another kind."""
    tasks = {item: facts.tags.get("task", TASK) for item, facts in material.items.items()}
    return {item: label for item, label in material.gold_of(EVIDENCE).items() if tasks.get(item, TASK) == TASK}
