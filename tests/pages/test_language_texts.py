"""Every text that a page draws is marked where it is written and said where it is drawn, as far as the code shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from languages import Worded
from languages.extraction import ROOMS
from pages.parts.board.texts import TEXTS as BOARD
from pages.parts.desk.texts import TEXTS as DESK
from pages.parts.menu import PAGES

FILES = sorted(PAGES.rglob("*.py"))
MARKS = {"worded", "say", "meant"}
SAYING = {"say", "say_if_ours", "told", "said"}
# Words with a space between them, or a capitalized one: what may be a text. Markup and addresses are taken off before.
PROSE = re.compile(r"[A-Za-z]{2,},? [a-z(]|^[A-Z][a-z]+$|^ [a-z]{2,} |^[a-z]+ [a-z]+")
MARKUP = re.compile(r"<style>.*?</style>|<[^>]*>?|&\w+;|[\w-]+=\"[^\"]*\"?|\w+: [^;]*;")
# Not drawn, or written alike in every language.
NO_TEXTS = {
    "BRAND": "the name of the program",
    "_BROWSERS": "names of programs",
    "_SYSTEMS": "names of programs",
    "_STYLE": "a style",
    "_LEFT_OUT": "a style",
    "_PAGE": "markup",
    "_POLICY": "a header",
    "_SCRIPT": "a script",
    "_INLINE_SCRIPT": "a pattern",
    "__all__": "names of the code",
}
FOR_THE_LOG = {"exception", "info", "warning", "debug"}
NOT_DRAWN = re.compile(
    r"[A-Z][a-z]+(-[A-Z][a-z]+)+|no database|Allow|Found|required autofocus|(Google )?Chrom(e|ium)|Enter|Delete|a b c"
)
IN_THE_TERMINAL = ("gate/addresses.py", "gate/proxies.py")  # settings of the server: whoever starts it reads them


def prose(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts that are written in a module and not marked."""
    passed = {id(each) for each in _passed(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            text = MARKUP.sub("", node.value).strip("<>\"' \n")
            if PROSE.search(text) and not NOT_DRAWN.fullmatch(text):
                yield node.lineno, node.value


def _passed(tree: ast.Module) -> Iterator[ast.AST]:
    """What is inside a mark, a docstring, a line for the server's log, or a constant that holds no text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in MARKS | FOR_THE_LOG:
                yield from (each for argument in node.args for each in ast.walk(argument))
        elif isinstance(node, ast.Dict):
            yield from (key for key in node.keys if key is not None)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in NO_TEXTS:
            yield from ast.walk(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PAGES).as_posix())
def test_a_text_is_marked_where_it_is_written(file: Path) -> None:
    if file.relative_to(PAGES).as_posix() in IN_THE_TERMINAL:
        return
    assert list(prose(ast.parse(file.read_text(encoding="utf-8")))) == []


def marked_names(tree: ast.Module) -> set[str]:
    """The constants of a module that hold one marked text each."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            pairs = (
                zip(target.elts, value.elts, strict=True)
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
                else [(target, value)]
            )
            for name, text in pairs:
                called = isinstance(text, ast.Call) and getattr(text.func, "id", "") in MARKS
                if called and isinstance(name, ast.Name):
                    found.add(name.id)
    return found


def drawn_unsaid(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Marked constants that are handed straight to Streamlit, or put into a text that is being made."""
    names = marked_names(tree)

    def unsaid(node: ast.expr) -> Iterator[tuple[int, str]]:
        if isinstance(node, ast.Name) and node.id in names:
            yield node.lineno, node.id

    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue) or (
            isinstance(node, ast.Attribute) and node.attr in ("format", "join", "replace")
        ):
            yield from unsaid(node.value)
        elif isinstance(node, ast.Call) and _draws(node.func):
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                yield from unsaid(argument)


def _draws(function: ast.expr) -> bool:
    """Whether this is `st.…`, or one of the functions of our own that draw what they are given."""
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Name) and function.value.id == "st"
    return isinstance(function, ast.Name) and function.id in ("quiet", "literal", "escape", "Remark", "Short", "Figure")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PAGES).as_posix())
def test_a_marked_text_is_said_where_it_is_drawn(file: Path) -> None:
    assert list(drawn_unsaid(ast.parse(file.read_text(encoding="utf-8")))) == []


def test_every_text_of_the_board_and_the_desk_is_marked() -> None:
    texts = {**BOARD, **DESK}
    flat = {name: each for name, each in texts.items() if isinstance(each, str)}
    nested = [each for each in texts.values() if not isinstance(each, str)]
    assert [name for name, each in flat.items() if not isinstance(each, Worded) and re.search("[A-Za-z]", each)] == []
    assert all(isinstance(each, Worded) for group in nested for each in group.values())


@pytest.mark.parametrize("room", ROOMS)
def test_a_mark_stands_where_the_extraction_finds_it(room: str) -> None:
    """Inside an f-string it does not look, and a template that is put together there is nobody's message."""
    hidden = []
    for file in (PAGES.parent / room).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            marked = isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKS and node.args
            if marked and isinstance(node, ast.Call) and isinstance(node.args[0], ast.JoinedStr):
                hidden.append((file.name, node.lineno))
            if isinstance(node, ast.JoinedStr):
                hidden += [(file.name, node.lineno) for inner in ast.walk(node) if _is_literal_mark(inner)]
    assert hidden == []


def _is_literal_mark(node: ast.AST) -> bool:
    called = isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKS
    return called and isinstance(node, ast.Call) and any(isinstance(each, ast.Constant) for each in node.args[:1])
