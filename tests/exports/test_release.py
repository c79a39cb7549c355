"""A release: the same inputs give the same bytes; it holds what it says; a later one says what changed."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from annotation import models as m
from annotation import releases, store
from annotation.errors import NotFound, WrongUse
from exports import release
from exports.release import Made
from exports.release_options import CardTold, ReleaseOptions, checked
from exports.two_nice import with_two_nice
from exports.verifying.verify import verify
from tests import studies
from tests.exports.test_gold import decide, settle
from tests.studies import NOW, SLUG, memory, record, take_labels, votes

SPLITS = "train=.5,test=.5"


def content_of(n: int) -> list[dict[str, Any]]:
    """So many items that nobody takes for each other: near-duplicates would stay together in every split."""
    asked = ("What should I bring on Sunday?", "Is it far to the lake?", "Who taught you to swim?", "Do you like rain?")
    more = ("My sister is moving to Lyon soon.", "I lost my keys again, can you believe it?")
    made = zip(studies.records(n), (*asked, *more), strict=False)
    return [{**one, "query": query, "history": json.dumps([f"Ida: {query} {query[::-1]}"])} for one, query in made]


def study(n: int = 4) -> dict[str, int]:
    """So many settled items, two targets of the first undecided; the adjudicator dana."""
    content = content_of(n)
    studies.make_project(content)
    take_labels(votes({"a": "source", "b": "source", "c": "must"}, content=content))
    take_labels(votes({"d": "must"}, content=content[:1]))
    settle()
    return studies.add_people("dana", role="adjudicator")


def made(**options: Any) -> Made:
    return release.make(slug=SLUG, options=checked(**options), account_id=None, now=NOW)


def files_of(one: Made) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(one.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def table(files: dict[str, bytes], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[f"tables/{name}.csv"].decode("utf-8-sig"), newline="")))


def test_the_same_inputs_give_the_same_bytes(sqlite_database: str, tmp_path: Path) -> None:
    """Written twice from one database, and a third time by another process with other hashes of texts."""
    study()
    options = checked(splits=SPLITS, group_by=["text"], seed=7)
    for name in ("one", "two"):
        with store.reading() as session:
            release.build(session, slug=SLUG, options=options, folder=tmp_path / name)
    script = (
        "from pathlib import Path; import sys; from annotation import store; from exports import release;"
        "from exports.release_options import ReleaseOptions;"
        "session = store.reading().__enter__();"
        "options = ReleaseOptions.model_validate_json(sys.argv[1]);"
        "release.build(session, slug='study', options=options, folder=Path(sys.argv[2]))"
    )
    command = [sys.executable, "-c", script, options.model_dump_json(), str(tmp_path / "three")]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[2])
    one, two, three = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
        for name in ("one", "two", "three")
    )
    assert len(one) > 15
    assert one == two == three


def test_made_again_without_a_change_it_is_the_same_release(sqlite_database: str) -> None:
    study()
    first, again = made(seed=1), made(seed=1)
    assert (first.is_new, again.is_new, again.number) == (True, False, 1)
    assert again.content == first.content
    assert made(seed=2).number == 2, "other options are another release"
    with store.reading() as session:
        assert [each.number for each in releases.every(session, SLUG)] == [2, 1]
        assert releases.archive(session, SLUG, 1) == first.content
        events = session.exec(select(m.Event).where(m.Event.kind == releases.RELEASED)).all()
        assert [event.detail["release"] for event in events] == [1, 2]
        with pytest.raises(NotFound, match="no release 3"):
            releases.archive(session, SLUG, 3)


def test_undecided_targets_do_not_stop_a_release_and_are_listed(database: str) -> None:
    """K3: the rule is printed; the tie is listed and has no label."""
    study()
    one = made()
    files, told = files_of(one), one.manifest
    undecided = [row for row in table(files, "gold") if not row["label"]]
    assert told["left_out"] == [{"item": "i1", "why": "undecided", "targets": len(undecided)}]
    assert told["counts"]["undecided"] == len(undecided) > 0
    assert "tie is decided by no rule" in told["rules"]
    assert [item["id"] for item in json.loads(files["gold/stratmem.json"])] == ["i2", "i3", "i4"]
    assert {row["item"] for row in pq.read_table(io.BytesIO(files["data/full.parquet"])).to_pylist()} == {
        *("i2", "i3", "i4")
    }
    assert "manifest.json lists all three" in files["README.md"].decode()


def test_what_an_adjudicator_says_cannot_be_judged_is_decided_has_no_gold_and_is_listed(
    sqlite_database: str, tmp_path: Path
) -> None:
    """X: never a label in its place. It is no longer undecided, its item is left out, and the release holds."""
    dana, before = study()["dana"], made().manifest
    decide(dana, "Nice 1.", None, "Nobody could know.", cannot=True, error_kind="ambiguous")
    one = made()
    files, told = files_of(one), one.manifest
    [row] = [row for row in table(files, "gold") if row["text"] == "Nice 1."]
    assert (row["label"], row["method"], row["agreement"], row["reason"]) == (
        "",
        "adjudicator",
        "",
        "Nobody could know.",
    )
    assert told["counts"]["cannot_be_judged"] == 1
    assert told["counts"]["undecided"] == before["counts"]["undecided"] - 1
    assert told["withdrawn_decisions"] == before["withdrawn_decisions"]
    assert told["left_out"][-1] == {"item": "i1", "why": "cannot be judged", "targets": 1}
    assert [item["id"] for item in json.loads(files["gold/stratmem.json"])] == ["i2", "i3", "i4"]
    assert "1 decided to be beyond judging" in files["README.md"].decode()
    (tmp_path / "release.zip").write_bytes(one.content)
    assert verify(tmp_path / "release.zip") == []


def test_methods_are_counted_and_whoever_labelled_and_decided_is_told(sqlite_database: str) -> None:
    people = study()
    studies.assign("dana")
    studies.label_all(people["dana"], "nice")
    settle()
    decide(people["dana"], "Nice 1.", "must", "It is needed.")
    told = made().manifest
    assert told["methods"]["adjudicator"] == 1
    assert sum(told["methods"].values()) == told["counts"]["gold"]
    assert [each["item"] for each in told["decided_by_somebody_who_had_labelled_the_item"]] == ["i1"]


def test_a_later_release_says_what_changed_by_place(sqlite_database: str) -> None:
    """N6: decided, then decided otherwise: both releases stay as they were."""
    dana = study()["dana"]
    first = made()
    decide(dana, "Must 2.", "nice", "It only adds.")
    decide(dana, "Irrelevant 1.", "irr", "It does not matter.")
    decide(dana, "Irrelevant 3.", "must", "Seen again.")
    second = made()
    assert second.manifest["changes"] == {"since": 1, "added": 1, "changed": 2, "withdrawn": 0}
    rows = table(files_of(second), "changes")
    assert [(row["item"], row["change"], row["before"], row["after"]) for row in rows] == [
        ("i1", "added", "", "irr"),
        ("i2", "changed", "must", "nice"),
        ("i3", "changed", "irr", "must"),
    ]
    assert first.manifest["changes"] is None
    assert "Beside release 1: 1 gold labels added, 2 changed, 0 withdrawn" in files_of(second)["README.md"].decode()


def test_every_item_keeps_its_split_in_a_later_release(sqlite_database: str) -> None:
    study(6)
    first = table(files_of(made(splits=SPLITS, seed=3, group_by=["text"])), "splits")
    more = [record(f"j{n}", query=f"More {n}?", memory=memory(must=[f"More {n}."])) for n in range(4)]
    studies.make_project([*content_of(6), *more])
    second = {row["item"]: row for row in table(files_of(made(splits=SPLITS, seed=3, group_by=["text"])), "splits")}
    assert len(second) == 10
    assert all(second[row["item"]]["split"] == row["split"] for row in first)


def test_the_gold_of_the_splits_is_that_of_their_complete_items(sqlite_database: str) -> None:
    study(6)
    files = files_of(made(splits=SPLITS, seed=3, group_by=["text"]))
    places = {row["item"]: row["split"] for row in table(files, "splits")}
    for split in ("train", "test"):
        rows = pq.read_table(io.BytesIO(files[f"data/{split}.parquet"])).to_pylist()
        there = {row["item"] for row in rows}
        assert there == {item for item, name in places.items() if name == split} - {"i1"}
        assert {item["id"] for item in json.loads(files[f"gold/stratmem-{split}.json"])} == there


def test_the_card_is_read_by_hugging_face_and_says_what_is_not_stated(sqlite_database: str) -> None:
    study()
    card = CardTold(
        license="cc-by-4.0", language=("en",), pay="12 euros an hour.", title="A <b>study</b> | of memories"
    )
    files = files_of(made(splits=SPLITS, group_by=["text"], card=card))
    text = files["README.md"].decode()
    _, block, body = text.split("---\n", 2)
    told = yaml.safe_load(block)
    assert (told["license"], told["language"], told["pretty_name"]) == (
        "cc-by-4.0",
        ["en"],
        "A <b>study</b> | of memories",
    )
    for config in told["configs"]:
        for file in config["data_files"]:
            assert pq.read_table(io.BytesIO(files[file["path"]])).num_rows > 0
    assert [config["config_name"] for config in told["configs"] if config.get("default")] == ["gold-labels"]
    assert "| Pay | 12 euros an hour. |" in body
    assert "| Recruitment | Not stated. |" in body
    assert r"# A \<b\>study\</b\> \| of memories" in body


def test_no_name_and_no_moment_of_the_making_is_in_a_release(sqlite_database: str) -> None:
    people = study()
    decide(people["dana"], "Nice 1.", "must", "It is needed.")
    one = made()
    told = b"".join(files_of(one).values())
    assert b"dana" not in told
    with zipfile.ZipFile(io.BytesIO(one.content)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert one.manifest["data_until"] == "2026-01-02T03:04:05Z"


def test_options_that_cannot_be_are_refused_and_keep_nothing(sqlite_database: str) -> None:
    study()
    with pytest.raises(WrongUse, match="splits"):
        checked(splits="train=.5")
    with pytest.raises(WrongUse, match="seed"):
        checked(seed=-1)
    with pytest.raises(NotFound, match="no-such-tag"):
        made(splits=SPLITS, group_by=["no-such-tag"])
    with pytest.raises(NotFound, match="nowhere"):
        release.make(slug="nowhere", options=ReleaseOptions(), account_id=None, now=NOW)
    with store.reading() as session:
        assert releases.latest(session, SLUG) is None


# --- StratMem's test file ---------------------------------------------------------------------------------------------


@given(st.lists(st.text(max_size=5), max_size=8), st.integers(0, 5))
def test_at_most_two_nice_memories_stay_in_their_order(texts: list[str], seed: int) -> None:
    published = record("i1", memory=memory(must=["m"], nice=texts, irr=["x"]))
    found = with_two_nice(published, seed=seed)
    kept = found["memory"]["nice"]
    assert len(kept) == min(2, len(texts))
    places = iter(published["memory"]["nice"])
    assert all(any(entry == one for one in places) for entry in kept), "a part of the list, in its order"
    assert {**found, "memory": {**found["memory"], "nice": published["memory"]["nice"]}} == published
    assert with_two_nice(published, seed=seed) == found


def test_the_test_file_of_the_published_benchmark_has_4927_memories(shared_data: Path) -> None:
    """BENCHMARKS.md 1: what the paper evaluates on."""
    items = json.loads((shared_data / "stratmem" / "StratMemBench.json").read_text(encoding="utf-8"))
    cut = [with_two_nice(item, seed=0) for item in items]
    assert sum(len(entries) for item in cut for entries in item["memory"].values()) == 4_927
