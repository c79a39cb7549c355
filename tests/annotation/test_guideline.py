"""A guideline's Markdown becomes plain nodes, and nothing in it can become anything else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.codebook import built_in, said
from annotation.guideline import DEEPEST, Block, blocks

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<b>)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//example.org)",
    "[x](/signout)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "![x](https://example.org/pixel.png)",
    "![x](javascript:alert(1))",
]
KINDS = {"heading", "paragraph", "list", "quote", "code", "rule", "table"}
INLINE_KINDS = {"text", "code", "strong", "emphasis", "strike", "link", "break"}


def test_the_built_in_guideline_reads_as_it_is_written() -> None:
    intro, roles, steps, *_ = blocks(said(built_in("stratmem-roles").guideline))
    assert words(intro).endswith("for this question only: the same memory can play another role elsewhere.")
    assert words(roles["items"][0]) == "Must: without it the answer would be wrong or incomplete."
    assert {"kind": "emphasis", "content": [{"kind": "text", "text": "Nice"}]} in steps["content"]


def test_every_form_has_its_node() -> None:
    lines = "# One", "###### Six", "> quoted", "3. three\n4. four", "---", "```\n<b>\n```", "| a |\n|---|\n| *c* |"
    head, low, quote, numbers, rule, code, table = blocks("\n\n".join(lines))
    assert (head["level"], low["level"]) == (1, 4)
    assert quote == {
        "kind": "quote",
        "blocks": [{"kind": "paragraph", "content": [{"kind": "text", "text": "quoted"}]}],
    }
    assert (numbers["ordered"], numbers["start"], len(numbers["items"])) == (True, 3, 2)
    assert rule == {"kind": "rule"}
    assert code == {"kind": "code", "text": "<b>\n"}
    assert table["head"] == [[{"kind": "text", "text": "a"}]]
    assert table["rows"] == [[[{"kind": "emphasis", "content": [{"kind": "text", "text": "c"}]}]]]


def test_a_line_of_pieces() -> None:
    (line,) = blocks("a **b** ~~c~~ `d` [e](https://example.org)\\\nf")
    assert [piece["kind"] for piece in line["content"]] == [
        *("text", "strong", "text", "strike", "text", "code", "text", "link", "break", "text"),
    ]


def test_a_line_end_is_a_space_but_not_in_chinese() -> None:
    assert words(blocks("two\nlines")) == "two lines"
    assert words(blocks("请看\n**对话**\n再答")) == "请看对话再答"
    assert words(blocks("请看 Melanie\n的话")) == "请看 Melanie 的话"


@pytest.mark.parametrize("markdown", HOSTILE)
def test_hostile_markdown_is_words_and_nothing_else(markdown: str) -> None:
    """I1, I8: no HTML, no address but http and https, nothing that is fetched."""
    made = blocks(markdown)
    assert {piece["kind"] for piece in pieces(made)} <= {"text"}
    assert words(made)


def test_an_entity_is_the_letter_it_stands_for_and_stays_text() -> None:
    assert blocks("&lt;b&gt; &amp;amp; &#0;") == [
        {"kind": "paragraph", "content": [{"kind": "text", "text": "<b> &amp; \ufffd"}]}
    ]


@pytest.mark.parametrize("mark", ["> ", "- ", "1. ", ">"])
@pytest.mark.parametrize("depth", [DEEPEST // 2 - 1, DEEPEST, 10 * DEEPEST, 1000])
def test_deep_nesting_loses_no_words_and_ends(mark: str, depth: int) -> None:
    made = blocks(mark * depth + "deep down")
    assert "deep down" in words(made)
    assert depth_of(made) <= 3 * DEEPEST


@pytest.mark.parametrize("markdown", ["*" * 999 + "deep" + "*" * 999, "![" * 999 + "deep" + "](x)" * 999])
def test_deep_emphasis_and_images_in_images_lose_no_words_and_end(markdown: str) -> None:
    made = blocks(markdown)
    assert "deep" in words(made)
    assert depth_of(made) <= 3 * DEEPEST


@given(st.text())
def test_any_text_gives_known_nodes_that_travel_as_json(markdown: str) -> None:
    made = blocks(markdown)
    known(made)
    assert json.loads(json.dumps(made)) == made


@given(st.lists(st.sampled_from([*HOSTILE, "> ", "- ", "\n", "\n\n", "**", "`", "| a |\n|---|\n", "# ", "文", "    "])))
def test_any_mixture_of_hostile_pieces_gives_known_nodes(parts: list[str]) -> None:
    known(blocks("".join(parts)))


@given(st.lists(st.text(alphabet="abcdefgh文字", min_size=1), min_size=1))
def test_plain_words_come_through_whole(lines: list[str]) -> None:
    assert words(blocks("\n\n".join(lines))).replace(" ", "") == "".join(lines)


def known(made: list[Block]) -> None:
    """Every node is of a known kind, and every address is of the web."""
    for block in made:
        assert block["kind"] in KINDS
        known(block.get("blocks", []))
        for item in block.get("items", []):
            known(item)
    for piece in pieces(made):
        assert piece["kind"] in INLINE_KINDS
        assert piece.get("href", "https://").lower().startswith(("http://", "https://"))


def pieces(made: Any) -> Iterator[dict[str, Any]]:
    """Every inline node below."""
    if isinstance(made, list):
        for each in made:
            yield from pieces(each)
    elif isinstance(made, dict):
        if made["kind"] in INLINE_KINDS and "level" not in made:
            yield made
        for value in made.values():
            yield from pieces(value)


def words(made: Any) -> str:
    """The text of all nodes below, in order."""
    return "".join(piece.get("text", "") for piece in pieces(made))


def depth_of(made: Any) -> int:
    """How many nodes lie within one another."""
    if isinstance(made, list):
        return max(map(depth_of, made), default=0)
    return 1 + max((depth_of(value) for value in made.values() if isinstance(value, list)), default=0)
