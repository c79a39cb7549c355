"""Label files of other tools, made here in their own forms: what the tests of the readers have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import label_formats
from label_formats import Asked, LabelsRead

TIME = "2026-01-02T03:04:05Z"


def lines(*records: Any) -> str:
    """JSON Lines."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def read(records: Sequence[Any], *, as_lines: bool = False, **asked: str) -> LabelsRead:
    """What is read of a file with these records, which has to be recognized."""
    text = lines(*records) if as_lines else json.dumps(records)
    name = label_formats.looks_like(text)
    assert name is not None
    return label_formats.read(text, format_name=name, asked=Asked(**asked))


def said(found: LabelsRead) -> list[tuple[str, str, str, str]]:
    """Item, question, rater and label of each answer."""
    return [(each.item, each.question, each.rater, each.label) for each in found.answers]


def dropped(found: LabelsRead) -> list[tuple[int, str]]:
    """The row of each dropped answer, and why."""
    return [(each.row, each.why) for each in found.dropped]


def refused(found: LabelsRead) -> list[tuple[int, str, str]]:
    """The row, id and reason of all that is refused."""
    return [(each.row, each.id, each.why) for each in found.refused]


def task(*annotations: Mapping[str, Any], number: int = 1, **fields: Any) -> dict[str, Any]:
    """A task of Label Studio with these annotations."""
    return {
        "id": number,
        "data": {"text": "A 😀 text here", **fields},
        "annotations": list(annotations),
        "predictions": [],
    }


def annotation(by: Any, *results: Mapping[str, Any], time: str = TIME, **changes: Any) -> dict[str, Any]:
    """One person's annotation of a task of Label Studio."""
    made = {"id": 5, "completed_by": by, "was_cancelled": False, "created_at": time, "result": list(results)}
    return {**made, **changes}


def result(control: str, value: Mapping[str, Any], *, kind: str = "choices", to: str = "text") -> dict[str, Any]:
    """What one control of Label Studio holds."""
    return {"id": "r1", "type": kind, "from_name": control, "to_name": to, "origin": "manual", "value": value}


def chosen(control: str, *labels: Any) -> dict[str, Any]:
    """A choice in Label Studio."""
    return result(control, {"choices": list(labels)})


def line(by: Any = "ann", answer: str = "accept", *, number: int = -7, **fields: Any) -> dict[str, Any]:
    """One line of Prodigy."""
    hashes = {"_input_hash": number, "_task_hash": number - 1}
    return {
        "text": "A 😀 text here",
        **hashes,
        "answer": answer,
        "_annotator_id": by,
        "_timestamp": 1767323045,
        **fields,
    }
