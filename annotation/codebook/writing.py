"""A codebook as the text of a YAML file, as people write one: no field that says what would hold without it (pure)."""

from __future__ import annotations

from typing import Any

import yaml

from annotation.codebook.book import Codebook

WIDTH = 110


def written(book: Codebook) -> str:
    """The YAML of a codebook; read again, it is the same codebook."""
    body = book.model_dump(mode="json", exclude_defaults=True)
    for question, told in zip(book.questions, body["questions"], strict=True):
        if question.kind == "one":
            told["level"] = question.level  # has to be said, whatever it is
        for place, label in enumerate(told.get("labels", ()), start=1):
            _leave_out_own_place(label, place, grouped=bool(question.groups))
    text: str = yaml.dump(body, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH)
    return text


def _leave_out_own_place(label: dict[str, Any], place: int, *, grouped: bool) -> None:
    numbered = place <= 9 and not grouped
    if numbered and label.get("hotkey") == str(place):
        del label["hotkey"]
    elif numbered and "hotkey" not in label:
        label["hotkey"] = ""  # none at all, where a digit would come by itself


class _Dumper(yaml.SafeDumper):
    """Lists indented below their field, and texts of several lines as they are."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)
