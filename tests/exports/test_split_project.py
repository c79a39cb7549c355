"""How is a project split? What joins its items, what is kept out of test, and the command that writes the table."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, select
from typer.testing import CliRunner

from annotation import models as m
from annotation import projects, store
from annotation.errors import NotFound, Unreadable
from annotation.imports import importing
from exports.__main__ import app
from exports.split_command import read_table, table
from exports.split_project import split_of_project
from exports.split_wishes import DEFAULT, read_wishes
from exports.splits import Split
from tests import studies
from tests.studies import NOW, SLUG, record

HALVES = read_wishes("train=.5,test=.5")
TALKS = (
    "We moved to the coast in March, and nothing has been unpacked since then.",
    "My sister has stopped answering the telephone, and I wonder what I did.",
    "The exam is on Monday and the book is still in the shop where I saw it.",
    "He wants the garden back, with the apple trees and the broken bench in it.",
)


def dialogue(number: int, query: int) -> dict[str, Any]:
    """One of several queries in one dialogue, each with a little more of it before."""
    history = ["Otto: Good to see you.", f"Ida: {TALKS[number]}", *(f"Otto: Go on, {n}." for n in range(query))]
    asked = f"{TALKS[number][10 * query :]} {'abc'[query] * 40}"
    return record(f"d{number}-q{query}", history=json.dumps(history), query=asked)


def import_all(records: list[dict[str, Any]], *, days: int = 0) -> None:
    with store.writing() as session:
        importing.import_items(session, studies.as_file(records), slug=SLUG, now=NOW + timedelta(days=days))


def split_now(**options: Any) -> Split:
    with store.reading() as session:
        return split_of_project(session, slug=SLUG, **{"wishes": HALVES, **options})


def item_row(session: Session, source_id: str) -> m.Item:
    return session.exec(select(m.Item).where(m.Item.source_id == source_id)).one()


def test_k5_several_queries_of_one_dialogue_stay_together_without_being_asked(sqlite_database: str) -> None:
    import_all([dialogue(number, query) for number in range(4) for query in range(3)])
    found = split_now()
    for number in range(4):
        assert len({found.places[f"d{number}-q{query}"] for query in range(3)}) == 1
    assert [size.n for size in found.sizes] == [6, 6]


def test_grouped_by_a_tag_and_by_the_text_of_memories(sqlite_database: str) -> None:
    own = [
        record(f"i{n}", query=f"{TALKS[n]}", history="", memory=studies.memory(must=[f"Must {n // 2}."]))
        for n in range(4)
    ]
    import_all(own)
    assert len(set(split_now(group_by=["persona"]).places.values())) == 1  # all are Otto's
    by_memory = split_now(group_by=["memory"])
    assert by_memory.places["i0"] == by_memory.places["i1"] != by_memory.places["i2"] == by_memory.places["i3"]
    with pytest.raises(NotFound, match="has the tag 'mood'"):
        split_now(group_by=["mood"])
    with pytest.raises(NotFound, match="'mood'"):
        split_now(strata=["mood"])


def test_what_is_imported_later_moves_nothing(sqlite_database: str) -> None:
    import_all([record(f"i{n}", query=f"{n} " + TALKS[n % 4] * (n + 1), history="") for n in range(12)])
    before = split_now(seed=5).places
    import_all([record(f"k{n}", query=f"{TALKS[n % 4][::-1]} {n} " * (n + 1), history="") for n in range(8)], days=1)
    after = split_now(seed=5)
    assert {item: after.places[item] for item in before} == before
    assert len(after.places) == 20


def test_known_items_trained_ones_and_a_judges_examples_are_not_tested_on(sqlite_database: str) -> None:
    import_all([record(f"i{n}", query=f"{TALKS[n]}", history="") for n in range(4)])
    with store.writing() as session:
        project = projects.find(session, SLUG)
        book = session.exec(select(m.Codebook.id)).one() or 0
        project_id = project.id or 0
        target = session.exec(select(m.Target).where(m.Target.item_id == item_row(session, "i0").id)).first()
        assert target is not None
        session.add(
            m.KnownAnswer(
                target_id=target.id or 0, question="role", label="must", origin="file", codebook_id=book, created_at=NOW
            )
        )
        judge = m.Judge(project_id=project_id, name="j", version="", created_at=NOW)
        training = m.Round(project_id=project_id, number=2, kind="training", opened_at=NOW)
        rater = m.Rater(project_id=project_id, origin="imported", name="a", pseudonym="A1")
        session.add_all([judge, training, rater])
        session.flush()
        session.add(m.TunedItem(judge_id=judge.id or 0, item_id=item_row(session, "i1").id or 0))
        session.add(
            m.Assignment(
                round_id=training.id or 0,
                item_id=item_row(session, "i2").id or 0,
                rater_id=rater.id or 0,
                position=1,
                target_order=[],
                created_at=NOW,
            )
        )
    found = split_now()
    assert found.kept_out == {"i0": "known", "i1": "judge_example", "i2": "training"}
    assert [item for item, name in found.places.items() if name == "test"] == ["i3"]


def test_the_published_file_splits_by_scenario_with_its_repeated_queries_together(
    sqlite_database: str, shared_data: Path
) -> None:
    with store.writing() as session:
        content = (shared_data / "stratmem" / "StratMemBench.json").read_bytes()
        importing.import_items(session, content, slug=SLUG, now=NOW)
    found = split_now(wishes=DEFAULT, strata=["scenario"])
    assert len(found.places) == 657
    for size in found.sizes:
        assert abs(size.n - size.wished) <= 2
    for stratum in found.strata:
        assert abs(stratum.n - stratum.of * stratum.wished_share) <= 2


def test_the_command_writes_the_table_and_says_what_was_reached(sqlite_database: str, tmp_path: Path) -> None:
    import_all([dialogue(number, query) for number in range(4) for query in range(3)])
    out = tmp_path / "splits.csv"
    arguments = ["split", "--project", SLUG, "--splits", "train=.5,test=.5", "--seed", "3", "--out", str(out)]
    done = CliRunner().invoke(app, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [(each["name"], each["n"]) for each in told["splits"]] == [("train", 6), ("test", 6)]
    assert "Jaccard" in told["near_duplicates"]["method"]
    first = read_table(out.read_bytes())
    assert first == dict(split_now(seed=3).rows)

    import_all([record("new", query="Something else altogether?", history="")], days=1)
    again = CliRunner().invoke(app, [*arguments[:5], "--earlier", str(out), "--out", str(out), "--seed", "9"])
    assert again.exit_code == 0, again.output
    assert {item: read_table(out.read_bytes())[item] for item in first} == first
    assert "train" in again.stdout


def test_the_command_refuses_what_cannot_be(sqlite_database: str, tmp_path: Path) -> None:
    studies.make_project()
    out = tmp_path / "splits.csv"
    wrong = CliRunner().invoke(app, ["split", "--project", SLUG, "--splits", "train=.5", "--out", str(out)])
    assert (wrong.exit_code, out.exists()) == (2, False)
    none = CliRunner().invoke(app, ["split", "--project", "other", "--out", str(out)])
    assert (none.exit_code, out.exists()) == (1, False)
    out.write_bytes(b"item\ni1\n")
    broken = CliRunner().invoke(app, ["split", "--project", SLUG, "--earlier", str(out), "--out", str(out)])
    assert broken.exit_code == 1
    assert "splits.csv, row 1" in broken.stderr


def test_a_table_of_splits_is_read_as_it_was_written() -> None:
    assert read_table(table([("0001", "train"), ("a,b", "test"), ("c", "")])) == {"0001": "train", "a,b": "test"}
    with pytest.raises(Unreadable, match="row 3"):
        read_table(b"item,split\na,train\na,test\n")
