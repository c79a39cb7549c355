"""Which texts are the same, or nearly? Hand-made pairs, and the quick search against comparing all."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.near_duplicates import jaccard, near_pairs, normalized, shingles


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What now?", "  what   NOW "),
        ("ﬁne, ２ days", "FINE 2 days"),  # a ligature and a wide digit: NFKC
        ("今天下雨了。", "今天下雨了！"),
        ("caf\u00e9", "cafe\u0301"),
    ],
)
def test_case_spaces_punctuation_and_forms_of_one_character_make_no_difference(one: str, other: str) -> None:
    assert normalized(one) == normalized(other)


def test_an_accent_that_stands_by_itself_ends_no_word() -> None:
    assert " " not in normalized("हिन्दी")


def test_similarity_of_two_short_texts_by_hand() -> None:
    # abcdef: abcde bcdef; abcdeg: abcde bcdeg. One shared of three.
    assert jaccard(shingles("abcdef"), shingles("abcdeg")) == 1 / 3


def test_a_changed_word_in_a_long_sentence_is_a_near_duplicate_and_another_sentence_is_not() -> None:
    texts = {
        "a": "My brother sold the boat without asking me, and now he wants to talk about it on Sunday.",
        "b": "My brother sold the boat without asking us, and now he wants to talk about it on Sunday!",
        "c": "I burned forty rolls at the bakery this morning and nobody said a word.",
    }
    assert near_pairs(texts) == [("a", "b")]


def test_equal_texts_are_no_pair_since_the_first_stands_for_them_and_empty_ones_are_like_no_other() -> None:
    assert near_pairs({"a": "The same.", "b": "the same", "c": "", "d": " …"}) == []


@given(st.lists(st.text("abc ", max_size=12), max_size=14), st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_the_quick_search_finds_what_comparing_all_finds(texts: list[str], threshold: float) -> None:
    named = {str(place): text for place, text in enumerate(dict.fromkeys(map(normalized, texts))) if text}
    slow = [
        (one, other)
        for one, other in combinations(named, 2)
        if jaccard(shingles(named[one]), shingles(named[other])) >= threshold - 1e-9
    ]
    assert near_pairs(named, threshold=threshold) == slow


def test_a_threshold_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="over 0"):
        near_pairs({}, threshold=0.0)
