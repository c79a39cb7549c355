"""Whatever bytes come: items, responses and refused rows, or one of our own errors. Never another exception.

Hypothesis cuts, flips and replaces parts of good files of every format, and makes records of any shape.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation import readers
from annotation.errors import AccordError
from annotation.readers.items import ReadFile
from tests import enpmr_files
from tests.annotation.readers import test_hlme, test_outputs
from tests.annotation.readers.test_excel import workbook
from tests.studies import as_file, record

TABLE = '编号,提问,对话,记忆,回复\n1,你好吗,用户: 嗨,甲|乙,好\n2,\'=1+1,"a\nb",[],x\n'
FILES = {
    "stratmem": as_file([record("a"), record("b")]),
    "enpmr": enpmr_files.as_file(enpmr_files.small()[:1]),
    "outputs": test_outputs.as_lines(test_outputs.output(), test_outputs.output(system="m2")),
    "hlme": test_hlme.as_lines(test_hlme.answer(), test_hlme.answer(id="b")),
    "jsonl": b'{"id": 1, "query": "a", "memories": ["b"], "dialogue": [{"role": "user", "content": "c"}]}\n',
    "table": TABLE.encode(),
}
CALM = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=8),
    st.sampled_from(["\0", "\ud83d", "1e999", "=1+1", "[" * 200, "t1", "用户"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def check(file: bytes, *, format_name: str | None = None) -> None:
    """Read the file, and check that what comes back can be stored, shown and told."""
    try:
        found: ReadFile = readers.find(file, format_name=format_name).read(file)
    except AccordError as error:
        str(error).encode("utf-8")
        return
    for row in found.refused:
        f"{row.row} {row.id} {row.why}".encode()
    for item in found.items:
        json.dumps([item.content.model_dump(), item.raw, dict(item.tags)], allow_nan=False, ensure_ascii=False).encode()
        assert "\0" not in item.id
    for response in found.responses:
        json.dumps([response.item, response.system, response.text, response.raw], ensure_ascii=False).encode()


@CALM
@given(st.binary(max_size=300))
def test_any_bytes(file: bytes) -> None:
    check(file)
    for name in FILES:
        check(file, format_name=name)


@pytest.mark.parametrize("name", list(FILES))
@CALM
@given(data=st.data())
def test_a_good_file_with_a_part_cut_flipped_or_replaced(name: str, data: st.DataObject) -> None:
    file = FILES[name]
    start = data.draw(st.integers(0, len(file)))
    end = data.draw(st.integers(start, min(len(file), start + 200)))
    put = data.draw(st.binary(max_size=6) | st.sampled_from([b"", b"\0", b"\\ud83d", b'"', b"\xff", b"[" * 5_000]))
    mangled = file[:start] + put + file[end:]
    check(mangled)
    check(mangled, format_name=name)


@pytest.mark.parametrize("name", ["stratmem", "enpmr", "outputs", "hlme", "jsonl"])
@CALM
@given(data=st.data())
def test_a_good_record_with_something_else_in_one_place(name: str, data: st.DataObject) -> None:
    text = FILES[name].decode()
    records = (
        json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in text.split("\n") if line]
    )
    place: Any = records
    while True:
        inner = list(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(inner)))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(values)
    check(json.dumps(records).encode(), format_name=name)


@CALM
@given(st.lists(values, max_size=4))
def test_any_json(records: list[Any]) -> None:
    file = json.dumps(records).encode()
    check(file)
    for name in FILES:
        check(file, format_name=name)


@CALM
@given(
    st.text(st.characters(codec="utf-8"), max_size=200),
    st.sampled_from(["utf-8", "utf-16", "gb18030", "big5", "cp1252"]),
)
def test_any_text_in_any_encoding(text: str, encoding: str) -> None:
    check(f"id,text\n{text}".encode(encoding, errors="ignore"))


@pytest.mark.filterwarnings("ignore::UserWarning")  # openpyxl's, on what is missing in a damaged workbook
@CALM
@given(data=st.data())
def test_an_excel_file_with_bytes_replaced(data: st.DataObject) -> None:
    file = EXCEL
    start = data.draw(st.integers(0, len(file)))
    mangled = file[:start] + data.draw(st.binary(max_size=8)) + file[data.draw(st.integers(start, len(file))) :]
    check(mangled)
    check(mangled, format_name="table")


EXCEL = workbook([["id", "query"], ["1", "a"], [2, "=1+1"]])


@pytest.mark.parametrize("depth", [50, 101, 500, 100_000])
@pytest.mark.parametrize("name", list(FILES))
def test_deep_nesting(name: str, depth: int) -> None:
    nest = "[" * depth + "]" * depth
    check(f'[{{"id": "a", "query": {nest}, "dialogue": {nest}}}]'.encode(), format_name=name)
    check(f'{{"id": "a", "memories": {nest}}}\n{nest}\n'.encode(), format_name=name)
    check((nest.replace("[", '{"a":').replace("]", "}")).encode(), format_name=name)
