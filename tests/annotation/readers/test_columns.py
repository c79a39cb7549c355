"""Which column is what: proposals by name in two languages, and the mapping as people write it."""

from __future__ import annotations

import pytest

from annotation.errors import WrongUse
from annotation.readers.columns import ColumnMap, propose


def proposed(columns: str, sample: list[dict[str, str]] | None = None) -> list[str]:
    return propose(columns.split(","), sample or []).texts()


@pytest.mark.parametrize(
    ("columns", "roles"),
    [
        ("编号,用户,日期,提问,回复", ["id=编号", "speaker=用户", "time=日期", "query=提问", "response=回复"]),
        ("id,text", ["id=id", "query=text"]),
        ("Item ID,Question,Model,Reply", ["id=Item ID", "query=Question", "system=Model", "response=Reply"]),
        ("item_id,query,memory_used", ["id=item_id", "query=query", "memory_used=memory_used"]),
        ("id,memory1,memory_2,Memory 3", ["id=id", "memories=memory1", "memories=memory_2", "memories=Memory 3"]),
        ("编号,场景,对话,记忆1,记忆2", ["id=编号", "scene=场景", "dialogue=对话", "memories=记忆1", "memories=记忆2"]),
        ("id,data.text,meta.scenario", ["id=id", "query=data.text", "tag:meta.scenario=meta.scenario"]),
        ("id,category,label,notes", ["id=id", "tag:category=category", "reference=label", "reference=notes"]),
        ("prompt,query", ["reference=prompt", "query=query"]),
    ],
)
def test_the_names_of_columns_propose_what_they_are(columns: str, roles: list[str]) -> None:
    assert proposed(columns) == roles


def test_a_column_that_repeats_itself_or_is_blank_is_not_the_id_where_another_could_be() -> None:
    sample = [{"id": "1", "item": "a"}, {"id": "1", "item": "b"}]
    assert proposed("id,item", sample) == ["reference=id", "id=item"]
    assert proposed("id,item", [{"id": "1", "item": "a"}, {"id": "2", "item": ""}]) == ["id=id", "reference=item"]


def test_a_mapping_is_what_people_write_and_back() -> None:
    texts = [
        "id=编号",
        "query=提问",
        "memories=甲",
        "memories=乙",
        "tag:scenario=类型",
        "label:need=需求",
        "ignore=a=b",
    ]
    columns = ColumnMap.parsed(texts)
    assert columns.texts() == texts
    assert columns.column("query") == "提问"
    assert columns.columns("memories") == ["甲", "乙"]
    assert columns.columns("ignore") == ["a=b"]
    assert (columns.named("tag"), columns.named("label")) == ({"scenario": "类型"}, {"need": "需求"})
    assert columns.makes_items()
    assert not ColumnMap.parsed(["id=a", "response=b"]).makes_items()


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["id"], "'id' is not ROLE=COLUMN"),
        (["id="], "is not ROLE=COLUMN"),
        (["name=a"], "'name' is not a role. The roles are id, scene"),
        (["tag:=a"], "not a role"),
        (["id=a", "id=b"], "Two columns are id"),
        (["tag:x=a", "tag:x=b"], "Two columns are tag:x"),
        (["id=a", "query=a"], "'a' is named twice"),
    ],
)
def test_a_mapping_that_means_nothing_is_refused(texts: list[str], why: str) -> None:
    with pytest.raises(WrongUse, match=why):
        ColumnMap.parsed(texts)
