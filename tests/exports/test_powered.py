"""Prediction-powered estimates of a project: from a stored sample only, and equal to those of the plain function."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from agreement.judge import JudgeTable
from agreement.prediction_powered import prediction_powered_mean
from annotation import sampling, store
from annotation.asked import QuestionSpec
from exports.powered import SampleUsed, powered, sample_used
from tests import studies
from tests.studies import NOW, SLUG, records, take_labels, votes

SCORE = QuestionSpec("score", "interval", ("1", "2", "3"), "?", {})
ROLE = QuestionSpec("role", "ordinal", ("irr", "nice", "must"), "?", {})
ITEMS = [f"i{n:02}" for n in range(40)]


def rows(labels: dict[str, list[str]], question: str = "score") -> pd.DataFrame:
    found = [(item, "", question, f"rater-{n}", label) for item, own in labels.items() for n, label in enumerate(own)]
    return pd.DataFrame(found, columns=["item", "target", "question", "rater", "label"], dtype="string")


def material() -> tuple[pd.DataFrame, JudgeTable, SampleUsed]:
    """Forty items that the judge scored, ten of which were drawn for two people."""
    dice = np.random.default_rng(3)
    truth = dice.integers(1, 4, len(ITEMS))
    judge = np.clip(truth + dice.integers(-1, 2, len(ITEMS)), 1, 3)
    people = rows({item: [str(score)] * 2 for item, score in zip(ITEMS[::4], truth[::4], strict=True)})
    said = rows({item: [str(score)] for item, score in zip(ITEMS, judge, strict=True)})
    chances = {item: (0.25, place % 4 == 0) for place, item in enumerate(ITEMS)}
    return people, JudgeTable("model", said, version="v1"), SampleUsed("validation", chances)


def test_the_estimate_is_that_of_the_plain_function_on_the_items() -> None:
    people, judge, sample = material()
    [found] = powered(SCORE, people, [judge], sample)
    by_item = np.asarray(people.groupby("item")["label"].first().astype(float).reindex(ITEMS), dtype=np.float64)
    scores = np.asarray(judge.rows.set_index("item")["label"].astype(float).reindex(ITEMS), dtype=np.float64)
    alone = prediction_powered_mean(by_item, scores, probabilities=np.full(len(ITEMS), 0.25))
    assert (found.judge, found.sample, found.label) == ("model v1", "validation", None)
    assert found.found == alone
    assert found.found.undefined is None


def test_without_a_drawn_sample_it_is_refused() -> None:
    people, judge, _ = material()
    [found] = powered(SCORE, people, [judge], None)
    assert (found.found.undefined, found.found.estimate) == ("not_drawn", None)


def test_a_question_that_a_judge_or_nobody_has_answered_is_refused_and_no_error() -> None:
    people, judge, sample = material()
    nothing = JudgeTable("model", judge.rows[:0])
    for table, told in ((people, nothing), (people[:0], judge), (people[:0], nothing)):
        [found] = powered(SCORE, table, [told], sample)
        assert found.found.undefined == "few_labelled"


def test_labels_outside_the_sample_are_left_aside() -> None:
    people, judge, sample = material()
    more = pd.concat([people, rows({ITEMS[1]: ["1"], ITEMS[2]: ["1"]})])
    assert powered(SCORE, more, [judge], sample) == powered(SCORE, people, [judge], sample)


def test_words_have_the_share_of_each_label_and_several_targets_are_one_item() -> None:
    """Two memories in each drawn item, one of them must: people's share of must is a half in every item."""
    drawn = {f"i{n}": (0.5, n < 5) for n in range(10)}
    said = [(item, target, "role", "a", label) for item in drawn for target, label in (("m1", "must"), ("m2", "irr"))]
    table = pd.DataFrame(said, columns=["item", "target", "question", "rater", "label"], dtype="string")
    judge = JudgeTable("model", table.assign(label=["must", "nice"] * 10))
    found = powered(ROLE, table[table["item"] < "i5"], [judge], SampleUsed("v", drawn))
    assert [each.label for each in found] == ["irr", "nice", "must"]
    assert found[2].found.n_labelled == 5
    assert found[2].found.undefined == "no_spread", "the judge says a half everywhere as well"


@pytest.mark.parametrize("labelled", [True, False])
def test_a_sample_counts_once_every_drawn_item_has_been_labelled(sqlite_database: str, labelled: bool) -> None:
    studies.make_project(records(6))
    with store.writing() as session:
        sampling.sample(session, slug=SLUG, name="v", n=3, seed=5, now=NOW)
        drawn = sampling.drawn_items(session, slug=SLUG, name="v")
    chosen = [each for each in records(6) if each["id"] in drawn]
    take_labels(votes({"ann": "source", "bo": "source"}, content=chosen[not labelled :]))
    table = pd.DataFrame({"item": [each["id"] for each in chosen[not labelled :]]}, dtype="string")
    with store.reading() as session:
        found = sample_used(session, slug=SLUG, table=table)
    assert (found.name if found else None) == ("v" if labelled else None)
