"""The bridge to the numbers: current judgments of one round, as text, with what the codebook asks."""

from __future__ import annotations

import pytest

from annotation import judgments, store
from annotation.asked import QuestionSpec, asked_questions
from annotation.desk import adjudication
from annotation.errors import NotFound
from tests import studies
from tests.studies import SLUG, memory, record, take_labels, votes


def test_the_long_table_is_text_in_the_order_of_items_targets_and_raters(database: str) -> None:
    studies.make_project([record("0002"), record("0001")])
    take_labels(votes({"7": "must", "eve": "source"}, content=[record("0001"), record("0002")]))
    with store.reading() as session:
        table = judgments.long_table(session, slug=SLUG)
    assert list(table.columns) == ["item", "target", "question", "rater", "label"]
    assert {str(kind) for kind in table.dtypes} == {"string"}
    assert list(table["item"]) == ["0002"] * 6 + ["0001"] * 6, "as imported, ids with their zeros"
    assert list(table["rater"]) == ["7", "eve"] * 6, "G11"
    assert not table.isna().any(axis=None)


def test_a_table_without_judgments_has_its_columns(sqlite_database: str) -> None:
    studies.make_project()
    with store.reading() as session:
        table = judgments.long_table(session, slug=SLUG)
    assert (len(table), list(table.columns)) == (0, ["item", "target", "question", "rater", "label"])


def test_an_account_stands_under_its_pseudonym(sqlite_database: str) -> None:
    studies.make_project()
    people = studies.add_people("ann")
    studies.assign("ann")
    studies.label_all(people["ann"])
    with store.reading() as session:
        assert {each.rater for each in judgments.current(session, slug=SLUG)} == {"rater-1"}


def test_a_revised_label_counts_once_and_a_cleared_one_not_at_all(database: str) -> None:
    """N2, J7: clearing is a revision without a label."""
    studies.make_project([record("i1")])
    for label in ("irr", "must", "nice"):
        take_labels(votes({"eve": label}, content=[record("i1")]), revise=True)
    with store.reading() as session:
        assert [each.label for each in judgments.current(session, slug=SLUG)] == ["nice"] * 3
        before = judgments.state(session, slug=SLUG)
    studies.clear_last_answer()
    with store.reading() as session:
        assert [each.label for each in judgments.current(session, slug=SLUG)] == ["nice"] * 2
        assert judgments.state(session, slug=SLUG) > before


def test_one_raters_revision_takes_nothing_from_another(database: str) -> None:
    """N2: nor does one target's from another."""
    studies.make_project([record("i1")])
    take_labels(votes({"eve": "irr", "bo": "irr"}, content=[record("i1")]))
    one_memory = record("i1", memory=memory(must=["Otto owns a kayak."]))
    for label in ("must", "nice"):
        take_labels(votes({"eve": label}, content=[one_memory]), revise=True)
    with store.reading() as session:
        labels = sorted((each.rater, each.label) for each in judgments.current(session, slug=SLUG))
    assert labels == [("bo", "irr")] * 3 + [("eve", "irr")] * 2 + [("eve", "nice")]


def test_rounds_are_never_mixed(sqlite_database: str) -> None:
    studies.make_project([record("i1")])
    studies.open_round()
    take_labels(votes({"eve": "must"}, content=[record("i1")]))
    take_labels(votes({"eve": "irr"}, content=[record("i1")]), round_number=2)
    with store.reading() as session:
        labels = {
            number: {each.label for each in judgments.current(session, slug=SLUG, round_number=number)}
            for number in (None, 1, 2)
        }
        with pytest.raises(NotFound, match="round 3"):
            judgments.long_table(session, slug=SLUG, round_number=3)
    assert labels == {None: {"must"}, 1: {"must"}, 2: {"irr"}}


def test_projects_are_never_mixed(sqlite_database: str) -> None:
    studies.make_project(slug="one")
    studies.make_project(slug="two")
    take_labels(votes({"eve": "must"}), slug="one")
    with store.reading() as session:
        counts = [len(judgments.long_table(session, slug=slug)) for slug in ("one", "two")]
        states = [judgments.state(session, slug=slug) for slug in ("one", "two")]
    assert counts == [9, 0]
    assert states == [(9, 9), (0, 0)]


