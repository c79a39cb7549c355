"""How far do two things differ on the same targets, and how sure is that?

Judge A and judge B beside the same people, a judge with a person and another person with that person, before and after
a discussion: two numbers from the same targets rise and fall together, so their two intervals do not say how sure the
difference is. Here each replicate draws targets once, and both numbers and their difference are taken from it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from agreement.bootstrap import percentile_interval
from agreement.coefficient import declared
from agreement.estimates import Asked, Draws, Resampled
from agreement.figures import Compared, Difference, Estimate, Reason
from agreement.patterns import Floats, Patterns

COMPARED = ("percent_agreement", "cohen_kappa", "quadratic_kappa")
OF_PARTS = ("alpha_masi", "span_f1")  # of sets, and of spans


def asked_of_pair(pair: Patterns) -> dict[str, Asked]:
    """What two raters are asked where they are compared with another two: raw agreement, kappa, quadratic kappa."""
    return _asked(pair, COMPARED)


def asked_of_self(pair: Patterns) -> dict[str, Asked]:
    """What is asked of a rater's first and second labels: the same, and what sets and spans have instead."""
    return _asked(pair, (*COMPARED, *OF_PARTS))


def _asked(pair: Patterns, keys: Collection[str]) -> dict[str, Asked]:
    offered = [one for one in declared() if one.key in keys and one.takes(pair.scale)]
    return {one.key: Asked(one, pair) for one in offered}


@dataclass(frozen=True, eq=False)
class Contest:
    """Two things to compare, coefficient by coefficient, on `n` targets.

    Each side has one part or several, and its value is then their mean; part by part both sides rest on the same
    targets. Where one part has no value, neither side counts it.
    """

    n: int
    first: Mapping[str, Sequence[Asked]]
    second: Mapping[str, Sequence[Asked]]

    def asked(self) -> Iterator[Asked]:
        """All that has to be resampled."""
        for side in (self.first, self.second):
            for parts in side.values():
                yield from parts

    def compared(self, found: Mapping[Asked, Resampled], *, draws: Draws) -> dict[str, Compared]:
        """Both sides and the first minus the second, by the coefficient's key."""
        return {
            key: self._compared(
                [found[one] for one in self.first[key]], [found[one] for one in self.second[key]], draws
            )
            for key in self.first
        }

    def _compared(self, first: Sequence[Resampled], second: Sequence[Resampled], draws: Draws) -> Compared:
        defined = [
            (one, other)
            for one, other in zip(first, second, strict=True)
            if one.estimate.undefined is None and other.estimate.undefined is None
        ]
        if not defined:
            reasons = (one.estimate.undefined for one in (*first, *second))
            reason: Reason = next((reason for reason in reasons if reason is not None), "no_overlap")
            if len(first) == 1:
                return nothing_compared(first[0].estimate, second[0].estimate, reason=reason)
            no_mean = without_value(reason, method=first[0].estimate.method)
            return nothing_compared(no_mean, no_mean, reason=reason)
        firsts, seconds = zip(*defined, strict=True)
        (one, values), (other, others) = (_mean(side, len(first), self.n, draws) for side in (firsts, seconds))
        return Compared(one, other, _difference(one, other, values - others, draws, _over(firsts)))


def nothing_compared(first: Estimate, second: Estimate, *, reason: Reason) -> Compared:
    """Two sides of which one has no value at least, and so no difference."""
    method = f"{first.method}: first minus second"
    return Compared(first, second, Difference(None, None, None, first.n, reason, None, method))


def without_value(reason: Reason, *, method: str) -> Estimate:
    """An estimate that cannot be asked at all."""
    return Estimate(None, None, None, 0, reason, None, method)


def _mean(parts: Sequence[Resampled], n_asked: int, n: int, draws: Draws) -> tuple[Estimate, Floats]:
    """The mean of the parts and of their replicates; one part is itself."""
    first = parts[0].estimate
    if n_asked == 1:
        return first, parts[0].values
    values: Floats = np.mean([part.values for part in parts], axis=0)
    interval = percentile_interval(values)
    mean = replace(
        first,
        value=sum(part.estimate.value or 0.0 for part in parts) / len(parts),
        low=interval.low,
        high=interval.high,
        n=n,
        note=draws.notes(values, interval, *_over(parts)),
        method=f"{first.method}; mean over {_people(len(parts), n_asked)}",
        standard_error=None,
    )
    return mean, values


def _people(n: int, n_asked: int) -> str:
    """Whom the mean is over, and whom it leaves out because they give no value."""
    return f"{n} other people" if n == n_asked else f"{n} of {n_asked} other people, those with a value"


def _over(parts: Sequence[Resampled]) -> list[Patterns]:
    return [part.asked.patterns for part in parts]


def _difference(
    first: Estimate, second: Estimate, values: Floats, draws: Draws, over: Sequence[Patterns]
) -> Difference:
    interval = percentile_interval(values)
    value = None if first.value is None or second.value is None else first.value - second.value
    return Difference(
        value=value,
        low=interval.low,
        high=interval.high,
        n=first.n,
        undefined=first.undefined or second.undefined,
        note=draws.notes(values, interval, *over),
        method=f"{first.method}: first minus second, each replicate from the same targets",
    )
