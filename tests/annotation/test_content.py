"""The keys of memories: neutral, made from the text alone, and as many as there are memories."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from annotation.content import Content, Memory, memories, memory_keys

TEXTS = st.lists(st.text(alphabet="ab é記", min_size=1, max_size=4), max_size=8)


def test_a_key_is_the_beginning_of_the_texts_hash() -> None:
    assert memory_keys("i1", ["She paints."]) == ["m" + hashlib.sha256(b"She paints.").hexdigest()[:12]]


@given(TEXTS, st.randoms(use_true_random=False))
def test_keys_and_stored_order_do_not_depend_on_the_sources_order(texts: list[str], dice: object) -> None:
    shuffled = list(texts)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert memories("i1", texts)[0] == memories("i1", shuffled)[0]


@given(TEXTS)
def test_every_memory_has_a_key_of_its_own_that_leads_to_its_text(texts: list[str]) -> None:
    shown, keys = memories("i1", texts)
    assert len(set(keys)) == len(texts)
    by_key = {memory.key: memory.text for memory in shown}
    assert [by_key[key] for key in keys] == texts


def test_one_text_twice_gives_two_numbered_keys() -> None:
    """E10: both copies are shown and answered apart."""
    first, other, second = memory_keys("i1", ["same", "other", "same"])
    assert {first, second} == {f"{memory_keys('i2', ['same'])[0]}-{number}" for number in (1, 2)}
    assert other == memory_keys("i1", ["other"])[0]


def test_the_numbers_of_copies_do_not_follow_the_source() -> None:
    """The first copy in the source is often the one with the higher role; its number must not always be 1."""
    firsts = {memory_keys(f"i{n}", ["same", "same"])[0][-1] for n in range(20)}
    assert firsts == {"1", "2"}


def test_an_unknown_field_of_content_is_an_error() -> None:
    with pytest.raises(ValidationError):
        Content.model_validate({"memories": [{"key": "m1", "text": "x", "role": "must"}]})
    assert Content(memories=(Memory(key="m1", text="x"),)).scene == ""
