"""A study is everything that can be said of a project's labels in one round, computed here or in another process."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from annotation import judges, settings, store
from annotation import models as m
from annotation.desk import adjudication
from annotation.errors import NotFound
from annotation.imports import judge_import
from annotation.item_choice import TheseItems
from exports import elsewhere
from exports.courses import day_steps, position_steps
from exports.elsewhere import study_elsewhere
from exports.study import NotComputable, Study, StudyQuestion, study
from tests import studies
from tests.studies import NOW, SLUG, label_file, record, records, take_labels, texts, votes

CONTENT = records(36)
ROLES = ("irr", "nice", "must")
JUDGE_COLUMNS = ("item", "target", "question", "label", "rater", "version", "run")


def said(name: str, *, right: float) -> Iterator[tuple[str, str, str, str]]:
    """What somebody says of each memory: its role, or anything."""
    draw = random.Random(name)
    for item in CONTENT:
        for text, role in texts(item):
            yield item["id"], text, "role", role if draw.random() < right else draw.choice(ROLES)


def furnish() -> None:
    """A study with everything: two imported raters, one on the board, two judges, gold, an epsilon."""
    studies.make_project(CONTENT)
    take_labels(label_file([(*row[:3], name, row[3]) for name in ("eve", "bo") for row in said(name, right=0.8)]))
    ann = studies.add_people("ann")["ann"]
    studies.assign("ann")
    for day, label in ((0, "nice"), (0, "must"), (1, "nice")):
        screen = studies.screen_of(ann)
        studies.submit(ann, studies.submission(screen, label), now=NOW + timedelta(days=day))
    studies.submit(ann, studies.submission(screen, "irr", revision=1), now=NOW + timedelta(days=2))
    rows = [(*row, "gpt-4o", "v1", run) for run in ("1", "2", "3") for row in said(f"run {run}", right=0.8)]
    rows[4] = (*rows[4][:3], "I cannot rate this", *rows[4][4:])
    rows += [(*row, "small", "", "") for row in said("small", right=0.5)]
    with store.writing() as session:
        judge_import.import_scores(
            session, label_file(rows, columns=JUDGE_COLUMNS), slug=SLUG, file_name="judges.csv", now=NOW
        )
        judges.mark_tuned(session, slug=SLUG, name="small", which=TheseItems(("i1", "i2")), now=NOW)
        chosen = settings.ProjectSettings(epsilon=0.2)
        settings.save(session, slug=SLUG, settings=chosen, account_id=None, now=NOW)
        adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)


def found(round_number: int | None = None, *, bootstrap: int = 20) -> Study:
    """The study, with few replicates for the time's sake."""
    with store.reading() as session:
        return study(session, slug=SLUG, round_number=round_number, bootstrap=bootstrap)


def role(round_number: int | None = None) -> StudyQuestion:
    (question,) = found(round_number).questions
    return question


