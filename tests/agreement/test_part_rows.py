"""Do sets and spans go through the door and the report: equal ones as one label, wrong ones refused with their row?"""

import time

import numpy as np
import pandas as pd
import pytest

from agreement.plain import as_text
from agreement.ratings import read_ratings
from agreement.report import report


def table(*rows: tuple[str, str, str]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["item", "rater", "label"])


EMOTIONS = table(
    ("i1", "a", "joy|pride"),
    ("i1", "b", "pride | joy"),
    ("i2", "a", "fear"),
    ("i2", "b", "fear|shame"),
    ("i3", "a", "none"),
    ("i3", "b", "NONE"),
    ("i4", "a", ""),
    ("i4", "b", "joy"),
)


def test_equal_sets_are_one_label_and_a_blank_is_missing() -> None:
    (question,) = report(EMOTIONS, levels={"": "set"}, bootstrap=20).questions
    assert question.labels == ("fear", "fear|shame", "joy", "joy|pride", "none")
    assert list(question.coefficients) == ["percent_agreement", "all_equal", "alpha_masi", "alpha_jaccard"]
    assert question.coefficients["percent_agreement"].value == pytest.approx(2 / 3)
    assert question.excluded == {"missing": 1}
    assert question.per_label == ()


def test_a_set_may_consist_of_the_declared_names_alone() -> None:
    found = read_ratings(EMOTIONS, levels={"": "set"}, labels={"": ["joy", "pride", "fear"]})
    assert [row.row for row in found.refused] == [3]
    assert "holds 'shame', which is none of: joy, pride, fear" in found.refused[0].why
    assert "none" in found.ratings[0].scale.labels


def test_other_questions_of_the_table_keep_their_labels() -> None:
    rows = pd.concat([EMOTIONS.assign(question="emotion"), table(("i1", "a", "b|a")).assign(question="note")])
    found = {one.question: one.scale for one in read_ratings(rows, levels={"emotion": "set"}).ratings}
    assert found["note"].labels == ("b|a",)
    assert found["note"].level == "nominal"


def test_spans_are_reported_by_overlap_and_a_wrong_one_is_refused() -> None:
    rows = table(("i1", "a", "t1:0-10"), ("i1", "b", "t1:5-10|t1:0-5"), ("i2", "a", "t1:0-4"), ("i2", "b", "t1"))
    found = report(rows.reset_index(drop=True), levels={"": "spans"}, bootstrap=20)
    assert [row.row for row in found.rows_refused] == [3]
    assert "turn:start-end" in found.rows_refused[0].why
    assert found.questions[0].coefficients["span_f1"].value == 1.0
    assert "2 different" in as_text(found)


def test_a_report_of_thousands_of_different_spans_is_quick() -> None:
    """1,500 items x 3 raters, hardly two labels alike, which nominal labels would be refused for; with intervals."""
    starts = np.random.default_rng(0).integers(0, 9000, (1500, 3))
    rows = table(
        *((f"i{i}", f"r{r}", f"t:{s}-{s + 40}") for i, row in enumerate(starts.tolist()) for r, s in enumerate(row))
    )
    begun = time.process_time()
    (question,) = report(rows, levels={"": "spans"}, bootstrap=200).questions
    assert time.process_time() - begun < 10
    assert question.coefficients["span_f1"].low is not None
    assert question.n_targets == 1500
