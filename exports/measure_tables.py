"""How do measures stand in tables? As one long sheet, exact; and side by side, with a column for each figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from exports.figures import count, number, share
from exports.measured import Results
from exports.measures import Definition, Found, MeasureRow
from exports.measures.measure import Way
from exports.measures.ratios import REASONS, Ratio
from exports.sheets import Cell, Sheet
from languages import meant, say_if_ours, worded

OF = ("system", "setting", "run", "scenario", "use", "score", "beside", "scores")  # all that figures are said to be of
COLUMNS = ("measure", "figure", "way", *OF, "value", "low", "high", "n", "n_clusters", "n_missing", "undefined", "note")

HEADS: Mapping[str, str] = {
    "system": meant("a column", "System"),
    "setting": meant("a column", "Setting"),
    "run": meant("a column", "Run"),
    "scenario": meant("a column", "Scenario"),
    "use": meant("a column", "Use of memories by"),
    "score": meant("a column", "Scores by"),
    "scores": meant("a column", "Scores by"),
    "beside": meant("a column", "Beside the judge"),
}
WORDS: Mapping[str, str] = {
    "gold": meant("whose word", "decided"),
    "people": meant("whose word", "annotators"),
    "declared": meant("whose word", "declared with the outputs"),
    "all": meant("of a scenario", "all"),
}
AVERAGED = worded("{title}, averaged")

Key = tuple[str, Way]
Show = Callable[[Ratio, Definition], tuple[str, str]]


@dataclass(frozen=True)
class Side:
    """Figures side by side: what the rows are of, the columns, and in each row its names and its figures."""

    heads: tuple[str, ...]
    columns: tuple[Key, ...]
    rows: tuple[tuple[tuple[str, ...], Mapping[Key, MeasureRow]], ...]


def side_by_side(found: Found) -> list[Side]:
    """The figures of a measure in a table for each kind of thing that they are of."""
    kinds: dict[tuple[str, ...], list[MeasureRow]] = {}
    for row in found.rows:
        heads = tuple(name for name in OF if row.of.get(name))
        kinds.setdefault(heads, []).append(row)
    return [_side(heads, rows) for heads, rows in kinds.items()]


def _side(heads: tuple[str, ...], rows: Sequence[MeasureRow]) -> Side:
    columns = tuple(dict.fromkeys((row.measure, row.way) for row in rows))
    by_name: dict[tuple[str, ...], dict[Key, MeasureRow]] = {}
    for row in rows:
        by_name.setdefault(tuple(row.of[name] for name in heads), {})[row.measure, row.way] = row
    return Side(heads, columns, tuple(by_name.items()))


def head_of(found: Found, key: Key) -> str:
    """What a figure is called above its column."""
    measure, way = key
    title = say_if_ours(found.definitions[measure].title)
    return say_if_ours(worded(AVERAGED, title=title)) if way == "averaged" else title


def told(name: str) -> str:
    """The name of a column, or a fixed word in it; a system's name as it is."""
    return say_if_ours(HEADS.get(name) or WORDS.get(name) or name)


def shown(ratio: Ratio, definition: Definition) -> tuple[str, str]:
    """A value and its interval as they are shown; why there is none."""
    if ratio.undefined:
        return number(None), say_if_ours(REASONS[ratio.undefined])
    show = share if definition.is_share else number
    ends = ratio.low is not None and ratio.high is not None
    return show(ratio.value), f"{show(ratio.low)} – {show(ratio.high)}" if ends else ""


def sheet(results: Results) -> Sheet:
    """Every figure of every measure, one row each, nothing rounded."""
    return Sheet("measures", COLUMNS, [_row(found, row) for found in results.found for row in found.rows])


def sheet_of(found: Found) -> Sheet:
    """Every figure of one measure."""
    return Sheet(found.name, COLUMNS, [_row(found, row) for row in found.rows])


def flow_sheet(found: Found) -> Sheet:
    """What goes from which need to which type."""
    rows = [(flow.of["of"], flow.start, flow.end, flow.n) for flow in found.flows]
    return Sheet(f"{found.name}-flow", ("of", "need", "type", "n"), rows)


def _row(found: Found, row: MeasureRow) -> tuple[Cell, ...]:
    one = row.ratio
    of = (row.of.get(name) for name in OF)
    values = (one.value, one.low, one.high, one.n, one.n_clusters, row.n_missing)
    return (found.name, row.measure, row.way, *of, *values, one.undefined, one.note)


def as_markdown(results: Results) -> str:
    """The measures as a document: what each figure is, the tables side by side, and what is lacking."""
    return "\n\n".join(_document(results)) + "\n"


def _document(results: Results) -> Iterator[str]:
    from exports.reports.markdown import literal

    yield f"# {literal(', '.join(results.slugs))}"
    for found in results.found:
        yield f"## {literal(found.title)}"
        if found.lacks:
            yield f"Not computed. Missing: {literal('; '.join(found.lacks))}."
        yield from _tables(found, side_by_side(found), show=shown)
        if found.rows:
            yield "\n".join(f"- {literal(sentence)}" for sentence in definitions(found))
        yield from _differences(found)
        if found.flows:
            flows = [(flow.of["of"], flow.start, flow.end, count(flow.n)) for flow in found.flows]
            yield _table(("", "need", "type", "n"), flows)
    drawn = results.cluster or "item"
    yield f"Intervals: percentile bootstrap over {drawn}s, {results.replicates} replicates, seed {results.seed}."


def _differences(found: Found) -> Iterator[str]:
    """The pairs of systems, and of settings, beside one another."""
    from exports import difference_tables
    from exports.reports.markdown import literal

    sides = difference_tables.pairs(found)
    if sides:
        yield f"### {literal(f'{found.title}: differences')}"
    yield from _tables(found, sides, show=difference_tables.shown)


def _tables(found: Found, sides: Iterable[Side], *, show: Show) -> Iterator[str]:
    for side in sides:
        heads = [*(told(name) for name in side.heads), *(head_of(found, key) for key in side.columns)]
        yield _table(heads, (_cells(found, side, *row, show=show) for row in side.rows))


def definitions(found: Found) -> list[str]:
    """Each figure that is there with its formula, its denominator, and what a missing prediction counts as."""
    return [
        say_if_ours(
            worded(
                "{title}: {formula}. Denominator: {denominator}. Missing: {missing}.",
                title=one.title,
                formula=one.formula,
                denominator=one.denominator,
                missing=one.missing,
            )
        )
        for key, one in found.definitions.items()
        if any(row.measure == key for row in found.rows)
    ]


def _cells(
    found: Found,
    side: Side,
    names: Sequence[str],
    figures: Mapping[Key, MeasureRow],
    show: Show,
) -> tuple[str, ...]:
    cells = []
    for key in side.columns:
        row = figures.get(key)
        value, below = show(row.ratio, found.definitions[key[0]]) if row else ("", "")
        cells.append(f"{value} ({below})" if below else value)
    return (*(told(name) for name in names), *cells)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    from exports.reports.markdown import literal

    lines = [heads, ["---"] * len(heads), *rows]
    drawn = [[cell if place == 1 else literal(cell) for cell in line] for place, line in enumerate(lines)]
    return "\n".join(f"| {' | '.join(line)} |" for line in drawn)
