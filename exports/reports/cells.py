"""How do estimates stand in the tables of a report: in cells, with reasons and notes beside them?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from agreement.coefficient import titles
from agreement.figures import REASONS, Difference, Estimate
from agreement.parts import BETWEEN
from exports.figures import count, interval, number
from exports.reports import words
from exports.reports.document import Cell, Figure, Table
from exports.study import StudyQuestion

Found = Estimate | Difference
MOST_LABELS = 12  # more labels than these make no matrix that could be read
MOST_PAIRS = 30


def estimated(found: Found) -> Figure:
    """The value with its interval below."""
    return Figure(number(found.value), "" if found.low is None else interval(found))


def counted(n: int) -> Figure:
    """A number of things."""
    return Figure(count(n))


def remark(found: Found) -> str:
    """Why there is no value, in words, or what to know beside it."""
    if found.undefined:
        return words.UNDEFINED.format(why=REASONS[found.undefined])
    return found.note or ""


def remarks(found: Mapping[str, Found]) -> str:
    """What is to be said of several estimates, by title, each thing once."""
    said: dict[str, list[str]] = {}
    for title, one in found.items():
        said.setdefault(remark(one), []).append(title)
    return "; ".join(
        one if len(which) == len(found) else words.OF_SOME.format(which=words.LIST.join(which), remark=one)
        for one, which in said.items()
        if one
    )


def with_remarks(
    caption: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], said: Sequence[str], *, note: str = ""
) -> Table:
    """A table with a column of remarks; one that all rows share stands below it instead."""
    of_all = said[0] if len(said) > 1 and len(set(said)) == 1 else ""
    notes = [part for part in (note, of_all and words.ALL_OF_THEM.format(remark=of_all) + ".") if part]
    if of_all or not any(said):
        return Table(caption, tuple(columns), tuple(tuple(row) for row in rows), " ".join(notes))
    told = tuple((*row, one) for row, one in zip(rows, said, strict=True))
    return Table(caption, (*columns, words.REMARKS), told, " ".join(notes))


def coefficient_table(caption: str, found: Mapping[str, Estimate], *, n_raters: int) -> Table:
    """One row for each coefficient, with its definition."""
    names = titles(n_raters=n_raters)
    shown = {key: one for key, one in found.items() if not said_twice(key, found)}
    errors = any(one.standard_error is not None for one in shown.values())
    columns = [words.COEFFICIENT, words.VALUE, words.INTERVAL, *([words.ERROR] if errors else ())]
    rows: list[list[Cell]] = [
        [
            names[key],
            Figure(number(one.value)),
            Figure(interval(one)),
            *([Figure(number(one.standard_error))] if errors else ()),
            counted(one.n),
            one.method,
        ]
        for key, one in shown.items()
    ]
    said = [remark(one) for one in shown.values()]
    return with_remarks(caption, [*columns, words.TARGETS, words.DEFINITION], rows, said)


def said_twice(key: str, found: Mapping[str, Estimate]) -> bool:
    """Whether this is the alpha of the question's level, which stands there under its full name too."""
    one = found[key]
    return key == "krippendorff_alpha" and any(
        other.method == one.method for name, other in found.items() if name != key
    )


def side_by_side(
    caption: str, head: str, rows: Iterable[tuple[str, int, Mapping[str, Estimate]]], *, note: str = ""
) -> Table:
    """One row for each thing that has a name, a number of targets and the same coefficients of two raters."""
    rows = list(rows)
    keys = list(dict.fromkeys(key for _, _, found in rows for key in found))
    names = titles(n_raters=2)
    errors = [key for key in keys if any(_error(found, key) is not None for _, _, found in rows)]
    columns = [head, words.TARGETS, *(names[key] for key in keys)]
    columns += [words.ERROR_OF.format(coefficient=names[key]) for key in errors]
    drawn: list[list[Cell]] = [
        [
            name,
            counted(n),
            *(estimated(found[key]) if key in found else "" for key in keys),
            *(Figure(number(_error(found, key))) for key in errors),
        ]
        for name, n, found in rows
    ]
    said = [remarks({names[key]: one for key, one in found.items()}) for _, _, found in rows]
    return with_remarks(caption, columns, drawn, said, note=note)


def _error(found: Mapping[str, Estimate], key: str) -> float | None:
    return found[key].standard_error if key in found else None


def label_names(question: StudyQuestion) -> dict[str, str]:
    """Each label in the codebook's words; with its key too, where two labels have the same words."""
    texts = {label: _name(question, label) for label in question.found.labels}
    words_of = list(texts.values())
    return {
        label: text if words_of.count(text) == 1 else words.LABEL_WITH_KEY.format(text=text, key=label)
        for label, text in texts.items()
    }


def _name(question: StudyQuestion, label: str) -> str:
    """A label in the codebook's words; a set as the words of its names."""
    named = question.spec.label_texts
    if question.found.level == "set" and named:
        return words.LIST.join(named.get(name) or name for name in label.split(BETWEEN))
    return named.get(label) or label


def matrix(
    captions: tuple[str, str],
    labels: Sequence[str],
    counts: Sequence[Sequence[int]],
    *,
    other: str,
    of: str,
    symmetric: bool = False,
) -> Table | None:
    """How often two labels meet: all of them, or of many labels the most frequent different ones; None: none do."""
    if not any(map(any, counts)):
        return None
    if len(labels) <= MOST_LABELS:
        rows: list[tuple[Cell, ...]] = [
            (label, *(counted(n) for n in row)) for label, row in zip(labels, counts, strict=True)
        ]
        return Table(captions[0], (words.LABEL, *labels), tuple(rows))
    met = [
        (n, labels[row], labels[column])
        for row, line in enumerate(counts)
        for column, n in enumerate(line)
        if n and (row < column if symmetric else row != column)
    ]
    most = sorted(met, key=lambda one: -one[0])[:MOST_PAIRS]
    return Table(captions[1], (words.LABEL, other, of), tuple((one, two, counted(n)) for n, one, two in most))
