"""How does a figure read in a table of plain text?"""

from collections.abc import Iterable, Iterator, Sequence

from agreement.results import REASONS, Difference, Estimate


def figure(estimate: Estimate | Difference) -> str:
    """The value with its interval."""
    return f"{number(estimate.value)} {interval(estimate)}".strip()


def number(value: float | None) -> str:
    """The value with four digits behind the point."""
    return "undefined" if value is None else f"{value:.4f}"


def interval(estimate: Estimate | Difference) -> str:
    """Both ends, where there is an interval."""
    if estimate.low is None or estimate.high is None:
        return ""
    return f"[{estimate.low:.3f}, {estimate.high:.3f}]"


def reason(estimate: Estimate | Difference) -> str:
    """Why there is no value, in words."""
    return f"{estimate.undefined}: {REASONS[estimate.undefined]}" if estimate.undefined else ""


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows with their cells one under the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def remarks(estimates: Iterable[Estimate | Difference]) -> str:
    """Why some have no value, or what to know beside them, each said once."""
    return "; ".join(dict.fromkeys(filter(None, (reason(one) or one.note for one in estimates))))
