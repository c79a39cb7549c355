"""What is a coefficient of agreement, and which ones are there?

A coefficient is declared by a module in `agreement/coefficients/` that lists it in `COEFFICIENTS`; reports find it
there by themselves. Nothing else knows the names.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from agreement import coefficients
from agreement.patterns import Floats, Patterns
from agreement.scale import LEVELS, Level, Scale

Scope = Literal["question", "pair", "judge"]  # a judge is asked what a pair is, and more

# From weights (replicates x patterns, how often each pattern counts) to a value for each, NaN where there is none.
Statistic = Callable[[Floats], Floats]


@dataclass(frozen=True, kw_only=True)
class Coefficient:
    """One coefficient: what it is called, what it can take, and its formula.

    `statistic` prepares the formula for some patterns and is then asked for many weights at once; with the patterns'
    own counts as weights it gives the value itself. `library` is the value by the library that is known for it, or None
    where that has none or cannot take these patterns. `method` names the exact definition that was followed, and
    `title_for_two` is what the coefficient is called for two raters, where that is something else. `standard_error` is
    an asymptotic one. One that `needs_every_rater` rests on the targets that all have labelled, and one that
    `needs_identity` has no value where it is not known who gave which label. It is offered for scales of its
    `levels` that it `fits`.
    """

    key: str
    title: str
    title_for_two: str | None = None
    order: int
    scopes: frozenset[Scope]
    statistic: Callable[[Patterns], Statistic]
    method: Callable[[Patterns], str]
    library: Callable[[Patterns], float | None] = lambda _: None
    standard_error: Callable[[Patterns], float | None] = lambda _: None
    needs_every_rater: bool = False
    levels: frozenset[Level] = frozenset(LEVELS)
    fits: Callable[[Scale], bool] = lambda _: True
    needs_numbers: Callable[[Scale], bool] = lambda _: False
    corrects_for_chance: bool = True
    needs_identity: bool = False

    def rests_on(self, patterns: Patterns) -> Patterns:
        """The patterns that it can use."""
        return patterns.complete() if self.needs_every_rater else patterns

    def takes(self, scale: Scale) -> bool:
        """Whether it is offered for labels on this scale."""
        return scale.level in self.levels and self.fits(scale)


@cache
def declared() -> tuple[Coefficient, ...]:
    """All coefficients, in the order in which a report shows them."""
    modules = [
        importlib.import_module(f"{coefficients.__name__}.{found.name}")
        for found in pkgutil.iter_modules(coefficients.__path__)
    ]
    return tuple(sorted((one for module in modules for one in module.COEFFICIENTS), key=lambda one: one.order))


def titles(*, n_raters: int) -> dict[str, str]:
    """What people call each coefficient of so many raters, by its key in a report."""
    return {one.key: (one.title_for_two if n_raters == 2 else None) or one.title for one in declared()}


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Their quotient, NaN where it would divide by zero."""
    quotient = np.full(np.broadcast_shapes(numerator.shape, denominator.shape), np.nan)
    np.divide(numerator, denominator, out=quotient, where=denominator != 0)
    return quotient
