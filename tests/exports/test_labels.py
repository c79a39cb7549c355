"""Labels: every judgment once, with who, what and when, and read again as exactly the same."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from annotation import judgments, store
from annotation import models as m
from annotation.errors import NotFound, WrongUse
from exports import labels
from exports.study import study
from tests import studies
from tests.studies import NOW, SLUG, label_file, memory, record, take_labels, votes

COLUMNS = [
    *("item", "target", "text", "question", "rater", "label", "words", "cannot", "confidence", "round", "time"),
    *("comment", "prelabel", "codebook", "use"),
]


def text_of(format_name: str, *, slug: str = SLUG) -> str:
    with store.reading() as session:
        return b"".join(labels.stream(session, slug=slug, format_name=format_name)).decode()


def table() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of("csv").removeprefix("\ufeff"), newline="")))


def said(slug: str) -> list[tuple[Any, ...]]:
    """All that a judgment says, of every round."""
    with store.reading() as session:
        return sorted(
            (row.item, row.target, row.question, row.rater, row.label, row.round, row.time, row.comment)
            for number in (1, 2)
            for row in judgments.current(session, slug=slug, round_number=number)
        )


def test_a_row_says_which_item_who_what_and_when(database: str) -> None:
    """X3, X6."""
    studies.make_project([record("0001")])
    people = studies.add_people("ann")
    studies.assign("ann")
    studies.label_all(people["ann"], "must")
    found = table()
    assert list(found[0]) == COLUMNS
    assert {(row["item"], row["question"], row["rater"], row["label"], row["round"], row["time"]) for row in found} == {
        ("0001", "role", "rater-1", "must", "1", "2026-01-02T03:04:05Z")
    }
    assert {row["text"] for row in found} == {text for text, _ in studies.texts(record())}


def test_every_judgment_is_there_once_with_several_raters(database: str) -> None:
    """X5, X12."""
    studies.make_project()
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    for account in people.values():
        studies.label_all(account)
    take_labels(votes({"eve": "source", "7": "irr"}))
    found = [(row["item"], row["target"], row["rater"]) for row in table()]
    assert len(found) == len(set(found)) == 9 * 4
    assert {rater for *_, rater in found} == {"rater-1", "rater-2", "eve", "7"}, "G11: 7, never 7.0"


def test_a_revised_label_is_there_once_as_it_is_now(sqlite_database: str) -> None:
    """N2."""
    studies.make_project([record("i1")])
    for label in ("irr", "must", "nice"):
        take_labels(votes({"eve": label}, content=[record("i1")]), revise=True)
    assert [row["label"] for row in table()] == ["nice"] * 3


def test_no_accounts_name_leaves_the_house(sqlite_database: str) -> None:
    """X6: a pseudonym."""
    studies.make_project()
    people = studies.add_people("annabel")
    studies.assign("annabel")
    studies.label_all(people["annabel"])
    assert "annabel" not in text_of("csv") + text_of("jsonl")


def test_nothing_said_is_a_table_of_no_rows(sqlite_database: str) -> None:
    studies.make_project()
    assert text_of("csv") == "\ufeff" + ",".join(COLUMNS) + "\r\n"
    assert text_of("jsonl") == ""


@pytest.mark.parametrize("format_name", ["csv", "jsonl"])
def test_export_import_and_recompute_give_the_same(database: str, format_name: str) -> None:
    """G9: into a new project, with everything that makes this hard."""
    odd = ["=1+1", "'=q", "a,b", 'say "no"', "two\r\nlines", "a\u2028b\x85c", "記憶 🎉", "nan", "same", "same"]
    content = [
        record("0001", memory=memory(must=odd[:3], nice=odd[3:6], irr=odd[6:])),
        record(432111314109063038, memory=memory(must=["a"], nice=["b"], irr=["c"])),
        record("432111314109063038x"),
    ]
    for slug in ("one", "two"):
        studies.make_project(content, slug=slug)
        studies.open_round(slug=slug)
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo", slug="one")
    studies.label_all(people["ann"], "must", slug="one")
    studies.label_all(people["bo"], "nice", slug="one")
    comments = ["=1+1", "'+x", "''", "a\r\nb", "'", ""]
    rows = [
        [item["id"], text, "role", rater, role, comments[n % len(comments)], str(1 + n % 2)]
        for item in content
        for n, (text, role) in enumerate(studies.texts(item))
        for rater in ("7", "李明")
        if text != "same"
    ]
    take_labels(label_file(rows, columns=(*studies.COLUMNS, "comment", "round")), slug="one")
    exported = text_of(format_name, slug="one")
    take_labels(exported.encode("utf-8"), slug="two", now=NOW + timedelta(days=1))
    assert said("two") == said("one")
    with store.reading() as session:
        reports = [study(session, slug=slug, bootstrap=20).report for slug in ("one", "two")]
    assert reports[0] == reports[1]


def test_importing_the_own_export_again_says_nothing_new(sqlite_database: str) -> None:
    """G7, G9: imported people are known by name, and accounts by the pseudonym that the export gives them."""
    studies.make_project()
    people = studies.add_people("ann")
    studies.assign("ann")
    studies.label_all(people["ann"])
    take_labels(votes({"eve": "source"}))
    again = take_labels(text_of("csv").encode("utf-8"), as_account=True)
    assert (again.judgments_added, again.judgments_skipped) == (0, 18)


def test_an_unknown_project_or_format_is_refused(sqlite_database: str) -> None:
    studies.make_project()
    with store.reading() as session:
        with pytest.raises(NotFound, match=SLUG):
            labels.stream(session, slug="nowhere", format_name="csv")
        with pytest.raises(WrongUse, match="csv, jsonl, parquet, xlsx"):
            labels.stream(session, slug=SLUG, format_name="xml")
        with pytest.raises(WrongUse, match="no format of a table"):
            labels.stream(session, slug=SLUG, format_name="stratmem")


def test_every_round_comes_back_with_the_same_figures(sqlite_database: str) -> None:
    """G9, with a discussion; escalated and surplus answers are left out, said, and change no figure.

    What was discussed takes no new answers, so the independent round is read before the discussion of it is opened.
    """
    content = studies.records(2)
    for slug in ("one", "two"):
        studies.make_project(content, slug=slug)
    people = studies.add_people("ann", "bo", "chen")
    studies.assign("ann", "bo", "chen", slug="one")
    for name, label in (("ann", "must"), ("bo", "nice"), ("chen", "irr")):
        studies.label_all(people[name], label, slug="one")
    take_labels(votes({"eve": "source", "7": "source"}, content=content), slug="one")
    with store.writing() as session:
        first, second = session.exec(
            select(m.Assignment).join(m.Rater).where(m.Rater.name == "chen").order_by(col(m.Assignment.id))
        ).all()
        first.origin, second.surplus = "escalated", True
    discuss("one")
    take_labels(votes({"eve": "must", "7": "must"}, content=content), slug="one", round_number=2)
    exported = text_of("csv", slug="one").encode()
    taken = take_labels(exported, slug="two", partial=True)
    assert taken.dropped == {"escalated": 3, "surplus": 3}
    assert "3 escalated, 3 surplus" in " ".join(taken.understood)
    discuss("two")
    take_labels(exported, slug="two")
    with store.reading() as session:
        for number in (1, 2):
            one, two = (study(session, slug=slug, round_number=number, bootstrap=20).report for slug in ("one", "two"))
            without = [replace(each, excluded={}) for each in one.questions]
            assert without == [replace(each, excluded={}) for each in two.questions]


def discuss(slug: str) -> None:
    """Open a discussion of the first round."""
    with store.writing() as session:
        project = session.exec(select(m.Project).where(m.Project.slug == slug)).one()
        first = session.exec(select(m.Round).where(m.Round.project_id == project.id)).one()
        session.add(m.Round(project_id=project.id or 0, number=2, kind="discussion", opened_at=NOW, beside_id=first.id))
