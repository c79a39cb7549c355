"""Do raters agree on the group of a label where they do not on the label? For large label sets, such as 49 emotions."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from agreement.errors import BadScale
from agreement.patterns import Patterns
from agreement.scale import Scale


def in_groups(patterns: Patterns, groups: Mapping[str, str]) -> Patterns:
    """The same targets, each label in the place of its group, in the order in which the labels name the groups.

    Groups have no order of their own. Raises BadScale where a label is in no group.
    """
    labels = patterns.scale.labels
    without = [label for label in labels if label not in groups]
    if without:
        raise BadScale(f"the label {without[0]!r} is in no group: name the group of every label")
    names = tuple(dict.fromkeys(groups[label] for label in labels))
    place = np.array([*(names.index(groups[label]) for label in labels), -1])  # -1, the last one, stays missing
    return replace(patterns, scale=Scale("nominal", names, declared=True), codes=place[patterns.codes])
