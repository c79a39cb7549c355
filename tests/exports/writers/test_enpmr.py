"""Does a persona come back as it came, with what was added since, and one of an earlier version with what is known?"""

from __future__ import annotations

from typing import Any

from annotation.content import Content, Memory, Profile, Section
from exports.writers import GoldItem, enpmr

RECORD: dict[str, Any] = {
    "id": 7,
    "preference": ["green tea"],
    "dialog": [],
    "memory_bank": [{"event": "She moved.", "date": "2020", "dialog": ["a", "b"], "weight": 3}],
    "memory_bank_to_id": {"She moved.": 4},
}
CONTENT = Content(
    profile=Profile(name="Mei", sections=(Section(name="基本信息", entries=("姓名：Mei",)),), side="user"), bank="7"
)
MOVED = Memory(key="a", text="She moved.", date="2020")
SANG = Memory(key="b", text="She sang.", type="highlight")


def item(*bank: Memory, record: dict[str, Any]) -> GoldItem:
    return GoldItem(
        id="7-1", raw={"memory": "She moved."}, keys=[], labels={}, content=CONTENT, bank=bank, bank_record=record
    )


def test_what_accord_does_not_show_of_a_persona_is_there_again_in_its_place() -> None:
    told = enpmr.persona([item(MOVED, record=RECORD)])
    assert list(told) == list(RECORD)
    assert told == {**RECORD, "dialog": [{"memory": "She moved.", "validation": {"item": "7-1"}}]}


def test_a_memory_that_a_later_file_brought_stands_behind_its_own() -> None:
    told = enpmr.persona([item(MOVED, SANG, record=RECORD)])
    assert [each["event"] for each in told["memory_bank"]] == ["She moved.", "She sang."]
    assert told["memory_bank"][0] == RECORD["memory_bank"][0]


def test_a_persona_of_an_earlier_version_has_what_is_shown_of_it() -> None:
    told = enpmr.persona([item(MOVED, record={})])
    assert list(told) == ["id", "基本信息", "dialog", "memory_bank"]
    assert told["基本信息"] == {"姓名": "Mei"}
