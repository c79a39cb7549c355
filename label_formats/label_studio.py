"""Label Studio's JSON export: tasks with the annotations of several people, each with the results of its controls.

Every control is a question, called by its name (`from_name`); one that marks text is a question for each of its labels,
called `control.label`, and whoever submitted without such a mark answers `none`. The rater is the id of `completed_by`.
Cancelled (skipped) annotations are dropped; of several by one person on one task the latest counts as a whole. Drafts,
predictions and reviews are not read. The data of a task may name its item and target (`label_formats.fields`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from label_formats.answers import NONE, Answer, Dropped, LabelsRead, Refused
from label_formats.cells import list_of, moment_of, object_of, text_of
from label_formats.errors import BadRow
from label_formats.fields import Asked, Ids
from label_formats.json_records import Record
from label_formats.label_studio_results import Said, said_by
from label_formats.repeats import latest
from label_formats.sorting import sort_out
from label_formats.spans import kinds
from label_formats.text import printable

NAME = "label-studio"
TITLE = "Label Studio (JSON)"
ANNOTATIONS = ("annotations", "completions")  # the older name of the same


@dataclass(frozen=True)
class _Annotation:
    row: int
    item: str
    target: str
    rater: str
    time: datetime | None
    said: tuple[Said, ...]


def recognizes(record: Any) -> bool:
    """Whether this is a task with annotations."""
    is_task = isinstance(record, dict) and "data" in record
    return is_task and any(isinstance(record.get(name), list) for name in ANNOTATIONS)


def read(records: Sequence[Record], asked: Asked) -> LabelsRead:
    """The answers of all annotations."""
    ids = Ids.of((_places(record) for _, record in records if recognizes(record)), asked=asked, own="the task's own id")
    found = sort_out(
        records,
        lambda row, task: _last_of_each(row, list(_annotations(row, task, ids))),
        shown=lambda task: ids.shown(_places(task), task.get("id")),
    )
    answers = list(_answers(found.kept))
    answered = {(answer.row, answer.rater) for answer in answers}
    empty = [
        Dropped(each.row, each.item, each.rater, "empty")
        for each in found.kept
        if (each.row, each.rater) not in answered
    ]
    said = (ids.sentence(), *_controls(answers), "A rater is the id of completed_by.")
    return LabelsRead(NAME, tuple(answers), (*found.dropped, *empty), tuple(found.refused), said)


def _annotations(row: int, task: Mapping[str, Any], ids: Ids) -> Iterator[_Annotation | Dropped | Refused]:
    """The annotations of a task; one that cannot be read is refused by itself. Raises BadRow for the task."""
    name = next((name for name in ANNOTATIONS if name in task), "annotations")
    texts = [text for text in object_of(task.get("data"), "data").values() if isinstance(text, str)]
    item, target = ids.item_of(_places(task), task.get("id")), ids.target_of(_places(task))
    for number, entry in enumerate(list_of(task.get(name), name), start=1):
        by = ""
        try:
            annotation = object_of(entry, "it")
            rater = _person(annotation.get("completed_by"))
            by = f" by {rater}"
            if annotation.get("was_cancelled") is True or annotation.get("skipped") is True:
                yield Dropped(row, item, rater, "cancelled")
                continue
            time = moment_of(annotation.get("updated_at") or annotation.get("created_at"), "its time")
            said = said_by(list_of(annotation.get("result"), "its result"), texts)
        except BadRow as error:
            yield Refused(row, item, f"annotation {number}{by}: {error}")
        else:
            yield _Annotation(row, item, target, rater, time, said)


def _last_of_each(
    row: int, found: Sequence[_Annotation | Dropped | Refused]
) -> Iterator[_Annotation | Dropped | Refused]:
    """Of the annotations of one task, the latest of each person."""
    yield from (each for each in found if not isinstance(each, _Annotation))
    given = [each for each in found if isinstance(each, _Annotation)]
    last = latest(given, who=lambda each: each.rater, when=lambda each: each.time, says=lambda each: each.said)
    yield from last.kept
    yield from (Dropped(row, each.item, each.rater, "repeated") for each in last.earlier)
    for each in last.unclear:
        why = f"{each.rater!r} has annotated the task more than once, differently, and no time says which is the latest"
        yield Refused(row, each.item, why)


def _answers(annotations: Sequence[_Annotation]) -> Iterator[Answer]:
    """One answer for each question; where a mark exists in the file, not to have made it is an answer too."""
    marking = kinds(said.question for each in annotations for said in each.said if said.kind == "spans")
    for each in annotations:
        answered = {said.question for said in each.said}
        unmarked = [Said(question, NONE, "spans") for question in marking if question not in answered]
        for said in (*each.said, *unmarked):
            yield Answer(
                row=each.row,
                item=each.item,
                target=each.target,
                question=said.question,
                rater=each.rater,
                label=said.label,
                kind=said.kind,
                time=each.time,
            )


def _controls(answers: Sequence[Answer]) -> list[str]:
    questions = dict.fromkeys(answer.question for answer in answers)
    return [f"Each control is a question: {', '.join(map(printable, questions))}."] if questions else []


def _person(value: Any) -> str:
    """The id of a person, who is written as an id or as an object that has one."""
    rater = text_of(value.get("id") if isinstance(value, Mapping) else value, "completed_by").strip()
    if not rater:
        raise BadRow("completed_by is missing: it does not say whose it is")
    return rater


def _places(task: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    value = task.get("data")
    return [value] if isinstance(value, Mapping) else []
