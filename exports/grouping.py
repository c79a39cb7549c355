"""How do items score by what they are tagged with: by people, and beside them by a judge on the same targets?

Only for questions whose labels are numbers; a tag with very many values, such as an id, groups nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from agreement.group_tests import NeedSignificance
    from agreement.groups import GroupScore
    from agreement.judge import JudgeLabels
    from agreement.ratings import Ratings

MOST_VALUES = 40
NEED = "need"
CLUSTERS = ("persona", "dialogue")  # what items stand together by, the coarsest first


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


def by_tag(
    ratings: Ratings,
    tags: Mapping[str, Mapping[str, str]],
    judges: Sequence[JudgeLabels],
    *,
    replicates: int,
    seed: int,
) -> tuple[TagScores, ...]:
    """The scores by each tag, by people alone and beside each judge; none where the labels are no numbers."""
    if not ratings.scale.has_distances or ratings.scale.numbers is None or ratings.targets is None:
        return ()
    names = [name for name in dict.fromkeys(tag for own in tags.values() for tag in own) if _groups(name, tags)]
    frames = list(_frames(ratings, tags, judges, names))
    return tuple(
        _scores(name, judge, cluster, rows, replicates=replicates, seed=seed)
        for name in names
        for judge, cluster, rows in frames
    )


def _groups(name: str, tags: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether a tag parts the items into a few groups of several."""
    values = [own[name] for own in tags.values() if name in own]
    return 2 <= len(set(values)) <= min(MOST_VALUES, len(values) / 2) and name not in CLUSTERS


def _frames(
    ratings: Ratings, tags: Mapping[str, Mapping[str, str]], judges: Sequence[JudgeLabels], names: Sequence[str]
) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """A row for each target with its tags, its cluster, people's mean score and a judge's."""
    import pandas as pd

    from agreement.prediction_powered import scores

    items = ratings.targets.get_level_values(0) if ratings.targets is not None else ()
    own = [tags.get(str(item), {}) for item in items]
    cluster = next((name for name in CLUSTERS if all(name in each for each in own)), "item")
    base = {name: [each.get(name, "") for each in own] for name in names}
    base |= {"cluster": [each[cluster] for each in own] if cluster != "item" else [str(item) for item in items]}
    people = scores(ratings.codes, ratings.scale)
    if not judges:
        yield "", cluster, pd.DataFrame(base | {"people": people})
    for judge in judges:
        yield judge.title, cluster, pd.DataFrame(base | {"people": people, "judge": scores(judge.codes, ratings.scale)})


def _scores(name: str, judge: str, cluster: str, rows: pd.DataFrame, *, replicates: int, seed: int) -> TagScores:
    from agreement.errors import AgreementError
    from agreement.group_tests import need_significance
    from agreement.groups import group_scores

    tagged = rows[rows[name] != ""]
    found = group_scores(tagged, by=[name], replicates=replicates, seed=seed)
    if name != NEED:
        return TagScores(name, judge, cluster, found, ())
    try:
        tested = need_significance(tagged, need=NEED, within=(), seed=seed)
    except AgreementError as error:
        return TagScores(name, judge, cluster, found, (), str(error))
    return TagScores(name, judge, cluster, found, tested)
