"""doccano's JSONL: one line for each text, in a file for each person, which is named after them.

The rater is the field that was asked for, else `username`, `user` or `annotator` in the line, else the name of the
file; `all` names nobody. The item is named by the line or its `meta` (`label_formats.fields`), else by doccano's `id`.

- labels of the text (`label`, `labels`, `cats`): one or several, to the only question;
- marks (`[0, 5, "PER"]` among them, or `entities`): a question for each label; where somebody has marked a text at all,
  a label that they did not use there is `none`;
- doccano's older `annotations` name labels by their number, which only doccano can read: refused.

doccano also writes the texts that a person has not labelled yet, with an empty list: those are dropped, never `none`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from label_formats.answers import BETWEEN, Answer, Dropped, Kind, LabelsRead
from label_formats.cells import list_of, object_of, text_of
from label_formats.choices import joined
from label_formats.errors import BadFile, BadRow
from label_formats.fields import Asked, Ids
from label_formats.json_records import Record
from label_formats.sorting import sort_out
from label_formats.spans import Span, kinds, stretch, written

NAME = "doccano"
TITLE = "doccano (JSONL)"
LABELS = ("label", "labels", "cats")
MARKS = "entities"
OLDER = "annotations"
RATERS = ("username", "user", "annotator")
NOBODY = ("", "all")  # what a file is called that holds the labels of everybody in one
OF_OTHERS = ("item", "rater", "answer")  # columns of a plain table, and of Prodigy


@dataclass(frozen=True)
class _Line:
    row: int
    item: str
    target: str
    rater: str
    label: str
    comment: str
    marks: Mapping[str, list[Span]]


def recognizes(record: Any) -> bool:
    """Whether this is a text with a list of labels or marks."""
    if not isinstance(record, dict) or not ({"text", "data", "filename"} & record.keys()):
        return False
    listed = any(isinstance(record.get(name), list) for name in (*LABELS, MARKS, OLDER))
    return listed and not any(name in record for name in OF_OTHERS)


def read(records: Sequence[Record], asked: Asked) -> LabelsRead:
    """The labels of all lines. Raises BadFile where neither lines nor file say whose they are."""
    texts = [record for _, record in records if isinstance(record, Mapping)]
    ids = Ids.of((_places(record) for record in texts if recognizes(record)), asked=asked, own="doccano's id")
    fields = (asked.rater,) if asked.rater else RATERS
    by_file = "" if asked.rater or _name_somebody(texts) else _named_by_file(asked.file_name)
    found = sort_out(
        records,
        lambda row, line: [_line(row, line, ids, fields, by_file)],
        shown=lambda line: ids.shown(_places(line), _own(line)),
    )
    who = f"The rater is {by_file!r}, as the file is called." if by_file else f"A rater is {' or '.join(fields)}."
    return LabelsRead(
        NAME, tuple(_answers(found.kept)), tuple(found.dropped), tuple(found.refused), (ids.sentence(), who)
    )


def _name_somebody(texts: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a line says who labelled it."""
    return any(isinstance(text.get(name), str | int) and text.get(name) != "" for text in texts for name in RATERS)


def _named_by_file(name: str) -> str:
    rater = PurePath(name).stem.strip()
    if rater.casefold() in NOBODY:
        raise BadFile(
            "The file does not say who labelled. doccano writes one file for each person, named after them, where "
            "labels are not shared; keep that name, or name a field of the lines that holds the rater."
        )
    return rater


def _line(row: int, text: Mapping[str, Any], ids: Ids, fields: Sequence[str], by_file: str) -> _Line | Dropped:
    if text.get(OLDER):
        raise BadRow("annotations name labels by doccano's number; export the labels as text (JSONL)")
    rater = next((name for name in (text_of(text.get(each), each).strip() for each in fields) if name), by_file)
    if not rater:
        raise BadRow(f"the line does not say who labelled: it has no {' and no '.join(fields)}")
    given = [each for name in LABELS for each in _listed(text, name)]
    label = joined([each for each in given if not isinstance(each, list | dict)], "the label")
    marks = _marks([*(each for each in given if isinstance(each, list | dict)), *_listed(text, MARKS)])
    item, target = ids.item_of(_places(text), _own(text)), ids.target_of(_places(text))
    if not label and not marks:
        return Dropped(row, item, rater, "empty")
    return _Line(row, item, target, rater, label, _comment(text), marks)


def _listed(text: Mapping[str, Any], name: str) -> list[Any]:
    value = text.get(name)
    if value is None or value == "":
        return []
    return [value] if isinstance(value, str) else list_of(value, name)


def _marks(entries: Sequence[Any]) -> dict[str, list[Span]]:
    """The marks by label: each `[start, end, label]`, or an object that says so."""
    found: dict[str, list[Span]] = {}
    for entry in entries:
        if isinstance(entry, list):
            if len(entry) < 3:
                raise BadRow("a mark is not written [start, end, label]")
            start, end, label = entry[:3]
        else:
            mark = object_of(entry, "a mark")
            start, end, label = mark.get("start_offset"), mark.get("end_offset"), mark.get("label")
        found.setdefault(text_of(label, "the label of a mark").strip(), []).append(("", *stretch(start, end)))
    return found


def _comment(text: Mapping[str, Any]) -> str:
    """The comments on a text, one a line."""
    value = text.get("Comments")
    comments = value if isinstance(value, list) else []
    return "\n".join(text_of(each, "a comment") for each in comments if isinstance(each, str))


def _answers(lines: Sequence[_Line]) -> Iterator[Answer]:
    marking = kinds(label for each in lines for label in each.marks)
    for each in lines:
        if each.label:
            kind: Kind = "several" if BETWEEN in each.label else "one"
            yield Answer(each.row, each.item, each.target, "", each.rater, each.label, kind, comment=each.comment)
        for label in marking if each.marks else ():
            spans = written(each.marks.get(label, ()))
            yield Answer(each.row, each.item, each.target, label, each.rater, spans, "spans", comment=each.comment)


def _own(text: Mapping[str, Any]) -> Any:
    return text.get("id", text.get("doc_id"))


def _places(text: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a person may have said of a text: beside it, but for doccano's own `id`, and in its `meta`."""
    beside = {name: value for name, value in text.items() if name not in ("id", "doc_id")}
    meta = text.get("meta")
    return [beside, meta] if isinstance(meta, Mapping) else [beside]
