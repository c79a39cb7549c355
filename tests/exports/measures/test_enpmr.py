"""TMR with both expected types, the flow from need to type, and the result table on the same responses; by hand."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.content import Memory
from exports.measures import Draws, Material, MeasureRow, ResponseFacts
from exports.measures import enpmr_results as results
from exports.measures import enpmr_types as types
from exports.measures.material import ItemFacts, Prediction

DRAWS = Draws(50)
BANK = (
    Memory(key="b1", text="Won the cup.", type="highlight", theme="sport"),
    Memory(key="b2", text="Her aunt calls on Sundays.", type="relationship", theme="sport"),
    Memory(key="b3", text="Wants a boat.", type="goal", theme="sea"),
)


def item(name: str, need: str, kind: str, target: Memory) -> ItemFacts:
    """An item that recalls this memory."""
    return ItemFacts(name, {"need": need, "type": kind}, {target.key: target}, recalled=target.key, bank=BANK)


ITEMS = {"i1": item("i1", "EN", "highlight", BANK[0]), "i2": item("i2", "EN", "highlight", BANK[0])}


def one(rows: Sequence[MeasureRow], measure: str, **of: str) -> MeasureRow:
    (found,) = [row for row in rows if row.measure == measure and all(row.of[key] == of[key] for key in of)]
    return found


def test_tmr_by_hand_with_both_expected_types_in_base_and_cot_only() -> None:
    responses = [
        ResponseFacts("i1", "r1", "s", "base", ("won the CUP",)),  # the target's type
        ResponseFacts("i2", "r2", "s", "base", ("Her aunt calls on Sundays.",)),  # serves esteem, another type
        ResponseFacts("i1", "r3", "s", "CoT", ()),  # none: matches nothing
        ResponseFacts("i2", "r4", "s", "golden", ("Won the cup.",)),  # given, not chosen
        ResponseFacts("i2", "r5", "s", "CoT", ("Wants a boat.",)),  # of another theme: left out
    ]
    rows = types.measure(Material(ITEMS, responses), DRAWS)
    base, target = {"setting": "base"}, "tmr_target"
    assert (one(rows, target, **base).ratio.value, one(rows, "tmr_need", **base).ratio.value) == (0.5, 1.0)
    assert (one(rows, target, setting="CoT").ratio.value, one(rows, target, setting="CoT").n_missing) == (0.0, 1)
    assert one(rows, target, setting="CoT").ratio.n == 1
    assert {row.of["setting"] for row in rows} == {"base", "CoT"}


def test_what_people_decided_goes_before_the_design() -> None:
    gold = {("i1", "", "need"): "LB", ("i1", "", "memory_type"): "relationship"}
    responses = [ResponseFacts("i1", "r1", "s", "base", ("Won the cup.",))]
    rows = types.measure(Material(ITEMS, responses, gold=gold), DRAWS)
    assert (one(rows, "tmr_target").ratio.value, one(rows, "tmr_need").ratio.value) == (0.0, 0.0)


def test_the_flow_counts_by_design_by_decision_and_by_system() -> None:
    gold = {("i1", "", "need"): "SA", ("i1", "", "memory_type"): "highlight"}
    responses = [
        ResponseFacts("i1", "r1", "s", "golden", ("Won the cup.",)),
        ResponseFacts("i2", "r2", "s", "golden", ("Wants a boat.",)),
    ]
    found = types.flows(Material(ITEMS, responses, gold=gold))
    assert [(each.of["of"], each.start, each.end, each.n) for each in found] == [
        ("design", "EN", "highlight", 2),
        ("decided", "SA", "highlight", 1),
        ("s golden", "EN", "goal", 1),
        ("s golden", "SA", "highlight", 1),
    ]


def test_people_and_a_judge_stand_beside_each_other_on_the_same_responses() -> None:
    responses = [ResponseFacts("i1", "r1", "s", "base"), ResponseFacts("i2", "r2", "s", "base")]
    people = {("i1", "r1", d): 4.0 for d in results.DIMENSIONS} | {("i2", "r2", d): 2.0 for d in results.DIMENSIONS}
    judged = {("i1", "r1", d): str(score) for d, score in zip(results.DIMENSIONS, (5, 5, 3, 3), strict=True)}
    material = Material(
        ITEMS,
        responses,
        people=people,
        predictions=[Prediction("gpt", "", "", judged)],
        asked=frozenset(results.DIMENSIONS),
    )
    rows = results.measure(material, DRAWS)
    assert one(rows, "fluency", scores="people").ratio.value == 4.0  # only the response that both have scored
    assert one(rows, "fluency", scores="gpt").ratio.value == 5.0
    assert (one(rows, "mean", scores="gpt").ratio.value, one(rows, "mean", scores="gpt").n_missing) == (4.0, 1)
    alone = results.measure(Material(ITEMS, responses, people=people, asked=frozenset(results.DIMENSIONS)), DRAWS)
    assert one(alone, "fluency", scores="people").ratio.value == 3.0


def test_it_says_what_it_lacks() -> None:
    assert types.lacks(Material(ITEMS)) == ["responses of systems with the memory that each used (memory_used)"]
    golden = Material(ITEMS, [ResponseFacts("i1", "r", "s", "golden", ("x",))])
    assert types.lacks(golden) == ["responses in the settings base or CoT"]
    assert results.lacks(Material(ITEMS, asked=frozenset(results.DIMENSIONS))) == [
        "responses of systems",
        "scores of the responses, by people or by a judge",
    ]
