"""Do responses use the memories that they should, and leave out the others? SMC, MIQ, PES and CIR (StratMem-Bench).

SMC, strict memory compliance: a must-only item needs every must and no irr; nice-only at least one nice and no irr;
must+nice every must, at least one nice and no irr. An item without must and nice has no rule and is left out.
Roles are decided in the project, or what the benchmark's file says where the project asks for none. Which memories a
response uses is decided (`used` of each pair), or a judge's word, or what the outputs' file declares; never mixed. A
response about which this is not known whole is left out and counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.content import Memory, pair_key
from exports.measures.material import DECLARED, GOLD, Answers, Material, ResponseFacts
from exports.measures.measure import Definition, MeasureRow, Way
from exports.measures.ratios import Count, Draws, averaged, resampled
from exports.near_duplicates import normalized
from languages import worded

NAME = "stratmem"
TITLE = worded("Memory use (StratMem)")
ROLE, USED, MIQ = "role", "used", "miq"
ROLES = ("must", "nice", "irr")
SCENARIOS = {(True, False): "must-only", (False, True): "nice-only", (True, True): "must+nice"}
ALL = "all"

LEFT_OUT = worded("a response whose memory use or roles are not known whole is left out and counted")
NO_SCORE = worded("a response without a score is left out and counted")
DEFINITIONS: Mapping[str, Definition] = {
    "smc": Definition(
        worded("SMC"),
        worded("strict memory compliance: every must, at least one nice where there is one, and no irrelevant memory"),
        worded("responses to items with a must or a nice memory"),
        LEFT_OUT,
    ),
    "pes": Definition(
        worded("PES"),
        worded("proactive enrichment: nice memories used / nice memories available"),
        worded("nice memories (pooled), responses to items that have one (averaged)"),
        LEFT_OUT,
    ),
    "cir": Definition(
        worded("CIR"),
        worded("irrelevant citation: irrelevant memories used / irrelevant memories there, where nice is available"),
        worded("irrelevant memories (pooled), responses to items that have one (averaged)"),
        LEFT_OUT,
    ),
    "miq": Definition(
        worded("MIQ"),
        worded("memory integration quality: mean score of the responses that pass SMC"),
        worded("responses that pass SMC and have a score"),
        NO_SCORE,
        is_share=False,
    ),
    **{
        f"miq_{role}": Definition(
            worded("MIQ, {role} used", role=role),
            worded("memory integration quality where such a memory is used, whether SMC is passed or not: mean score"),
            worded("responses that use such a memory and have a score"),
            NO_SCORE,
            is_share=False,
        )
        for role in ROLES
    },
}


@dataclass(frozen=True)
class Use:
    """One response: its item's cluster, the roles of the memories there, and which of them it uses."""

    cluster: str
    roles: Mapping[str, str]
    used: frozenset[str]

    def of(self, role: str) -> tuple[int, int]:
        """How many memories of a role are used, and how many there are."""
        own = {key for key, each in self.roles.items() if each == role}
        return len(own & self.used), len(own)

    @property
    def scenario(self) -> str:
        """What kind of item it answers; empty where it has neither must nor nice."""
        return SCENARIOS.get((self.of("must")[1] > 0, self.of("nice")[1] > 0), "")

    @property
    def passes(self) -> bool:
        """Strict memory compliance."""
        (must, all_must), (nice, all_nice), (irr, _) = (self.of(role) for role in ROLES)
        return must == all_must and (nice > 0 or not all_nice) and irr == 0


def smc(uses: Sequence[Use]) -> list[Count]:
    """1 for each response that passes, of all with a scenario."""
    return [Count(use.cluster, float(use.passes), 1) for use in uses if use.scenario]


def pes(uses: Sequence[Use]) -> list[Count]:
    """The nice memories that are used, of those available."""
    return [Count(use.cluster, *use.of("nice")) for use in uses if use.of("nice")[1]]


def cir(uses: Sequence[Use]) -> list[Count]:
    """The irrelevant memories that are used, of those there, where nice is available."""
    return [Count(use.cluster, *use.of("irr")) for use in uses if use.of("nice")[1]]


def miq(scored: Sequence[tuple[Use, float | None]]) -> list[Count]:
    """The scores of the responses that pass."""
    return [Count(u.cluster, score, 1) for u, score in scored if score is not None and u.scenario and u.passes]


def miq_by_role(scored: Sequence[tuple[Use, float | None]], role: str) -> list[Count]:
    """The scores of the responses that use a memory of this role."""
    return [Count(u.cluster, score, 1) for u, score in scored if score is not None and u.of(role)[0]]


def concerns(material: Material) -> bool:
    """Whether memories have roles here, or responses are judged by how they use them."""
    return bool(_roles(material)) or bool(material.asked & {ROLE, USED, MIQ})


def lacks(material: Material) -> list[str]:
    """What is missing, in words."""
    missing: list[str] = []
    if not _roles(material):
        missing.append(worded("roles of the memories, decided or from the benchmark's file"))
    if not material.responses:
        missing.append(worded("responses of systems"))
    elif not _use_sources(material):
        missing.append(worded("which memories the responses use: decided, from a judge, or declared with the outputs"))
    return missing