def test_the_questions_are_the_codebooks(sqlite_database: str) -> None:
    studies.make_project()
    with store.reading() as session:
        asked = asked_questions(session, slug=SLUG)
    assert asked == [
        QuestionSpec(
            key="role",
            level="ordinal",
            labels=("irr", "nice", "must"),
            text="What role does each memory play in the answer?",
            label_texts={"irr": "Irrelevant", "nice": "Nice", "must": "Must"},
        )
    ]


# --- First labels -----------------------------------------------------------------------------------------------------


def first(question: str = "role") -> tuple[dict[tuple[str, str], str], int]:
    """The first labels by rater and target, and how many were changed later."""
    with store.reading() as session:
        found = judgments.first_labels(session, slug=SLUG)
    rows = found.table[found.table["question"] == question]
    return dict(zip(zip(rows["rater"], rows["target"], strict=True), rows["label"], strict=True)), found.n_changed


def test_a_correction_on_the_board_leaves_the_first_label_in_the_headline(database: str) -> None:
    """DESIGN 6.7: the first word counts, the gold and the exports have the corrected one."""
    studies.make_project([record("i1")])
    people = studies.add_people("ann")
    studies.assign("ann")
    screen = studies.screen_of(people["ann"])
    assert screen.item
    studies.submit(people["ann"], studies.submission(screen, "nice"))
    corrected = studies.submission(screen, "must", revision=1)
    studies.submit(people["ann"], corrected)
    with store.reading() as session:
        assert {each.label for each in judgments.current(session, slug=SLUG)} == {"must"}
    labels, changed = first()
    assert (set(labels.values()), changed) == ({"nice"}, 3)


def test_a_cleared_answer_has_no_first_label_either(database: str) -> None:
    """J7: n falls by one."""
    studies.make_project([record("i1")])
    take_labels(votes({"eve": "irr"}, content=[record("i1")]))
    assert len(first()[0]) == 3
    studies.clear_last_answer()
    assert len(first()[0]) == 2


def test_a_file_that_mends_a_file_is_the_first_word(database: str) -> None:
    studies.make_project([record("i1")])
    for label in ("irr", "must"):
        take_labels(votes({"eve": label}, content=[record("i1")]), revise=True)
    labels, changed = first()
    assert (set(labels.values()), changed) == ({"must"}, 0)


def test_a_file_after_a_board_is_no_first_word(database: str) -> None:
    """Imported, corrected on the board, then set right by a file: what the first file said stands."""
    studies.make_project([record("i1")])
    people = studies.add_people("ann")
    studies.assign("ann")
    screen = studies.screen_of(people["ann"])
    take_labels(votes({"ann": "irr"}, content=[record("i1")]), as_account=True)
    done = studies.item_screen(people["ann"], screen.assignment or 0)
    studies.submit(people["ann"], studies.submission(done, "nice"))
    take_labels(votes({"ann": "must"}, content=[record("i1")]), as_account=True, revise=True)
    labels, changed = first()
    assert (set(labels.values()), changed) == ({"irr"}, 3)


def test_without_a_correction_first_and_current_labels_are_the_same(sqlite_database: str) -> None:
    studies.make_project()
    take_labels(votes({"eve": "irr", "bo": "source"}))
    with store.reading() as session:
        found = judgments.first_labels(session, slug=SLUG)
        current = judgments.long_table(session, slug=SLUG)
    assert found.n_changed == 0
    assert found.table.equals(current)


def test_what_is_decided_is_the_latest_decision_where_it_has_a_label(database: str) -> None:
    studies.make_project([record("i1")])
    take_labels(votes({"eve": "must", "bo": "must"}, content=[record("i1")]))
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="unanimous", now=studies.NOW)
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    with store.reading() as session:
        before = judgments.decided(session, slug=SLUG)
        targets = [each.target_id for each in judgments.current(session, slug=SLUG) if each.rater == "eve"]
    assert [label for *_, label in before] == ["must"] * 3
    for target_id, label in ((targets[0], "irr"), (targets[1], None)):
        with store.writing() as session:
            adjudication.decide(
                session,
                account_id=dana,
                slug=SLUG,
                target_id=target_id,
                question="role",
                label=label,
                reason="Because.",
                now=studies.NOW,
                seen_revision=1,
            )
    with store.reading() as session:
        assert sorted(label for *_, label in judgments.decided(session, slug=SLUG)) == ["irr", "must"]
