"""How does a report read on a terminal?"""

from collections.abc import Iterator, Mapping

from agreement.coefficient import titles
from agreement.plain_cells import aligned, figure, interval, number, reason, remarks
from agreement.plain_judges import alternative_lines, difference_lines, judge_lines
from agreement.results import INTERVAL_IS_ABOUT, Estimate, GroupedReport, QuestionReport, Report


def as_text(report: Report) -> str:
    """The report as tables of plain text, rounded for reading."""
    return "\n\n".join("\n".join(_question(question, report)) for question in report.questions)


def _question(question: QuestionReport, report: Report) -> Iterator[str]:
    yield from _head(question)
    for block in _blocks(question):
        yield ""
        yield from block
    yield ""
    yield from _remarks(question)
    if report.replicates:
        drawn = f"{question.clusters.n} ({question.clusters.by})" if question.clusters else "the targets"
        yield (
            f"Intervals: percentile bootstrap over {drawn}, {report.replicates} replicates, seed {report.seed}:"
            f" {INTERVAL_IS_ABOUT}."
        )


def _head(question: QuestionReport) -> Iterator[str]:
    """What was asked, and how many labels there are."""
    order = (" < " if question.level in ("ordinal", "interval") else ", ").join(question.labels)
    if question.level == "spans":
        order = f"{len(question.labels)} different"
    yield f"{question.question or 'All labels'} ({question.level}: {order})"
    yield (
        f"{question.n_targets} targets, {question.n_raters} raters, {question.n_ratings} labels;"
        f" {question.n_pairable_targets} targets with two labels or more"
    )
    if question.conditional:
        yield f"Conditional: asked only where {question.conditional}"
    if question.anonymous:
        yield "It is not known who gave which label: raters are places in a row, and nothing is said of single ones"
    yield from (f"{count} left out: {why}" for why, count in question.excluded.items())
    if question.label_shares:
        yield "Shares: " + ", ".join(f"{label} {share:.3f}" for label, share in question.label_shares.items())


def _blocks(question: QuestionReport) -> Iterator[Iterator[str]]:
    """The tables, one after the other."""
    yield aligned(_coefficient_rows(question.coefficients, n_raters=question.n_raters))
    if question.grouped:
        yield _grouped(question.grouped, n_raters=question.n_raters)
    if question.pairs:
        yield aligned(_pair_rows(question))
    if question.self_agreement:
        yield aligned(_self_rows(question))
    yield from (judge_lines(judge) for judge in question.judges)
    if question.judge_differences:
        yield difference_lines(question.judge_differences)
    if question.alternative:
        yield alternative_lines(question.alternative)


def _coefficient_rows(coefficients: Mapping[str, Estimate], *, n_raters: int) -> list[list[str]]:
    title = titles(n_raters=n_raters)
    return [["", "value", "95 % interval", "targets", ""]] + [
        [title[key], number(found.value), interval(found), str(found.n), reason(found)]
        for key, found in coefficients.items()
    ]


def _remarks(question: QuestionReport) -> Iterator[str]:
    """What was computed, and what to know about it; what all have to be known with is said once."""
    title = titles(n_raters=question.n_raters)
    notes = [found.note for found in question.coefficients.values() if found.value is not None]
    shared = notes[0] if len(notes) > 1 and len(set(notes)) == 1 else None
    for key, found in question.coefficients.items():
        yield f"{title[key]}: {found.method}" + (f" ({found.note})" if found.note not in (None, "", shared) else "")
    if shared:
        yield f"All of these: {shared}"


def _pair_rows(question: QuestionReport) -> list[list[str]]:
    keys = list(question.pairs[0].coefficients)
    rows = [["pair", *(titles(n_raters=2)[key] for key in keys), "targets", ""]]
    for pair in question.pairs:
        found = [pair.coefficients[key] for key in keys]
        rows.append([" - ".join(pair.raters), *map(figure, found), str(pair.n), remarks(found)])
    return rows


def _self_rows(question: QuestionReport) -> list[list[str]]:
    """Each rater beside themselves."""
    keys = list(question.self_agreement[0].coefficients)
    rows = [["first with second label", *(titles(n_raters=2)[key] for key in keys), "targets", ""]]
    for one in question.self_agreement:
        found = [one.coefficients[key] for key in keys]
        rows.append([one.rater, *map(figure, found), str(one.n), remarks(found)])
    return rows


def _grouped(grouped: GroupedReport, *, n_raters: int) -> Iterator[str]:
    yield f"By group of labels (nominal: {', '.join(grouped.labels)})"
    yield from aligned(_coefficient_rows(grouped.coefficients, n_raters=n_raters))