def measure(material: Material, draws: Draws) -> list[MeasureRow]:
    """By whose word on the use of memories, system, setting and scenario."""
    roles, scores = _roles(material), material.scores(MIQ)
    rows: list[MeasureRow] = []
    for source in _use_sources(material):
        for (system, setting), responses in _by_origin(material.responses).items():
            uses = {each: _use(material, each, roles.get(each.item, {}), source) for each in responses}
            of = {"system": system, "setting": setting, "use": source}
            rows += _rows(of, uses, scores, draws)
    return rows


def _rows(
    of: Mapping[str, str],
    uses: Mapping[ResponseFacts, Use | None],
    scores: Mapping[str, Mapping[tuple[str, str], float]],
    draws: Draws,
) -> Iterator[MeasureRow]:
    known = {response: use for response, use in uses.items() if use is not None and use.scenario}
    n_missing = len(uses) - len(known)
    present = [name for name in SCENARIOS.values() if any(use.scenario == name for use in known.values())]
    for scenario in (ALL, *present):
        own = {each: use for each, use in known.items() if scenario in (ALL, use.scenario)}
        where, missing = {**of, "scenario": scenario}, n_missing if scenario == ALL else 0
        asked: list[tuple[str, Way, dict[str, str], list[Count], int]]
        asked = [(key, way, where, counts, missing) for key, way, counts in _of_use(list(own.values()))]
        for source, given in scores.items():
            scored = [(use, given.get((each.item, each.key))) for each, use in own.items()]
            of_it = {**where, "score": source}
            asked += [(key, "pooled", of_it, counts, n) for key, counts, n in _of_scores(scored)]
        found = resampled({str(place): counts for place, (*_, counts, _) in enumerate(asked)}, draws=draws)
        for (key, way, of_one, _, n), ratio in zip(asked, found.values(), strict=True):
            yield MeasureRow(key, way, of_one, ratio, n)


def _of_use(uses: Sequence[Use]) -> list[tuple[str, Way, list[Count]]]:
    """What the figures of the use of memories are ratios of."""
    nice, irr = pes(uses), cir(uses)
    return [
        ("smc", "pooled", smc(uses)),
        ("pes", "pooled", nice),
        ("pes", "averaged", averaged(nice)),
        ("cir", "pooled", irr),
        ("cir", "averaged", averaged(irr)),
    ]


def _of_scores(scored: Sequence[tuple[Use, float | None]]) -> list[tuple[str, list[Count], int]]:
    """What the figures of scores are ratios of, and how many responses have none."""
    unscored = [use for use, score in scored if score is None]
    by_role = [
        (f"miq_{role}", miq_by_role(scored, role), sum(bool(use.of(role)[0]) for use in unscored)) for role in ROLES
    ]
    return [("miq", miq(scored), sum(use.passes for use in unscored)), *by_role]


def _by_origin(responses: Sequence[ResponseFacts]) -> dict[tuple[str, str], list[ResponseFacts]]:
    found: dict[tuple[str, str], list[ResponseFacts]] = {}
    for response in sorted(responses, key=lambda each: (each.system, each.setting)):
        found.setdefault((response.system, response.setting), []).append(response)
    return found


def _roles(material: Material) -> dict[str, dict[str, str]]:
    """By item the role of each memory: what is decided where roles are asked for, else what the source says."""
    answers = material.gold if ROLE in material.asked else material.source
    found: dict[str, dict[str, str]] = {}
    for (item, target, question), label in answers.items():
        if question == ROLE and label in ROLES:
            found.setdefault(item, {})[target] = label
    return found


def _use_sources(material: Material) -> list[str]:
    """Who says which memories are used."""
    found = [GOLD] if material.has(USED) else []
    found += [each.title for each in material.predictions if any(place[2] == USED for place in each.answers)]
    return found + ([DECLARED] if any(each.memory_used is not None for each in material.responses) else [])


def _use(material: Material, response: ResponseFacts, roles: Mapping[str, str], source: str) -> Use | None:
    """Which memories a response uses; None where a role, or the use of one memory, is not known."""
    memories = material.items[response.item].memories if response.item in material.items else {}
    if not memories or set(roles) != set(memories):
        return None
    if source == DECLARED:
        used = _declared(response, memories)
    else:
        judges = {each.title: each.answers for each in material.predictions}
        used = _said(material.gold if source == GOLD else judges[source], response, memories)
    return None if used is None else Use(material.cluster_of(response.item), roles, used)


def _said(answers: Answers, response: ResponseFacts, memories: Collection[str]) -> frozenset[str] | None:
    said = {key: answers.get((response.item, pair_key(response.key, key), USED)) for key in memories}
    return None if None in said.values() else frozenset(key for key, label in said.items() if label == "yes")


def _declared(response: ResponseFacts, memories: Mapping[str, Memory]) -> frozenset[str] | None:
    """The memories with the declared texts; None where one of them is no memory of the item."""
    if response.memory_used is None:
        return None
    keys: dict[str, set[str]] = {}
    for key, memory in memories.items():
        keys.setdefault(normalized(memory.text), set()).add(key)
    found = [keys.get(normalized(text)) for text in response.memory_used]
    return None if None in found else frozenset(key for own in found for key in own or ())
