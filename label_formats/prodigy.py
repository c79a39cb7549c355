"""Prodigy's JSONL (`db-out`): one line for each answer of one person.

The rater is `_annotator_id`, else `_session_id`; the item is named by the task (`label_formats.fields`, there or in its
`meta`), else by `_input_hash`. Answers that ignore a task are dropped. What an interface asks is a question:

- a task with a `label` and nothing to choose from: the label is the question, `accept` and `reject` are its labels;
- a choice (`options`, `accept`): the chosen ids, to the question in the field `question`, else to the only one;
- spans that people mark (`ner_manual`, `spans_manual`): a question for each label, `none` where nothing is marked;
- a text field (`user_input`): a text.

Where something is chosen, marked or written, `reject` refuses the task and is no answer, so it is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from label_formats.answers import Answer, Dropped, Kind, LabelsRead
from label_formats.cells import moment_of, text_of
from label_formats.errors import BadRow
from label_formats.fields import Asked, Ids
from label_formats.json_records import Record
from label_formats.prodigy_tasks import Marks, marks_in, said_in
from label_formats.sorting import sort_out
from label_formats.spans import kinds, written

NAME = "prodigy"
TITLE = "Prodigy (JSONL)"
ANSWERS = ("accept", "reject", "ignore")
RATERS = ("_annotator_id", "_session_id")


@dataclass(frozen=True)
class _Line:
    """One answered task; `marks` are None where its interface marks nothing."""

    row: int
    item: str
    target: str
    rater: str
    time: datetime | None
    said: tuple[tuple[str, str, Kind], ...]
    marks: Marks | None


def recognizes(record: Any) -> bool:
    """Whether this is an answered task."""
    return isinstance(record, dict) and ("_task_hash" in record or "_input_hash" in record) and "answer" in record


def read(records: Sequence[Record], asked: Asked) -> LabelsRead:
    """The answers of all lines."""
    ids = Ids.of((_places(record) for _, record in records if recognizes(record)), asked=asked, own="_input_hash")
    raters = (asked.rater,) if asked.rater else RATERS
    found = sort_out(
        records,
        lambda row, task: [_line(row, task, ids, raters)],
        shown=lambda task: ids.shown(_places(task), task.get("_input_hash")),
    )
    said = (ids.sentence(), f"A rater is {', else '.join(raters)}.")
    return LabelsRead(NAME, tuple(_answers(found.kept)), tuple(found.dropped), tuple(found.refused), said)


def _line(row: int, task: Mapping[str, Any], ids: Ids, raters: Sequence[str]) -> _Line | Dropped:
    answer = text_of(task.get("answer"), "answer")
    if answer not in ANSWERS:
        raise BadRow(f"the answer is {answer[:40]!r}; it is one of {', '.join(ANSWERS)}")
    rater = next((text for text in (text_of(task.get(name), name).strip() for name in raters) if text), "")
    if not rater:
        raise BadRow(f"the line has no {' and no '.join(raters)}: it does not say whose answer it is")
    item, target = ids.item_of(_places(task), task.get("_input_hash")), ids.target_of(_places(task))
    if answer == "ignore":
        return Dropped(row, item, rater, "ignored")
    marks, said = marks_in(task), said_in(task)
    if answer == "reject" and (marks is not None or said is not None):
        return Dropped(row, item, rater, "rejected")
    if said is None and marks is None:
        label = text_of(task.get("label"), "label").strip()
        said = [(label, answer, "one")]
    if not said and marks is None:
        return Dropped(row, item, rater, "empty")
    time = moment_of(task.get("_timestamp"), "_timestamp")
    return _Line(row, item, target, rater, time, tuple(said or ()), marks)


def _answers(lines: Sequence[_Line]) -> Iterator[Answer]:
    """One answer for each question; who marks, but not with this label, answers `none`."""
    marking = kinds(label for each in lines for label in each.marks or {})
    for each in lines:
        answers: list[tuple[str, str, Kind]] = [*each.said]
        if each.marks is not None:
            answers += [(label, written(each.marks.get(label, ())), "spans") for label in marking]
        for question, label, kind in answers:
            yield Answer(each.row, each.item, each.target, question, each.rater, label, kind, time=each.time)


def _places(task: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    meta = task.get("meta")
    return [task, meta] if isinstance(meta, Mapping) else [task]
