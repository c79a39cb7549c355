"""What is different in a version of a codebook, in sentences that a researcher reads (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from annotation.codebook.changes import Changes, QuestionChange
from languages import Worded, meant, worded

NO_CHANGE = worded("Nothing is different.")
ADDED = worded("{question}: a new question.")
AGAIN = worded("{question}: asked again.")
REMOVED = worded("{question}: not asked any more.")
RESHAPED = worded("{question}: `{field}` is {now}, was {before}.")
NARROWED = worded("{question}: answers cannot come from {parts} any more.")
ASKED_OTHERWISE = worded("{question}: asked in other words.")
NEW_LABELS = worded("{question}: new labels: {labels}.")
GONE_LABELS = worded("{question}: labels that are gone: {labels}.")
REWORDED = worded("{question}: labels in other words: {labels}.")
NOW_REQUIRED = worded("{question}: has to be answered now.")
NOW_OPTIONAL = worded("{question}: need not be answered any more.")
CONDITION = worded("{question}: asked under another condition.")
OTHER = worded("{question}: changed: {fields}.")
OF_THE_BOOK = worded("The codebook's {fields} changed.")

FIELDS: Mapping[str, Worded] = {
    "name": meant("of a codebook", "name"),
    "title": meant("of a codebook", "title"),
    "description": meant("of a codebook", "description"),
    "guideline": meant("of a codebook", "guideline"),
    "shows": meant("of a codebook", "fields of memories"),
    "order": meant("of a codebook", "order of questions"),
    "confidence": meant("of a question", "how sure one is"),
    "cannot_judge": meant("of a question", "whether it can be left unjudged"),
    "expects": meant("of a question", "the warning of unexpected labels"),
    "groups": meant("of a question", "groups"),
    "of": meant("of a question", "where answers come from"),
    "label order": meant("of a question", "order of labels"),
    "hotkeys": meant("of a question", "keys"),
    "languages": meant("of a question", "languages"),
}


def in_words(changes: Changes) -> list[Worded]:
    """A sentence for each thing that is different."""
    found = [sentence for change in changes.questions for sentence in _of_question(change)]
    if changes.book:
        found.append(worded(OF_THE_BOOK, fields=_listed(changes.book)))
    return found or [NO_CHANGE]


def _of_question(change: QuestionChange) -> Iterable[Worded]:
    about = {"question": change.question}
    if change.fate == "removed":
        yield worded(REMOVED, **about)
        return
    if change.fate == "added":
        yield worded(AGAIN if change.gone or change.reshaped else ADDED, **about)
    yield from _what_is_asked(change)
    yield from _labels(change)
    if change.required is not None:
        yield worded(NOW_REQUIRED if change.required else NOW_OPTIONAL, **about)
    if change.condition:
        yield worded(CONDITION, **about)
    if change.other:
        yield worded(OTHER, **about, fields=_listed(change.other))


def _what_is_asked(change: QuestionChange) -> Iterable[Worded]:
    about = {"question": change.question}
    for field in change.reshaped:
        yield worded(RESHAPED, **about, field=field.field, before=field.before, now=field.now)
    if change.narrowed:
        yield worded(NARROWED, **about, parts=", ".join(change.narrowed))
    if change.asked_otherwise:
        yield worded(ASKED_OTHERWISE, **about)


def _labels(change: QuestionChange) -> Iterable[Worded]:
    about = {"question": change.question}
    if change.new and change.fate == "kept":
        yield worded(NEW_LABELS, **about, labels=", ".join(change.new))
    if change.gone:
        yield worded(GONE_LABELS, **about, labels=", ".join(change.gone))
    if change.reworded:
        yield worded(REWORDED, **about, labels=", ".join(change.reworded))


def _listed(fields: Sequence[str]) -> Worded:
    """Names of fields, one at least, with commas between them, as one text that is said as such."""
    names = [FIELDS[field] for field in fields]
    return reduce(lambda some, another: worded("{some}, {another}", some=some, another=another), names)
