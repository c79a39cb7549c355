"""The built-in codebooks: they ask what their benchmark asks, in English and in Chinese, and nothing is left unsaid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from annotation import codebook
from annotation.codebook import Codebook, Question, Text
from annotation.guideline import blocks

PROTOCOLS = [
    "enpmr-need",
    "enpmr-rating",
    "enpmr-validation",
    "hlme-answer",
    "hlme-extraction",
    "hlme-update",
    "stratmem-integration",
    "stratmem-roles",
    "stratmem-usage",
]
each_protocol = pytest.mark.parametrize("name", PROTOCOLS)

# The emotions of HUMAINE's EARL in its ten groups, as the benchmark's facts list them; pride is the 49th.
EARL = {
    "Negative and forceful": "anger annoyance contempt disgust irritation",
    "Negative and not in control": "anxiety embarrassment fear helplessness powerlessness worry",
    "Negative thoughts": "doubt envy frustration guilt shame",
    "Negative and passive": "boredom despair disappointment hurt sadness",
    "Agitation": "shock stress tension",
    "Positive and lively": "amusement delight elation excitement happiness joy pleasure",
    "Caring": "affection empathy friendliness love",
    "Positive thoughts": "courage hope humility pride satisfaction trust",
    "Quiet positive": "calmness contentment relaxation relief serenity",
    "Reactive": "interest politeness surprise",
}


def asked(name: str, key: str) -> Question:
    found = codebook.built_in(name).question(key)
    assert found is not None, f"{name} has no question {key}"
    return found


def texts(book: Codebook) -> Iterator[tuple[str, Text]]:
    """Every text of a codebook, with where it stands."""
    yield from (("title", book.title), ("description", book.description), ("guideline", book.guideline))
    for question in book.questions:
        yield from ((f"{question.key}.text", question.text), (f"{question.key}.help", question.help))
        yield from ((f"{question.key}.groups.{group.key}", group.text) for group in question.groups)
        if question.expects is not None:
            yield f"{question.key}.expects", question.expects.text
        for label in question.labels:
            place = f"{question.key}.{label.key}"
            yield from ((f"{place}.text", label.text), (f"{place}.help", label.help))
            if label.anchor:
                yield f"{place}.anchor", label.anchor


def test_there_is_one_codebook_for_each_task_of_the_three_benchmarks() -> None:
    assert codebook.built_in_names() == PROTOCOLS


@each_protocol
def test_every_text_is_said_in_english_and_in_chinese(name: str) -> None:
    unsaid = [
        f"{place}: {language}"
        for place, text in texts(codebook.built_in(name))
        for language in ("en", "zh")
        if not text.get(language, "").strip()
    ]
    assert unsaid == []


@each_protocol
def test_no_chinese_is_left_in_the_english_nor_english_where_chinese_belongs(name: str) -> None:
    for place, text in texts(codebook.built_in(name)):
        assert not any("\u4e00" <= sign <= "\u9fff" for sign in text["en"]), place
        assert text["zh"].isdigit() or any("\u4e00" <= sign <= "\u9fff" for sign in text["zh"]), place


@each_protocol
def test_a_guideline_says_what_to_look_at_what_is_borderline_and_an_example_in_both_languages(name: str) -> None:
    guideline = codebook.built_in(name).guideline
    for language, words in {
        "en": ("Borderline cases", "Example."),
        "zh": ("拿不准的情况", "例子。"),
    }.items():
        assert all(f"**{word}**" in guideline[language] for word in words), language
    shapes = {language: [block["kind"] for block in blocks(text)] for language, text in guideline.items()}
    assert {"list", "paragraph"} <= set(shapes["en"])
    assert sorted(shapes["en"]) == sorted(shapes["zh"]), "a part of the guideline is missing in one language"


@each_protocol
def test_the_keys_on_the_keyboard_are_free_and_each_stands_for_one_answer(name: str) -> None:
    for question in codebook.built_in(name).questions:
        hotkeys = [label.hotkey.lower() for label in question.labels if label.hotkey]
        assert len(hotkeys) == len(set(hotkeys))
        assert not set(hotkeys) & codebook.RESERVED_HOTKEYS
        if question.labels and not question.groups:
            assert len(hotkeys) == len(question.labels), f"{question.key}: an answer without a key"


@each_protocol
def test_two_answers_never_read_the_same(name: str) -> None:
    for question in codebook.built_in(name).questions:
        for language in ("en", "zh"):
            words = [label.text[language] for label in question.labels]
            assert len(words) == len(set(words)), (question.key, language)


@each_protocol
def test_zero_and_one_are_answered_by_zero_and_one(name: str) -> None:
    """A one typed for a one must not mean the first label, which is zero."""
    for question in codebook.built_in(name).questions:
        if question.label_keys in (("0", "1"), ("no", "yes")):
            assert [label.hotkey for label in question.labels] == ["0", "1"]


@pytest.mark.parametrize(
    ("name", "key"),
    [("enpmr-rating", key) for key in ("fluency", "humanoid", "information", "empathy")]
    + [("stratmem-integration", "miq")],
)
def test_ratings_go_from_one_to_five_with_words_under_one_three_and_five(name: str, key: str) -> None:
    question = asked(name, key)
    assert (question.about, question.level, question.label_keys) == ("response", "interval", tuple("12345"))
    assert [label.key for label in question.labels if label.anchor] == ["1", "3", "5"]


def test_validation_asks_three_questions_of_zero_or_one_about_the_item() -> None:
    book = codebook.built_in("enpmr-validation")
    assert [question.key for question in book.questions] == ["appropriateness", "relevance", "correctness"]
    assert {(question.about, question.label_keys) for question in book.questions} == {("item", ("0", "1"))}


def test_the_memory_types_that_serve_a_need_are_the_benchmarks() -> None:
    expects = asked("enpmr-need", "memory_type").expects
    assert expects is not None
    assert expects.question == "need"
    assert expects.allowed == {
        "PN": ("preference",),
        "LB": ("relationship",),
        "EN": ("highlight", "relationship"),
        "SA": ("goal", "power", "highlight"),
    }
    assert tuple(expects.allowed) == asked("enpmr-need", "need").label_keys


def test_whoever_judges_the_type_does_not_see_it() -> None:
    assert "type" not in codebook.built_in("enpmr-need").shows
    assert "type" in codebook.built_in("enpmr-validation").shows


def test_the_words_that_show_a_use_are_asked_for_only_where_there_is_one() -> None:
    words = asked("stratmem-usage", "words")
    assert (words.about, words.kind, words.of) == ("pair", "quote", ("response",))
    assert words.is_asked("yes")
    assert not words.is_asked("no")
    assert not words.is_asked(None)


def test_the_emotions_are_earls_forty_nine_in_ten_groups() -> None:
    emotion = asked("hlme-extraction", "emotion")
    names = {group.key: group.text["en"] for group in emotion.groups}
    found: dict[str, list[str]] = {name: [] for name in names.values()}
    for label in emotion.labels:
        found[names[label.group]].append(label.key)
    assert found == {group: words.split() for group, words in EARL.items()}
    assert len(emotion.labels) == 49


@pytest.mark.parametrize(
    ("name", "key"),
    [("hlme-extraction", "intensity"), ("hlme-update", "intensity_before"), ("hlme-update", "intensity_after")],
)
def test_an_intensity_is_low_medium_or_high_and_has_distances(name: str, key: str) -> None:
    question = asked(name, key)
    assert (question.level, question.label_keys) == ("interval", ("1", "2", "3"))
    assert [label.text["en"] for label in question.labels] == ["Low", "Medium", "High"]


def test_a_wrong_reference_is_said_apart_from_a_wrong_answer() -> None:
    """CASES M1: who believes that the reference is wrong can say so without calling the answer wrong."""
    assert asked("hlme-answer", "right").about == "response"
    assert asked("hlme-answer", "reference_wrong").about == "item"
    assert asked("hlme-answer", "right_answer").is_asked("1")


def test_evidence_is_picked_from_turns_and_from_memories_where_there_are_some() -> None:
    assert (asked("hlme-answer", "evidence").kind, asked("hlme-answer", "evidence").of) == (
        "pick",
        ("turns", "memories"),
    )
    assert (asked("hlme-extraction", "evidence").kind, asked("hlme-extraction", "evidence").of) == ("pick", ("turns",))


@each_protocol
def test_nobody_is_left_without_an_answer_to_a_question_that_may_have_none(name: str) -> None:
    """An answer that has to be invented is worse than none: free text that is required can be declared impossible."""
    for question in codebook.built_in(name).questions:
        if question.kind == "text" and question.required:
            assert question.cannot_judge, question.key
