"""What is a coefficient's value here and how sure is it, or why has it none?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from agreement.bootstrap import DRAWN_AS, Interval, Resampling, percentile_intervals
from agreement.coefficient import Coefficient, Scope, Statistic, declared
from agreement.errors import LibraryDiffers
from agreement.patterns import Floats, Patterns
from agreement.results import Estimate, Reason
from agreement.shared_weights import SharedWeights
from languages import joined, worded

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
            return (
                "not_by_all" if self.coefficient.needs_every_rater and len(self.patterns.raters) > 2 else "no_overlap"
            )
        if not self.coefficient.corrects_for_chance:
            return "needs_numbers" if self._lacks_numbers else None
        if self.patterns.n_pairable == 1:
            return "one_item"
        if np.isnan(self.unresampled):
            return "no_variation"
        if self._lacks_numbers:
            return "needs_numbers"
        return "anonymous_raters" if self.coefficient.needs_identity and self.patterns.anonymous else None

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


def asked_of(patterns: Patterns, *scopes: Scope) -> dict[str, Asked]:
    """All coefficients that can be asked of a question, a pair or a judge with this scale, by their keys."""
    offered = [one for one in declared() if one.scopes & set(scopes) and one.takes(patterns.scale)]
    whoever = patterns.without_identity() if "question" in scopes else patterns
    return {one.key: Asked(one, one.rests_on(patterns if one.needs_identity else whoever)) for one in offered}


def found_of(asked: Mapping[str, Asked], found: "Mapping[Asked, Resampled]") -> dict[str, Estimate]:
    """Their estimates, by the same keys."""
    return {key: found[one].estimate for key, one in asked.items()}


@dataclass(frozen=True, eq=False)
class Draws:
    """How a question is resampled: what is drawn, how often, from which seed. `note` stands beside every number."""

    resampling: Resampling
    replicates: int
    seed: int
    note: str | None = None

    def notes(self, values: Floats, interval: Interval, *over: Patterns) -> str | None:
        """What a reader of this interval should know; `over` are the patterns that it rests on."""
        notes = [*filter(None, (self.note, *_notes(values, interval, self.resampling, over)))]
        return joined(notes) or None


@dataclass(frozen=True, eq=False)
class Resampled:
    """An estimate and its replicates, NaN where one is undefined; none where the estimate is."""

    asked: Asked
    estimate: Estimate
    values: Floats


def resample(asked: Iterable[Asked], *, draws: Draws) -> dict[Asked, Resampled]:
    """The estimate and the replicates of each, all from the same draws of targets."""
    wanted = list(dict.fromkeys(asked))
    defined = [one for one in wanted if one.undefined is None]
    values: dict[Asked, list[Floats]] = {one: [] for one in defined}
    shared = SharedWeights([one.patterns for one in defined])
    drawn = draws.resampling.weights(replicates=draws.replicates, seed=draws.seed)
    for weights in drawn if defined else ():
        for of_patterns, places in shared.of(weights):
            for one in (defined[place] for place in places):
                values[one].append(one.statistic(of_patterns))
    replicates = [np.concatenate([[], *values.get(one, [])]) for one in wanted]
    return {
        one: _resampled(one, found, interval, draws)
        for one, found, interval in zip(wanted, replicates, percentile_intervals(replicates), strict=True)
    }


def _resampled(one: Asked, values: Floats, interval: Interval, draws: Draws) -> Resampled:
    estimate = Estimate(
        value=one.value() if one.undefined is None else None,
        low=interval.low,
        high=interval.high,
        n=one.patterns.n_pairable,
        undefined=one.undefined,
        note=draws.notes(values, interval, one.patterns),
        method=one.coefficient.method(one.patterns),
        standard_error=one.coefficient.standard_error(one.patterns) if one.undefined is None else None,
    )
    return Resampled(one, estimate, values)


def _notes(values: Floats, interval: Interval, resampling: Resampling, over: Sequence[Patterns]) -> Iterator[str]:
    if not len(values):
        return
    if interval.n_undefined > MOST_UNDEFINED * len(values):
        yield worded("undefined in {n} of {total} resamples", n=interval.n_undefined, total=len(values))
    if interval.low is not None and interval.low == interval.high:
        yield worded("the interval has no width: every resample gives the same value")
    n_drawn = resampling.n_drawn(*over)
    if n_drawn < FEW_DRAWN:
        yield worded(
            "the interval is rough: only {n} {by}s hold what it can use",
            n=n_drawn,
            by=DRAWN_AS.get(resampling.by, resampling.by),
        )
