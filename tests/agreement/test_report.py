"""Does a report say everything about each question, as one value and as JSON?"""

import json
import time

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.report import report
from agreement.results import ClusterCount, RefusedRow
from agreement.scale import LEVELS, Level
from tests.agreement.tables import by_item, by_rater, the_question

ROLES = ["irr", "nice", "must"]


def roles(n_targets: int, *, per_item: int = 9, noise: float = 0.3) -> pd.DataFrame:
    """Three raters who see the same role in each memory and are wrong now and then."""
    dice = np.random.default_rng(559)
    truth = np.repeat(dice.integers(0, 3, n_targets), 3)
    said = np.where(dice.random(len(truth)) < noise, dice.integers(0, 3, len(truth)), truth)
    number = np.repeat(np.arange(n_targets), 3)
    return pd.DataFrame(
        {
            "item": (number // per_item).astype(str),
            "target": number.astype(str),
            "question": "role",
            "rater": np.tile(["ann", "bo", "cy"], n_targets),
            "label": np.array(ROLES)[said],
        }
    )


def test_a_question_counts_what_was_found_and_what_was_used() -> None:
    question = the_question(by_item([["y", "y", None], ["y", "n", "n"], ["n", None, None], [None, None, None]]))
    assert question.n_targets == 4
    assert question.n_raters == 3
    assert question.n_ratings == 6
    assert question.n_pairable_targets == 2
    assert question.excluded == {"missing": 6}
    assert question.label_shares == {"n": 0.5, "y": 0.5}
    assert question.clusters is None
    assert {one.n for one in question.coefficients.values()} == {2}
    assert [(pair.raters, pair.n) for pair in question.pairs] == [
        (("r1", "r2"), 2),
        (("r1", "r3"), 1),
        (("r2", "r3"), 1),
    ]


def test_a_label_that_nobody_gave_stays_with_a_share_of_zero() -> None:
    """B7: a scale of 1 to 5 on which nobody gives 2."""
    question = the_question(by_rater("1345", "1345"), labels=list("12345"))
    assert question.labels == ("1", "2", "3", "4", "5")
    assert question.label_shares["2"] == 0


def test_a_question_that_nobody_has_answered_needs_raters() -> None:
    nothing = pd.DataFrame(columns=["item", "target", "question", "rater", "label"])
    (question,) = report(nothing, levels={"role": "ordinal"}, labels={"role": ROLES}).questions
    assert (question.n_targets, question.n_raters, question.label_shares) == (0, 0, {})
    assert {one.undefined for one in question.coefficients.values()} == {"one_rater"}
    json.dumps(question.as_json(), allow_nan=False)


def test_questions_are_reported_apart_and_do_not_move_each_other() -> None:
    table = roles(60)
    other = table.assign(question="used", label=np.where(table["label"] == "must", "yes", "no"))
    both = report(pd.concat([table, other]), bootstrap=100).questions
    assert [question.question for question in both] == ["role", "used"]
    assert both[0] == report(table, bootstrap=100).questions[0]


def test_targets_of_one_item_are_drawn_together() -> None:
    (question,) = report(roles(60), bootstrap=10).questions
    assert question.clusters == ClusterCount("item", 7)


def test_the_json_of_a_question_has_these_keys_and_no_others() -> None:
    found = report(roles(60), levels={"role": "ordinal"}, labels={"role": ROLES}, bootstrap=50).as_json()
    assert list(found) == ["questions", "rows_refused"]
    (question,) = found["questions"]
    assert list(question) == [
        "question", "level", "labels", "clusters", "n_targets", "n_raters", "n_ratings", "n_pairable_targets",
        "excluded", "label_shares", "coefficients", "pairs", "per_label", "judges",
        "judge_differences", "self_agreement", "grouped", "conditional", "anonymous",
            "alternative_annotator",
    ]  # fmt: skip
    assert question["labels"] == ROLES
    assert question["clusters"] == {"by": "item", "n": 7}
    assert list(question["coefficients"]) == [
        "percent_agreement", "all_equal", "fleiss_kappa", "conger_kappa", "krippendorff_alpha", "alpha_nominal",
        "alpha_ordinal", "gwet_ac1", "gwet_ac2", "brennan_prediger", "kendall_w",
    ]  # fmt: skip
    assert list(question["pairs"][0]) == [
        "raters", "n", "percent_agreement", "cohen_kappa", "linear_kappa", "quadratic_kappa", "spearman",
        "kendall_tau_b",
    ]  # fmt: skip
    estimate = question["coefficients"]["fleiss_kappa"]
    assert list(estimate) == ["value", "low", "high", "n", "undefined", "note", "method", "standard_error"]
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_rows_refused_by_the_reader_of_the_file_stand_among_those_refused_here() -> None:
    table = by_rater("yn", "yn").set_index(pd.Index([2, 3, 5, 6]))
    table.loc[5, "rater"] = ""
    before = (RefusedRow(4, "i9", "it has 7 fields where the header has 3"),)
    refused = report(table, bootstrap=0, refused=before).as_json()["rows_refused"]
    assert [row["row"] for row in refused] == [4, 5]
    assert refused[0] == {"row": 4, "id": "i9", "why": "it has 7 fields where the header has 3"}


def test_the_same_seed_gives_the_same_report() -> None:
    assert report(roles(60), bootstrap=100) == report(roles(60), bootstrap=100)
    assert report(roles(60), bootstrap=100, seed=1) != report(roles(60), bootstrap=100)


def test_the_wide_and_the_long_way_are_one_number() -> None:
    """B11: the same labels, rows in another order and questions unnamed."""
    table = roles(60).drop(columns="question")
    assert report(table, bootstrap=50) == report(table.sort_values("rater", ascending=False), bootstrap=50)


def test_labels_for_the_whole_of_stratmem_are_reported_in_a_moment() -> None:
    """17,334 labels in 642 clusters, 1,000 replicates: measured .3 s; the limit allows for a busy machine."""
    table = roles(5778)
    report(table, bootstrap=10)  # the libraries are imported here
    started = time.process_time()
    (question,) = report(table, levels={"role": "ordinal"}, labels={"role": ROLES}).questions
    assert time.process_time() - started < 4
    assert question.n_ratings == 17_334


def test_b10_ten_thousand_items_with_five_raters_take_no_time() -> None:
    """50,000 labels and 1,000 replicates: measured .5 s; the limit allows for a busy machine."""
    dice = np.random.default_rng(10)
    table = by_item(dice.integers(1, 6, (10_000, 5)).tolist())
    report(table.head(50), bootstrap=10)  # the libraries are imported here
    started = time.process_time()
    (question,) = report(table, levels={"": "ordinal"}, labels={"": list("12345")}).questions
    assert time.process_time() - started < 10
    assert question.coefficients["alpha_ordinal"].low is not None


TEXTS = st.sampled_from(["", " ", "a", "A", "1", "01", "1.0", "N/A", "nan", "\0", "安", "9" * 400])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(*[TEXTS] * 5), max_size=12), st.sampled_from(LEVELS))
def test_whatever_the_cells_are_a_report_comes_out_without_nan(rows: list[tuple[str, ...]], level: Level) -> None:
    table = pd.DataFrame(rows, columns=["item", "target", "question", "rater", "label"], dtype="str")
    levels = dict.fromkeys(table["question"], level)
    found = report(table, levels=levels, bootstrap=5)
    json.dumps(found.as_json(), allow_nan=False)
    assert sum(one.n_ratings + one.excluded.get("missing", 0) for one in found.questions) == len(rows) - len(
        found.rows_refused
    )
