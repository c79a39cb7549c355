"""Items and responses out of tables and JSON by their columns: what a row becomes, and what costs a row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.errors import Unreadable
from annotation.readers import jsonl, table
from annotation.readers.columns import ColumnMap
from annotation.readers.items import ReadFile
from tests.annotation.readers.test_excel import workbook
from tests.annotation.readers.test_rows import ZH


def read(text: str, *columns: str) -> ReadFile:
    return table.read(text.encode(), ColumnMap.parsed(columns) if columns else None)


def read_json(*records: Any, columns: tuple[str, ...] = ()) -> ReadFile:
    file = "\n".join(json.dumps(record) for record in records).encode()
    return jsonl.read(file, ColumnMap.parsed(columns) if columns else None)


@pytest.mark.parametrize("name", ZH)
def test_seven_files_of_one_table_are_the_same_two_hundred_items(name: str, shared_data: Path) -> None:
    folder = shared_data / "import"
    found = table.read((folder / name).read_bytes())
    assert (len(found.items), len(found.responses), found.refused) == (200, 200, [])
    assert found.items[0].id == "00001"
    assert found == table.read((folder / ZH[0]).read_bytes())


def test_a_row_becomes_an_item_by_its_columns() -> None:
    found = read(
        "编号,场景,用户,日期,提问,记忆1,记忆2,类型,需求,备注,机密\n1,夜里,小满,2023-04-27,睡不着,喝过茶,跑过步,must,PN,好,x\n",
        *("id=编号", "scene=场景", "speaker=用户", "time=日期", "query=提问", "memories=记忆1", "memories=记忆2"),
        *("tag:scenario=类型", "label:need=需求", "ignore=机密"),
    )
    (item,) = found.items
    assert (item.row, item.id, item.content.scene) == (2, "1", "夜里")
    assert item.content.query is not None
    assert (item.content.query.speaker, item.content.query.text, item.content.query.time) == (
        "小满",
        "睡不着",
        "2023-04-27",
    )
    texts = {memory.key: memory.text for memory in item.content.memories}
    assert [texts[key] for key in item.keys] == ["喝过茶", "跑过步"]
    assert (item.tags, item.labels) == ({"scenario": "must"}, {("", "need"): "PN"})
    assert item.raw["备注"] == "好", "a column that is nothing is kept for researchers"
    assert "机密" not in item.raw, "what is ignored is not stored"


def test_a_mapping_names_columns_and_the_rest_is_kept_and_not_shown() -> None:
    (item,) = read("id,query,reply\n1,a,b\n", "query=query").items
    assert (item.id, item.raw) == ("2", {"id": "1", "query": "a", "reply": "b"}), "without an id, the row's number"


def test_rows_with_one_id_and_one_content_are_one_item_with_several_responses() -> None:
    found = read("id,query,system,response\n1,a,m1,x\n1,a,m2,y\n2,b,m1,z\n")
    assert [item.id for item in found.items] == ["1", "2"]
    assert [(each.item, each.system, each.text) for each in found.responses] == [
        ("1", "m1", "x"),
        ("1", "m2", "y"),
        ("2", "m1", "z"),
    ]
    assert found.protocol == "enpmr-rating"


def test_rows_that_show_nothing_are_responses_to_items_that_are_there() -> None:
    found = read("item,model,reply\n7-1,m1,x\n7-1,m2,\n")
    assert [(each.item, each.system, each.text) for each in found.responses] == [("7-1", "m1", "x")]
    assert [(row.row, row.id, row.why) for row in found.refused] == [(3, "7-1", "the response is empty")]


def test_free_text_loses_the_apostrophe_of_a_spreadsheet_and_ids_keep_theirs() -> None:
    """X1 on the way back."""
    (item,) = read("id,query,memory1\n'-1,'=1+1,'+x\n").items
    assert item.id == "'-1"
    assert item.content.query is not None
    assert (item.content.query.text, item.content.memories[0].text) == ("=1+1", "+x")
    (item,) = read_json({"id": "1", "query": "'=1+1"}).items
    assert item.content.query is not None
    assert item.content.query.text == "'=1+1", "JSON is no spreadsheet"


def test_excel_gives_the_same_items_as_csv() -> None:
    """G5, G11, X11: ids as text and as numbers, a blank beside them."""
    lines: list[list[Any]] = [
        ["id", "query"],
        ["50060e8007123400", "a"],
        [7, "b"],
        [None, "c"],
        ["00001", "d"],
        [8.0, "e"],
    ]
    found = table.read(workbook(lines))
    assert [item.id for item in found.items] == ["50060e8007123400", "7", "00001", "8"]
    assert [(row.row, row.why) for row in found.refused] == [(4, "the id (column 'id') is empty")]


def test_a_formula_costs_its_row_only_where_the_column_is_asked_for() -> None:
    lines = [["id", "query", "sum"], ["1", "=A1", "2"], ["2", "b", "=1+1"]]
    found = table.read(workbook(lines))
    assert [(row.row, row.why) for row in found.refused] == [(2, "the cell B2 has a formula; save its value instead")]
    assert [(item.id, item.raw) for item in found.items] == [("2", {"id": "2", "query": "b"})]


def test_numbers_alone_are_a_table_like_any_other() -> None:
    """G4."""
    found = read("id,text\n" + "".join(f"{number},{number % 2}\n" for number in range(1, 21)))
    assert [item.id for item in found.items] == [str(number) for number in range(1, 21)]


def test_a_category_by_number_keeps_its_number() -> None:
    """M3: no name is put in its place."""
    items = read("id,query,category\n1,a,1\n2,b,5\n").items
    assert [item.tags for item in items] == [{"category": "1"}, {"category": "5"}]


@pytest.mark.parametrize(
    ("given", "read_as"),
    [(7, "7"), (7.0, "7"), ("7.0", "7.0"), (432111314109063038, "432111314109063038"), ("00001", "00001")],
)
def test_an_id_in_json_is_text(given: Any, read_as: str) -> None:
    """G5, G11."""
    assert read_json({"id": given, "query": "a"}).items[0].id == read_as


BAD_RECORDS = [
    ({"id": None, "query": "a"}, "the id (column 'id') is empty"),
    ({"id": "  ", "query": "a"}, "the id (column 'id') is empty"),
    ({"id": True, "query": "a"}, "neither text nor a whole number"),
    ({"id": 1.5, "query": "a"}, "neither text nor a whole number"),
    ({"id": 4.32111314109063e17, "query": "a"}, "neither text nor a whole number"),
    ({"id": [1], "query": "a"}, "neither text nor a whole number"),
    ({"id": "x", "query": ["a"]}, "the cell 'query' is not text"),
    ({"id": "x", "query": ""}, "there is nothing to show"),
    ({"id": "x", "query": "a\0b"}, "NUL"),
    ({"id": "x", "query": "a", "notes": {"deep": ["\0"]}}, "NUL"),
    ({"id": "x\0", "query": "a"}, "NUL"),
    ({"id": "x", "query": "a", "score": float("inf")}, "not a number that JSON"),
    ({"id": "first", "query": "other"}, "the id is already that of row 1; ids must differ"),
    ({"id": "x", "query": "\ud83d"}, "half of a surrogate pair"),
    ({"id": "x", "query": "a", "dialogue": 5}, "dialogue[0] does not begin with a name and a colon"),
    ({"id": "x", "query": "a", "dialogue": True}, "dialogue is neither a text nor a list"),
    ({"id": "x", "query": "a", "memories": [1]}, "memories[0] is neither"),
]


@pytest.mark.parametrize(("bad", "why"), BAD_RECORDS)
def test_a_bad_row_is_refused_with_its_number_and_the_others_are_read(bad: dict[str, Any], why: str) -> None:
    """G5, N10: one row costs itself only."""
    columns = ("id=id", "query=query", *(f"{name}={name}" for name in ("dialogue", "memories") if name in bad))
    found = read_json({"id": "first", "query": "a"}, bad, {"id": "last", "query": "b"}, columns=columns)
    (refused,) = found.refused
    assert refused.row == 2
    assert why in refused.why
    refused.id.encode("utf-8")
    assert [item.id for item in found.items] == ["first", "last"]


@pytest.mark.parametrize("row", ["2,a\0b", "2,a,b"], ids=["N10: a NUL", "a comma too many"])
def test_a_bad_line_of_a_table_costs_itself_only(row: str) -> None:
    found = read(f"id,query\n1,a\n{row}\n3,c\n")
    assert [refused.row for refused in found.refused] == [3]
    assert [item.id for item in found.items] == ["1", "3"]


def test_one_id_with_two_contents_is_refused() -> None:
    found = read("id,query,system,response\n1,a,m1,x\n1,b,m2,y\n1,a,m1,z\n")
    assert [(row.row, row.why) for row in found.refused] == [
        (3, "the id is already that of row 2, which shows something else"),
        (4, "row 2 has a response of the same system and setting to this item"),
    ]
    assert len(found.responses) == 1


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        (("query=nothing",), r"no column 'nothing'\. Its columns: id, query, reply."),
        (("id=id",), "No column says what to show"),
        (("response=reply",), "No column says to which item a response belongs"),
    ],
)
def test_a_mapping_that_does_not_fit_the_file_is_refused(columns: tuple[str, ...], why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read("id,query,reply\n1,a,b\n", *columns)


# --- The files of other tools -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "items", "refused"),
    [
        ("doccano_example.utf16.csv", ["AAA", "BBB", "CCC"], []),
        ("doccano_example.invalid.2.csv", ["BBB", "CCC"], [(2, "the row has 3 cells where the header has 2")]),
        (
            "doccano_example_out_of_order_columns.csv",
            ["exampleA", "exampleB"],
            [(4, "there is nothing to show; these cells are blank: text")],
        ),
    ],
)
def test_doccanos_tables_are_read_or_refused_by_row(
    name: str, items: list[str], refused: list[tuple[int, str]], shared_data: Path
) -> None:
    found = table.read((shared_data / "import" / name).read_bytes())
    assert [item.content.query.text for item in found.items if item.content.query] == items
    assert [(row.row, row.why) for row in found.refused] == refused


def test_doccanos_column_without_a_header_is_refused_with_what_it_has_and_read_once_it_is_named(
    shared_data: Path,
) -> None:
    file = (shared_data / "import" / "doccano_example_one_column_no_header.xlsx").read_bytes()
    with pytest.raises(Unreadable, match=r"No column says what to show\. .* Columns: AAA\."):
        table.read(file)
    assert len(table.read(file, ColumnMap.parsed(["query=AAA"])).items) == 2


@pytest.mark.parametrize(
    ("name", "items"),
    [
        ("labelstudio_csv_test.json", 2),
        ("labelstudio_csv_test_colliding_keys.json", 1),
        ("label_studio_6_annotators.json", 168),
    ],
)
def test_label_studios_tasks_are_items(name: str, items: int, shared_data: Path) -> None:
    found = jsonl.read((shared_data / "import" / name).read_bytes())
    assert (len(found.items), found.refused) == (items, [])
    assert all(item.content.query and item.content.query.text for item in found.items)
