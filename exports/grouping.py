"""How do targets score by what they have in common: by people, and beside them by a judge on the same targets?

By the tags of their items; and responses by the system and the setting that they came from. Only for questions whose
labels are numbers (of two labels 0 and 1 the mean is the share of 1); a tag with very many values groups nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from agreement.group_tests import NeedSignificance
    from agreement.groups import GroupScore, SystemDifference
    from agreement.judge import JudgeLabels
    from agreement.ratings import Ratings
    from agreement.scale import Scale

MOST_VALUES = 40
NEED = "need"
CLUSTERS = ("persona", "dialogue")  # what items stand together by, the coarsest first
ORIGIN = ("system", "setting")

Tags = Mapping[str, Mapping[str, str]]  # by item: tag to value
Origins = Mapping[tuple[str, str], Mapping[str, str]]  # by item and response key: system and setting


@dataclass(frozen=True)
class TagScores:
    """The scores of one tag's values. `judge` is whose scores stand beside people's, empty where nobody's.

    `significance` compares needs, as the ENPMR paper does and by permutation; None for other tags. `not_tested` says
    why needs were not compared.
    """

    tag: str
    judge: str
    cluster: str
    scores: tuple[GroupScore, ...]
    significance: tuple[NeedSignificance, ...]
    not_tested: str = ""


@dataclass(frozen=True)
class OriginScores:
    """The scores of each system in each setting. `judge` is whose scores stand beside people's, empty where nobody's.

    `differences` are paired, over the items that both have answered: of every two systems in one setting, and of every
    two settings of one system.
    """

    judge: str
    cluster: str
    scores: tuple[GroupScore, ...]
    differences: tuple[SystemDifference, ...]


def by_tag(
    ratings: Ratings,
    tags: Tags,
    judges: Sequence[JudgeLabels],
    *,
    origins: Origins | None = None,
    replicates: int,
    seed: int,
) -> tuple[TagScores, ...]:
    """The scores by each tag, by people alone or beside each judge; none where the labels are no numbers.

    Needs are compared within each system and setting, where responses have any.
    """
    if not _has_scores(ratings.scale) or ratings.targets is None:
        return ()
    names = [name for name in dict.fromkeys(tag for own in tags.values() for tag in own) if _groups(name, tags)]
    own = _origins(ratings, origins or {})
    within = ORIGIN if own is not None else ()
    frames = list(_frames(ratings, tags, judges, names, own))
    return tuple(
        _scores(name, judge, cluster, rows, within=within, replicates=replicates, seed=seed)
        for name in names
        for judge, cluster, rows in frames
    )


def by_origin(
    ratings: Ratings, tags: Tags, origins: Origins, judges: Sequence[JudgeLabels], *, replicates: int, seed: int
) -> tuple[OriginScores, ...]:
    """The scores by system and setting, by people alone or beside each judge.

    None where the labels are no numbers, or the targets no responses whose origin is known.
    """
    own = _origins(ratings, origins)
    if own is None or not _has_scores(ratings.scale):
        return ()
    return tuple(
        _by_origin(judge, cluster, rows[rows["system"] != ""], replicates=replicates, seed=seed)
        for judge, cluster, rows in _frames(ratings, tags, judges, (), own)
    )


def _has_scores(scale: Scale) -> bool:
    """Whether labels have a mean that says something."""
    return scale.numbers is not None and (scale.has_distances or set(scale.numbers) == {0, 1})


def _groups(name: str, tags: Tags) -> bool:
    """Whether a tag parts the items into a few groups of several."""
    values = [own[name] for own in tags.values() if name in own]
    return 2 <= len(set(values)) <= min(MOST_VALUES, len(values) / 2) and name not in CLUSTERS


def _origins(ratings: Ratings, origins: Origins) -> list[Mapping[str, str]] | None:
    """Where each target's response came from; a pair is about the response before the point of its key."""
    if ratings.targets is None or not origins:
        return None
    own = [origins.get((str(item), str(target).partition(".")[0]), {}) for item, target in ratings.targets]
    return own if any(own) else None


def _frames(
    ratings: Ratings,
    tags: Tags,
    judges: Sequence[JudgeLabels],
    names: Sequence[str],
    origins: Sequence[Mapping[str, str]] | None,
) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """A row for each target with its tags, where it came from, its cluster, people's mean score and a judge's."""
    import pandas as pd

    from agreement.prediction_powered import scores

    items = [str(item) for item in ratings.targets.get_level_values(0)] if ratings.targets is not None else []
    own = [tags.get(item, {}) for item in items]
    cluster = next((name for name in CLUSTERS if _clusters(name, own)), "item")
    base = {name: [each.get(name, "") for each in own] for name in names}
    base |= {name: [each.get(name, "") for each in origins] for name in ORIGIN} if origins is not None else {}
    base |= {"item": items, "cluster": [each[cluster] for each in own] if cluster != "item" else items}
    people = scores(ratings.codes, ratings.scale)
    if not judges:
        yield "", cluster, pd.DataFrame(base | {"people": people})
    for judge in judges:
        yield judge.title, cluster, pd.DataFrame(base | {"people": people, "judge": scores(judge.codes, ratings.scale)})


def _clusters(name: str, own: Sequence[Mapping[str, str]]) -> bool:
    """Whether every target stands in a cluster of this name, and there are several of them."""
    return all(name in each for each in own) and len({each[name] for each in own}) > 1


def _scores(
    name: str, judge: str, cluster: str, rows: pd.DataFrame, *, within: Sequence[str], replicates: int, seed: int
) -> TagScores:
    from agreement.errors import AgreementError
    from agreement.group_tests import need_significance
    from agreement.groups import group_scores

    tagged = rows[rows[name] != ""]
    found = group_scores(tagged, by=[name], replicates=replicates, seed=seed)
    if name != NEED:
        return TagScores(name, judge, cluster, found, ())
    try:
        tested = need_significance(tagged, need=NEED, within=within, seed=seed)
    except AgreementError as error:
        return TagScores(name, judge, cluster, found, (), str(error))
    return TagScores(name, judge, cluster, found, tested)


def _by_origin(judge: str, cluster: str, rows: pd.DataFrame, *, replicates: int, seed: int) -> OriginScores:
    from agreement.groups import group_scores, system_differences

    found = group_scores(rows, by=ORIGIN, replicates=replicates, seed=seed)
    differences = [
        one
        for between, within in (ORIGIN, ORIGIN[::-1])
        for one in system_differences(rows, between=between, within=[within], replicates=replicates, seed=seed)
        if one.difference.n
    ]
    return OriginScores(judge, cluster, found, tuple(differences))
