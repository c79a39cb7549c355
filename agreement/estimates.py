"""What is a coefficient's value here and how sure is it, or why has it none?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from agreement.bootstrap import Interval, Resampling, percentile_interval
from agreement.coefficient import Coefficient, Statistic
from agreement.errors import LibraryDiffers
from agreement.patterns import Floats, Patterns
from agreement.results import Estimate, Reason

FEW_DRAWN = 30
MOST_UNDEFINED = 0.05
SAME = 1e-9


@dataclass(frozen=True, eq=False)
class Asked:
    """A coefficient that is wanted of some patterns of a question."""

    coefficient: Coefficient
    patterns: Patterns

    @cached_property
    def statistic(self) -> Statistic:
        """The formula, prepared for these patterns."""
        return self.coefficient.statistic(self.patterns)

    @cached_property
    def undefined(self) -> Reason | None:
        """The first reason why there can be no value."""
        if len(self.patterns.raters) < 2:
            return "one_rater"
        if self.patterns.n_pairable == 0:
            return "no_overlap"
        if not self.coefficient.corrects_for_chance:
            return "needs_numbers" if self._lacks_numbers else None
        if self.patterns.n_pairable == 1:
            return "one_item"
        if np.isnan(self.unresampled):
            return "no_variation"
        return "needs_numbers" if self._lacks_numbers else None

    @property
    def _lacks_numbers(self) -> bool:
        return self.coefficient.needs_numbers(self.patterns.scale) and self.patterns.scale.numbers is None

    @cached_property
    def unresampled(self) -> float:
        """The value of our formula, every target counted once."""
        return float(self.statistic(self.patterns.counts[np.newaxis].astype(float))[0])

    def value(self) -> float:
        """The library's value where there is a library for it; it has to be ours too."""
        by_library = self.coefficient.library(self.patterns)
        if by_library is None:
            return self.unresampled
        if not abs(by_library - self.unresampled) <= SAME:
            raise LibraryDiffers(
                f"{self.coefficient.title} is {by_library} by its library and {self.unresampled} by our formula,"
                f" for the raters {', '.join(self.patterns.raters)}: one of them is wrong; please report these labels"
            )
        return by_library


def estimates(asked: Sequence[Asked], *, resampling: Resampling, replicates: int, seed: int) -> list[Estimate]:
    """The estimate of each, all from the same draws of targets."""
    defined = [one for one in asked if one.undefined is None]
    values: dict[Asked, list[Floats]] = {one: [] for one in defined}
    for weights in resampling.weights(replicates=replicates, seed=seed) if defined else ():
        for one in defined:
            values[one].append(one.statistic(_columns(weights, one.patterns)))
    return [_estimate(one, np.concatenate([[], *values.get(one, [])]), resampling) for one in asked]


def _columns(weights: Floats, patterns: Patterns) -> Floats:
    """The weights of these patterns."""
    return weights if len(patterns.columns) == weights.shape[1] else weights[:, patterns.columns]


def _estimate(one: Asked, values: Floats, resampling: Resampling) -> Estimate:
    interval = percentile_interval(values)
    return Estimate(
        value=one.value() if one.undefined is None else None,
        low=interval.low,
        high=interval.high,
        n=one.patterns.n_pairable,
        undefined=one.undefined,
        note="; ".join(_notes(one, values, interval, resampling)) or None,
        method=one.coefficient.method(one.patterns),
        standard_error=one.coefficient.standard_error(one.patterns) if one.undefined is None else None,
    )


def _notes(one: Asked, values: Floats, interval: Interval, resampling: Resampling) -> Iterator[str]:
    """What a reader of the interval should know."""
    if not len(values):
        return
    if interval.n_undefined > MOST_UNDEFINED * len(values):
        yield f"undefined in {interval.n_undefined} of {len(values)} resamples"
    if interval.low is not None and interval.low == interval.high:
        yield "the interval has no width: every resample gives the same value"
    n_drawn = resampling.n_drawn(one.patterns)
    if n_drawn < FEW_DRAWN:
        yield f"the interval is rough: only {n_drawn} {resampling.by}s to draw from"
