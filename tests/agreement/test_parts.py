"""Are sets and spans read as people write them, and is an equal one always an equal text?"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.errors import BadScale
from agreement.parts import as_set, as_spans, canonical

NAMES = st.lists(st.sampled_from(["joy", "pride", "fear", "m2", "m10"]), max_size=5)
SPANS = st.lists(st.tuples(st.sampled_from(["", "t1", "s:2"]), st.integers(0, 30), st.integers(1, 9)), max_size=6)


def written(spans: list[tuple[str, int, int]]) -> str:
    return "|".join(f"{turn}:{start}-{start + n}" if turn else f"{start}-{start + n}" for turn, start, n in spans)


@given(NAMES, st.randoms())
def test_the_order_of_names_and_repeats_change_nothing(names: list[str], random: Random) -> None:
    text = canonical("set", "|".join(names) or "none")
    again = [*names, *names[:1]]
    random.shuffle(again)
    assert canonical("set", " | ".join(again) or "none") == text
    assert as_set(text) == frozenset(names)


def test_names_stand_in_natural_order() -> None:
    assert canonical("set", "m10|m2|joy") == "joy|m2|m10"


@pytest.mark.parametrize("text", ["none", "None", " none ", "|", "none|none"])
def test_none_is_the_empty_set(text: str) -> None:
    assert as_set(text) == frozenset()
    assert canonical("set", text) == "none"
    assert as_spans(text) == {}


@given(SPANS)
def test_canonical_spans_mark_the_same_characters(spans: list[tuple[str, int, int]]) -> None:
    text = canonical("spans", written(spans) or "none")
    expected = {(turn, place) for turn, start, n in spans for place in range(start, start + n)}
    found = [(turn, place) for turn, parts in as_spans(text).items() for one in parts for place in range(*one)]
    assert sorted(found) == sorted(expected)
    assert canonical("spans", text) == text


@pytest.mark.parametrize("text", ["t3", "t3:9-4", "5-5", "t3:a-b", "1-2|later"])
def test_what_is_no_span_is_refused_with_the_form(text: str) -> None:
    with pytest.raises(BadScale, match="turn:start-end"):
        as_spans(text)


def test_labels_of_other_levels_stay_as_they_are() -> None:
    assert canonical("nominal", "b|a") == "b|a"
