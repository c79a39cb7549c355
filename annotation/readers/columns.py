"""Which column of a table is what of an item? A mapping that a person chooses, or the columns' names propose (pure).

As text it is `ROLE=COLUMN`, one for each column: `id=编号 query=提问 tag:scenario=类型`. A column that is not
named is a `reference`: kept with the item for researchers and writers, and never shown to an annotator.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.errors import WrongUse
from annotation.readers.cell_parts import SPEAKERS, WORDS
from languages import worded

SINGLE = ("id", "scene", "speaker", "query", "time", "dialogue", "response", "system", "setting", "memory_used")
SEVERAL = ("memories", "reference", "ignore")
NAMED = ("tag", "label")  # with a name behind a colon: `tag:scenario`, `label:need`
SHOWN = ("scene", "query", "dialogue", "memories")  # what makes an item, one of them at least

# Names of columns, in small letters without blanks, `_` and `-`; of a role's names the first that is there is proposed.
NAMES: dict[str, tuple[str, ...]] = {
    "id": ("id", "itemid", "item", "sampleid", "编号", "序号", "标识", "题号", "innerid"),
    "query": (
        "query",
        "question",
        "utterance",
        "提问",
        "问题",
        "用户提问",
        "查询",
        "text",
        "文本",
        "sentence",
        "prompt",
    ),
    "response": (
        "response",
        "reply",
        "answer",
        "output",
        "completion",
        "generation",
        "回复",
        "回答",
        "回应",
        "答复",
        "输出",
    ),
    "dialogue": ("dialogue", "dialog", "history", "conversation", "messages", "对话", "对话历史", "历史", "聊天记录"),
    "scene": ("scene", "situation", "场景", "情景", "情境", "背景"),
    "speaker": ("speaker", "user", "human", "用户", "用户名", "说话人", "姓名"),
    "time": ("time", "querytime", "date", "datetime", "timestamp", "时间", "日期"),
    "memories": ("memories", "memory", "candidates", "记忆", "候选记忆"),
    "system": ("system", "model", "系统", "模型"),
    "setting": ("setting", "condition", "设置", "设定", "条件"),
    "memory_used": ("memoryused", "usedmemory", "使用的记忆", "所用记忆"),
}
TAGS = frozenset({"scenario", "persona", "need", "type", "category", "theme", "topic"}) | frozenset(
    {"类型", "类别", "主题", "需求", "人设", "角色"}
)
_NUMBERED = re.compile(r"(memory|memories|记忆|候选记忆)[0-9]{1,3}")
_ROLE = re.compile(r"(?:tag|label):[^=\s][^=]{0,59}")


@dataclass(frozen=True)
class ColumnMap:
    """Roles with their columns, in the order in which they were named. A role may have several columns, or none."""

    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def parsed(cls, texts: Sequence[str]) -> ColumnMap:
        """From `ROLE=COLUMN`, one text for each column. Raises WrongUse for what is no such text, and as `of` does.

        >>> ColumnMap.parsed(["id=编号", "query=提问"]).texts()
        ['id=编号', 'query=提问']
        """
        pairs = []
        for text in texts:
            role, equals, column = text.partition("=")
            if not equals or not column.strip():
                raise WrongUse(worded("{text!r} is not ROLE=COLUMN, such as id=编号 or query=question.", text=text))
            pairs.append((role.strip(), column.strip()))
        return cls.of(pairs)

    @classmethod
    def of(cls, pairs: Sequence[tuple[str, str]]) -> ColumnMap:
        """From pairs of role and column. Raises WrongUse for an unknown role, and for what is named twice."""
        roles: set[str] = set()
        columns: set[str] = set()
        for role, column in pairs:
            if role not in (*SINGLE, *SEVERAL) and not _ROLE.fullmatch(role):
                raise WrongUse(
                    worded(
                        "{role!r} is not a role. The roles are {listed}.",
                        role=role,
                        listed=", ".join(roles_there_are()),
                    )
                )
            if role in roles and role not in SEVERAL:
                raise WrongUse(
                    worded(
                        "Two columns are {role}; only {listed} can have several.", role=role, listed=", ".join(SEVERAL)
                    )
                )
            if column in columns:
                raise WrongUse(worded("The column {column!r} is named twice; it can be one thing only.", column=column))
            roles.add(role)
            columns.add(column)
        return cls(tuple(pairs))

    def texts(self) -> list[str]:
        """The mapping as people write it, one `ROLE=COLUMN` for each column."""
        return [f"{role}={column}" for role, column in self.pairs]

    def column(self, role: str) -> str | None:
        """The column of a role that has one at most."""
        return next((column for each, column in self.pairs if each == role), None)

    def columns(self, role: str) -> list[str]:
        """The columns of a role, in the order in which they were named."""
        return [column for each, column in self.pairs if each == role]

    def named(self, kind: str) -> dict[str, str]:
        """The columns of tags or labels, by the name that each is given."""
        return {role.partition(":")[2]: column for role, column in self.pairs if role.startswith(f"{kind}:")}

    def over(self, others: ColumnMap) -> ColumnMap:
        """This mapping, and of another one what it says of columns and roles that this one does not name.

        >>> ColumnMap.parsed(["id=key"]).over(ColumnMap.parsed(["id=nr", "query=text", "reference=key"])).texts()
        ['id=key', 'query=text']
        """
        roles, columns = ({pair[side] for pair in self.pairs} for side in (0, 1))
        added = [pair for pair in others.pairs if pair[0] not in roles and pair[1] not in columns]
        return ColumnMap((*self.pairs, *added))

    def makes_items(self) -> bool:
        """Whether something of an item is shown; else the rows can only be responses to items that are there."""
        return any(self.columns(role) for role in SHOWN)


def roles_there_are() -> list[str]:
    """The roles that a column can have, as people write them."""
    return [*SINGLE, *SEVERAL, *(f"{kind}:NAME" for kind in NAMED)]


def propose(columns: Sequence[str], sample: Sequence[Mapping[str, Any]] = ()) -> ColumnMap:
    """A mapping by the names of the columns, English and Chinese; what no name tells is a reference.

    `sample` are some of the rows: a column that is blank in one of them, or repeats itself, is not proposed as the id
    where another one could be; one that holds lists of turns in all of them is the dialogue, whatever it is called.

    >>> propose(["编号", "用户", "日期", "提问", "回复"]).texts()
    ['id=编号', 'speaker=用户', 'time=日期', 'query=提问', 'response=回复']
    """
    plain = {column: _plain(column) for column in columns}
    chosen: dict[str, str] = {}
    for role, names in NAMES.items():
        ranked = sorted(
            (names.index(plain[column]), place)
            for place, column in enumerate(columns)
            if plain[column] in names and column not in chosen
        )
        found = [columns[place] for _, place in ranked]
        if role == "id":
            found = sorted(found, key=lambda column: not _tells_apart(column, sample))
        chosen |= dict.fromkeys(found[:1], role)
    spoken = next((column for column in columns if column not in chosen and _is_dialogue(column, sample)), None)
    if spoken is not None and "dialogue" not in chosen.values():
        chosen[spoken] = "dialogue"
    for column in columns:
        if column not in chosen:
            chosen[column] = _other(column, plain[column])
    return ColumnMap(tuple((chosen[column], column) for column in columns))


def _plain(column: str) -> str:
    """A column's name without what people write differently; of a field within a field, its own name."""
    return re.sub(r"[\s_-]", "", column.rpartition(".")[2].casefold())


def _tells_apart(column: str, sample: Sequence[Mapping[str, Any]]) -> bool:
    values = [str(row.get(column, "")).strip() for row in sample]
    return all(values) and len(set(values)) == len(values)


def _is_dialogue(column: str, sample: Sequence[Mapping[str, Any]]) -> bool:
    """Whether every value is a list of turns by its looks, each with a speaker and words."""
    values = [row.get(column) for row in sample]
    return bool(values) and all(
        isinstance(turns, list) and turns and all(isinstance(turn, dict) and _is_turn(turn) for turn in turns)
        for turns in values
    )


def _is_turn(turn: Mapping[str, Any]) -> bool:
    return any(name in turn for name in SPEAKERS) and any(isinstance(turn.get(name), str) for name in WORDS)


def _other(column: str, plain: str) -> str:
    if _NUMBERED.fullmatch(plain):
        return "memories"
    return f"tag:{column[:60]}" if plain in TAGS and "=" not in column else "reference"
