"""Argilla's records (JSON or JSONL) with the responses of several people, in any of the shapes of `argilla_responses`.

Discarded responses and drafts are dropped; a response without a status counts. Suggestions are not read: no person gave
them. The rater is `user_id`; the item is named by the metadata or the fields (`label_formats.fields`), else by the
record's `external_id` or `id`. A list of labels is a set; marks are a question for each label, called `question.label`,
and whoever answered the question without such a mark answers `none`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from label_formats.answers import NONE, Answer, Dropped, Kind, LabelsRead, Refused, Why
from label_formats.argilla_responses import Response, responses_of
from label_formats.cells import object_of, text_of
from label_formats.choices import joined
from label_formats.errors import BadRow
from label_formats.fields import Asked, Ids
from label_formats.json_records import Record
from label_formats.sorting import sort_out
from label_formats.spans import Span, kinds, stretch, written

NAME = "argilla"
TITLE = "Argilla records (JSON, JSONL)"
LEFT_OUT: Mapping[str, Why] = {"discarded": "discarded", "draft": "draft", "pending": "draft"}
STATUSES = ("submitted", *LEFT_OUT)


@dataclass(frozen=True)
class _Given:
    """A response that counts, with its label or its marks."""

    row: int
    item: str
    target: str
    rater: str
    response: Response
    label: str
    kind: Kind
    marks: Mapping[str, list[Span]] = field(default_factory=dict)


def recognizes(record: Any) -> bool:
    """Whether this is a record with responses."""
    if not isinstance(record, dict):
        return False
    nested = isinstance(record.get("fields"), dict) and isinstance(record.get("responses"), list | dict)
    return nested or any(name.endswith(".responses.users") for name in record)


def read(records: Sequence[Record], asked: Asked) -> LabelsRead:
    """The responses of all records."""
    ids = Ids.of((_places(record) for _, record in records if recognizes(record)), asked=asked, own="the record's id")
    found = sort_out(
        records,
        lambda row, record: _responses(row, record, ids),
        shown=lambda record: ids.shown(_places(record), _own(record)),
    )
    dropped = tuple(dict.fromkeys(found.dropped))  # a discarded response to three questions is discarded once
    said = (ids.sentence(), "A rater is user_id.")
    return LabelsRead(NAME, tuple(_answers(found.kept)), dropped, tuple(found.refused), said)


def _responses(row: int, record: Mapping[str, Any], ids: Ids) -> Iterator[_Given | Dropped | Refused]:
    item, target = ids.item_of(_places(record), _own(record)), ids.target_of(_places(record))
    for response in responses_of(record):
        try:
            yield _given(row, item, target, response)
        except BadRow as error:
            yield Refused(row, item, f"{response.named}: {error}")


def _given(row: int, item: str, target: str, response: Response) -> _Given | Dropped:
    if response.status not in ("", *STATUSES):
        raise BadRow(f"its status is {response.status[:40]!r}; it is one of {', '.join(STATUSES)}")
    rater = text_of(response.user, "user_id").strip()
    if response.status in LEFT_OUT:
        return Dropped(row, item, rater, LEFT_OUT[response.status])
    if not rater:
        raise BadRow("it has no user_id: it does not say whose it is")
    value = response.value
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return _Given(row, item, target, rater, response, "", "spans", _marks(value))
    if isinstance(value, list):
        return _Given(row, item, target, rater, response, joined(value, "its value") or NONE, "several")
    label = text_of(value, "its value").strip()
    return _Given(row, item, target, rater, response, label, "one") if label else Dropped(row, item, rater, "empty")


def _marks(entries: Sequence[Any]) -> dict[str, list[Span]]:
    """Marked stretches by their label; a ranking, which is no label, is refused."""
    found: dict[str, list[Span]] = {}
    for entry in entries:
        mark = object_of(entry, "a mark")
        if "start" not in mark:
            raise BadRow("it is a ranking, which is no label" if "rank" in mark else "it is an object and no label")
        label = text_of(mark.get("label"), "the label of a mark").strip()
        found.setdefault(label, []).append(("", *stretch(mark.get("start"), mark.get("end"))))
    return found


def _answers(given: Sequence[_Given]) -> Iterator[Answer]:
    """One answer for each question; of a question that marks, one for each label that somebody used."""
    marking: dict[str, list[str]] = {}
    for each in given:
        if each.marks:
            marking.setdefault(each.response.question, []).extend(each.marks)
    marked = {question: kinds(labels) for question, labels in marking.items()}
    for each in given:
        question = each.response.question
        if question not in marked:
            yield _answer(each, question, each.label, each.kind)
        for label in marked.get(question, ()):
            name = f"{question}.{label}" if label else question
            yield _answer(each, name, written(each.marks.get(label, ())), "spans")


def _answer(each: _Given, question: str, label: str, kind: Kind) -> Answer:
    return Answer(each.row, each.item, each.target, question, each.rater, label, kind, time=each.response.time)


def _own(record: Mapping[str, Any]) -> Any:
    """The id that a person gave the record, else the server's."""
    return record.get("external_id") or record.get("id")


def _places(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    nested = [record[name] for name in ("metadata", "fields") if isinstance(record.get(name), Mapping)]
    return nested or [{name: value for name, value in record.items() if name != "id"}]
