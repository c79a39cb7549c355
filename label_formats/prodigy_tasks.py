"""What does one accepted task of Prodigy say, by what its interface asks? Choices, texts and marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from label_formats.answers import BETWEEN, NONE, Kind
from label_formats.cells import list_of, object_of, text_of
from label_formats.choices import joined
from label_formats.errors import BadRow
from label_formats.spans import Span, in_code_points, stretch

SUGGESTED = ("ner", "spans")  # interfaces in which a person judges a mark that is there already
BY_HAND = ("ner_manual", "spans_manual")
WITHOUT_MARKS = ("classification", "choice", "text", "text_input")  # those that show marks and do not ask for any
WRITTEN = "user_input"

Marks = Mapping[str, list[Span]]


def said_in(task: Mapping[str, Any]) -> list[tuple[str, str, Kind]] | None:
    """What is chosen and written, as question, label and kind; None where the task asks neither."""
    chooses, writes = "options" in task or "accept" in task, WRITTEN in task
    if not chooses and not writes:
        return None
    said: list[tuple[str, str, Kind]] = []
    if chooses and (chosen := _chosen(task)):
        is_set = _style(task) == "multiple" or BETWEEN in chosen
        said.append((text_of(task.get("question"), "question").strip(), chosen, "several" if is_set else "one"))
    if writes and (text := text_of(task[WRITTEN], WRITTEN).strip()):
        said.append((WRITTEN, text, "text"))
    return said


def marks_in(task: Mapping[str, Any]) -> Marks | None:
    """The marks by label; None where the interface marks nothing. Raises BadRow where a mark was only suggested."""
    view = task.get("_view_id")
    if "spans" not in task:
        return {} if view in BY_HAND else None
    if view in WITHOUT_MARKS:
        return None
    if view in SUGGESTED or task.get("label") is not None:
        raise BadRow("the answer is about a mark that was suggested, not about the item")
    texts = [task["text"]] if isinstance(task.get("text"), str) else []
    found: dict[str, list[Span]] = {}
    for entry in list_of(task["spans"], "spans"):
        span = object_of(entry, "a span")
        quoted = span.get("text")
        begin, stop = stretch(span.get("start"), span.get("end"))
        begin, stop = in_code_points(begin, stop, quoted=quoted if isinstance(quoted, str) else "", texts=texts)
        found.setdefault(text_of(span.get("label"), "the label of a span").strip(), []).append(("", begin, stop))
    return found


def _chosen(task: Mapping[str, Any]) -> str:
    """The chosen ids; `none` where several could be chosen and nobody chose one."""
    chosen = list_of(task.get("accept", []), "accept")
    if len(chosen) > 1 and _style(task) == "single":
        raise BadRow(f"accept holds {len(chosen)} labels where only one can be chosen")
    return joined(chosen, "accept") or (NONE if _style(task) == "multiple" else "")


def _style(task: Mapping[str, Any]) -> Any:
    settings = task.get("config")
    return settings.get("choice_style") if isinstance(settings, Mapping) else None
