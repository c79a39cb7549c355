"""ENPMR files of our own in the released form, of any size up to the released one, made from a seed.

The counts are those of BENCHMARKS.md 2: 50 personas, 2,692 dialogues, 11,846 memories, by type.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

PERSONAS = 50
MEMORIES = {"highlight": 3729, "power": 3463, "relationship": 2324, "goal": 1719, "preference": 611}
DIALOGUES = {"highlight": 573, "power": 573, "relationship": 573, "goal": 573, "preference": 400}
SECTIONS = ("基本信息", "人格特质", "日常习惯与作息", "社交关系", "情绪模式", "个人目标", "沟通风格")
THEMES = ("第一次搬家", "换工作", "学游泳", "外婆生病", "毕业旅行", "开面馆", "考驾照", "养一只猫")
WHO = ("同事", "母亲", "老朋友", "邻居", "妹妹", "教练", "老师", "室友")
DID = (
    "一起修好了旧收音机",
    "在雨里等了两个小时",
    "把攒了半年的钱借了出去",
    "第一次在台上讲话",
    "坐夜车去看海",
    "学会了做红烧鱼",
)
FELT = ("心里踏实了很多", "忍不住哭了", "决定再试一次", "觉得自己被理解了", "一晚上没睡着", "笑了整整一路")


def full_size(*, seed: int = 1) -> list[dict[str, Any]]:
    """As many personas, dialogues and memories as the released file has."""
    return personas(PERSONAS, dialogues=DIALOGUES, memories=MEMORIES, seed=seed)


def small(*, seed: int = 1) -> list[dict[str, Any]]:
    """Three personas with 11 dialogues and 90 memories."""
    dialogues = dict.fromkeys(DIALOGUES, 2) | {"preference": 3}
    return personas(3, dialogues=dialogues, memories=dict.fromkeys(MEMORIES, 18), seed=seed)


def as_file(records: Sequence[dict[str, Any]]) -> bytes:
    """The records as the file is released: UTF-8, Chinese written out."""
    return json.dumps(records, ensure_ascii=False, indent=1).encode("utf-8")


def personas(count: int, *, dialogues: dict[str, int], memories: dict[str, int], seed: int) -> list[dict[str, Any]]:
    """So many personas, among whom dialogues and memories of each type are dealt out."""
    chance = random.Random(seed)
    made = []
    for place in range(count):
        bank = [
            memory(chance, kind, number)
            for kind, total in memories.items()
            for number in range(_share(total, place, count))
        ]
        spoken = [
            dialogue(chance, chance.choice([each for each in bank if each["type"] == kind]))
            for kind, total in dialogues.items()
            for _ in range(_share(total, place, count))
        ]
        made.append(persona(place, bank, spoken))
    return made


def persona(place: int, bank: list[dict[str, Any]], spoken: list[dict[str, Any]]) -> dict[str, Any]:
    """One record with every field of the released form, its sections in shapes that differ between personas."""
    themes: dict[str, dict[str, list[str]]] = {}
    for each in bank:
        themes.setdefault(each["type"], {}).setdefault(each["big_event"], []).append(each["event"])
    return {
        "id": place + 1,
        "persona": f"Persona {place + 1} runs a small shop by the river and writes letters at night.",
        **{name: _shape(name, place + number) for number, name in enumerate(SECTIONS)},
        "preference": [event for events in themes.pop("preference", {}).values() for event in events],
        "big_event": {
            theme: {"description": f"{theme}的那一年", "date": f"20{10 + number}-03"}
            for number, theme in enumerate(THEMES)
        },
        **{kind: themes.get(kind, {}) for kind in ("relationship", "power", "goal", "highlight")},
        "dialog": spoken,
        "memory_bank": bank,
        "memory_bank_to_id": {each["event"]: number for number, each in enumerate(bank)},
    }


def memory(chance: random.Random, kind: str, number: int) -> dict[str, Any]:
    """One entry of a bank; its number makes its text unlike the others'."""
    theme = "" if kind == "preference" else THEMES[number % len(THEMES)]
    event = f"{theme}那时，我和{chance.choice(WHO)}{chance.choice(DID)}，{chance.choice(FELT)}（{kind[:2]}{number}）。"
    lines = [
        f"{speaker}: {chance.choice(WHO)}{chance.choice(DID)}，{chance.choice(FELT)}。"
        for speaker in ("用户", "AI") * 4
    ]
    date = f"20{chance.randrange(10, 25)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"
    return {"date": date, "type": kind, "big_event": theme, "event": event, "dialog": "\n".join(lines)}


def dialogue(chance: random.Random, target: dict[str, Any]) -> dict[str, Any]:
    """One record of `dialog` that recalls a memory in the AI's last turn."""
    turns = [
        {"role": role, "content": f"{chance.choice(WHO)}今天{chance.choice(DID)}，{chance.choice(FELT)}。"}
        for role in ("用户", "AI", "用户", "AI")
    ]
    return {
        "Scene": f"晚上，{chance.choice(WHO)}刚走，房间里很安静。",
        "Dialogue": turns,
        "Memory Turn": [len(turns)],
        "prompt": "请以朋友的身份回应，并自然地提到一段记忆。" * 30,
        "big_event": target["big_event"],
        "type": target["type"],
        "memory": target["event"],
    }


def _share(total: int, place: int, count: int) -> int:
    """How many of a total fall to one of so many places: as even as can be."""
    return total // count + (place < total % count)


def _shape(name: str, number: int) -> Any:
    """A section as a text, a list, a mapping, or a mapping of lists."""
    shapes: list[Any] = [
        f"{name}：平和，爱整洁，说话不快。",
        ["早起", "散步", {"周末": "见朋友"}],
        {"姓名": f"林小满{number}", "年龄": 34, "城市": "苏州"},
        {"家人": ["母亲", "妹妹"], "朋友": ["老周"], "其他": None},
    ]
    return shapes[number % len(shapes)]
