"""The figures of annotators as one exact table: a row for each person and figure, and question where it is of one.

Under pseudonyms, as everything that leaves; whoever is who the screen says.
"""

from __future__ import annotations

from collections.abc import Iterator

from exports.quality import Figure, PersonQuality, Quality
from exports.sheets import Cell, Sheet

COLUMNS = ("annotator", "question", "figure", "value", "low", "high", "n", "undefined", "note")


def sheet(found: Quality) -> Sheet:
    """Every figure of everybody in a round, nothing rounded; what is undefined has its reason."""
    return Sheet(f"round-{found.round}", COLUMNS, [row for person in found.people for row in _rows(person)])


def _rows(person: PersonQuality) -> Iterator[tuple[Cell, ...]]:
    yield (person.pseudonym, "", "items", person.items, None, None, person.items, None, None)
    for name in ("seconds", "cannot", "skipped", "flagged"):
        yield _row(person, "", name, getattr(person, name))
    for one in person.questions:
        for name in ("others", "others_kappa", "known", "again"):
            yield _row(person, one.question, name, getattr(one, name))


def _row(person: PersonQuality, question: str, name: str, figure: Figure) -> tuple[Cell, ...]:
    told = (figure.value, figure.low, figure.high, figure.n, figure.why, figure.note)
    return (person.pseudonym, question, name, *told)
