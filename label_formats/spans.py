"""Where in a text did somebody mark something? Stretches in code points, whatever the tool counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from label_formats.answers import BETWEEN, NONE
from label_formats.cells import whole_of
from label_formats.errors import BadFile, BadRow

MOST_KINDS = 200  # everybody answers each of them, if only with `none`
Span = tuple[str, int, int]  # the key of the text, empty where the tool names none; start; end, exclusive


def written(spans: Iterable[Span]) -> str:
    """The spans of one answer as a label, in order, each once; `none` where there is no span.

    >>> written([("t3", 10, 24), ("t3", 2, 5)]), written([("", 0, 4)]), written([])
    ('t3:2-5|t3:10-24', '0-4', 'none')
    """
    found = sorted(set(spans))
    return BETWEEN.join(f"{key}:{start}-{end}" if key else f"{start}-{end}" for key, start, end in found) or NONE


def kinds(labels: Iterable[str]) -> list[str]:
    """The labels of the marks in a file, each a question of its own. Raises BadFile where they are too many."""
    found = list(dict.fromkeys(labels))
    if len(found) > MOST_KINDS:
        raise BadFile(f"The marks have {len(found):,} different labels; {MOST_KINDS} can be read, each a question.")
    return found


def stretch(start: Any, end: Any) -> tuple[int, int]:
    """Where a span begins and ends, from what a record says. Raises BadRow where it holds nothing."""
    begin, stop = whole_of(start, "the start of a span"), whole_of(end, "the end of a span")
    if begin >= stop:
        raise BadRow(f"a span ends at {stop}, before or where it begins ({begin})")
    return begin, stop


def in_code_points(start: int, end: int, *, quoted: str, texts: Iterable[str]) -> tuple[int, int]:
    """The stretch that holds the `quoted` words in one of the texts, in code points.

    Tools in the browser count UTF-16: an emoji before the words moves them by one. The words tell which count it is;
    where no text holds them (line ends are written differently, say) the count is taken as code points.
    Raises BadRow where a text holds the words, but neither count finds them there.
    """
    if not quoted:
        return start, end
    holds = False
    for text in texts:
        if quoted not in text:
            continue
        holds = True
        if text[start:end] == quoted:
            return start, end
        moved = _from_utf16(text, start), _from_utf16(text, end)
        if text[moved[0] : moved[1]] == quoted:
            return moved
    if holds:
        raise BadRow(f"it marks {quoted[:40]!r} at {start}-{end}, where the text does not say so")
    return start, end


def _from_utf16(text: str, offset: int) -> int:
    return len(text.encode("utf-16-le", errors="surrogatepass")[: 2 * offset].decode("utf-16-le", errors="ignore"))
