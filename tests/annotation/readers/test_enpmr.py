"""The reader of ENPMR files: the released form with all its shapes, the draw of negatives, and what can be wrong."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from annotation import readers
from annotation.errors import Unreadable
from annotation.readers import enpmr
from annotation.readers.items import ReadFile
from tests import enpmr_files
from tests.enpmr_files import as_file


def entry(event: str, kind: str = "highlight", theme: str = "毕业", **more: Any) -> dict[str, Any]:
    return {"date": "2019-06-30", "type": kind, "big_event": theme, "event": event, "dialog": "用户: 记得吗？"} | more


def spoken(memory: Any = "拿奖", **changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "Scene": "深夜的宿舍",
        "Dialogue": [
            {"role": "用户", "content": "我觉得自己什么都做不好。"},
            {"role": "AI", "content": "你那次拿奖，大家都为你高兴。"},
        ],
        "Memory Turn": [2],
        "prompt": "…",
        "big_event": "毕业",
        "type": "highlight",
        "memory": memory,
    }
    return made | changes


BANK = [entry(event) for event in ("拿奖", "主持", "领唱", "拍照", "致辞")] + [
    entry("搬家", theme="搬家"),
    entry("爱喝茶", "preference", ""),
    entry("当班长", "power"),
]


def persona(**changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": 7,
        "persona": "A quiet student.",
        "基本信息": {"姓名": "林小满", "年龄": 21},
        "人格特质": ["安静", "认真"],
        "沟通风格": "简短",
        "情绪模式": {"压力": ["失眠", "沉默"], "其他": None},
        "dialog": [spoken()],
        "memory_bank": BANK,
    }
    return made | changes


def read(*records: Any) -> ReadFile:
    return enpmr.read(as_file(list(records)))


# --- A whole file ---------------------------------------------------------------------------------------------------


def test_a_file_of_the_released_form_is_recognized_and_read_whole() -> None:
    file = as_file(enpmr_files.small())
    assert readers.find(file).NAME == "enpmr"
    found = enpmr.read(file)
    assert (len(found.items), found.refused) == (11, [])
    assert {name: len(bank) for name, bank in found.banks.items()} == {"1": 30, "2": 30, "3": 30}


def test_a_file_with_its_chinese_escaped_is_the_same() -> None:
    records = enpmr_files.small()
    escaped = json.dumps(records, ensure_ascii=True).encode("ascii")
    assert readers.find(escaped).NAME == "enpmr"
    assert enpmr.read(escaped) == enpmr.read(as_file(records))


@pytest.mark.long
def test_a_file_of_the_released_size_is_read_whole() -> None:
    """BENCHMARKS.md 2: 50 personas, 2,692 dialogues, 11,846 memories, by type."""
    found = enpmr.read(as_file(enpmr_files.full_size()))
    assert (len(found.items), found.refused, len(found.banks)) == (2692, [], 50)
    assert Counter(memory.type for bank in found.banks.values() for memory in bank) == enpmr_files.MEMORIES
    assert Counter(item.tags["type"] for item in found.items) == enpmr_files.DIALOGUES
    assert all(len(item.content.memories) in (3, 4) for item in found.items), "the target and two or three negatives"


# --- One dialogue ---------------------------------------------------------------------------------------------------


def test_a_dialogue_becomes_an_item() -> None:
    (item,) = read(persona()).items
    shown = item.content
    assert (item.row, item.id, shown.scene, shown.bank) == (1, "7-1", "深夜的宿舍", "7")
    assert [(turn.key, turn.speaker, turn.side) for turn in shown.dialogue] == [
        ("t1", "用户", "user"),
        ("t2", "AI", "agent"),
    ]
    assert shown.recalled_at == ("t2",)
    assert item.tags == {"persona": "7", "type": "highlight", "theme": "毕业"}
    assert item.labels == {("", "memory_type"): "highlight"}, "a highlight serves two needs, so that none is said"
    assert item.raw == spoken(), "the record as it came"


def test_the_sections_of_a_profile_are_read_in_all_their_shapes() -> None:
    (item,) = read(persona()).items
    assert item.content.profile is not None
    assert item.content.profile.name == "林小满"
    assert [(section.name, section.entries) for section in item.content.profile.sections] == [
        ("persona", ("A quiet student.",)),
        ("基本信息", ("姓名：林小满", "年龄：21")),
        ("人格特质", ("安静", "认真")),
        ("情绪模式", ("压力：失眠；沉默",)),
        ("沟通风格", ("简短",)),
    ]


def test_the_target_is_shown_among_three_negatives_of_its_theme_and_type() -> None:
    (item,) = read(persona()).items
    texts = {memory.key: memory.text for memory in item.content.memories}
    assert texts[item.content.recalled] == "拿奖"
    assert len(texts) == 4
    assert set(texts.values()) <= {"拿奖", "主持", "领唱", "拍照", "致辞"}
    assert item.keys[0] == item.content.recalled
    target = next(memory for memory in item.content.memories if memory.text == "拿奖")
    assert (target.date, target.type, target.theme, target.detail) == (
        "2019-06-30",
        "highlight",
        "毕业",
        "用户: 记得吗？",
    )


def test_the_negatives_are_the_same_in_every_order_of_the_bank_and_differ_between_dialogues() -> None:
    events = [f"事{number}" for number in range(40)]
    bank = [entry(event) for event in events]
    dialogues = [spoken("事0") for _ in range(5)]
    one = read(persona(memory_bank=bank, dialog=dialogues)).items
    other = read(persona(memory_bank=bank[::-1], dialog=dialogues)).items
    assert [item.content for item in one] == [item.content for item in other]
    assert len({item.content.memories for item in one}) == 5


@pytest.mark.parametrize(("negatives", "shown"), [(0, 1), (1, 2), (2, 3), (3, 4), (9, 4)])
def test_where_there_are_fewer_negatives_fewer_are_shown(negatives: int, shown: int) -> None:
    bank = [entry("拿奖"), *(entry(f"事{number}") for number in range(negatives))]
    assert len(read(persona(memory_bank=bank)).items[0].content.memories) == shown


def test_a_repeated_text_is_no_negative_of_itself() -> None:
    bank = [entry("拿奖"), entry("拿奖", date="2020-01-01"), entry("主持"), entry("主持")]
    assert sorted(memory.text for memory in read(persona(memory_bank=bank)).items[0].content.memories) == [
        "主持",
        "拿奖",
    ]


def test_the_target_with_two_places_in_the_bank_is_that_of_its_own_theme_and_type() -> None:
    bank = [entry("拿奖", "power", "搬家", date="2001-01-01"), entry("拿奖", date="2002-02-02")]
    assert read(persona(memory_bank=bank)).items[0].content.memories[0].date == "2002-02-02"


def test_a_target_that_the_bank_does_not_have_is_taken_from_its_dialogue() -> None:
    (item,) = read(persona(dialog=[spoken("没有记下的事")])).items
    target = next(memory for memory in item.content.memories if memory.key == item.content.recalled)
    assert (target.text, target.type, target.theme) == ("没有记下的事", "highlight", "毕业")


def test_the_bank_is_there_whole_and_its_order_says_nothing() -> None:
    bank = read(persona()).banks["7"]
    assert Counter(memory.text for memory in bank) == Counter(each["event"] for each in BANK)
    assert bank == read(persona(memory_bank=BANK[::-1])).banks["7"]


@pytest.mark.parametrize(("kind", "need"), [("preference", "PN"), ("goal", "SA"), ("power", "SA")])
def test_a_type_that_serves_one_need_says_which(kind: str, need: str) -> None:
    """BENCHMARKS.md 2: relationship and highlight serve two each."""
    (item,) = read(persona(dialog=[spoken("x", type=kind)])).items
    assert item.labels == {("", "memory_type"): kind, ("", "need"): need}
    assert item.tags["need"] == need


@pytest.mark.parametrize(
    ("turn", "keys"), [([1, 2], ("t1", "t2")), (2, ("t2",)), ("2", ("t2",)), ([], ()), (None, ()), ([2, 2], ("t2",))]
)
def test_the_turns_of_recall_come_as_number_list_or_text(turn: Any, keys: tuple[str, ...]) -> None:
    assert read(persona(dialog=[spoken(**{"Memory Turn": turn})])).items[0].content.recalled_at == keys


def test_a_file_that_counts_turns_from_nought_is_read_so() -> None:
    items = read(persona(dialog=[spoken(**{"Memory Turn": [0]}), spoken(**{"Memory Turn": [1]})])).items
    assert [item.content.recalled_at for item in items] == [("t1",), ("t2",)]


def test_an_id_is_text_as_it_came() -> None:
    """G5."""
    ids: list[Any] = ["0001", 432111314109063038, "p-1"]
    found = read(*(persona(id=each) for each in ids))
    assert [item.id for item in found.items] == ["0001-1", "432111314109063038-1", "p-1-1"]


# --- What is wrong --------------------------------------------------------------------------------------------------

BAD_PERSONAS = [
    ("text", "", "not an object"),
    (persona(id=None), "", "the id is missing"),
    (persona(id=" "), " ", "the id is empty"),
    (persona(dialog=None), "7", "dialog is missing"),
    (persona(dialog={}), "7", "dialog is not a list"),
    (persona(memory_bank=None), "7", "memory_bank is missing"),
    (persona(memory_bank="x"), "7", "memory_bank is not a list"),
    (persona(memory_bank=[entry("a"), {"type": "goal"}]), "7", "memory_bank[1].event is missing"),
    (persona(memory_bank=[entry("a", date=2019)]), "7", "memory_bank[0].date is not text"),
    (persona(memory_bank=["x"]), "7", "memory_bank[0] is not an object"),
    (persona(人格特质=["a\0b"]), "7", "NUL"),
]


@pytest.mark.parametrize(("bad", "persona_id", "why"), BAD_PERSONAS)
def test_a_bad_persona_is_refused_and_the_others_are_read(bad: Any, persona_id: str, why: str) -> None:
    found = read(persona(id="a"), bad, persona(id="b"))
    (refused,) = found.refused
    assert (refused.row, refused.id) == (2, persona_id)
    assert why in refused.why
    assert [item.id for item in found.items] == ["a-1", "b-1"]


BAD_DIALOGUES = [
    ("text", "not an object"),
    (spoken(memory=None), "memory is missing"),
    (spoken(memory=" "), "memory is empty"),
    (spoken(type=5), "type is not text"),
    (spoken(Dialogue=None), "Dialogue is missing"),
    (spoken(Dialogue=[]), "Dialogue is missing"),
    (spoken(Dialogue="你好"), "Dialogue is not a list"),
    (spoken(Dialogue=[{"role": "旁白", "content": "x"}]), "the roles are 用户 and AI"),
    (spoken(Dialogue=[{"role": "AI"}]), "Dialogue[0].content is missing"),
    (spoken(Dialogue=["你好"]), "Dialogue[0] is not an object"),
    (spoken(**{"Memory Turn": [3]}), "Memory Turn is 3; the dialogue has 2 turns"),
    (spoken(**{"Memory Turn": "later"}), "Memory Turn is not a list of turn numbers"),
    (spoken(**{"Memory Turn": [1.5]}), "Memory Turn is not a list of turn numbers"),
    (spoken(Scene="a\0b"), "NUL"),
]


@pytest.mark.parametrize(("bad", "why"), BAD_DIALOGUES)
def test_a_bad_dialogue_is_refused_with_its_persona_and_place(bad: Any, why: str) -> None:
    found = read(persona(dialog=[spoken(), bad, spoken()]))
    (refused,) = found.refused
    assert (refused.row, refused.id) == (1, "7-2")
    assert refused.why.startswith("dialog[1]: ")
    assert why in refused.why
    assert [item.id for item in found.items] == ["7-1", "7-3"], "a place keeps its number"


def test_half_an_emoji_costs_its_own_dialogue_only() -> None:
    """N10."""
    file = as_file([persona(dialog=[spoken(), spoken(Scene="HALF")])]).replace(b"HALF", b"\\ud83d")
    found = enpmr.read(file)
    assert [(row.id, "surrogate" in row.why) for row in found.refused] == [("7-2", True)]
    assert [item.id for item in found.items] == ["7-1"]


def test_a_repeated_persona_is_refused_and_names_the_first() -> None:
    found = read(persona(), persona())
    assert [(row.row, row.why) for row in found.refused] == [(2, "the id is already that of row 1; ids must differ")]


@pytest.mark.parametrize("file", [b"", b"{}", b"[{", '[{"id": "caf\xe9"'.encode("cp1252")])
def test_a_file_that_is_no_list_is_refused(file: bytes) -> None:
    with pytest.raises(Unreadable):
        enpmr.read(file)
