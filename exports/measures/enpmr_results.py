"""How well do people and judges like the responses? The result table of ENPMR-Bench: system, setting and dimension.

People and each judge stand beside each other over the same responses, those that both have scored; the mean of the
dimensions is over responses that have all four from both. People's score of a response is the mean of their first
labels. All their scores, on whatever each has scored, are given too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from exports.measures.material import PEOPLE, Material
from exports.measures.measure import Definition, MeasureRow
from exports.measures.ratios import Count, Draws, resampled
from languages import worded

NAME = "enpmr-results"
TITLE = worded("Ratings of responses (ENPMR)")
DIMENSIONS = ("fluency", "humanoid", "information", "empathy")
MEAN = "mean"
ALONE = ""

SAME_RESPONSES = worded("a response that one of them has not scored is left out and counted")
OVER = worded("responses that both people and the judge have scored; without a judge, all that people have scored")
TITLES = {
    "fluency": worded("Fluency"),
    "humanoid": worded("Humanoid"),
    "information": worded("Information"),
    "empathy": worded("Empathy"),
}
DEFINITIONS: Mapping[str, Definition] = {
    **{
        key: Definition(title, worded("mean score, 1 to 5"), OVER, SAME_RESPONSES, is_share=False)
        for key, title in TITLES.items()
    },
    MEAN: Definition(
        worded("Mean of the four"),
        worded("mean over responses of the mean of the four scores"),
        OVER,
        SAME_RESPONSES,
        is_share=False,
    ),
}

Response = tuple[str, str]
Scores = Mapping[Response, float]


def concerns(material: Material) -> bool:
    """Whether these dimensions are asked for."""
    return set(DIMENSIONS) <= material.asked


def lacks(material: Material) -> list[str]:
    """What is missing, in words."""
    missing: list[str] = []
    if not material.responses:
        missing.append(worded("responses of systems"))
    if not any(material.scores(dimension) for dimension in DIMENSIONS):
        missing.append(worded("scores of the responses, by people or by a judge"))
    return missing


def measure(material: Material, draws: Draws) -> list[MeasureRow]:
    """By system and setting: people beside each judge, and each alone where there is no other."""
    scores = {dimension: material.scores(dimension) for dimension in DIMENSIONS}
    names = dict.fromkeys(name for own in scores.values() for name in own if name != "gold")
    judges = [name for name in names if name != PEOPLE]
    beside = [(PEOPLE, judge) for judge in judges] if PEOPLE in names and judges else [(name,) for name in names]
    rows: list[MeasureRow] = []
    for (system, setting), responses in sorted(_by_origin(material).items()):
        for sides in beside:
            of = {"system": system, "setting": setting, "beside": sides[1] if len(sides) > 1 else ALONE}
            rows += _rows(material, of, responses, {d: {s: scores[d].get(s, {}) for s in sides} for d in scores}, draws)
    return rows


def _rows(
    material: Material,
    of: Mapping[str, str],
    responses: Collection[Response],
    scores: Mapping[str, Mapping[str, Scores]],
    draws: Draws,
) -> Iterator[MeasureRow]:
    for dimension, sides in {**scores, MEAN: _means(scores)}.items():
        same = [each for each in responses if all(each in own for own in sides.values())]
        counts = {
            side: [Count(material.cluster_of(each[0]), own[each], 1) for each in same] for side, own in sides.items()
        }
        for side, found in resampled(counts, draws=draws).items():
            yield MeasureRow(dimension, "pooled", {**of, "scores": side}, found, len(responses) - len(same))


def _means(scores: Mapping[str, Mapping[str, Scores]]) -> dict[str, Scores]:
    """By side the mean of the four scores, of the responses that have them all."""
    sides = dict.fromkeys(side for own in scores.values() for side in own)
    found: dict[str, Scores] = {}
    for side in sides:
        of_side = [own.get(side, {}) for own in scores.values()]
        whole = [each for each in of_side[0] if all(each in own for own in of_side)]
        found[side] = {each: sum(own[each] for own in of_side) / len(of_side) for each in whole}
    return found


def _by_origin(material: Material) -> dict[tuple[str, str], list[Response]]:
    found: dict[tuple[str, str], list[Response]] = {}
    for each in material.responses:
        found.setdefault((each.system, each.setting), []).append((each.item, each.key))
    return found
