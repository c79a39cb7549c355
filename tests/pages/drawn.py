"""Everything that a screen says: the texts in the messages that Streamlit would send to the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from streamlit.testing.v1 import AppTest

# What no reader sees: addresses, names of widgets, icons, kinds.
UNSEEN = frozenset(
    re.findall(
        r"\w+",
        """
        id form_id page url theme query_string page_script_hash icon type data_testid key element_id mime color format
        default
        width height user_key css_content js_content component_name upload_url accept_multiple_files
        """,
    )
)
MARKUP = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)
NUMBER_OF_A_WIDGET = re.compile(r"[0-9a-f]{32}")
SAID_BY_MARKUP = re.compile(r"""(?:aria-label|title|alt|placeholder)="([^"]*)\"""")


def texts(app: AppTest) -> list[str]:
    """The texts of a screen, markup taken off."""
    found = [text for element in _elements(app) for text in _strings(element)]
    return [plain for text in found for plain in _plain(text)]


def _elements(app: AppTest) -> Iterator[Any]:
    def walk(block: Any) -> Iterator[Any]:
        for child in getattr(block, "children", {}).values():
            if getattr(child, "proto", None) is not None:
                yield child.proto
            yield from walk(child)

    yield from walk(app._tree)


def _strings(message: Any) -> Iterator[str]:
    for field, value in message.ListFields():
        if field.name in UNSEEN:
            continue
        if field.name == "spec":
            yield from _of_figure(json.loads(value))
            continue
        for each in value if field.is_repeated else [value]:
            if isinstance(each, str):
                yield from _of_widget(each) if each.startswith('{"') else [each]
            elif hasattr(each, "ListFields"):
                yield from _strings(each)


def _of_widget(sent: str) -> Iterator[str]:
    """What a widget of our own is given to say; its list of common English words is not said, but searched by."""
    texts = json.loads(sent).get("texts", {})
    for name, text in texts.items():
        if name != "common_words":
            yield from [text] if isinstance(text, str) else text.values()


def _of_figure(spec: Any, name: str = "") -> Iterator[str]:
    """The texts of a Plotly figure, its style left out."""
    if isinstance(spec, dict):
        for key, value in spec.items():
            if key != "template":
                yield from _of_figure(value, key)
    elif isinstance(spec, list):
        for value in spec:
            yield from _of_figure(value, name)
    elif isinstance(spec, str) and name in ("text", "hovertext", "ticktext", "name"):
        yield spec


def _plain(text: str) -> Iterator[str]:
    if NUMBER_OF_A_WIDGET.fullmatch(text):
        return
    yield from SAID_BY_MARKUP.findall(text)
    yield unescape(MARKUP.sub(" ", text)).replace("\\", "")
