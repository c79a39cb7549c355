"""What would people's mean be over all items, where they labelled a drawn sample and a judge scored everything?

Prediction-powered estimates (`agreement.prediction_powered`) hold for items that were drawn by chance, with the
probabilities that are stored with the sample. The unit is the item, which is what was drawn: where it has several
targets, its score is their mean. Labels on items outside the sample are left aside: nobody drew those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import Session

from annotation import sampling
from annotation.asked import QuestionSpec

if TYPE_CHECKING:
    import pandas as pd

    from agreement.judge import JudgeTable
    from agreement.patterns import Floats
    from agreement.prediction_powered import PredictionPowered

Chances = Mapping[str, tuple[float, bool]]  # of each item that could be drawn: the probability, and whether it was


@dataclass(frozen=True)
class SampleUsed:
    """The sample that people labelled: its name, and the chances of the items."""

    name: str
    chances: Chances


@dataclass(frozen=True)
class Powered:
    """One estimate: of the mean (no label), or of the share of a label; from which judge and sample."""

    judge: str
    sample: str
    label: str | None
    found: PredictionPowered


def sample_used(session: Session, *, slug: str, table: pd.DataFrame) -> SampleUsed | None:
    """The largest sample of a project all of whose drawn items have labels, if there is one. Raises NotFound."""
    best: SampleUsed | None = None
    most = 0
    samples = sampling.samples(session, slug=slug)
    labelled = set(table["item"]) if samples else set()
    for state in samples:
        chances = sampling.chances(session, slug=slug, name=state.name)
        if state.items > most and {item for item, (_, drawn) in chances.items() if drawn} <= labelled:
            best, most = SampleUsed(state.name, chances), state.items
    return best


def powered(
    spec: QuestionSpec, table: pd.DataFrame, judges: Sequence[JudgeTable], sample: SampleUsed | None
) -> tuple[Powered, ...]:
    """The estimates for one question, judge by judge: its mean where the labels are numbers, else each label's share.

    `table` has the people's labels. Without a sample each is refused, with the reason.
    """
    if spec.level not in ("nominal", "ordinal", "interval") or not judges:
        return ()
    by_judge: dict[tuple[str, str], list[JudgeTable]] = {}
    for judge in judges:
        by_judge.setdefault((judge.name, judge.version), []).append(judge)
    people = _of_question(table, spec.key)
    return tuple(
        Powered(
            judge=f"{name} {version}".strip(),
            sample=sample.name if sample else "",
            label=label,
            found=_estimate(spec, people, runs, sample, label),
        )
        for (name, version), runs in by_judge.items()
        for label in _wanted(spec)
    )


def _wanted(spec: QuestionSpec) -> Sequence[str | None]:
    return [None] if _numbers(spec) is not None and spec.level != "nominal" else list(spec.labels)


def _estimate(
    spec: QuestionSpec, people: pd.DataFrame, runs: Sequence[JudgeTable], sample: SampleUsed | None, label: str | None
) -> PredictionPowered:
    import numpy as np
    import pandas as pd

    from agreement.prediction_powered import prediction_powered_mean

    judged = pd.concat([_of_question(run.rows, spec.key) for run in runs])
    scores = _scores(spec, label)
    items = list(sample.chances) if sample else sorted({*people["item"], *judged["item"]})
    drawn = {item for item, (_, was) in sample.chances.items() if was} if sample else set(items)
    tuned = {item for run in runs for item in run.tuned}
    of_people = _by_item(people[people["item"].isin(drawn)], scores)
    of_judge = _by_item(judged[~judged["item"].isin(tuned)], scores)
    chances = np.array([sample.chances[item][0] for item in items]) if sample else None
    return prediction_powered_mean(_in_order(of_people, items), _in_order(of_judge, items), probabilities=chances)


def _of_question(table: pd.DataFrame, question: str) -> pd.DataFrame:
    """The rows about a question; a judge's file may leave its name out where there is only one."""
    named = table.get("question")
    rows = table if named is None else table[(named == question) | (named == "")]
    return rows if "target" in rows else rows.assign(target="")


def _by_item(rows: pd.DataFrame, scores: Mapping[str, float]) -> pd.Series[float]:
    """The mean score of each item: of its targets, whose score is the mean of what was said of them."""
    numbers = rows["label"].map(scores).astype("float64")  # also where there is no row at all
    scored = rows.assign(score=numbers).dropna(subset=["score"])
    by_target = scored.groupby(["item", "target"])["score"].mean()
    found: pd.Series[float] = by_target.groupby("item").mean()
    return found


def _in_order(scores: pd.Series[float], items: Sequence[str]) -> Floats:
    import numpy as np

    return np.asarray(scores.reindex(list(items)), dtype=np.float64)


def _scores(spec: QuestionSpec, label: str | None) -> dict[str, float]:
    """What each label counts as: its number, or 1 where it is this label and 0 where it is another."""
    if label is not None:
        return {one: float(one == label) for one in spec.labels}
    numbers = _numbers(spec) or ()
    return dict(zip(spec.labels, numbers, strict=True))


def _numbers(spec: QuestionSpec) -> tuple[float, ...] | None:
    from agreement.scale import declared_scale

    return declared_scale("ordinal", spec.labels).numbers
