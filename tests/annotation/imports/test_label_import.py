"""Labels from a file into a project: what names a target, whose labels they are, and what is new."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.content import memory_keys
from annotation.errors import NotFound, RowsRefused, Unreadable
from annotation.imports.label_import import LabelsTaken
from annotation.judgments import current
from tests import studies
from tests.studies import NOW, SLUG, label_file, memory, record, take_labels

MUST, NICE, IRR = "Ida is allergic to nuts.", "Ida likes plums.", "Otto owns a kayak."


@pytest.fixture
def project(sqlite_database: str) -> None:
    """A study of one item, on SQLite."""
    studies.make_project([record("i1")])


@pytest.fixture
def project_anywhere(database: str) -> None:
    """The same on both databases."""
    studies.make_project([record("i1")])


def row(label: str = "must", **changes: str) -> list[str]:
    made = {"item": "i1", "target": MUST, "question": "role", "rater": "eve", "label": label}
    return list({**made, **changes}.values())


def take(*rows: list[str], columns: tuple[str, ...] = studies.COLUMNS, **options: Any) -> LabelsTaken:
    return take_labels(label_file(rows, columns=columns), **options)


def refused(*rows: list[str], **options: Any) -> list[tuple[int, str, str]]:
    """What is wrong with which of the given rows, counted from 1, where nothing is saved."""
    before = studies.number_of(m.Judgment), studies.number_of(m.Rater), studies.number_of(m.Event)
    with pytest.raises(RowsRefused) as found:
        take(*rows, **options)
    assert (studies.number_of(m.Judgment), studies.number_of(m.Rater), studies.number_of(m.Event)) == before
    return [(each.row - 1, each.id, each.why) for each in found.value.refused]


def said(number: int | None = None) -> list[tuple[str, str, str]]:
    """Current judgments: target, rater, label."""
    with store.reading() as session:
        return [(row.target, row.rater, row.label) for row in current(session, slug=SLUG, round_number=number)]


def key(text: str) -> str:
    return memory_keys("i1", [text])[0]


# --- Naming the target and the question -------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [MUST, key(MUST)], ids=["text", "key"])
def test_a_target_is_named_by_its_exact_text_or_its_key(project_anywhere: None, target: str) -> None:
    assert take(row(target=target)) == LabelsTaken(1, 0, 0, ())
    assert said() == [(key(MUST), "eve", "must")]


def test_target_and_question_columns_may_be_missing_where_they_are_not_needed(project: None) -> None:
    done = take(["i1", MUST, "eve", "must"], columns=("item", "target", "rater", "label"))
    assert done.judgments_added == 1


@pytest.mark.parametrize("text", ["=1+1", "+x", "@y", "-z", "'=quoted", "\tt"])
def test_a_text_with_a_spreadsheets_apostrophe_names_its_target(sqlite_database: str, text: str) -> None:
    """X1: the text column of an export, used as the target."""
    studies.make_project([record("i1", memory=memory(must=[text]))])
    assert take(row(target=text), row(target="'" + text, rater="bo")).judgments_added == 2


def test_a_text_that_an_item_has_twice_names_nothing(sqlite_database: str) -> None:
    """E10: the keys do."""
    studies.make_project([record("i1", memory=memory(must=["same"], irr=["same"]))])
    ((number, item, why),) = refused(row(target="same"))
    assert (number, item) == (1, "i1")
    assert "more than once" in why
    first, second = memory_keys("i1", ["same", "same"])
    assert take(row(target=first), row("irr", target=second)).judgments_added == 2


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (row(item="i9"), "no item with this id"),
        (row(item="I1"), "no item with this id"),
        (row(item="i1 "), "no item with this id"),
        (row(target="Ida is allergic"), "no target"),
        (row(target=MUST + " "), "no target"),
        (row(question="tone"), "not a question of the codebook; it asks role"),
        (row(target=""), "about a memory; this target is of the kind item"),
        (row("maybe"), "'maybe' is not a label; the labels are irr, nice, must"),
        (row("Must"), "not a label"),
        (row("3"), "not a label"),
        (row("4,5"), "not a label"),
        (row("nan"), "not a label"),
    ],
)
def test_a_row_that_does_not_fit_is_refused_with_number_id_and_reason(project: None, bad: list[str], why: str) -> None:
    """J8 among them."""
    good = row(target=NICE)
    ((number, item, said_why),) = refused(good, bad)
    assert (number, item) == (2, bad[0])
    assert why in said_why
    done = take(good, bad, partial=True)
    assert (done.judgments_added, [each.row for each in done.rows_refused]) == (1, [3])


def test_refusals_of_reading_and_of_checking_are_listed_in_the_files_order(project: None) -> None:
    rows = [row("maybe"), row(rater=""), row(target="?"), row(item="")]
    assert [number for number, _, _ in refused(*rows)] == [1, 2, 3, 4]


def test_a_file_that_is_no_table_is_refused_whole(project: None) -> None:
    with pytest.raises(Unreadable):
        take_labels(b"item,ann,bo\ni1,must,nice\n")


def test_an_unknown_project_or_round_is_refused(project: None) -> None:
    with pytest.raises(NotFound, match="study"):
        take(row(), slug="nowhere")
    with pytest.raises(NotFound, match="round 2"):
        take(row(), round_number=2)


# --- Blank, twice, again ----------------------------------------------------------------------------------------------


def test_a_blank_label_is_missing_and_makes_nobody(project_anywhere: None) -> None:
    """B1: a blank is no judgment, and a person who said nothing is no rater."""
    assert take(row(""), row("  ", rater="bo"), row(rater="chen")) == LabelsTaken(1, 0, 2, ())
    assert said() == [(key(MUST), "chen", "must")]
    assert studies.number_of(m.Rater) == 1


@pytest.mark.parametrize("second", ["must", "irr"])
def test_one_rater_twice_on_one_target_is_refused(project: None, second: str) -> None:
    ((number, _, why),) = refused(row(), row(second))
    assert number == 2
    assert "in row 2" in why


def test_a_blank_beside_a_label_of_the_same_rater_says_nothing(project: None) -> None:
    assert take(row(""), row(), row("")) == LabelsTaken(1, 0, 2, ())


def test_the_text_and_the_key_of_a_target_are_one_target(project: None) -> None:
    assert [number for number, *_ in refused(row(), row(target=key(MUST)))] == [2]


def test_importing_again_skips_what_is_there(project_anywhere: None) -> None:
    """G7."""
    rows = [row(), row("nice", target=NICE), row("irr", target=IRR), row("")]
    assert take(*rows) == LabelsTaken(3, 0, 1, ())
    assert take(*rows, row(rater="bo")) == LabelsTaken(1, 3, 1, ())
    assert studies.number_of(m.Judgment) == 4


def test_another_label_needs_revise(project_anywhere: None) -> None:
    take(row("irr"))
    ((_, _, why),) = refused(row("must"))
    assert "--revise" in why
    assert said() == [(key(MUST), "eve", "irr")]


def test_a_label_changed_twice_is_one_current_value_with_its_history(project_anywhere: None) -> None:
    """N2."""
    for hours, label in enumerate(("irr", "must", "nice")):
        done = take(row(label), revise=True, now=NOW + timedelta(hours=hours))
        assert done == LabelsTaken(1, 0, 0, ())
    assert said() == [(key(MUST), "eve", "nice")]
    with store.reading() as session:
        rows = session.exec(select(m.Judgment).order_by(col(m.Judgment.revision))).all()
    assert [(each.revision, each.label) for each in rows] == [(1, "irr"), (2, "must"), (3, "nice")]
    assert take(row("nice")) == LabelsTaken(0, 1, 0, ())


def test_one_time_and_two_raters_are_two_judgments(project: None) -> None:
    """G12."""
    columns = (*studies.COLUMNS, "time")
    rows = [[*row(rater=rater), "2025-05-06T07:08:09Z"] for rater in ("eve", "bo")]
    assert take(*rows, columns=columns).judgments_added == 2
    with store.reading() as session:
        times = {each.time.isoformat() for each in current(session, slug=SLUG)}
    assert times == {"2025-05-06T07:08:09+00:00"}, "when it was said, not when it was imported"


# --- Whose labels -----------------------------------------------------------------------------------------------------


def test_numeric_and_long_ids_stay_what_they_are(database: str) -> None:
    """G5, G11."""
    ids = ["432111314109063038", "432111314109063038x", "0001", "1"]
    studies.make_project([record(each) for each in ids])
    take(*[row(item=each, rater=rater) for each in ids for rater in ("7", "007")])
    with store.reading() as session:
        table = [(each.item, each.rater) for each in current(session, slug=SLUG)]
    assert table == [(each, rater) for each in ids for rater in ("7", "007")]


def test_an_unknown_rater_becomes_an_imported_person_with_a_pseudonym(project: None) -> None:
    take(row(rater="eve"), row(rater="李明"))
    with store.reading() as session:
        raters = session.exec(select(m.Rater).order_by(col(m.Rater.id))).all()
    assert [(each.origin, each.account_id, each.name, each.pseudonym) for each in raters] == [
        ("imported", None, "eve", "rater-1"),
        ("imported", None, "李明", "rater-2"),
    ]


@pytest.mark.parametrize("name", ["ann", "ANN", "\uff41\uff4e\uff4e"])
def test_the_name_of_an_account_needs_as_account(project_anywhere: None, name: str) -> None:
    ann = studies.add_people("ann")["ann"]
    ((_, _, why),) = refused(row(rater=name))
    assert "--as-account" in why
    assert take(row(rater=name), as_account=True).judgments_added == 1
    with store.reading() as session:
        rater = session.exec(select(m.Rater)).one()
    assert (rater.origin, rater.account_id, rater.name) == ("account", ann, "ann")
    assert [
        number
        for number, *_ in refused(
            row(target=NICE), row(target=NICE, rater="ANN"), row(target=NICE, rater="ann"), as_account=True
        )
    ] == [3]


def test_a_pseudonym_stands_for_its_account(project_anywhere: None) -> None:
    """G9: a project's own export says what is known already; nobody becomes two people by it."""
    studies.add_people("ann")
    take(row(rater="ann"), as_account=True)
    ((_, _, why),) = refused(row(rater="rater-1"))
    assert "--as-account" in why
    assert take(row(rater="rater-1"), as_account=True) == LabelsTaken(0, 1, 0, ())
    assert studies.number_of(m.Rater) == 1


