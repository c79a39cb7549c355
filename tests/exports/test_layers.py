"""Layers: every revision with where it came from, and the same columns in every format; gold follows from raw."""

from __future__ import annotations

import csv
import io
import json
import shutil
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.desk import adjudication
from annotation.errors import NotFound, WrongUse
from exports import layers
from exports.following import PassOfLabelling, deciding, gold_from
from tests import studies
from tests.exports.test_gold import decide, settle
from tests.studies import NOW, SLUG, record, take_labels, votes

FORMATS = ("csv", "jsonl", "parquet", "xlsx")


def table(name: str, **options: Any) -> list[dict[str, Any]]:
    with store.reading() as session:
        return [dict(row) for row in layers.rows(session, slug=SLUG, name=name, **options)]


def file_of(name: str, format_name: str, **options: Any) -> bytes:
    with store.reading() as session:
        return b"".join(layers.stream(session, slug=SLUG, name=name, format_name=format_name, **options))


def passes() -> list[PassOfLabelling]:
    with store.reading() as session:
        return [
            PassOfLabelling(row.number, row.kind, next((b.number for b in rows if b.id == row.beside_id), None))
            for rows in [session.exec(select(m.Round).order_by(col(m.Round.number))).all()]
            for row in rows
        ]


def as_gold() -> dict[tuple[str, str, str], tuple[Any, ...]]:
    """The gold as `exports.gold` has it, by place."""
    return {
        (row["item"], row["target"], row["question"]): (
            *(row[name] for name in ("label", "method", "decided_by", "reason", "n_raters", "agreement")),
        )
        for row in table("gold")
    }


def as_followed() -> dict[tuple[str, str, str], tuple[Any, ...]]:
    """The same, from the layers raw and decisions alone."""
    found = gold_from(table("raw"), table("decisions"), rounds=passes())
    return {
        place: (each.label, each.method, each.decided_by, each.reason, each.n_raters, each.agreement)
        for place, each in found.items()
    }


def test_every_revision_is_there_with_what_it_was_given_under(database: str) -> None:
    """X3, X5, N2: the history stays, in order, each revision once."""
    studies.make_project([record("0001")])
    for label in ("irr", "must", "nice"):
        take_labels(votes({"eve": label}, content=[record("0001")]), revise=True)
    found = table("raw")
    by_target: dict[str, list[tuple[int, str]]] = {}
    for row in found:
        by_target.setdefault(row["target"], []).append((row["revision"], row["label"]))
    assert list(by_target.values()) == [[(1, "irr"), (2, "must"), (3, "nice")]] * 3
    assert {
        (row["item"], row["rater"], row["round"], row["kind"], row["use"], row["assignment"], row["origin"])
        for row in found
    } == {("0001", "eve", 1, "independent", "headline", None, "file")}
    assert {(row["time"], row["codebook"]) for row in found} == {("2026-01-02T03:04:05Z", 1)}


def test_an_assignment_says_how_its_item_came_and_what_the_answer_is_for(sqlite_database: str) -> None:
    studies.make_project([record("i1")])
    people = studies.add_people("ann", "bo", "chen")
    studies.assign("ann", "bo", "chen")
    for account in people.values():
        studies.label_all(account)
    with store.writing() as session:
        first, second, _ = session.exec(select(m.Assignment).order_by(col(m.Assignment.rater_id))).all()
        first.origin, second.origin, second.surplus = "escalated", "pool", True
    assert {(row["rater"], row["assignment"], row["use"]) for row in table("raw")} == {
        ("rater-1", "escalated", "escalated"),
        ("rater-2", "pool", "surplus"),
        ("rater-3", "planned", "headline"),
    }
    assert {row["use"] for row in table("current")} == {"escalated", "surplus", "headline"}


def test_drafts_stand_apart(sqlite_database: str) -> None:
    studies.make_project([record("i1")])
    people = studies.add_people("ann")
    studies.assign("ann")
    screen = studies.screen_of(people["ann"])
    target = screen.item.targets[0].key if screen.item else ""
    studies.save_draft(people["ann"], studies.work_of(screen, {target: "must"}))
    assert table("raw") == []
    (row,) = table("drafts")
    assert (row["item"], row["target"], row["question"], row["rater"], row["label"]) == (
        *("i1", target, "role", "rater-1", "must"),
    )


