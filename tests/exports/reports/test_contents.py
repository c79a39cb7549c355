"""What a report says, part by part: undefined values in words, judges apart, what was refused, what is not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from agreement.prediction_powered import MeanWithInterval, PredictionPowered
from agreement.results import Estimate
from exports.powered import Powered
from exports.reports import words
from exports.reports.cells import matrix
from exports.reports.contents import MOST_REFUSED, document
from exports.reports.document import Figure, Section, Table
from exports.study import Study
from tests.exports.reports.made import made, with_found


@pytest.fixture(scope="module")
def study() -> Study:
    return made()


def sections(found: Study) -> dict[str, Section]:
    """All sections by their titles."""
    return {section.title: section for top in document(found).sections for section in _within(top)}


def _within(section: Section) -> Iterator[Section]:
    yield section
    for inner in section.sections:
        yield from _within(inner)


def text_of(section: Section) -> str:
    """The paragraphs and notes of a section."""
    return " ".join(block.note if isinstance(block, Table) else block for block in section.blocks)


def test_every_part_has_its_section(study: Study) -> None:
    titles = (
        *(words.METHODS, words.AGREEMENT, words.LABELS, words.GROUPED, words.PAIRS, words.SELF, words.COURSE),
        *(words.JUDGES, "large v1, run 1", "large v1, majority of 3 runs", "small", words.DIFFERENCES),
        *(words.ALTERNATIVE, words.POWERED_TITLE, words.GROUPS, "By need", words.REFUSED),
        *(words.ANSWERS, words.ORIGINS, words.TEXTS),
    )
    assert [title for title in titles if title not in sections(study)] == []


def test_an_undefined_value_says_why_in_words(study: Study) -> None:
    """CASES A1, A8: never NaN, 0 or 1, and the raw agreement stands beside it."""
    nothing = Estimate(None, None, None, 9, "no_variation", None, "m")
    raw = Estimate(1.0, 1.0, 1.0, 9, None, None, "m")
    changed = with_found(study, coefficients={"percent_agreement": raw, "fleiss_kappa": nothing, "gwet_ac1": nothing})
    table = sections(changed)[words.AGREEMENT].blocks[0]
    assert isinstance(table, Table)
    assert table.rows[1][1:3] == (Figure("—"), Figure("—"))
    assert table.rows[1][-1] == "Undefined: every label is the same, so chance alone would agree as well"
    assert table.rows[0][1] == Figure("1.000")


def test_what_holds_for_every_row_is_said_once_below(study: Study) -> None:
    table = sections(study)[words.AGREEMENT].blocks[0]
    assert isinstance(table, Table)
    assert table.columns[-1] == words.DEFINITION
    assert table.note == "All of them: conditional: asked only where How good is it?."


def test_without_judges_there_is_no_word_of_them(study: Study) -> None:
    alone = with_found(study, judges=(), judge_differences=())
    assert words.JUDGES not in sections(alone)
    assert "judges (" not in text_of(sections(alone)[words.METHODS])


def test_without_an_epsilon_no_test_is_made_and_it_says_so() -> None:
    found = sections(made(epsilon=None, replicates=0))
    assert text_of(found[words.ALTERNATIVE]) == words.NO_EPSILON
    assert words.NO_INTERVALS in text_of(found[words.METHODS])


def test_a_prediction_powered_estimate_is_refused_with_the_reason(study: Study) -> None:
    said = text_of(sections(study)[words.POWERED_TITLE])
    assert "the labelled targets are not a drawn sample whose chances are known" in said


def test_a_prediction_powered_estimate_stands_beside_peoples_alone(study: Study) -> None:
    mean = MeanWithInterval(2.25, 2.125, 2.375)
    found = PredictionPowered(None, 12, 48, 0, "PPI++", power=0.75, estimate=mean, people_alone=mean)
    (question,) = study.questions
    powered = (Powered("large v1", "validation", None, found), Powered("large v1", "validation", "3", found))
    drawn = sections(replace(study, questions=(replace(question, powered=powered),)))[words.POWERED_TITLE].blocks[0]
    assert isinstance(drawn, Table)
    assert [row[:3] for row in drawn.rows] == [
        ("large v1", "the mean", "validation"),
        ("large v1", "the share of Good", "validation"),
    ]
    figures = [cell.text for cell in drawn.rows[0][3:] if isinstance(cell, Figure)]
    assert figures == ["12", "48", "2.250", "2.250", "0.750"]


def test_a_judge_s_answers_that_count_nowhere_are_counted(study: Study) -> None:
    assert text_of(sections(study)["large v1, run 1"]).startswith("59 labels on these targets; 1 answer gave no label.")
    assert "2 were left out, of targets that the judge was tuned on" in text_of(sections(study)["small"])


def test_agreement_after_a_discussion_is_called_consensus(study: Study) -> None:
    found = sections(replace(study, round_kind="discussion"))
    assert words.CONSENSUS in text_of(found[words.METHODS])
    assert words.CONSENSUS in text_of(found["How good is it?"])
    assert words.CONSENSUS not in text_of(sections(study)["How good is it?"])


def test_of_many_refused_rows_the_first_are_listed(study: Study) -> None:
    (row,) = study.rows_refused
    many = sections(replace(study, rows_refused=(row,) * (MOST_REFUSED + 10)))[words.REFUSED]
    assert text_of(many) == "These are the first 50 of 60."
    assert words.REFUSED not in sections(replace(study, rows_refused=()))


def test_a_question_without_a_label_says_so(study: Study) -> None:
    nobody = sections(with_found(study, n_ratings=0, raters=()))
    assert "Nobody has answered “How good is it?”" in text_of(nobody[words.METHODS])


def test_two_labels_of_the_same_words_are_told_apart_by_their_keys(study: Study) -> None:
    (question,) = study.questions
    spec = replace(question.spec, label_texts={"1": "Bad", "2": "Good", "3": "Good"})
    table = sections(replace(study, questions=(replace(question, spec=spec),)))[words.LABELS].blocks[1]
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows] == ["Bad", "Good (2)", "Good (3)"]


def test_a_matrix_of_many_labels_lists_what_is_most_confused() -> None:
    labels = [f"l{place}" for place in range(14)]
    counts = [[0] * 14 for _ in labels]
    counts[0][0], counts[2][5], counts[5][2], counts[1][3], counts[3][1] = 9, 4, 4, 7, 7
    most = matrix(("all", "most"), labels, counts, other="other", of="n", symmetric=True)
    assert most is not None
    assert most.rows == (("l1", "l3", Figure("7")), ("l2", "l5", Figure("4")))
    assert matrix(("all", "most"), ["a"], [[0]], other="other", of="n") is None


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="2 cells for 1 columns"):
        Table("C", ("a",), (("x", "y"),))


def test_what_cannot_be_judged_and_what_was_shown_is_told_and_counted_by_rater(study: Study) -> None:
    """DESIGN 6, rule 3; BENCHMARKS 1: seeing a label beforehand can raise the figure, so it is said."""
    said = text_of(sections(study)[words.METHODS])
    assert "3 more answers said that it cannot be judged" in said
    assert "of 144 such labels they kept 117 and changed 27" in said
    assert words.SURENESS in said
    (table,) = sections(study)[words.ANSWERS].blocks
    assert isinstance(table, Table)
    assert table.columns == ("Rater", "Labels", "Cannot judge", "Guess", "Fairly sure", "Sure", *table.columns[6:])
    assert [cell.text if isinstance(cell, Figure) else cell for cell in table.rows[1]] == [
        *("bo", "51", "1", "5.9 %", "35.3 %", "58.8 %", "48", "39", "9"),
    ]


def test_a_free_text_has_a_number_of_answers_and_no_coefficient(study: Study) -> None:
    table = sections(study)[words.TEXTS].blocks[0]
    assert isinstance(table, Table)
    assert table.rows == (("A study", Figure("131"), Figure("59")),)
    assert "Free text has no coefficient: “A study” (131 answers on 59 targets)." in text_of(
        sections(study)[words.METHODS]
    )


def test_nothing_shown_is_said_too(study: Study) -> None:
    (question,) = study.questions
    alone = replace(study, questions=(replace(question, answers=()),), texts=())
    assert words.SHOWN_TO_NOBODY in text_of(sections(alone)[words.METHODS])
    assert words.ANSWERS not in sections(alone)
    assert words.TEXTS not in sections(alone)