@pytest.mark.parametrize("names", [["ann", "rater-1"], ["rater-1", "ann"], ["rater-2", "rater-1", "ann", "rater-3"]])
def test_no_two_raters_share_a_name_in_the_numbers(project: None, names: list[str]) -> None:
    """Whatever people are called elsewhere: one column of the agreement is one person."""
    studies.add_people("rater-3", "ann")
    take(*[row(rater=name) for name in names], as_account=True)
    raters = [rater for _, rater, _ in said()]
    assert len(set(raters)) == len(names)


# --- Rounds -----------------------------------------------------------------------------------------------------------


def test_labels_go_to_the_named_round_else_to_the_rows_else_to_the_first(project: None) -> None:
    studies.open_round()
    columns = (*studies.COLUMNS, "round")
    take([*row("irr"), ""], [*row("nice"), "2"], columns=columns)
    take(row("must", rater="bo"), round_number=2)
    assert [label for _, _, label in said(1)] == ["irr"]
    assert sorted(label for _, _, label in said(2)) == ["must", "nice"]
    assert said() == said(1), "the latest independent round, unless another is named"
    for number in ("3", "0"):
        ((_, _, why),) = refused([*row(rater="chen"), number], columns=columns)
        assert f"no round {number}" in why


def test_a_comment_is_kept(project: None) -> None:
    take([*row(), "'=why not?"], columns=(*studies.COLUMNS, "comment"))
    with store.reading() as session:
        assert [each.comment for each in current(session, slug=SLUG)] == ["=why not?"]
