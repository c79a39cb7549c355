"""How is a list of chosen labels written? As one text, in the order of the file, each once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from label_formats.answers import BETWEEN, NONE
from label_formats.cells import text_of
from label_formats.errors import BadRow


def joined(labels: Iterable[Any], what: str) -> str:
    """The labels with `|` between them; the empty text where there is none. Raises BadRow for what is no label.

    >>> joined(["joy", "pride", "joy"], "the choice"), joined([4], "the choice")
    ('joy|pride', '4')
    """
    found = list(dict.fromkeys(text_of(label, what).strip() for label in labels))
    for label in found:
        if not label:
            raise BadRow(f"{what} holds an empty label")
        if BETWEEN in label:
            raise BadRow(f"{what} holds {label[:40]!r}; a {BETWEEN} stands between several labels and cannot be in one")
        if label == NONE and len(found) > 1:
            raise BadRow(f"{what} holds {NONE!r} beside other labels")
    return BETWEEN.join(found)
