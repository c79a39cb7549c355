"""Of several answers by one person the latest counts; where no time decides, nobody does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from label_formats.repeats import Latest, latest

START = datetime(2026, 1, 1, tzinfo=UTC)
Thing = tuple[str, int | None, str]  # who, the second (None: no time), what


def of(*things: Thing) -> Latest[Thing]:
    return latest(
        things,
        who=lambda thing: thing[0],
        when=lambda thing: None if thing[1] is None else START + timedelta(seconds=thing[1]),
        says=lambda thing: thing[2],
    )


def test_the_latest_counts_wherever_it_stands() -> None:
    assert of(("a", 2, "x"), ("a", 1, "y")).kept == [("a", 2, "x")]
    assert of(("a", 1, "y"), ("a", 2, "x")).kept == [("a", 2, "x")]


def test_two_people_in_one_second_are_both_kept() -> None:
    """G12."""
    assert of(("a", 1, "x"), ("b", 1, "y")).kept == [("a", 1, "x"), ("b", 1, "y")]


def test_a_tie_that_differs_or_a_missing_time_is_unclear_and_one_that_agrees_is_one() -> None:
    assert of(("a", 1, "x"), ("a", 1, "y")).unclear == [("a", 1, "x"), ("a", 1, "y")]
    assert of(("a", 1, "x"), ("a", None, "y")).unclear == [("a", 1, "x"), ("a", None, "y")]
    agreed = of(("a", None, "x"), ("a", 1, "x"))
    assert (agreed.kept, agreed.earlier, agreed.unclear) == ([("a", None, "x")], [("a", 1, "x")], [])
    assert of(("a", 0, "z"), ("a", 1, "x"), ("a", 1, "y")).kept == []


@given(st.lists(st.tuples(st.sampled_from("abc"), st.none() | st.integers(0, 3), st.sampled_from("xy"))))
def test_nothing_is_lost_and_nobody_counts_twice(things: list[Thing]) -> None:
    found = of(*things)
    assert sorted([*found.kept, *found.earlier, *found.unclear], key=repr) == sorted(things, key=repr)
    assert len({who for who, _, _ in found.kept}) == len(found.kept)
    assert {who for who, _, _ in found.kept} | {who for who, _, _ in found.unclear} == {who for who, _, _ in things}


@given(st.permutations([("a", 1, "x"), ("a", 2, "y"), ("b", 1, "x"), ("b", 1, "x"), ("c", None, "x")]))
def test_the_order_of_the_file_does_not_matter(things: list[Thing]) -> None:
    assert sorted(of(*things).kept, key=repr) == sorted([("a", 2, "y"), ("b", 1, "x"), ("c", None, "x")], key=repr)
