"""Gold: every target's label with where it came from, and the benchmark's own file given back."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from annotation import models as m
from annotation import projects, store
from annotation.desk import adjudication, decisions
from annotation.errors import NotFound, WrongUse
from annotation.imports import importing
from annotation.places import AskedPlace
from exports import gold
from exports.counted import Decided
from exports.gold import GoldRow, gold_row
from tests import studies
from tests.studies import NOW, SLUG, as_file, memory, record, take_labels, votes

PLACE = AskedPlace(item="i1", item_id=1, target_id=1, target="m1", text="She paints.", question="role")
ODD = [
    "=1+1",
    "+x",
    "@y",
    "-z",
    "'=q",
    "two\nlines",
    'a "quote", a comma',
    "記憶 🎉",
    "مرحبا",
    "a\u2028b",
    "nan",
    "None",
]


def settle(policy: adjudication.Policy = "majority") -> None:
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy=policy, now=NOW)


def decide(account_id: int, text: str, label: str | None, reason: str = "It helps.", **changes: Any) -> None:
    """Decide the memory with this text by hand."""
    with store.writing() as session:
        target = next(row for row in gold.rows(session, slug=SLUG) if row.text == text)
        found = session.exec(
            select(m.Target).join(m.Item).where(m.Item.source_id == target.item, m.Target.key == target.target)
        ).one()
        before = decisions.current_decision(session, projects.find(session, "study"), found.id or 0, "role")
        adjudication.decide(
            session,
            account_id=account_id,
            slug=SLUG,
            target_id=found.id or 0,
            question="role",
            label=label,
            reason=reason,
            now=NOW,
            seen_revision=before.revision if before else 0,
            **changes,
        )


def rows(**options: Any) -> list[GoldRow]:
    with store.reading() as session:
        return list(gold.rows(session, slug=SLUG, **options))


def text_of(format_name: str, **options: Any) -> str:
    with store.reading() as session:
        return b"".join(gold.stream(session, slug=SLUG, format_name=format_name, **options)).decode()


def table(**options: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of("csv", **options).removeprefix("\ufeff"), newline="")))


# --- One row ----------------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(["irr", "nice", "must"])), st.sampled_from(["irr", "nice", "must"]))
def test_agreement_is_the_share_of_the_raters_whose_label_is_the_golds(labels: list[str], label: str) -> None:
    row = gold_row(PLACE, labels, Decided(label, "adjudicator", "dana", "why"))
    assert row.n_raters == len(labels)
    assert row.agreement == (labels.count(label) / len(labels) if labels else None)
    assert (row.label, row.method, row.decided_by, row.reason) == (label, "adjudicator", "dana", "why")


def test_what_nobody_decided_has_no_label_and_no_agreement() -> None:
    row = gold_row(PLACE, ["must", "irr"], None)
    assert (row.label, row.method, row.decided_by, row.agreement, row.n_raters) == (None, "", "", None, 2)


# --- The table --------------------------------------------------------------------------------------------------------


def test_every_target_has_a_row_with_its_provenance(database: str) -> None:
    """N6: the gold names the adjudicator, not the annotator whose answer was taken."""
    studies.make_project([record("i1")])
    people = studies.add_people("ann", "bo", "chen")
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    studies.assign("ann", "bo", "chen")
    for name, label in (("ann", "must"), ("bo", "must"), ("chen", "irr")):
        studies.label_all(people[name], label)
    settle()
    decide(dana, "Ida likes plums.", "nice")
    decide(dana, "Ida likes plums.", "irr", "On second thoughts.")
    found = {row.text: row for row in rows()}
    by_rule, by_hand = found["Ida is allergic to nuts."], found["Ida likes plums."]
    assert (by_rule.label, by_rule.method, by_rule.decided_by, by_rule.n_raters) == ("must", "majority", "", 3)
    assert by_rule.agreement == 2 / 3
    assert (by_hand.label, by_hand.method, by_hand.decided_by) == ("irr", "adjudicator", "dana")
    assert (by_hand.reason, by_hand.agreement) == ("On second thoughts.", 1 / 3)


def test_an_undecided_target_is_an_empty_cell_and_a_null(sqlite_database: str) -> None:
    """X8: never the text nan or None."""
    studies.make_project([record("i1")])
    take_labels(votes({"a": "must", "b": "irr"}, content=[record("i1")]))
    for row in table():
        assert (row["label"], row["method"], row["agreement"], row["n_raters"]) == ("", "", "", "2")
    objects = [json.loads(line) for line in text_of("jsonl").splitlines()]
    assert [(row["label"], row["agreement"]) for row in objects] == [(None, None)] * 3
    assert "nan" not in (text_of("csv") + text_of("jsonl")).lower()
    assert table(only_decided=True) == []


def test_only_decided_leaves_out_the_others(sqlite_database: str) -> None:
    studies.make_project()
    take_labels(votes({"a": "source", "b": "source", "c": "must", "d": "must"}))
    settle()
    assert [row.label for row in rows(only_decided=True)] == ["must"] * 3
    assert len(rows()) == 9


def test_both_tables_have_the_columns_of_the_design(sqlite_database: str) -> None:
    studies.make_project([record("i1")])
    columns = [
        *("item", "target", "text", "question", "label", "words", "method", "decided_by"),
        *("n_raters", "agreement", "reason"),
    ]
    assert list(table()[0]) == columns
    assert list(json.loads(text_of("jsonl").splitlines()[0])) == columns


def test_texts_and_ids_come_out_as_they_went_in(sqlite_database: str) -> None:
    """X1: a spreadsheet runs none of them; G5: ids stay text."""
    content = [record("0001", memory=memory(must=ODD)), record("432111314109063038")]
    studies.make_project(content)
    cells = {row["text"] for row in table()}
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert {text for text in ODD if text[0] in "=+-@'"} == {cell[1:] for cell in cells if cell.startswith("'")}
    assert {row["item"] for row in table()} == {"0001", "432111314109063038"}
    assert set(ODD) < {json.loads(line)["text"] for line in text_of("jsonl").split("\n") if line}


def test_an_adjudicators_reason_is_guarded_too(sqlite_database: str) -> None:
    """X1."""
    studies.make_project([record("i1")])
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    decide(dana, "Otto owns a kayak.", "irr", "=HYPERLINK(1)")
    assert [row["reason"] for row in table(only_decided=True)] == ["'=HYPERLINK(1)"]


# --- The benchmark's own format ---------------------------------------------------------------------------------------


def test_the_published_file_comes_back_byte_for_byte_where_all_agree_with_it(
    sqlite_database: str, shared_data: Path
) -> None:
    """657 items: every field, the order of fields, of memories and of items."""
    source = (shared_data / "stratmem" / "StratMemBench.json").read_bytes()
    with store.writing() as session:
        importing.import_items(session, source, slug=SLUG, now=NOW)
    take_labels(votes({"a": "source", "b": "source"}, content=json.loads(source)))
    settle("unanimous")
    assert text_of("stratmem").encode("utf-8") == source


def test_a_record_comes_back_with_everything_that_it_had(database: str) -> None:
    odd = {"zeta": [1, 2.5, None, True, {}], "alpha": "é 記憶 🎉 \u2028", "n": 12345678901234567890}
    content = [
        record(7, extra=odd),
        record(
            "b", memory={"irr": [{"note": "first", "fact": "x", "n": 1}], "must": [{"fact": "y"}]}, inferred_type="A"
        ),
        record("c", memory={"must": [{"fact": "only must"}]}, inferred_type="A"),
        record("d", memory=memory(irr=["only irr"]), inferred_type=None),
    ]
    studies.make_project(content)
    take_labels(votes({"a": "source", "b": "source"}, content=content))
    settle()
    assert json.dumps(json.loads(text_of("stratmem"))) == json.dumps(content), "values and the order of keys"
    assert text_of("stratmem").encode() == as_file(content)


def test_what_follows_from_the_roles_is_recomputed(sqlite_database: str) -> None:
    content = [record("i1", memory=memory(must=["a", "b"], nice=["c"], irr=["d"]), given_type="A", inferred_type="C")]
    studies.make_project(content)
    take_labels(votes({"a": "nice", "b": "nice"}, content=content))
    settle()
    (found,) = json.loads(text_of("stratmem"))
    assert found["memory"] == memory(nice=["a", "b", "c", "d"]), "the source's order within a role"
    assert (found["inferred_type"], found["given_type"]) == ("B", "A")


def test_an_item_with_an_undecided_target_is_left_out_and_listed(database: str) -> None:
    content = studies.records()
    studies.make_project(content)
    take_labels(votes({"a": "source", "b": "source"}, content=content[::2]))
    take_labels(votes({"a": "source", "b": "must"}, content=content[1:2]))
    settle("unanimous")
    left_out: list[str] = []
    found = json.loads(text_of("stratmem", left_out=left_out.append))
    assert ([item["id"] for item in found], left_out) == (["i1", "i3"], ["i2"])


def test_without_a_decided_item_the_file_is_an_empty_list(sqlite_database: str) -> None:
    studies.make_project()
    assert json.loads(text_of("stratmem")) == []


def test_one_text_twice_keeps_its_two_roles(sqlite_database: str) -> None:
    """E10."""
    content = [record("i1", memory={"must": [{"fact": "same", "n": 1}], "nice": [], "irr": [{"fact": "same", "n": 2}]})]
    studies.make_project(content)
    with store.reading() as session:
        first, second = session.exec(select(m.Reference)).one().keys
    said = [["i1", key, "role", rater, label] for rater in "ab" for key, label in ((first, "irr"), (second, "must"))]
    take_labels(studies.label_file(said))
    settle()
    (found,) = json.loads(text_of("stratmem"))
    assert found["memory"] == {"must": [{"fact": "same", "n": 2}], "nice": [], "irr": [{"fact": "same", "n": 1}]}


# --- Refusals ---------------------------------------------------------------------------------------------------------


def test_an_unknown_project_or_format_is_refused(sqlite_database: str) -> None:
    studies.make_project()
    with store.reading() as session:
        for name in ("csv", "jsonl", "stratmem"):
            with pytest.raises(NotFound, match=SLUG):
                b"".join(gold.stream(session, slug="nowhere", format_name=name))
        with pytest.raises(WrongUse, match="csv, enpmr, hlme, jsonl, outputs, parquet, stratmem, xlsx"):
            gold.stream(session, slug=SLUG, format_name="xml")


def test_items_of_another_benchmark_cannot_be_written_as_this_one(sqlite_database: str) -> None:
    studies.make_project()
    with store.writing() as session:
        session.exec(select(m.Reference)).all()[0].format = "another"
    with store.reading() as session, pytest.raises(WrongUse, match="came as another"):
        gold.stream(session, slug=SLUG, format_name="stratmem")
