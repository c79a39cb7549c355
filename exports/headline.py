"""The headline figures of a release: each coefficient of each question, from the first labels of the planned raters.

Computed from the raw layer and the codebook alone, so that somebody who has nothing but the files of a release can
compute them again. What counts is what `annotation.judgments.first_labels` counts: of everybody who has a current label
in the latest independent round the first one, without escalated and surplus answers. A file that mends an earlier
file's label is the first word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from annotation.asked import QuestionSpec, asked_by
from annotation.codebook import Codebook
from annotation.values import parts
from exports.following import PassOfLabelling, Place, Row, deciding, place_of

if TYPE_CHECKING:
    from agreement.results import QuestionReport

REPLICATES = 1000
SEED = 0


def told(report: QuestionReport) -> dict[str, Any]:
    """A question's headline as a manifest keeps it; nothing rounded."""
    return {
        "question": report.question,
        "level": report.level,
        "labels": list(report.labels),
        "n_targets": report.n_targets,
        "n_raters": report.n_raters,
        "n_ratings": report.n_ratings,
        "n_pairable_targets": report.n_pairable_targets,
        "coefficients": {
            key: {
                "value": one.value,
                "low": one.low,
                "high": one.high,
                "n": one.n,
                "undefined": one.undefined,
                "method": one.method,
            }
            for key, one in report.coefficients.items()
        },
    }


def headline_from(
    raw: Iterable[Row],
    decisions: Iterable[Row],
    *,
    rounds: Sequence[PassOfLabelling],
    book: Codebook,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> list[dict[str, Any]]:
    """The headline of every question of the codebook that has a scale, in its order. Raises AgreementError."""
    import pandas as pd

    from agreement.report import report

    asked = {spec.key: spec for spec in asked_by(book) if spec.level is not None}
    rows = [(*place, rater, label) for (place, rater), label in first_labels(raw, rounds=rounds).items()]
    table = pd.DataFrame(rows, columns=["item", "target", "question", "rater", "label"], dtype="string")
    table = table[table["question"].isin(list(asked))]
    picked = _picked(table, decisions, asked)
    found = report(
        table,
        levels={key: spec.level for key, spec in asked.items() if spec.level is not None},
        labels={key: labels for key, spec in asked.items() if (labels := picked.get(key, spec.labels))},
        bootstrap=replicates,
        seed=seed,
    )
    order = list(asked)
    questions = sorted(found.questions, key=lambda one: order.index(one.question))
    return [told(one) for one in questions]


def first_labels(raw: Iterable[Row], *, rounds: Sequence[PassOfLabelling]) -> dict[tuple[Place, str], str]:
    """The first label of everybody who has a current one, by place and rater, in the order of the rows."""
    number, _ = deciding(rounds)
    first: dict[tuple[Place, str], str] = {}
    mended: dict[tuple[Place, str], bool] = {}  # whether only files have spoken so far
    now: dict[tuple[Place, str], str] = {}
    for row in raw:
        if row["round"] != number or row["use"] != "headline":
            continue
        key = (place_of(row), row["rater"])
        label = row["label"] or ""
        now[key] = label
        if label:
            mended[key] = mended.get(key, True) and row["origin"] == "file"
            if key not in first or mended[key]:
                first[key] = label
    return {key: first[key] for key, label in now.items() if label}


def _picked(table: Any, decisions: Iterable[Row], asked: Mapping[str, QuestionSpec]) -> dict[str, tuple[str, ...]]:
    """The pieces that were picked, by question: they are no labels of the codebook."""
    found: dict[str, set[str]] = {key: set() for key, spec in asked.items() if spec.kind == "pick"}
    for question, label in zip(table["question"], table["label"], strict=True):
        if question in found:
            found[question].update(parts(label))
    for row in decisions:
        if row["question"] in found and row["label"]:
            found[row["question"]].update(parts(row["label"]))
    return {key: tuple(sorted(names)) for key, names in found.items()}