# --- What a study holds -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    """The study with everything, computed once."""
    path = tmp_path_factory.mktemp("whole") / "accord.sqlite"
    path.write_bytes(sqlite_template.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
        furnish()
        yield found()
        store.engine().dispose()


def test_it_names_the_project_the_round_and_how_it_was_computed(whole: Study) -> None:
    assert (whole.slug, whole.round, whole.round_kind) == (SLUG, 1, "independent")
    assert (whole.replicates, whole.seed, whole.epsilon) == (20, 0, 0.2)
    assert whole.rows_refused == ()
    assert whole.report.questions == tuple(question.found for question in whole.questions)


def test_first_labels_count_and_later_ones_are_counted(whole: Study) -> None:
    """Ann's third item was “nice” at first, its three memories, and “irr” after a correction: no first label is."""
    assert whole.n_changed == 3
    (question,) = whole.questions
    ann = next(one for one in question.details.raters if one.n == 9)
    assert dict(zip(question.details.labels, ann.shares, strict=True)) == pytest.approx(
        {"irr": 0, "nice": 6 / 9, "must": 3 / 9}
    )


def test_labels_of_the_board_have_a_day_and_a_position(whole: Study) -> None:
    (question,) = whole.questions
    assert [(step.name, step.n) for step in question.by_day] == [("2026-01-02", 6), ("2026-01-03", 3)]
    assert question.by_position == (), "two items in a session are one step"


def test_judges_stand_apart_with_runs_tuned_items_and_gold(whole: Study) -> None:
    """CASES C3, C10: an answer without a label is counted, and a judge is no rater."""
    (question,) = whole.questions
    assert question.found.n_raters == 3
    told = {judge.title: judge for judge in question.found.judges}
    runs = [f"gpt-4o v1, run {run}" for run in (1, 2, 3)]
    assert list(told) == [*runs, "gpt-4o v1, majority of 3 runs", "small"]
    assert [len(judge.unparsed) for judge in told.values()] == [1, 0, 0, 0, 0]
    assert (told["small"].n_tuned, told["small"].n_labels) == (6, 36 * 3 - 6)
    assert {one.kind for one in told["small"].against} == {"rater", "majority", "median", "gold"}
    assert {one.kind for one in question.found.judge_differences} == {"majority", "gold"}


def test_the_alternative_annotator_test_is_made_for_each_judge_with_the_epsilon_of_the_project(whole: Study) -> None:
    (question,) = whole.questions
    assert [test.judge for test in question.found.alternative] == [judge.title for judge in question.found.judges]
    assert {test.epsilon for test in question.found.alternative} == {0.2}
    assert all(len(test.people) == 3 for test in question.found.alternative)


def test_an_epsilon_chosen_when_scores_were_there_already_is_told_as_late(sqlite_database: str) -> None:
    """The test asks for a choice beforehand; the log knows which came first."""
    furnish()  # at one moment
    assert not found().epsilon_is_late
    with store.writing() as session:
        later = settings.ProjectSettings(epsilon=0.15)
        settings.save(session, slug=SLUG, settings=later, account_id=None, now=NOW + timedelta(days=1))
    assert found().epsilon_is_late


def test_without_an_epsilon_no_test_is_made(sqlite_database: str) -> None:
    furnish()
    with store.writing() as session:
        settings.save(session, slug=SLUG, settings=settings.ProjectSettings(), account_id=None, now=NOW)
    assert role().found.alternative == ()


# --- The numbers ------------------------------------------------------------------------------------------------------


def estimate(key: str, round_number: int | None = None) -> Any:
    return role(round_number).found.coefficients[key]


def test_the_report_is_in_the_codebooks_order_and_level(database: str) -> None:
    content = records(4)
    studies.make_project(content)
    take_labels(votes({"a": "source", "b": "source", "7": "nice"}, content=content))
    report = role().found
    assert (report.question, report.level, report.labels) == ("role", "ordinal", ("irr", "nice", "must"))
    assert (report.n_targets, report.n_raters, report.n_ratings) == (12, 3, 36)
    # Of the three pairs, a and b agree on all targets, 7 with either on the four that are nice: (1 + 1/3 + 1/3) / 3.
    assert report.coefficients["percent_agreement"].value == pytest.approx(5 / 9)
    # Shares: irr 8, nice 8 + 12, must 8 of 36, so chance agrees by (64 + 400 + 64) / 1296.
    chance = (8**2 + 20**2 + 8**2) / 36**2
    assert report.coefficients["fleiss_kappa"].value == pytest.approx((5 / 9 - chance) / (1 - chance))
    assert sorted(pair.raters for pair in report.pairs) == [("7", "a"), ("7", "b"), ("a", "b")]


def test_one_rater_alone_is_undefined_with_the_reason(sqlite_database: str) -> None:
    """A8."""
    studies.make_project()
    take_labels(votes({"a": "source"}))
    assert (estimate("krippendorff_alpha").value, estimate("krippendorff_alpha").undefined) == (None, "one_rater")


def test_all_the_same_label_is_undefined_with_the_raw_agreement(sqlite_database: str) -> None:
    """A1, A5."""
    studies.make_project()
    take_labels(votes({"a": "must", "b": "must", "c": "must"}))
    assert (estimate("krippendorff_alpha").value, estimate("krippendorff_alpha").undefined) == (None, "no_variation")
    assert estimate("percent_agreement").value == 1


def test_a_project_without_judgments_has_a_study_too(sqlite_database: str) -> None:
    studies.make_project()
    question = role()
    assert all(one.value is None for one in question.found.coefficients.values())
    assert (question.details.raters, question.by_day, question.found.alternative) == ((), (), ())


def test_a_decision_changes_no_figure(sqlite_database: str) -> None:
    """N11."""
    studies.make_project()
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    take_labels(votes({"a": "source", "b": "must"}))
    before = found()
    with store.writing() as session:
        target = session.exec(select(m.Target).where(m.Target.kind == "memory")).first()
        adjudication.decide(
            session,
            account_id=dana,
            slug=SLUG,
            target_id=(target.id or 0) if target else 0,
            question="role",
            label="irr",
            reason="So it is.",
            now=NOW,
        )
    assert found() == before


def test_rounds_are_reported_apart(sqlite_database: str) -> None:
    content = [record("i1"), record("i2")]
    studies.make_project(content)
    studies.open_round()
    take_labels(votes({"a": "source", "b": "must"}, content=content))
    take_labels(votes({"a": "source", "b": "source"}, content=content), round_number=2)
    assert estimate("percent_agreement").value == pytest.approx(1 / 3)
    assert estimate("percent_agreement", 2).value == 1
    assert (found().round_kind, found(2).round_kind) == ("independent", "discussion")
    with pytest.raises(NotFound, match="round 3"):
        found(3)


# --- Steps of time ----------------------------------------------------------------------------------------------------


def test_many_days_are_joined_to_spans_of_as_many_days() -> None:
    import pandas as pd

    days = pd.Series([f"2026-01-{day:02}" for day in range(1, 26)])
    step, names = day_steps(days)
    assert list(step) == [day // 3 for day in range(25)]
    assert (len(names), names[0], names[-1]) == (9, "2026-01-01 to 2026-01-03", "2026-01-25 to 2026-01-25")
    assert day_steps(days[:2]) == ([0, 1], ["2026-01-01", "2026-01-02"])


def test_positions_fall_into_the_steps_of_a_session() -> None:
    import pandas as pd

    step, names = position_steps(pd.Series([1, 10, 11, 20, 21, 40]))
    assert (list(step), names) == ([0, 0, 1, 1, 2, 2], ["1–10", "11–20", "21+"])


# --- In another process -----------------------------------------------------------------------------------------------


def test_another_process_gives_an_equal_study(sqlite_database: str) -> None:
    furnish()
    assert study_elsewhere(SLUG) == found(bootstrap=1000)


def test_a_refusal_in_another_process_arrives_as_a_sentence(sqlite_database: str) -> None:
    studies.make_project()
    with pytest.raises(NotComputable, match="round 2"):
        study_elsewhere(SLUG, round_number=2)


def test_what_is_refused_ends_the_process_with_a_sentence(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda _: 0, raising=False)
    with pytest.raises(SystemExit, match="nowhere"):
        elsewhere.main("study", "nowhere", "{}")


def test_another_process_computes_a_round_that_is_named(sqlite_database: str) -> None:
    studies.make_project()
    studies.open_round()
    take_labels(votes({"a": "source", "b": "nice"}), round_number=2)
    there = study_elsewhere(SLUG, round_number=2)
    assert (there.round, there.round_kind) == (2, "discussion")
    assert there == found(2, bootstrap=1000)
