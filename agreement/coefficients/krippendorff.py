"""Do labels of one target differ less than labels drawn from anywhere? Krippendorff (2011).

alpha = 1 - D_o / D_e, over the targets with two labels or more, whoever gave them: D_o is the mean difference between
two labels of one target, D_e that between any two labels. What a difference is depends on the level. Nominal: 0 or 1.
Interval: the squared distance of the numbers. Ordinal: the squared number of labels given from the one to the other,
half of each end; that is the squared distance of their mid-ranks.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Bools, Floats, Patterns
from agreement.scale import LEVEL_NAMES, Level, OneThing, Scale
from agreement.weighting import order_note
from languages import worded


def krippendorff_alpha(patterns: Patterns, *, level: Level | None = None) -> Statistic:
    """Alpha at this level, or at the scale's own: 1 when all agree, 0 as chance would have it, negative below."""
    level = level or patterns.scale.level
    if level == "nominal":
        return _nominal_alpha(patterns)
    return _squared_distance_alpha(patterns, by_ranks=level == "ordinal")


def _nominal_alpha(patterns: Patterns) -> Statistic:
    paired = patterns.tallies * patterns.pairable[:, np.newaxis]
    differing = _per_label(patterns) * (patterns.n_labels**2 - (patterns.tallies**2).sum(axis=1))

    def alpha(weights: Floats) -> Floats:
        n_v = weights @ paired
        n = n_v.sum(axis=1)
        return 1 - ratio((weights @ differing) * (n - 1), n**2 - (n_v**2).sum(axis=1))

    return alpha


def _squared_distance_alpha(patterns: Patterns, *, by_ranks: bool) -> Statistic:
    paired = patterns.tallies * patterns.pairable[:, np.newaxis]
    per_label = _per_label(patterns)
    numbers = _numbers(patterns.scale)

    def alpha(weights: Floats) -> Floats:
        n_v = weights @ paired
        n = n_v.sum(axis=1)
        values = np.cumsum(n_v, axis=1) - n_v / 2 - n[:, np.newaxis] / 2 if by_ranks else numbers
        within = patterns.n_labels * (values**2 @ patterns.tallies.T) - (values @ patterns.tallies.T) ** 2
        between = n * (n_v * values**2).sum(axis=1) - (n_v * values).sum(axis=1) ** 2
        # Rounding must not make up a difference where all labels are one number.
        between = np.where(_several(values, n_v > 0), between, 0)
        return 1 - ratio((weights * per_label * within).sum(axis=1) * (n - 1), between)

    return alpha


def _per_label(patterns: Patterns) -> Floats:
    """1 / (m - 1) for a pattern of m labels, so that each label counts once; 0 where there is no pair."""
    per_label: Floats = patterns.pairable / np.maximum(patterns.n_labels - 1, 1)
    return per_label


def _numbers(scale: Scale) -> Floats:
    """The labels as numbers (1 x labels), moved to the middle of the scale, which leaves distances as they are.

    Words count by their position: whether labels vary at all does not depend on it, and no value of theirs is shown.
    """
    numbers = np.array(scale.numbers or range(len(scale.labels)), dtype=float)
    middle: Floats = (numbers - (numbers.min() + numbers.max()) / 2)[np.newaxis]
    return middle


def _several(values: Floats, used: Bools) -> Bools:
    """Whether the used labels are more than one number."""
    several: Bools = np.where(used, values, np.inf).min(axis=1) < np.where(used, values, -np.inf).max(axis=1)
    return several


def _by_krippendorff(patterns: Patterns, *, level: Level | None = None) -> float | None:
    """The same by the package krippendorff, which needs a square of numbers for each target."""
    n_labels = len(patterns.scale.labels)
    if not patterns.may_unfold(n_labels**2):
        return None
    import krippendorff

    level = level or patterns.scale.level
    domain = patterns.scale.numbers if level == "interval" else range(n_labels)
    return float(
        krippendorff.alpha(
            value_counts=patterns.unfolded_tallies(),
            value_domain=domain,
            level_of_measurement=cast(OneThing, level),  # offered for these alone
        )
    )


def _method(patterns: Patterns, *, level: Level | None = None) -> str:
    level = level or patterns.scale.level
    order = order_note(patterns.scale) if level == "ordinal" else ""
    return worded("Krippendorff's alpha (2011), {level} differences{order}", level=LEVEL_NAMES[level], order=order)


def _declared(key: str, title: str, order: int, *, level: Level | None, fits: Callable[[Scale], bool]) -> Coefficient:
    return Coefficient(
        key=key,
        title=title,
        order=order,
        scopes=frozenset({"question"}),
        statistic=partial(krippendorff_alpha, level=level),
        library=partial(_by_krippendorff, level=level),
        method=partial(_method, level=level),
        fits=fits,
        needs_numbers=lambda scale: (level or scale.level) == "interval",
    )


COEFFICIENTS = (
    _declared("krippendorff_alpha", worded("Krippendorff's alpha"), 40, level=None, fits=lambda _: True),
    _declared("alpha_nominal", worded("Alpha, nominal"), 41, level="nominal", fits=lambda _: True),
    _declared("alpha_ordinal", worded("Alpha, ordinal"), 42, level="ordinal", fits=lambda scale: scale.has_order),
    _declared(
        "alpha_interval", worded("Alpha, interval"), 43, level="interval", fits=lambda scale: scale.has_distances
    ),
)
