"""What writers of JSON share: a list of records piece by piece, and the refusal of items that came otherwise."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from annotation.codebook import Codebook
from languages import worded

OTHERWISE = worded("The project's items came as {other}; they cannot be written as {name}.")
NO_PLACE = worded("The codebook asks {question!r} of a {about}; {name} files have no place for that.")


def json_list(records: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """A JSON list, one record after the other, indented by two."""
    separator = "[\n"
    for record in records:
        text = json.dumps(record, ensure_ascii=False, indent=2)
        yield (separator + "\n".join(f"  {line}" for line in text.split("\n"))).encode()
        separator = ",\n"
    yield b"\n]" if separator == ",\n" else b"[]"


def json_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """One record a line."""
    for record in records:
        yield (json.dumps(record, ensure_ascii=False) + "\n").encode()


def came_otherwise(formats: Collection[str], name: str) -> str:
    """That items of another format cannot be written in this one; empty where there are none."""
    other = sorted(set(formats) - {name})
    return worded(OTHERWISE, other=other[0], name=name) if other else ""


def only_about(book: Codebook, abouts: Collection[str], name: str) -> str:
    """That the format has no place for what is asked about anything else; empty where nothing is."""
    strange = next((question for question in book.questions if question.about not in abouts), None)
    return worded(NO_PLACE, question=strange.key, about=strange.about, name=name) if strange else ""
