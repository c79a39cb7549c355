"""SMC, PES, CIR and MIQ of StratMem by hand, one scenario after the other; whose word on use counts is never mixed."""

from __future__ import annotations

import pytest

from annotation.content import Memory
from exports.measures import Draws, Material, MeasureRow, ResponseFacts
from exports.measures.material import ItemFacts, Prediction
from exports.measures.stratmem import Use, cir, concerns, lacks, measure, miq, miq_by_role, pes, smc

DRAWS = Draws(50)


def use(*, must: str = "", nice: str = "", irr: str = "", used: str = "", cluster: str = "") -> Use:
    """A response; each letter is a memory."""
    roles = {**dict.fromkeys(must, "must"), **dict.fromkeys(nice, "nice"), **dict.fromkeys(irr, "irr")}
    return Use(cluster or must + nice + irr + used, roles, frozenset(used))


@pytest.mark.parametrize(
    ("response", "scenario", "passes"),
    [
        (use(must="ab", irr="x", used="ab"), "must-only", True),
        (use(must="ab", irr="x", used="a"), "must-only", False),  # a must is missing
        (use(must="a", irr="x", used="ax"), "must-only", False),  # an irrelevant one is mentioned
        (use(nice="no", irr="x", used="n"), "nice-only", True),
        (use(nice="no", irr="x", used=""), "nice-only", False),
        (use(nice="no", irr="x", used="nx"), "nice-only", False),
        (use(must="a", nice="no", irr="x", used="an"), "must+nice", True),
        (use(must="a", nice="no", irr="x", used="a"), "must+nice", False),
        (use(must="a", nice="no", irr="x", used="no"), "must+nice", False),
        (use(irr="x", used=""), "", True),  # no rule: left out
    ],
)
def test_strict_memory_compliance_by_scenario(response: Use, scenario: str, passes: bool) -> None:
    assert (response.scenario, response.passes) == (scenario, passes)
    assert len(smc([response])) == (1 if scenario else 0)


def test_pes_and_cir_count_where_nice_is_available_by_hand() -> None:
    uses = [
        use(nice="no", irr="xyz", used="n"),  # 1 of 2 nice, 0 of 3 irr
        use(must="a", nice="n", irr="x", used="anx"),  # 1 of 1, 1 of 1
        use(must="a", irr="xy", used="ax"),  # no nice: in neither
    ]
    assert [(each.part, each.whole) for each in pes(uses)] == [(1, 2), (1, 1)]
    assert [(each.part, each.whole) for each in cir(uses)] == [(0, 3), (1, 1)]


def test_miq_is_over_passing_responses_and_by_role_over_all_that_use_one() -> None:
    scored = [
        (use(must="a", irr="x", used="a"), 5.0),
        (use(must="a", irr="x", used="ax"), 1.0),
        (use(nice="n", used="n"), None),
    ]
    assert [each.part for each in miq(scored)] == [5.0]
    assert [each.part for each in miq_by_role(scored, "must")] == [5.0, 1.0]
    assert [each.part for each in miq_by_role(scored, "irr")] == [1.0]
    assert miq_by_role(scored, "nice") == []


ITEMS = {
    "i1": ItemFacts("i1", memories={key: Memory(key=key, text=f"Text {key}.") for key in ("m1", "m2", "m3")}),
    "i2": ItemFacts("i2", memories={key: Memory(key=key, text=f"Text {key}.") for key in ("m4", "m5")}),
}
ROLES = {
    **{("i1", "m1", "role"): "must", ("i1", "m2", "role"): "nice", ("i1", "m3", "role"): "irr"},
    **{("i2", "m4", "role"): "nice", ("i2", "m5", "role"): "irr"},
}
RESPONSES = [
    ResponseFacts("i1", "r1", "sys", "base", ("text M1", "Text m2.")),
    ResponseFacts("i2", "r2", "sys", "base", ("Text m5.",)),
]


def value(rows: list[MeasureRow], measure: str, way: str = "pooled", **of: str) -> float | None:
    (found,) = [row for row in rows if (row.measure, row.way) == (measure, way) and all(row.of[k] == of[k] for k in of)]
    return found.ratio.value