@pytest.mark.parametrize("name", list(layers.COLUMNS))
def test_columns_are_the_same_in_every_format(sqlite_database: str, name: str) -> None:
    """X11, X8: ids stay text, and what is missing is an empty cell or null, never nan."""
    import openpyxl

    content = [record("50060e8007123400")]
    studies.make_project(content)
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(people["ann"], "must")
    studies.skip(people["bo"], studies.skip_of(studies.screen_of(people["bo"])))
    take_labels(votes({"a": "source", "b": "source"}, content=content))
    settle()
    wanted = list(layers.columns(name))
    raw = {one: file_of(name, one) for one in FORMATS}
    in_csv = list(csv.reader(io.StringIO(raw["csv"].decode("utf-8-sig"), newline="")))
    objects = [json.loads(line) for line in raw["jsonl"].decode().splitlines()]
    in_parquet = pq.read_table(io.BytesIO(raw["parquet"]))
    sheet = list(openpyxl.load_workbook(io.BytesIO(raw["xlsx"])).worksheets[0].iter_rows(values_only=True))
    assert [in_csv[0], in_parquet.column_names, list(sheet[0])] == [wanted] * 3
    assert all(list(each) == wanted for each in objects)
    assert len(in_csv) - 1 == len(objects) == in_parquet.num_rows == len(sheet) - 1 == len(table(name))
    assert in_parquet.to_pylist() == objects
    assert {row["item"] for row in objects} <= {"50060e8007123400"}
    assert not {"nan", "None"} & {cell for row in in_csv for cell in row}


def test_no_name_leaves_unless_a_researcher_chooses_names(database: str) -> None:
    """X6, N6: pseudonyms by default; whoever decides has one too, and it is no rater's."""
    studies.make_project([record("i1")])
    people = studies.add_people("annabel")
    dana = studies.add_people("danielle", role="adjudicator")["danielle"]
    studies.assign("annabel")
    studies.label_all(people["annabel"])
    decide(dana, "Ida likes plums.", "irr")
    decide(dana, "Ida likes plums.", "must", "On second thoughts.")
    told = b"".join(file_of(name, "csv") for name in layers.COLUMNS).decode()
    assert "annabel" not in told
    assert "danielle" not in told
    assert {row["decided_by"] for row in table("decisions")} == {"adjudicator-1"}
    assert {row["decided_by"] for row in table("gold") if row["label"]} == {"adjudicator-1"}
    assert {row["rater"] for row in table("raw", names=True)} == {"annabel"}
    assert {row["rater"] for row in table("current", names=True)} == {"annabel"}
    assert {row["decided_by"] for row in table("decisions", names=True)} == {"danielle"}
    assert b",annabel" in file_of("current", "csv", shape="wide", names=True).splitlines()[0]


def test_every_decision_is_there_with_why_and_by_whom(database: str) -> None:
    """N6: both stay, the later with its reason; somebody who had labelled the item is marked."""
    studies.make_project([record("i1")])
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    studies.assign("dana")
    studies.label_all(dana, "nice")
    take_labels(votes({"a": "must", "b": "must"}, content=[record("i1")]))
    settle()
    decide(dana, "Ida likes plums.", "nice", "It helps.")
    found = [row for row in table("decisions") if row["method"] == "adjudicator"]
    assert [(row["revision"], row["label"], row["decided_by"], row["reason"], row["labelled"]) for row in found] == [
        (2, "nice", "rater-1", "It helps.", 1)
    ]
    assert [row["revision"] for row in table("decisions") if row["target"] == found[0]["target"]] == [1, 2]


def test_comments_flags_notes_and_skips_are_one_table(sqlite_database: str) -> None:
    studies.make_project(studies.records(1))
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.skip(people["bo"], studies.skip_of(studies.screen_of(people["bo"]), "other", words="=odd"))
    with store.writing() as session:
        given = session.exec(select(m.Assignment).order_by(col(m.Assignment.rater_id))).all()
        given[0].flagged, given[0].note = True, "Two of them say the same."
        target = session.exec(select(m.Target).where(m.Target.kind == "memory")).all()[0]
        session.add(
            m.Comment(
                round_id=given[0].round_id,
                target_id=target.id or 0,
                question="role",
                rater_id=given[1].rater_id,
                text="Is it not needed?",
                token="t" * 20,
                created_at=NOW,
            )
        )
    assert [(row["kind"], row["item"], row["rater"], row["text"]) for row in table("comments")] == [
        ("comment", "i1", "rater-2", "Is it not needed?"),
        ("flag", "i1", "rater-1", ""),
        ("note", "i1", "rater-1", "Two of them say the same."),
        ("skip", "i1", "rater-2", "other: =odd"),
    ]


def test_soft_labels_are_shares_of_the_counted_raters(sqlite_database: str) -> None:
    """Three of four say must: .75 and .25; with three raters and more there is a posterior, which sums to 1."""
    studies.make_project()
    take_labels(votes({"a": "source", "b": "source", "c": "source", "d": "must"}))
    found = table("soft")
    assert len(found) == 9 * 3
    for start in range(0, len(found), 3):
        part = found[start : start + 3]
        assert [row["label"] for row in part] == ["irr", "nice", "must"]
        assert sum(row["share"] for row in part) == 1
        assert sum(row["posterior"] for row in part) == pytest.approx(1)
        assert {row["n_raters"] for row in part} == {4}
    assert sorted({row["share"] for row in found}) == [0.0, 0.25, 0.75, 1.0]
    (first, *_) = csv.DictReader(io.StringIO(file_of("soft", "csv", shape="wide").decode("utf-8-sig")))
    assert list(first)[:5] == ["item", "target", "question", "n_raters", "share.irr"]


