"""Do responses recall a memory of the right type, and which type serves which need? TMR and the flow (ENPMR-Bench).

TMR is the share of responses whose memory's type matches the expected one, in the settings base and CoT, where the
system chooses among memories of one theme. Expected is the target memory's type; and, as a second figure, any type that
the benchmark's mapping allows for the need. The need is what is decided, else the item's tag; so is the target's type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from annotation.content import Memory
from exports.measures.material import ItemFacts, Material, ResponseFacts
from exports.measures.measure import Definition, Flow, MeasureRow
from exports.measures.ratios import Count, Draws, ratio
from exports.near_duplicates import normalized
from languages import worded

NAME = "enpmr-types"
TITLE = worded("Types of recalled memories (ENPMR)")
NEED, TYPE = "need", "memory_type"
SERVES: Mapping[str, frozenset[str]] = {
    "PN": frozenset({"preference"}),
    "LB": frozenset({"relationship"}),
    "EN": frozenset({"highlight", "relationship"}),
    "SA": frozenset({"goal", "power", "highlight"}),
}
SETTINGS = ("base", "cot", "chain of thought")
DESIGN, DECIDED = "design", "decided"

NO_MEMORY = worded("a response that uses no memory, or one that is not in the bank, matches nothing and is counted")
DEFINITIONS: Mapping[str, Definition] = {
    "tmr_target": Definition(
        worded("TMR, the target's type"),
        worded("responses whose memory has the type of the target memory"),
        worded("responses in the settings base and CoT whose memory, if any, has the target's theme"),
        NO_MEMORY,
    ),
    "tmr_need": Definition(
        worded("TMR, any type that serves the need"),
        worded("responses whose memory has a type that the mapping allows for the need"),
        worded("responses in the settings base and CoT whose memory, if any, has the target's theme"),
        NO_MEMORY,
    ),
}


@dataclass(frozen=True)
class Recall:
    """One response: what was expected of it, and the type of the memory that it used; empty where it used none."""

    cluster: str
    need: str
    target_type: str
    used_type: str


def tmr_target(recalls: list[Recall]) -> list[Count]:
    """1 for each response with a memory of the target's type."""
    return [Count(r.cluster, float(r.used_type == r.target_type), 1) for r in recalls if r.target_type]


def tmr_need(recalls: list[Recall]) -> list[Count]:
    """1 for each response with a memory of a type that serves the need."""
    return [Count(r.cluster, float(r.used_type in SERVES[r.need]), 1) for r in recalls if r.need in SERVES]


def concerns(material: Material) -> bool:
    """Whether items have a need or recall a memory of a type."""
    return any(NEED in item.tags or "type" in item.tags for item in material.items.values())


def lacks(material: Material) -> list[str]:
    """What is missing, in words."""
    if not any(response.memory_used for response in material.responses):
        return [worded("responses of systems with the memory that each used (memory_used)")]
    if not any(_is_free(response.setting) for response in material.responses):
        return [worded("responses in the settings base or CoT")]
    return []


def measure(material: Material, draws: Draws) -> list[MeasureRow]:
    """By system and setting."""
    rows: list[MeasureRow] = []
    for (system, setting), recalls in sorted(_recalls(material).items()):
        of = {"system": system, "setting": setting}
        n_missing = sum(not recall.used_type for recall in recalls)
        rows.append(MeasureRow("tmr_target", "pooled", of, ratio(tmr_target(recalls), draws=draws), n_missing))
        rows.append(MeasureRow("tmr_need", "pooled", of, ratio(tmr_need(recalls), draws=draws), n_missing))
    return rows


def flows(material: Material) -> list[Flow]:
    """From need to type: as designed, as people have decided, and as each system's responses recall."""
    designed = [(item.tags.get(NEED, ""), item.tags.get("type", "")) for item in material.items.values()]
    needs, types = material.gold_of(NEED), material.gold_of(TYPE)
    found = list(_flows({"of": DESIGN}, designed))
    found += _flows({"of": DECIDED}, [(needs[item], types[item]) for item in needs if item in types])
    for (system, setting), recalls in sorted(_recalls(material, every_setting=True).items()):
        used = [(recall.need, recall.used_type) for recall in recalls]
        found += _flows({"of": f"{system} {setting}".strip()}, used)
    return found


def _flows(of: Mapping[str, str], pairs: list[tuple[str, str]]) -> Iterator[Flow]:
    order = {need: place for place, need in enumerate(SERVES)}
    counted = Counter(pair for pair in pairs if all(pair))
    for (need, kind), n in sorted(counted.items(), key=lambda each: (order.get(each[0][0], len(order)), each[0])):
        yield Flow(of, need, kind, n)


def _recalls(material: Material, *, every_setting: bool = False) -> dict[tuple[str, str], list[Recall]]:
    """By system and setting its responses; without those whose memory is of another theme."""
    needs, types = material.gold_of(NEED), material.gold_of(TYPE)
    found: dict[tuple[str, str], list[Recall]] = {}
    for response in material.responses:
        if response.memory_used is None or not (every_setting or _is_free(response.setting)):
            continue
        item = material.items[response.item]
        memory, target = _used(item, response), item.memories.get(item.recalled)
        if memory and target and memory.theme != target.theme and not every_setting:
            continue
        recall = Recall(
            material.cluster_of(item.id),
            needs.get(item.id, item.tags.get(NEED, "")),
            types.get(item.id, item.tags.get("type", "")),
            memory.type if memory else "",
        )
        found.setdefault((response.system, response.setting), []).append(recall)
    return found


def _is_free(setting: str) -> bool:
    """Whether the system chooses the memory by itself in this setting."""
    return normalized(setting) in SETTINGS


def _used(item: ItemFacts, response: ResponseFacts) -> Memory | None:
    """The memory of the item or of its bank that has the declared text."""
    texts = {normalized(text) for text in response.memory_used or ()}
    return next((memory for memory in (*item.memories.values(), *item.bank) if normalized(memory.text) in texts), None)
