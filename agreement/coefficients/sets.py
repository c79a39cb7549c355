"""How far do raters agree whose labels are sets? Krippendorff's alpha with a distance between sets.

alpha = 1 - D_o / D_e as for single labels (`krippendorff.py`), where the difference of two sets A and B is one less
their likeness. Jaccard: |A and B| / |A or B|. MASI (Passonneau 2006): that times 1 where the sets are equal, 2/3 where
one holds the other, 1/3 where they share something, 0 where they do not; so a set in another is nearer than two sets
that each have something of their own. Two empty sets are equal; an empty and another one share nothing.

The distances stand as they are and are not squared, as in Passonneau and in Artstein and Poesio (2008).
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.parts import as_set
from agreement.patterns import Floats, Patterns
from languages import worded

Likeness = Callable[[Floats, Floats, Floats], Floats]  # of two sets' sizes and that of what they share


def jaccard(first: Floats, second: Floats, shared: Floats) -> Floats:
    """What two sets share of what either has: 0 to 1; 1 for two empty ones."""
    either = first + second - shared
    likeness: Floats = np.where(either > 0, ratio(shared, either), 1.0)
    return likeness


def masi(first: Floats, second: Floats, shared: Floats) -> Floats:
    """Jaccard's likeness times how far one set explains the other: 0 to 1."""
    equal = (shared == first) & (shared == second)
    held = (shared == first) | (shared == second)
    monotone: Floats = np.select([equal, held, shared > 0], [1.0, 2 / 3, 1 / 3], 0.0)
    likeness: Floats = jaccard(first, second, shared) * monotone
    return likeness


def alpha_of_sets(patterns: Patterns, *, likeness: Likeness) -> Statistic:
    """Alpha of set-valued labels: 1 when all agree, 0 as chance would have it, negative below."""
    distances = set_distances([as_set(label) for label in patterns.scale.labels], likeness=likeness)
    paired = patterns.tallies * patterns.pairable[:, np.newaxis]
    within = (paired @ distances * paired).sum(axis=1) / np.maximum(patterns.n_labels - 1, 1)

    def alpha(weights: Floats) -> Floats:
        n_v = weights @ paired
        n = n_v.sum(axis=1)
        return 1 - ratio((weights @ within) * (n - 1), (n_v @ distances * n_v).sum(axis=1))

    return alpha


def set_distances(sets: list[frozenset[str]], *, likeness: Likeness) -> Floats:
    """One less the likeness of every two sets: sets x sets."""
    names = {name: place for place, name in enumerate(sorted(frozenset().union(*sets)))}
    holds = np.zeros((len(sets), len(names)))
    for place, one in enumerate(sets):
        holds[place, [names[name] for name in one]] = 1.0
    sizes = holds.sum(axis=1)
    return 1 - likeness(sizes[:, np.newaxis], sizes, holds @ holds.T)


COEFFICIENTS = tuple(
    Coefficient(
        key=key,
        title=title,
        order=order,
        scopes=frozenset({"question", "pair"}),
        statistic=partial(alpha_of_sets, likeness=likeness),
        method=lambda _, name=name: worded(  # type: ignore[misc]
            "Krippendorff's alpha (2011) of sets, {name} distance", name=name
        ),
        levels=frozenset({"set"}),
    )
    for key, title, order, likeness, name in (
        ("alpha_masi", worded("Alpha, MASI"), 44, masi, "MASI (Passonneau 2006)"),
        ("alpha_jaccard", worded("Alpha, Jaccard"), 45, jaccard, "Jaccard"),
    )
)
