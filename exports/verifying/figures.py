"""Are the figures of the headline those that the labels of the raw layer give?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from exports.headline import headline_from
from exports.verifying.difference import Difference
from exports.verifying.opened import Opened

NEAR = 1e-9


def figures(release: Opened) -> Iterator[Difference]:
    """Figures of the headline that the labels of the raw layer do not give."""
    told = release.manifest["agreement"]
    found = headline_from(
        release.plain_rows("raw"),
        list(release.plain_rows("decisions")),
        rounds=release.rounds,
        book=release.book,
        replicates=told["replicates"],
        seed=told["seed"],
    )
    computed = {each["question"]: each for each in found}
    with_intervals = not told["judges"]  # a judge beside people is resampled with them
    for each in told["questions"]:
        other = computed.pop(each["question"], None)
        if other is None:
            if each["n_ratings"]:
                yield Difference("manifest.json", f"the labels give no figures for {each['question']}")
            continue
        yield from _figures(each, other, with_intervals=with_intervals)
    for question in computed:
        yield Difference("manifest.json", f"it has no figures for {question}, and the labels give some")


def _figures(told: Mapping[str, Any], found: Mapping[str, Any], *, with_intervals: bool) -> Iterator[Difference]:
    question = told["question"]
    for name in ("n_targets", "n_raters", "n_ratings", "n_pairable_targets"):
        if told[name] != found[name]:
            said = f"{name} of {question} is {told[name]}, and from the labels it is {found[name]}"
            yield Difference("manifest.json", said)
    for key in {**told["coefficients"], **found["coefficients"]}:
        one, other = told["coefficients"].get(key), found["coefficients"].get(key)
        if one is None or other is None:
            yield Difference("manifest.json", f"{key} of {question} is on one side only")
            continue
        for name in ("value", "undefined", *(("low", "high") if with_intervals else ())):
            if not _near(one[name], other[name]):
                said = f"{name} of {key} of {question} is {one[name]}, and from the labels it is {other[name]}"
                yield Difference("manifest.json", said)


def _near(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=NEAR, abs_tol=NEAR)
    return bool(one == other)
