"""How does a report read on a terminal?"""

from collections.abc import Iterator, Sequence

from agreement.coefficient import titles
from agreement.results import INTERVAL_IS_ABOUT, REASONS, Estimate, JudgeReport, QuestionReport, Report


def as_text(report: Report) -> str:
    """The report as tables of plain text, rounded for reading."""
    return "\n\n".join("\n".join(_question(question, report)) for question in report.questions)


def _question(question: QuestionReport, report: Report) -> Iterator[str]:
    order = " < ".join(question.labels) if question.level != "nominal" else ", ".join(question.labels)
    yield f"{question.question or 'All labels'} ({question.level}: {order})"
    yield (
        f"{question.n_targets} targets, {question.n_raters} raters, {question.n_ratings} labels;"
        f" {question.n_pairable_targets} targets with two labels or more"
    )
    yield from (f"{count} left out: {why}" for why, count in question.excluded.items())
    if question.label_shares:
        yield "Shares: " + ", ".join(f"{label} {share:.3f}" for label, share in question.label_shares.items())
    yield ""
    yield from _aligned([["", "value", "95 % interval", "targets", ""], *_coefficient_rows(question)])
    if question.pairs:
        yield ""
        yield from _aligned(_pair_rows(question))
    for judge in question.judges:
        yield ""
        yield from _judge(judge)
    yield ""
    yield from _remarks(question)
    if report.replicates:
        drawn = f"{question.clusters.n} ({question.clusters.by})" if question.clusters else "the targets"
        yield (
            f"Intervals: percentile bootstrap over {drawn}, {report.replicates} replicates, seed {report.seed}:"
            f" {INTERVAL_IS_ABOUT}."
        )


def _coefficient_rows(question: QuestionReport) -> Iterator[list[str]]:
    title = titles(n_raters=question.n_raters)
    for key, found in question.coefficients.items():
        yield [title[key], _number(found.value), _interval(found), str(found.n), _reason(found)]


def _remarks(question: QuestionReport) -> Iterator[str]:
    """What was computed, and what to know about it."""
    title = titles(n_raters=question.n_raters)
    for key, found in question.coefficients.items():
        yield f"{title[key]}: {found.method}" + (f" ({found.note})" if found.note else "")


def _pair_rows(question: QuestionReport) -> list[list[str]]:
    keys = list(question.pairs[0].coefficients)
    rows = [["pair", *(titles(n_raters=2)[key] for key in keys), "targets", ""]]
    for pair in question.pairs:
        found = [pair.coefficients[key] for key in keys]
        values = [f"{_number(one.value)} {_interval(one)}".strip() for one in found]
        remarks = dict.fromkeys(filter(None, (_reason(one) or one.note for one in found)))
        rows.append([" - ".join(pair.raters), *values, str(pair.n), "; ".join(remarks)])
    return rows


def _judge(judge: JudgeReport) -> Iterator[str]:
    """A judge beside the people, one line for each of them."""
    yield f"Judge {judge.name}: {judge.n_labels} labels on these targets" + "".join(
        f"; {count} {what}"
        for count, what in ((len(judge.unparsed), "answers unparsed"), (judge.n_elsewhere, "on other targets"))
        if count
    )
    title = titles(n_raters=2)
    keys = list(judge.against[0].coefficients) if judge.against else []
    rows = [["against", *(title[key] for key in keys), "targets", ""]]
    for one in judge.against:
        found = [one.coefficients[key] for key in keys]
        values = [f"{_number(each.value)} {_interval(each)}".strip() for each in found]
        remarks = dict.fromkeys(filter(None, (_reason(each) or each.note for each in found)))
        rows.append([one.rater or one.kind, *values, str(one.n), "; ".join(remarks)])
    yield from _aligned(rows)


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return f"[{estimate.low:.3f}, {estimate.high:.3f}]"


def _reason(estimate: Estimate) -> str:
    return f"{estimate.undefined}: {REASONS[estimate.undefined]}" if estimate.undefined else ""


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows with their cells one under the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
