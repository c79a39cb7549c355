"""A text of ours is said in the language of the moment, with what fills it; nobody else's text is touched."""

from __future__ import annotations

import contextvars
import copy
import pickle

from languages import Worded, joined, meant, message_of, say, say_if_ours, speak, speaking, spoken, told, worded


def test_a_marked_text_is_an_english_string() -> None:
    said = worded("{done} of {total} items done", done=2, total=3)
    assert said == "2 of 3 items done"
    assert f"{said}!" == "2 of 3 items done!"
    assert worded("{n} of {total} done") == "{n} of {total} done"  # a template for a script: it fills it in itself


def test_it_is_said_in_the_language_of_the_moment() -> None:
    assert say(worded("Sign in")) == "Sign in"
    with speaking("zh"):
        assert say(worded("Sign in")) == "登录"
        assert say(worded("{done} of {total} items done"), done=2, total=3) == "已完成 2 / 3 个条目"
    assert spoken() == "en"


def test_one_word_may_mean_several_things() -> None:
    with speaking("zh"):
        assert (say(meant("a screen", "Label")), say(worded("Label"))) == ("标注", "标签")


def test_what_fills_a_text_is_said_too_where_it_is_ours() -> None:
    refusal = worded("Undefined: {why}.", why=worded("Saved"))
    with speaking("zh"):
        assert say(refusal) == "未定义：已保存。"
        assert say(worded("Undefined: {why}."), why="Saved") == "未定义：Saved。"


def test_a_text_without_translation_is_said_as_it_is_written() -> None:
    with speaking("zh"):
        assert say("A sentence that the catalog does not have, {n:,}", n=1234).endswith("1,234")


def test_what_somebody_else_wrote_is_left_alone() -> None:
    with speaking("zh"):
        assert say_if_ours("Sign in") == "Sign in"
        assert say_if_ours(worded("Sign in")) == "登录"


def test_an_error_tells_its_sentence_in_the_language_of_the_moment() -> None:
    error = ValueError(worded("There is no project “{slug}”. Choose one of those there are.", slug="{x}"))
    assert str(error) == "There is no project “{x}”. Choose one of those there are."
    with speaking("zh"):
        assert told(error) == "没有项目“{x}”。请从现有项目中选择。"
        assert told(ValueError("Somebody's own words")) == "Somebody's own words"
        assert told(ValueError()) == ""


def test_it_stays_what_it_is_when_it_comes_from_another_process() -> None:
    said = worded("{done} of {total} items done", done=2, total=3)
    for copied in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert isinstance(copied, Worded)
        with speaking("zh"):
            assert say(copied) == "已完成 2 / 3 个条目"


def test_the_language_is_that_of_one_request() -> None:
    one, other = contextvars.copy_context(), contextvars.copy_context()
    one.run(speak, "zh")
    assert (one.run(spoken), other.run(spoken)) == ("zh", "en")


def test_a_text_of_ours_stays_one_inside_another_error() -> None:
    inner = ValueError(worded("Saved"))
    outer = ValueError(worded("Undefined: {why}.", why=message_of(inner)))
    with speaking("zh"):
        assert told(outer) == "未定义：已保存。"
    assert message_of(ValueError()) == ""
    assert message_of(KeyError(3)) == "3"


def test_notes_are_joined_and_each_is_said_by_itself() -> None:
    notes = joined([worded("Saved"), "as usual", worded("Skip")])
    assert notes == "Saved; as usual; Skip"
    with speaking("zh"):
        assert say(notes) == "已保存；as usual；跳过"
    assert joined([]) == ""
