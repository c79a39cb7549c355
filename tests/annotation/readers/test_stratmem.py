"""The reader of StratMem files: the published file whole, and each thing that can be wrong with one row."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.content import told
from annotation.errors import Unreadable
from annotation.readers import stratmem
from annotation.readers.items import ReadFile
from tests import studies
from tests.studies import as_file, memory, record


def read(*rows: Any) -> ReadFile:
    return stratmem.read(as_file(list(rows)))


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in record().items() if name != field}


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


# --- The published file ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def published(shared_data: Path) -> ReadFile:
    return stratmem.read((shared_data / "stratmem" / "StratMemBench.json").read_bytes())


def test_the_published_file_is_read_whole(published: ReadFile) -> None:
    """Counts of BENCHMARKS.md 1."""
    assert (len(published.items), published.refused) == (657, [])
    assert sum(len(item.content.memories) for item in published.items) == 5778
    roles: Counter[str] = Counter()
    for item in published.items:
        roles.update({role: len(entries) for role, entries in item.raw["memory"].items()})
    assert roles == {"must": 620, "nice": 1958, "irr": 3200}


def test_the_published_file_has_its_three_scenarios_and_nine_characters(published: ReadFile) -> None:
    scenarios = Counter(item.tags["scenario"] for item in published.items)
    assert scenarios == {"must-only": 50, "nice-only": 132, "must+nice": 475}
    assert len({item.tags["persona"] for item in published.items}) == 9


def test_a_published_record_is_kept_as_it_came(published: ReadFile, shared_data: Path) -> None:
    source = json.loads((shared_data / "stratmem" / "StratMemBench.json").read_text(encoding="utf-8"))
    kept = [item.raw for item in published.items]
    assert json.dumps(kept) == json.dumps(source), "values and the order of keys"


def test_nothing_of_the_published_roles_is_in_the_content(published: ReadFile) -> None:
    """Blindness: the stored order of memories puts a must first no more often than chance does."""
    first_is_must = sum(
        item.content.memories[0].text in {entry["fact"] for entry in item.raw["memory"]["must"]}
        for item in published.items
    )
    # 620 of 5,778 memories are must: about 70 of 657 by chance, all 525 items that have one in the source's order.
    assert 40 < first_is_must < 110


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@given(
    query=TEXTS,
    time=st.just("") | TEXTS,
    facts=st.lists(TEXTS, min_size=1),
    said=st.lists(
        st.tuples(
            TEXTS.filter(lambda name: ":" not in name),
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
        )
    ),
    persona=st.none() | st.fixed_dictionaries({}, optional={"summary": TEXTS, "traits": st.lists(TEXTS)}),
)
def test_what_the_reader_tells_is_a_content_in_the_form_of_contents(
    query: str, time: str, facts: list[str], said: list[tuple[str, str]], persona: Any
) -> None:
    """The reader writes contents as JSON itself, for speed: pydantic takes them, and would write the same bytes."""
    row = record(
        query=query,
        query_time=time,
        memory=memory(nice=facts),
        history=json.dumps([f"{name}: {text}" for name, text in said]) if said else "",
        virtual_person_persona=persona,
    )
    (item,) = read(row).items
    assert item.told() == told(item.content)
    assert [each.key for each in item.content.memories] == sorted(item.keys)
    assert item.raw == row


# --- One record -----------------------------------------------------------------------------------------------------


def test_a_record_becomes_an_item() -> None:
    (item,) = read(record("a-1")).items
    shown = item.content
    assert (item.row, item.id) == (1, "a-1")
    assert [(turn.key, turn.speaker, turn.side, turn.text) for turn in shown.dialogue] == [
        ("t1", "Ida", "user", "Are we still on for Sunday?"),
        ("t2", "Otto", "agent", "Of course: I bought the tickets."),
    ]
    assert shown.query is not None
    assert (shown.query.speaker, shown.query.time) == ("Ida", "1:14 pm on 25 May, 2025")
    assert shown.profile is not None
    assert [section.name for section in shown.profile.sections] == ["Summary", "Traits", "Style", "Domains", "Values"]
    assert item.tags == {"scenario": "must+nice", "persona": "Otto"}


@pytest.mark.parametrize(
    ("by_role", "scenario"),
    [
        (memory(must=["a"]), "must-only"),
        (memory(must=["a"], irr=["b"]), "must-only"),
        (memory(nice=["a"], irr=["b"]), "nice-only"),
        (memory(must=["a"], nice=["b"]), "must+nice"),
        (memory(irr=["a"]), "none"),
    ],
)
def test_the_scenario_follows_from_must_and_nice(by_role: dict[str, Any], scenario: str) -> None:
    assert read(record(memory=by_role)).items[0].tags["scenario"] == scenario


def test_what_may_be_absent_may_be_absent() -> None:
    bare = {key: record()[key] for key in ("id", "query", "roles", "memory")} | {"history": ""}
    (item,) = read(bare).items
    assert (item.content.profile, item.content.dialogue) == (None, ())
    assert item.content.query is not None
    assert item.content.query.time == ""


@pytest.mark.parametrize("item_id", [432111314109063038, 7, "0001", "432111314109063038x", "007 "])
def test_an_id_is_text_as_it_came(item_id: str | int) -> None:
    """G5, G11: never a float, never shorter."""
    (item,) = read(record(item_id)).items
    assert item.id == str(item_id)
    assert item.raw["id"] == item_id, "the writer gives a number back as a number"


def test_one_text_in_two_roles_is_two_memories() -> None:
    """E10."""
    (item,) = read(record(memory=memory(must=["same"], irr=["same"]))).items
    assert [each.text for each in item.content.memories] == ["same", "same"]
    assert len(set(item.keys)) == 2


def test_permuting_the_roles_changes_nothing_that_is_shown() -> None:
    """Blindness: content and keys come from the texts alone."""
    names = ["Ida is allergic to nuts.", "Ida likes plums.", "Otto owns a kayak.", "It rains."]
    one = record(memory=memory(must=names[:1], nice=names[1:2], irr=names[2:]))
    other = record(memory=memory(must=names[3:], nice=names[2:3], irr=names[1::-1]))
    assert read(one).items[0].content == read(other).items[0].content


# --- What is wrong with a row ---------------------------------------------------------------------------------------

BAD_ROWS = [
    ("no object", "text", "", "not an object"),
    ("null", None, "", "not an object"),
    *[
        (f"no {field}", without(field), "bad", f"'{field}' is missing")
        for field in ("query", "history", "roles", "memory")
    ],
    ("no id", without("id"), "", "'id' is missing"),
    ("an empty id", record(""), "", "id is empty"),
    ("a blank id", record("  "), "  ", "id is empty"),
    ("an id with a fraction", record(id=1.5), "", "whole number"),
    ("an id that is true", record(id=True), "", "whole number"),
    ("an empty query", record(query=" "), "bad", "query is empty"),
    ("a query that is a number", record(query=5), "bad", "query is not text"),
    ("a time that is a number", record(query_time=5), "bad", "query_time is not text"),
    ("roles that are a text", record(roles="Ida"), "bad", "roles is not an object"),
    ("no human", record(roles={"virtual_person": "Otto"}), "bad", "roles.human is missing"),
    ("a memory that is a list", record(memory=[]), "bad", "not an object with the roles"),
    ("an unknown role", record(memory={"must": [], "maybe": [{"fact": "x"}]}), "bad", "unknown role 'maybe'"),
    ("a role that is a text", record(memory={"must": "x"}), "bad", "memory.must is not a list"),
    ("a fact that is a number", record(memory={"must": [{"fact": 1}]}), "bad", "memory.must[0].fact is not text"),
    ("a memory without a fact", record(memory={"nice": [{"text": "x"}]}), "bad", "memory.nice[0].fact is missing"),
    ("an empty fact", record(memory={"irr": [{"fact": "a"}, {"fact": " "}]}), "bad", "memory.irr[1].fact is empty"),
    ("a memory that is a text", record(memory={"irr": ["x"]}), "bad", "memory.irr[0] is not an object"),
    ("no memory at all", record(memory=memory()), "bad", "no memory to judge"),
    ("a history that is a list", record(history=["Ida: hi"]), "bad", "history is not text"),
    ("a history that is no JSON", record(history="Ida: hi"), "bad", "not a JSON list"),
    ("a history of numbers", record(history="[1, 2]"), "bad", "does not hold a list of texts"),
    ("a history that is an object", record(history='{"a": 1}'), "bad", "does not hold a list of texts"),
    ("a history of depth", record(history="[" * 100_000), "bad", "not a JSON list"),
    ("a turn without a speaker", record(history='["hello"]'), "bad", "turn 1 of the history"),
    (
        "a persona that is a text",
        record(virtual_person_persona="calm"),
        "bad",
        "virtual_person_persona is not an object",
    ),
    ("traits of numbers", record(virtual_person_persona={"traits": [1]}), "bad", "virtual_person_persona.traits"),
    ("deep nesting", record(extra=nested(800)), "bad", "nested too deeply"),
    ("nesting that only an export would find too deep", record(extra=nested(400)), "bad", "nested too deeply"),
    ("a NUL in a memory", record(memory={"must": [{"fact": "a\0b"}]}), "bad", "NUL"),
    ("a NUL in a field that nobody reads", record(extra={"deep": ["\0"]}), "bad", "NUL"),
    ("a NUL in a field's name", record(extra={"\0": 1}), "bad", "NUL"),
    ("a NUL in the history", record(history=json.dumps(["Ida: a\0b"])), "bad", "NUL"),
]


@pytest.mark.parametrize(("row", "item_id", "why"), [case[1:] for case in BAD_ROWS], ids=[case[0] for case in BAD_ROWS])
def test_a_bad_row_is_refused_with_number_id_and_reason_and_the_others_are_read(
    row: Any, item_id: str, why: str
) -> None:
    if isinstance(row, dict) and item_id == "bad":
        row = {**row, "id": "bad"}
    found = read(record("before"), row, record("after"))
    (refused,) = found.refused
    assert (refused.row, refused.id) == (2, item_id)
    assert why in refused.why
    assert [item.id for item in found.items] == ["before", "after"]


@pytest.mark.parametrize("broken", ["\\ud800", "\\udc00\\ud800"])
def test_half_an_emoji_is_refused_in_its_row_alone(broken: str) -> None:
    """N10: a lone surrogate, written as an escape."""
    file = as_file([record("before"), record("bad", query="WHAT?")]).replace(b"WHAT", broken.encode())
    found = stratmem.read(file)
    assert [(row.row, row.id) for row in found.refused] == [(2, "bad")]
    assert "surrogate" in found.refused[0].why
    found.refused[0].why.encode("utf-8")  # can be printed
    assert [item.id for item in found.items] == ["before"]


def test_half_an_emoji_in_the_id_can_be_told() -> None:
    file = as_file([record("IDENTITY")]).replace(b"IDENTITY", b"x\\ud800")
    (refused,) = stratmem.read(file).refused
    assert refused.id == "x\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize("raw", [b"\0", "\ud800".encode("utf-8", "surrogatepass")], ids=["NUL", "surrogate"])
def test_what_no_text_can_hold_is_refused_in_its_row_alone_when_it_stands_there_raw(raw: bytes) -> None:
    """N10: the same faults unescaped, as a careless program writes them."""
    file = as_file([record("before"), record("bad", query="WHAT?"), record("after")]).replace(b"WHAT", raw)
    found = stratmem.read(file)
    assert [(row.row, row.id) for row in found.refused] == [(2, "bad")]
    assert [item.id for item in found.items] == ["before", "after"]


@pytest.mark.parametrize("value", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999"])
def test_a_number_that_json_cannot_write_is_refused_in_its_row_alone(value: bytes) -> None:
    """PostgreSQL would refuse the whole import, and the gold would be no JSON."""
    file = as_file([record("before"), record("bad", score="VALUE")]).replace(b'"VALUE"', value)
    found = stratmem.read(file)
    assert [(row.row, row.id) for row in found.refused] == [(2, "bad")]
    assert "not a number that JSON" in found.refused[0].why
    assert [item.id for item in found.items] == ["before"]


def test_a_repeated_id_is_refused_and_names_the_first_row() -> None:
    found = read(record("a"), record("b"), record("a", query="Another?"), record("b"))
    assert [(row.row, row.id) for row in found.refused] == [(3, "a"), (4, "b")]
    assert "row 1" in found.refused[0].why


def test_a_number_and_its_text_are_one_id() -> None:
    assert [row.row for row in read(record(7), record("7")).refused] == [2]


def test_a_refused_row_does_not_keep_its_id() -> None:
    """The row that is right may have the id that a broken one had."""
    found = read({**without("query"), "id": "a"}, record("a"))
    assert [item.row for item in found.items] == [2]


# --- What is wrong with a file --------------------------------------------------------------------------------------


def test_a_byte_order_mark_is_no_part_of_the_file() -> None:
    """G1."""
    assert [item.id for item in stratmem.read(b"\xef\xbb\xbf" + as_file([record("a")])).items] == ["a"]


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (b"", "not JSON"),
        (b"[{]", "not JSON"),
        (b'{"id": "a"}', "not a list"),
        (b"[" * 100_000, "nested too deeply"),
        ('[\n{}, "caf\u010d"]'.encode("mac_latin2"), "line 2"),
    ],
)
def test_a_file_that_is_no_list_is_refused_whole(file: bytes, why: str) -> None:
    """G3 among them: what is in no sure encoding is refused with its place, never stored with replacement marks."""
    with pytest.raises(Unreadable, match=why):
        stratmem.read(file)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_the_encoding_of_the_file_makes_no_difference(encoding: str) -> None:
    """G1, G3: the same item, letter for letter."""
    text = json.dumps([record("a", query="Où est le café, señor?")], ensure_ascii=False)
    found = stratmem.read(text.encode(encoding))
    assert found == stratmem.read(text.encode("utf-8"))
    assert stratmem.recognizes(text.encode(encoding))


def test_an_empty_list_is_an_empty_file() -> None:
    assert read() == ReadFile(items=[], refused=[])


def test_the_small_study_of_these_tests_is_readable() -> None:
    assert read(*studies.records()).refused == []
