"""What do the results of one annotation in Label Studio say? By control: labels, numbers, texts, or marks in a text.

A control that marks text gives its stretches under the key of what it marks (`to_name`; `text`, as Label Studio's own
templates call it, names nothing, so there is no key), or, in a dialogue (`Paragraphs`), under the turn: `t1` is the
first. Offsets are code points: an offset that a browser counted in UTF-16 is told by the words that stand beside it.
Marks in pictures, sound and video are no labels of a text and are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from label_formats.answers import BETWEEN, Kind
from label_formats.cells import list_of, number_of, object_of, text_of, whole_of
from label_formats.choices import joined
from label_formats.errors import BadRow
from label_formats.spans import Span, in_code_points, stretch, written

MARKS = ("labels", "hypertextlabels", "paragraphlabels")
UNNAMED = "text"
MARKED_PLACE = ("start", "x", "points", "keypoint", "rle", "sequence", "startOffset")


@dataclass(frozen=True)
class Said:
    """What one annotation answers to one question."""

    question: str
    label: str
    kind: Kind


def said_by(results: Sequence[Any], texts: Sequence[str]) -> tuple[Said, ...]:
    """What the results of one annotation say, by question; `texts` are those of the task. Raises BadRow."""
    found: dict[str, Said] = {}
    marks: dict[str, list[Span]] = {}
    for entry in results:
        result = object_of(entry, "a result")
        kind = text_of(result.get("type"), "the type of a result")
        if kind == "relation":  # says how two marks belong together, and answers nothing by itself
            continue
        control = _name(result, "from_name")
        value = object_of(result.get("value"), f"the value of {control!r}")
        if kind.endswith("labels"):
            for question, span in _marks(control, _name(result, "to_name"), kind, value, texts):
                marks.setdefault(question, []).append(span)
            continue
        said = _said(control, kind, value)
        if control in found:
            raise BadRow(f"the control {control!r} has two results; one answer is read for each control")
        if said:
            found[control] = said
    return (*found.values(), *(Said(question, written(spans), "spans") for question, spans in marks.items()))


def _said(control: str, kind: str, value: Mapping[str, Any]) -> Said | None:
    """The answer of a control that marks nothing; None where it is blank."""
    place = next((name for name in MARKED_PLACE if name in value), None)
    if place:
        raise BadRow(f"the control {control!r} is about a marked part ({place!r}), not about the whole item")
    if kind == "choices":
        chosen = list_of(value.get("choices"), f"the choices of {control!r}")
        label = joined(chosen, f"the control {control!r}")
        return _unless_blank(control, label, "several" if BETWEEN in label else "one")
    if kind == "taxonomy":
        paths = [_path(path, control) for path in list_of(value.get("taxonomy"), f"the taxonomy of {control!r}")]
        label = joined(paths, f"the control {control!r}")
        return _unless_blank(control, label, "several" if BETWEEN in label else "one")
    if kind in ("rating", "number"):
        return Said(control, number_of(value.get(kind), f"the {kind} of {control!r}"), "one")
    if kind == "textarea":
        lines = value.get("text")
        texts = lines if isinstance(lines, list) else [lines]
        return _unless_blank(
            control, "\n".join(text_of(text, f"the text of {control!r}") for text in texts).strip(), "text"
        )
    if kind in ("pairwise", "datetime"):
        field = "selected" if kind == "pairwise" else "datetime"
        return _unless_blank(control, text_of(value.get(field), f"the {field} of {control!r}").strip(), "one")
    raise BadRow(f"the control {control!r} gives {kind or 'something'!r}, which is no label")


def _unless_blank(control: str, label: str, kind: Kind) -> Said | None:
    return Said(control, label, kind) if label else None


def _path(path: Any, control: str) -> str:
    """A place in a tree of labels, as its steps with `/` between them."""
    return "/".join(text_of(step, f"the taxonomy of {control!r}") for step in list_of(path, f"a choice of {control!r}"))


def _marks(
    control: str, marked: str, kind: str, value: Mapping[str, Any], texts: Iterable[str]
) -> Iterator[tuple[str, Span]]:
    """The marked stretch, once for each label it has, under the question of that label."""
    if kind not in MARKS:
        raise BadRow(f"the control {control!r} marks a part of something that is no text ({kind})")
    labels = [
        text_of(label, f"a label of {control!r}").strip()
        for label in list_of(value.get(kind), f"the {kind} of {control!r}")
    ]
    try:
        span = _paragraph(value, texts) if kind == "paragraphlabels" else _span(marked, kind, value, texts)
    except BadRow as error:
        raise BadRow(f"the control {control!r}: {error}") from error
    for label in labels or [""]:
        yield f"{control}.{label}" if label else control, span


def _span(marked: str, kind: str, value: Mapping[str, Any], texts: Iterable[str]) -> Span:
    where = value
    if kind == "hypertextlabels" or not _is_offset(value.get("start")):  # then `start` is a path into the page
        where = object_of(value.get("globalOffsets"), "globalOffsets, which count the characters of a page,")
    start, end = stretch(where.get("start"), where.get("end"))
    key = "" if marked == UNNAMED else marked
    return key, *in_code_points(start, end, quoted=_quoted(value), texts=texts)


def _paragraph(value: Mapping[str, Any], texts: Iterable[str]) -> Span:
    turn, last = whole_of(value.get("start"), "the turn of a mark"), whole_of(value.get("end"), "the turn of a mark")
    if turn != last:
        raise BadRow(f"a mark runs from turn {turn + 1} to turn {last + 1}; one is read within one turn only")
    start, end = stretch(value.get("startOffset"), value.get("endOffset"))
    return f"t{turn + 1}", *in_code_points(start, end, quoted=_quoted(value), texts=texts)


def _is_offset(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _quoted(value: Mapping[str, Any]) -> str:
    text = value.get("text")
    return text if isinstance(text, str) else ""


def _name(result: Mapping[str, Any], field: str) -> str:
    name = text_of(result.get(field), field).strip()
    if not name:
        raise BadRow(f"a result has no {field}: it does not say which control it is of")
    return name
