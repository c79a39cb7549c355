"""A study made in memory that has something for every part of a report, with whatever texts a test wants in it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import pandas as pd

from agreement.course import Step
from agreement.details import details
from agreement.groups import GroupMean, SystemDifference
from agreement.judge import JudgeTable, read_judge, with_majorities
from agreement.ratings import read_ratings
from agreement.report import report
from agreement.results import RefusedRow
from agreement.rounds import compare
from annotation.asked import QuestionSpec
from annotation.people.background import Told
from exports.answers import RaterAnswers
from exports.discussed import Discussed
from exports.grouping import by_origin, by_tag
from exports.movers import Mover
from exports.study import Study, StudyQuestion, TextQuestion

QUESTION = "score"
N_TARGETS = 60
Rows = Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Texts:
    """The texts that files and people bring in."""

    title: str = "A study"
    question: str = "How good is it?"
    labels: tuple[str, str, str] = ("1", "2", "3")
    label_texts: tuple[str, str, str] = ("Bad", "Fair", "Good")
    raters: tuple[str, str, str] = ("ann", "bo", "cai")
    judges: tuple[str, str] = ("large", "small")
    tag: str = "need"
    tag_values: tuple[str, str] = ("safety", "love")
    refused: str = "no such item"


@cache
def made(texts: Texts | None = None, *, epsilon: float | None = 0.2, replicates: int = 40) -> Study:
    """The study: three raters, one of them twice; a judge that ran three times and another one; gold; tags; steps."""
    said = texts or Texts()
    table = _table(said)
    levels, labels = {QUESTION: "interval"}, {QUESTION: said.labels}
    (ratings,) = read_ratings(table, levels=levels, labels=labels, occasion="occasion").ratings  # type: ignore[arg-type]
    judges = list(_judges(said))
    found = report(
        table,
        levels=levels,  # type: ignore[arg-type]
        labels=labels,
        label_groups={QUESTION: dict(zip(said.labels, (said.tag, said.tag, said.title), strict=True))},
        conditional={QUESTION: said.question},
        occasion="occasion",
        judges=judges,
        gold=_scored("gold", said, right=0.95),
        epsilon=epsilon,
        bootstrap=replicates,
        refused=[RefusedRow(7, said.tag, said.refused)],
    )
    read = with_majorities([read_judge(judge, ratings) for judge in judges], len(said.labels))
    origins = {(item, ""): _origin(said, place) for place, item in enumerate(_items())}
    of_origins = by_origin(ratings, {}, origins, read, replicates=replicates, seed=0)
    tags = {item: {said.tag: said.tag_values[place % 2]} for place, item in enumerate(_items())}
    question = StudyQuestion(
        QuestionSpec(
            QUESTION, "interval", said.labels, said.question, dict(zip(said.labels, said.label_texts, strict=True))
        ),
        found.questions[0],
        details(ratings),
        (Step("2026-01-02", 0.75, 0.5, 1.0, 4), Step("2026-01-03", 2 / 3, 0.5, 0.8125, 12)),
        (),
        by_tag(ratings, tags, read, replicates=replicates, seed=0),
        tuple(replace(one, differences=_differences(said)) for one in of_origins),
        tuple(RaterAnswers(rater, 50 + n, n, (3, 17 + n, 30), 48, 40 - n) for n, rater in enumerate(said.raters)),
        discussed=_discussed(said, replicates),
    )
    text = QuestionSpec("why", None, (), said.title, {}, kind="text")
    texts_of = (TextQuestion(text, 131, 59, (RaterAnswers(said.raters[0], 131, 4, (0, 0, 0), 0, 0),)),)
    return Study(
        slug="study",
        title=said.title,
        round=1,
        round_kind="independent",
        n_changed=3,
        epsilon=epsilon,
        epsilon_is_late=False,
        questions=(question,),
        rows_refused=found.rows_refused,
        replicates=replicates,
        seed=0,
        texts=texts_of,
        background=Told(11, 4, {"age": {"25-34": 4, "other": 3}, "training": {said.title: 5}}),
    )


def _discussed(said: Texts, replicates: int) -> Discussed:
    """A discussion after which one rater says what another had said, on a third of the targets."""
    before = _table(said).query("occasion == '1'").drop(columns="occasion")
    after = before.copy()
    first, second, _ = said.raters
    of_first = before[before["rater"] == first].set_index("item")["label"]
    moved = (after["rater"] == second) & after["item"].isin(_items()[::3])
    after.loc[moved, "label"] = after.loc[moved, "item"].map(of_first)
    levels, labels = {QUESTION: "interval"}, {QUESTION: said.labels}
    compared = compare(before, after, levels=levels, labels=labels, bootstrap=replicates)  # type: ignore[arg-type]
    movers = tuple(Mover(rater, 23, 7 - place, place, 1) for place, rater in enumerate(said.raters))
    return Discussed(2, 1, 29, 17, compared.questions[0], movers)


def with_found(study: Study, **changes: object) -> Study:
    """The study with another report of its question."""
    (question,) = study.questions
    changed = replace(question, found=replace(question.found, **changes))  # type: ignore[arg-type]
    return replace(study, questions=(changed,))


def _origin(said: Texts, place: int) -> dict[str, str]:
    return {"system": said.tag_values[place % 2], "setting": ("", said.tag)[place // 2 % 2]}


def _differences(said: Texts) -> tuple[SystemDifference, ...]:
    """Paired differences, as no item of this study has two responses."""
    mean = GroupMean(37, 0.21875, -0.0625, 0.46875)
    return tuple(
        SystemDifference({"setting": said.tag}, *said.tag_values, source, mean) for source in ("people", "judge")
    )


def _items() -> list[str]:
    return [f"i{place}" for place in range(N_TARGETS)]


def _answers(name: str, said: Texts, right: float) -> Iterator[tuple[str, str]]:
    """An item and a label, one for each item, the right one as often as said."""
    draw = random.Random(name)
    truth = random.Random("truth")
    for item in _items():
        label = truth.choice(said.labels)
        yield item, label if draw.random() < right else draw.choice(said.labels)


def _table(said: Texts) -> pd.DataFrame:
    rows = [
        (item, QUESTION, rater, "1", label)
        for place, rater in enumerate(said.raters)
        for item, label in _answers(f"rater {place}", said, 0.85 - place / 10)
    ]
    rows += [(item, QUESTION, said.raters[0], "2", label) for item, label in list(_answers("again", said, 0.8))[:20]]
    rows[5] = (*rows[5][:4], "")
    return pd.DataFrame(rows, columns=["item", "question", "rater", "occasion", "label"])


def _scored(name: str, said: Texts, *, right: float) -> pd.DataFrame:
    rows = [(item, QUESTION, label) for item, label in _answers(name, said, right)]
    return pd.DataFrame(rows, columns=["item", "question", "label"])


def _judges(said: Texts) -> Iterator[JudgeTable]:
    for run in ("1", "2", "3"):
        rows = _scored(f"run {run}", said, right=0.8)
        rows.loc[int(run), "label"] = "I cannot rate this"
        yield JudgeTable(said.judges[0], rows, version="v1", run=run)
    yield JudgeTable(said.judges[1], _scored("small", said, right=0.5), tuned=("i0", "i1"))