def test_a_small_study_by_hand_with_the_use_that_the_outputs_declare() -> None:
    rows = measure(Material(ITEMS, RESPONSES, gold=ROLES, asked=frozenset({"role"})), DRAWS)
    # r1 passes (must and nice, no irr); r2 uses only the irrelevant one.
    assert value(rows, "smc", scenario="all", use="declared") == 0.5
    assert value(rows, "smc", scenario="must+nice") == 1.0
    assert value(rows, "smc", scenario="nice-only") == 0.0
    assert value(rows, "pes", scenario="all") == 0.5  # 1 of 2 nice
    assert value(rows, "cir", scenario="all") == 0.5  # 1 of 2 irr


def test_pooled_and_averaged_stand_beside_each_other() -> None:
    items = {**ITEMS, "i2": ItemFacts("i2", memories={**ITEMS["i2"].memories, "m6": Memory(key="m6", text="Text m6.")})}
    gold = {**ROLES, ("i2", "m6", "role"): "nice"}
    responses = [RESPONSES[0], ResponseFacts("i2", "r2", "sys", "base", ("Text m4.",))]
    rows = measure(Material(items, responses, gold=gold, asked=frozenset({"role"})), DRAWS)
    assert value(rows, "pes", scenario="all") == pytest.approx(2 / 3)  # (1 + 1) / (1 + 2)
    assert value(rows, "pes", "averaged", scenario="all") == 0.75  # (1 + 1/2) / 2


def test_decided_use_a_judges_and_the_declared_one_are_apart_and_what_is_not_known_whole_is_left_out() -> None:
    def pairs(*used: str) -> dict[tuple[str, str, str], str]:
        every = [("i1", f"r1.{key}") for key in ("m1", "m2", "m3")] + [("i2", f"r2.{key}") for key in ("m4", "m5")]
        return {(item, key, "used"): "yes" if key in used else "no" for item, key in every}

    judged = pairs("r1.m1", "r1.m2", "r2.m4")
    decided = pairs("r1.m1")
    del decided["i2", "r2.m5", "used"]
    rows = measure(
        Material(
            ITEMS,
            RESPONSES,
            gold=decided,
            source=ROLES,  # no question asks for roles here: those of the file
            predictions=[Prediction("gpt", "v1", "1", judged)],
            people={("i1", "r1", "miq"): 4.5, ("i2", "r2", "miq"): 2.0},
            asked=frozenset({"used", "miq"}),
        ),
        DRAWS,
    )
    assert value(rows, "smc", scenario="all", use="gpt v1, run 1") == 1.0
    assert value(rows, "smc", scenario="all", use="gold") == 0.0  # r1 lacks its nice one; r2 is not known whole
    (whole,) = [row for row in rows if row.measure == "smc" and row.of["use"] == "gold" and row.of["scenario"] == "all"]
    assert (whole.ratio.n, whole.n_missing) == (1, 1)
    assert value(rows, "miq", scenario="all", use="gpt v1, run 1", score="people") == 3.25
    assert value(rows, "miq", scenario="all", use="gold", score="people") is None
    assert value(rows, "miq_must", scenario="all", use="gold", score="people") == 4.5


def test_a_declared_memory_that_the_item_does_not_have_makes_the_use_unknown() -> None:
    rows = measure(
        Material(ITEMS, [ResponseFacts("i1", "r1", "sys", "", ("Made up.",))], gold=ROLES, asked=frozenset({"role"})),
        DRAWS,
    )
    (row,) = [row for row in rows if row.measure == "smc"]
    assert (row.ratio.value, row.ratio.undefined, row.n_missing) == (None, "nothing_to_count", 1)


def test_it_says_what_it_lacks() -> None:
    assert not concerns(Material())
    assert [str(each) for each in lacks(Material(ITEMS, gold=ROLES, asked=frozenset({"role"})))] == [
        "responses of systems"
    ]
    undecided = lacks(Material(ITEMS, [ResponseFacts("i1", "r1", "s", "")], asked=frozenset({"used"})))
    assert [each.split(",")[0] for each in undecided] == [
        "roles of the memories",
        "which memories the responses use: decided",
    ]
