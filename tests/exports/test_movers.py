"""Who moved in a discussion: by hand, on the smallest places there are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from exports.movers import Mover, Voices, movers, way


def test_toward_away_elsewhere_and_stayed() -> None:
    """Of four people: the majority of the others is more than half of their first answers."""
    first: Voices = {"a": "x", "b": "x", "c": "x", "d": "y"}
    assert way("d", first, {**first, "d": "x"}) == "toward"  # all three others said x
    assert way("a", first, {**first, "a": "y"}) == "away"  # two of the other three said x, as a had
    assert way("d", first, {**first, "d": "z"}) == "elsewhere"
    assert way("d", first, first) == "stayed"


def test_a_tie_has_no_majority() -> None:
    """K1: one of the others says x, one y."""
    first: Voices = {"a": "x", "b": "x", "c": "y"}
    assert way("a", first, {**first, "a": "y"}) == "elsewhere"


def test_to_say_that_it_cannot_be_judged_is_an_answer() -> None:
    first: Voices = {"a": "x", "b": None, "c": None}
    assert way("a", first, {**first, "a": None}) == "toward"
    assert way("b", first, {**first, "b": "x"}) == "elsewhere"  # the others: one x, one who cannot


def test_whoever_gives_no_new_answer_stays() -> None:
    assert way("a", {"a": "x", "b": "y"}, {"b": "y"}) == "stayed"


def test_the_counts_of_a_participant_add_up_over_the_places_that_they_had_answered() -> None:
    one: Voices = {"a": "x", "b": "x", "c": "y"}
    other: Voices = {"a": "x", "b": "y"}
    found = movers([(one, {**one, "c": "x"}), (other, {"a": "y", "b": "x"})], among=["c", "a", "b"])
    assert found == (Mover("c", 1, 1, 0, 0), Mover("a", 2, 1, 0, 0), Mover("b", 2, 1, 0, 0))
    assert [(mover.n_moved, mover.n_stayed) for mover in found] == [(1, 0), (1, 1), (1, 1)]


VOICES = st.dictionaries(st.sampled_from("abcde"), st.sampled_from(["x", "y", "z", None]), min_size=2)


@given(st.lists(st.tuples(VOICES, VOICES), max_size=6))
def test_moved_and_stayed_make_all_places_whatever_people_said(places: list[tuple[Voices, Voices]]) -> None:
    for mover in movers(places, among="abcde"):
        assert mover.n_places == sum(mover.rater in first for first, _ in places)
        assert mover.n_stayed >= 0
        unmoved = sum(after.get(mover.rater, before[mover.rater]) == before[mover.rater]
                      for before, after in places if mover.rater in before)  # fmt: skip
        assert mover.n_stayed == unmoved
