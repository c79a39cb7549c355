"""Differences between systems: one figure minus the other, and an interval in which both saw the same items drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exports import difference_tables
from exports.measures import Definition, Draws, Found, MeasureRow
from exports.measures.differences import Difference, between
from exports.measures.ratios import Count, resampled

DRAWS = Draws(2000, 0)


def row(system: str, counts: list[Count], *, setting: str = "base", measure: str = "acc") -> MeasureRow:
    of = {"system": system, "setting": setting, "scenario": "all"}
    return MeasureRow(measure, "pooled", of, resampled({"": counts}, draws=DRAWS)[""])


def answers(right: Sequence[float]) -> list[Count]:
    return [Count(f"i{place:03}", each, 1) for place, each in enumerate(right)]


def test_the_difference_is_the_first_figure_minus_the_second() -> None:
    """3 of 4 and 1 of 4 are right."""
    [found] = between([row("a", answers([1, 1, 1, 0])), row("b", answers([1, 0, 0, 0]))], draws=DRAWS)
    assert (found.ratio.value, found.ratio.n_clusters) == (0.5, 4)
    assert (found.first["system"], found.second["system"], found.of) == ("a", "b", {"scenario": "all"})


def test_systems_that_answer_alike_differ_by_exactly_nothing_in_every_draw() -> None:
    """Each alone is uncertain, their difference is not: the same items are drawn for both."""
    same = answers([1, 0] * 20)
    one, other = row("a", same), row("b", same)
    assert (one.ratio.high or 0) - (one.ratio.low or 0) > 0.2
    [found] = between([one, other], draws=DRAWS)
    assert (found.ratio.value, found.ratio.low, found.ratio.high) == (0, 0, 0)


def test_the_interval_is_that_of_the_items_own_differences() -> None:
    """200 items, of which b alone has 20 right and both have 90: the difference of each item is -1 in a share of .1.

    Over the same items the difference of two means is the mean of the differences, so its standard error is
    sqrt(.1 * .9 / 200) = .0212; unpaired it would be sqrt(.45 * .55 / 200 + .55 * .45 / 200) = .0497.
    """
    right = [1.0] * 90 + [0.0] * 110
    [found] = between([row("a", answers(right)), row("b", answers([1.0] * 110 + [0.0] * 90))], draws=DRAWS)
    assert found.ratio.value == pytest.approx(-0.1)
    width = (found.ratio.high or 0) - (found.ratio.low or 0)
    assert width == pytest.approx(2 * 1.96 * (0.1 * 0.9 / 200) ** 0.5, rel=0.1)


def test_items_of_one_cluster_are_drawn_together() -> None:
    """Two clusters of which one favours a and one b: drawn as two, the difference reaches from -1 to 1."""
    clusters = ["p", "q"] * 30
    one = [Count(cluster, float(cluster == "p"), 1) for cluster in clusters]
    other = [Count(cluster, float(cluster == "q"), 1) for cluster in clusters]
    [found] = between([row("a", one), row("b", other)], draws=DRAWS)
    assert (found.ratio.value, found.ratio.low, found.ratio.high, found.ratio.n_clusters) == (0, -1, 1, 2)


def test_settings_of_one_system_are_compared_and_nothing_that_differs_twice() -> None:
    rows = [row(system, answers([1, 0]), setting=setting) for system in "ab" for setting in ("base", "CoT")]
    found = between(rows, draws=DRAWS)
    assert [(*each.first.values(), *each.second.values()) for each in found] == [
        ("a", "base", "a", "CoT"),
        ("a", "base", "b", "base"),
        ("a", "CoT", "b", "CoT"),
        ("b", "base", "b", "CoT"),
    ]


def test_what_one_of_them_has_not_is_undefined_and_what_they_share_nothing_of_is_said() -> None:
    """X: never a 0 in place of what cannot be computed."""
    [none] = between([row("a", answers([1, 0])), row("b", [])], draws=DRAWS)
    assert (none.ratio.value, none.ratio.undefined) == (None, "part_undefined")
    elsewhere = [Count(f"j{place}", 1, 1) for place in range(40)]
    [apart] = between([row("a", answers([0, 1] * 20)), row("b", elsewhere)], draws=DRAWS)
    assert (apart.ratio.value, apart.ratio.n_clusters) == (-0.5, 0)
    assert "not paired" in str(apart.ratio.note)


def test_what_is_combined_of_several_figures_is_compared_too() -> None:
    """The mean of two shares: (1 + .5) / 2 - (.5 + .5) / 2 = .25."""

    def combined(system: str, first: list[float], second: list[float]) -> MeasureRow:
        counts = {"x": answers(first), "y": answers(second)}
        found = resampled(counts, draws=DRAWS, combined={"overall": lambda of: (of["x"] + of["y"]) / 2})
        return MeasureRow("overall", "weighted", {"system": system, "setting": ""}, found["overall"])

    rows = [combined("a", [1, 1], [1, 0]), combined("b", [1, 0], [0, 1])]
    [found] = between(rows, draws=DRAWS)
    assert found.ratio.value == 0.25


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=30), st.integers(0, 5))
def test_turning_a_pair_round_turns_the_difference(said: list[tuple[bool, bool]], seed: int) -> None:
    draws = Draws(200, seed)
    one, other = (answers([float(each[place]) for each in said]) for place in (0, 1))
    [here] = between([row("a", one), row("b", other)], draws=draws)
    [there] = between([row("b", other), row("a", one)], draws=draws)
    assert here.ratio.value == -(there.ratio.value or 0)
    ends = [here.ratio.low, here.ratio.high, there.ratio.low, there.ratio.high]
    assert np.allclose([ends[0] or 0, ends[1] or 0], [-(ends[3] or 0), -(ends[2] or 0)])


def measured() -> Found:
    definitions = {"acc": Definition("Accuracy", "right", "items", "wrong")}
    rows = [row(system, answers(right)) for system, right in (("a", [1, 1, 1, 0]), ("b", [1, 0, 0, 0]))]
    return Found("own", "Own", definitions, rows, differences=between(rows, draws=DRAWS))


def test_beside_one_that_is_chosen_the_others_stand_with_a_sign() -> None:
    found = measured()
    assert difference_tables.references(found) == [("system", "a"), ("system", "b")]
    for reference, other, value in (("a", "b", "−50.0 pp"), ("b", "a", "+50.0 pp")):
        [side] = difference_tables.against(found, ("system", reference))
        [(names, figures)] = side.rows
        [figure] = figures.values()
        assert (names[0], difference_tables.shown(figure.ratio, found.definitions["acc"])[0]) == (other, value)


def test_a_difference_of_nothing_has_no_sign() -> None:
    definition = Definition("Accuracy", "right", "items", "wrong")
    same = [row(system, answers([1, 0])) for system in "ab"]
    found: list[Difference] = between(same, draws=DRAWS)
    assert difference_tables.shown(found[0].ratio, definition) == ("0.0 pp", "0.0 to 0.0")


def test_the_sheet_names_who_is_taken_from_whom() -> None:
    sheet = difference_tables.sheet_of(measured())
    [told] = [dict(zip(sheet.columns, each, strict=True)) for each in sheet.rows]
    assert (told["system"], told["minus_system"], told["difference"], told["n_paired"]) == ("a", "b", 0.5, 4)