def test_with_two_raters_a_posterior_is_undefined(sqlite_database: str) -> None:
    studies.make_project()
    take_labels(votes({"a": "source", "b": "must"}))
    assert {row["posterior"] for row in table("soft")} == {None}


def test_unknown_layers_and_shapes_are_refused(sqlite_database: str) -> None:
    studies.make_project()
    with pytest.raises(NotFound, match="raw, drafts, current, gold, soft, decisions, comments"):
        file_of("bronze", "csv")
    with pytest.raises(WrongUse, match="no wide shape; current, soft have"):
        file_of("raw", "csv", shape="wide")
    with pytest.raises(WrongUse, match="no format of a table"):
        file_of("raw", "stratmem")


# --- Gold follows from raw --------------------------------------------------------------------------------------------

LABELS = st.sampled_from(["irr", "nice", "must"])
STEP = st.one_of(
    st.tuples(st.just("label"), st.sampled_from("abc"), LABELS),
    st.tuples(st.just("settle"), st.sampled_from(["unanimous", "majority"]), st.just("")),
    st.tuples(st.just("decide"), st.just(""), LABELS),
    st.tuples(st.just("discuss"), st.sampled_from("abc"), LABELS),
    st.tuples(st.just("independent"), st.just(""), st.just("")),
)


@settings(
    max_examples=12, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(STEP, min_size=1, max_size=6))
def test_gold_follows_from_raw(sqlite_template: Any, tmp_path_factory: Any, steps: list[tuple[str, str, str]]) -> None:
    """Whatever is labelled, revised, discussed, settled and decided in whatever order: both sides say the same."""
    path = tmp_path_factory.mktemp("follows") / "accord.sqlite"
    shutil.copy(sqlite_template, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
        _study_of(steps)
        followed, there = as_followed(), as_gold()
        store.engine().dispose()
    assert followed == {place: row for place, row in there.items() if place in followed}
    assert {place for place, row in there.items() if row[0] or row[4]} == {*followed}


def _study_of(steps: list[tuple[str, str, str]]) -> None:
    content = [record("i1")]
    studies.make_project(content)
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    for kind, who, label in steps:
        if kind == "label" and deciding(passes())[1] is not None:
            continue  # what was discussed stays as it was
        if kind == "label":
            take_labels(votes({who: label}, content=content), revise=True, round_number=_latest("independent"))
        elif kind == "settle":
            with store.writing() as session:
                adjudication.settle(session, slug=SLUG, policy=who, now=NOW)  # type: ignore[arg-type]
        elif kind == "decide":
            decide(dana, "Ida likes plums.", label)
        else:
            number = _open("discussion" if kind == "discuss" else "independent")
            if kind == "discuss":
                take_labels(votes({who: label}, content=content), revise=True, round_number=number)


def _latest(kind: str) -> int:
    return max(each.number for each in passes() if each.kind == kind)


def _open(kind: str) -> int:
    with store.writing() as session:
        project = session.exec(select(m.Project)).one()
        there = session.exec(select(m.Round).order_by(col(m.Round.number))).all()
        beside = [row.id for row in there if row.kind == "independent"][-1] if kind == "discussion" else None
        number = there[-1].number + 1
        session.add(m.Round(project_id=project.id or 0, number=number, kind=kind, opened_at=NOW, beside_id=beside))
    return number


def test_the_round_that_is_decided_on_is_the_latest_independent_one_with_its_discussion() -> None:
    told = [PassOfLabelling(1, "independent"), PassOfLabelling(2, "discussion", 1), PassOfLabelling(3, "training")]
    assert deciding(told) == (1, 2)
    assert deciding([*told, PassOfLabelling(4, "independent")]) == (4, None)
    assert deciding([]) == (None, None)


def test_a_rule_that_no_longer_gives_the_decision_is_told(sqlite_database: str) -> None:
    """K3: a majority of two in three that became one in three holds no longer."""
    content = [record("i1")]
    studies.make_project(content)
    take_labels(votes({"a": "must", "b": "must", "c": "irr"}, content=content))
    settle()
    assert {each.holds for each in gold_from(table("raw"), table("decisions"), rounds=passes()).values()} == {True}
    take_labels(votes({"a": "irr"}, content=content), revise=True)
    found = gold_from(table("raw"), table("decisions"), rounds=passes()).values()
    assert {(each.label, each.agreement, each.holds) for each in found} == {("must", 1 / 3, False)}
