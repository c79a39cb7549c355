"""A study of every kind of question: each at its level; conditions, groups, free text and origins besides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotation import store
from annotation.desk import adjudication
from annotation.imports import judge_import
from exports import reports
from exports.study import Study, StudyQuestion, study
from exports.suggestions import suggestions
from tests.exports import kinds
from tests.studies import NOW, SLUG, label_file

COLUMNS = ("item", "target", "question", "label", "rater")


@pytest.fixture(scope="module")
def whole(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    """The study with a judge of every kind, computed once."""
    path = tmp_path_factory.mktemp("kinds") / "accord.sqlite"
    path.write_bytes(sqlite_template.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
        kinds.make_project()
        kinds.label_everything(prelabels={"mood": "joy"})
        with store.writing() as session:
            adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)
            file = judge_file(kinds.asked(session))
            taken = judge_import.import_scores(session, file, slug=SLUG, file_name="judge", now=NOW)
            assert len(taken.unparsed) == 3
        with store.reading() as session:
            yield study(session, slug=SLUG, bootstrap=20)
        store.engine().dispose()


def judge_file(asked: list[kinds.Asked]) -> bytes:
    """A judge that gives each set, pick, quote, pair and response the same answer, and three that are none."""
    same = {"moods": "pride|joy", "evidence": "t2|t1", "said": "t1:0-9", "role": "nice", "score": "2/3", "used": "yes"}
    rows = []
    for found in asked:
        place, answer = found.place, same.get(found.question.key)
        if found.question.key == "words":
            response = place.target.partition(".")[0]
            answer = f"{response}:0-4"
        if answer is not None:
            rows.append((place.item, place.target, place.question, answer, "gpt"))
    for question, answer in (("moods", "joy|bliss"), ("evidence", "t99"), ("said", "I see t1:0-9")):
        at = next(row for row in rows if row[2] == question)
        rows[rows.index(at)] = (*at[:3], answer, "gpt")
    return label_file(rows, columns=COLUMNS)


def question(found: Study, key: str) -> StudyQuestion:
    return next(one for one in found.questions if one.spec.key == key)


def test_every_question_stands_at_its_level_in_the_codebooks_order(whole: Study) -> None:
    assert [(one.spec.key, one.found.level) for one in whole.questions] == [
        ("mood", "nominal"),
        ("moods", "set"),
        ("evidence", "set"),
        ("said", "spans"),
        ("role", "ordinal"),
        ("score", "interval"),
        ("used", "nominal"),
        ("words", "spans"),
    ]
    assert whole.rows_refused == ()
    assert all(one.found.coefficients["percent_agreement"].value is not None for one in whole.questions)
    assert {"alpha_masi", "alpha_jaccard"} <= question(whole, "moods").found.coefficients.keys()
    assert "span_f1" in question(whole, "words").found.coefficients


def test_free_text_is_listed_with_its_answers_and_has_no_coefficient(whole: Study) -> None:
    (text,) = whole.texts
    assert (text.spec.key, text.n_answers, text.n_targets) == ("why", 36, 12)
    assert "why" not in [one.found.question for one in whole.questions]


def test_large_label_sets_are_told_by_their_groups_too(whole: Study) -> None:
    grouped = question(whole, "mood").found.grouped
    assert grouped is not None
    assert grouped.labels == ("good", "bad")
    assert question(whole, "moods").found.grouped is None, "the groups of single labels"


def test_a_question_that_depends_on_another_says_so_at_every_number(whole: Study) -> None:
    words = question(whole, "words").found
    assert words.conditional == "“Is it used?” is answered with Used"
    assert words.n_ratings < question(whole, "used").found.n_ratings
    assert all("conditional: asked only where" in (one.note or "") for one in words.coefficients.values())
    assert question(whole, "used").found.conditional is None


def test_who_cannot_judge_is_counted_and_missing(whole: Study) -> None:
    """DESIGN 6, rule 3: never a class."""
    score = question(whole, "score")
    cannot = sum(one.n_cannot for one in score.answers)
    assert cannot > 0
    assert score.found.n_ratings == 36 * 3 - cannot
    assert score.found.labels == ("1", "2", "3")


def test_shown_labels_are_kept_or_changed_and_confidence_is_counted(whole: Study) -> None:
    mood = question(whole, "mood")
    assert whole.shows_labels
    for one in mood.answers:
        assert one.n_shown == one.n_labels == sum(one.sure)
        assert 0 < one.n_kept < one.n_shown
    joys = round(mood.found.label_shares["joy"] * mood.found.n_ratings)
    assert sum(one.n_kept for one in mood.answers) == joys
    assert all(one.n_shown == 0 and not any(one.sure) for one in question(whole, "role").answers)


def test_responses_are_compared_by_system_and_setting(whole: Study) -> None:
    """BENCHMARKS 2: the result table, people next to the judge on the same responses."""
    (origin,) = question(whole, "score").origins
    assert origin.judge == "gpt"
    assert [tuple(one.group.values()) for one in origin.scores] == [
        ("large", "base"),
        ("large", "cot"),
        ("small", "base"),
    ]
    for one in origin.scores:
        assert one.judge is not None
        assert one.people is not None
        assert (one.judge.value, one.judge.n) == (2.0, one.people.n)
    found = {(one.first, one.second, *one.within.values(), one.source) for one in origin.differences}
    assert ("large", "small", "base", "people") in found
    assert ("base", "cot", "large", "people") in found
    assert question(whole, "role").origins == (), "a memory comes from no system"


def test_a_judge_of_sets_picks_quotes_pairs_and_responses_stands_beside_people(whole: Study) -> None:
    """N3, C3: what is no label is counted with its row, and a piece that no person has picked is a label too."""
    for key, unparsed in (("moods", 1), ("evidence", 1), ("said", 1), ("score", 0), ("used", 0), ("words", 0)):
        (judge,) = question(whole, key).found.judges
        assert (judge.title, len(judge.unparsed)) == ("gpt", unparsed), key
        assert judge.n_labels + judge.n_elsewhere + unparsed == {"score": 36, "used": 108, "words": 108}.get(key, 12)
        kinds_beside = {one.kind for one in judge.against}
        assert {"rater", "majority", "gold"} <= kinds_beside, key
    assert "span_f1" in question(whole, "words").found.judges[0].against[0].coefficients


@pytest.mark.parametrize("name", ["html", "md", "latex", "json"])
def test_every_report_can_be_written(whole: Study, name: str) -> None:
    text = reports.find(name).write(whole)
    assert "Is it used?" in text
    if name == "json":
        told = json.loads(text)
        assert told["labels_shown"] is True
        assert told["free_texts"][0]["n_answers"] == 36
        assert [one["question"] for one in told["questions"]] == [one.spec.key for one in whole.questions]


def test_a_project_in_which_nobody_has_answered_has_a_study_of_every_kind(sqlite_database: str) -> None:
    kinds.make_project()
    with store.reading() as session:
        found = study(session, slug=SLUG, bootstrap=0)
        told = suggestions(session, slug=SLUG)
    assert [one.found.n_ratings for one in found.questions] == [0] * 8
    assert "Nobody has answered" in reports.find("md").write(found)
    assert told.places == {}


def test_suggestions_are_refused_for_sets_and_spans_and_given_for_single_labels(sqlite_database: str) -> None:
    kinds.make_project()
    kinds.label_everything()
    with store.reading() as session:
        found = suggestions(session, slug=SLUG)
    assert {question for *_, question in found.places} == {"mood", "role", "score", "used"}
    assert {"moods", "evidence", "said", "words"} <= found.undefined.keys()
