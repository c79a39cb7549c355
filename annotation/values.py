"""How is an answer written down, whatever kind of question it is to? As one text, its label (pure).

| kind | label |
|---|---|
| one | the label's key |
| several | the keys in the codebook's order, with `|` between them |
| pick | the keys of turns (`t3`) and memories, in natural order, with `|` between them |
| quote | `key:start-end` for each stretch, with `|` between them: code points from `start` up to, without, `end` |
| text | the text itself |

`none` says that nothing applies: no label, no piece, no words. It is an answer; no label at all is a missing one. Equal
answers are equal texts, so that drafts, decisions and figures need not know the kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from annotation.codebook import Question
from annotation.content import Content
from label_formats.text import UNSTORABLE
from languages import worded

BETWEEN = "|"
NONE = "none"
QUERY = "query"  # the key of the query, where words are quoted from it
LONGEST_TEXT = 20_000  # characters of a free text
LONGEST_LABEL = 60_000  # characters of any label: every turn of a long dialogue may be picked
LONGEST_WORDS = 10_000  # characters of why one cannot judge

_STRETCH = re.compile(r"(?P<key>[^:|]+):(?P<start>[0-9]{1,9})-(?P<end>[0-9]{1,9})")

Stretch = tuple[int, int]


class BadLabel(ValueError):
    """Why a label does not answer a question."""


@dataclass(frozen=True)
class Said:
    """What somebody said to one question: a label, or why it cannot be judged; and how sure they are, 1 to 3.

    Neither label nor reason: the answer was taken back.
    """

    label: str | None = None
    cannot: str | None = None
    confidence: int | None = None

    @property
    def answers(self) -> bool:
        """Whether the question is answered, if only by saying that it cannot be judged."""
        return self.label is not None or self.cannot is not None


@dataclass(frozen=True)
class Pieces:
    """The parts of an item that an answer can point at: their texts by key."""

    turns: Mapping[str, str]
    memories: Mapping[str, str]
    responses: Mapping[str, str]
    query: str

    @classmethod
    def of(cls, content: Content) -> Pieces:
        """Those of an item."""
        return cls(
            turns={turn.key: turn.text for turn in content.dialogue},
            memories={memory.key: memory.text for memory in content.memories},
            responses={response.key: response.text for response in content.responses},
            query=content.query.text if content.query else "",
        )

    def quotable(self, question: Question, target: str) -> dict[str, str]:
        """The texts that words can be quoted from, by key; of responses only the one that the target is about."""
        texts: dict[str, str] = {}
        if "dialogue" in question.of:
            texts |= self.turns
        if "query" in question.of and self.query:
            texts[QUERY] = self.query
        if "response" in question.of:
            texts |= {key: text for key, text in self.responses.items() if key == target.partition(".")[0]}
        return texts

    def pickable(self, question: Question) -> dict[str, str]:
        """The texts of the pieces that can be picked, by key."""
        turns = self.turns if "turns" in question.of else {}
        return {**turns, **(self.memories if "memories" in question.of else {})}


NOTHING = Pieces({}, {}, {}, "")


def checked(question: Question, label: str, *, pieces: Pieces = NOTHING, target: str = "") -> str:
    """The one text of an answer. Raises BadLabel with the reason where it is none to this question.

    `target` is the key of what the question is about.
    """
    if UNSTORABLE.search(label):
        raise BadLabel(worded("the answer has a character that cannot be stored (a NUL, or half of an emoji)"))
    if len(label) > LONGEST_LABEL:
        raise BadLabel(worded("the answer is longer than {most:,} characters", most=LONGEST_LABEL))
    if question.kind == "one":
        return _one(question, label)
    if question.kind == "several":
        return _several(question, label)
    if question.kind == "pick":
        return _picked(question, label, pieces.pickable(question))
    if question.kind == "quote":
        return _quoted(label, pieces.quotable(question, target))
    return _text(label)


def words(question: Question, label: str, *, pieces: Pieces = NOTHING, target: str = "") -> list[str]:
    """What a label says in people's words: the exact words of a quote, the texts of what is picked; else the label."""
    if label == NONE:
        return []
    if question.kind == "quote":
        texts = pieces.quotable(question, target)
        return [texts[key][start:end] for key, start, end in _stretches(label) if key in texts]
    if question.kind == "pick":
        texts = pieces.pickable(question)
        return [texts.get(key, key) for key in label.split(BETWEEN)]
    return label.split(BETWEEN) if question.kind == "several" else [label]


def parts(label: str) -> list[str]:
    """The names in a set-valued label.

    >>> parts("joy | pride"), parts("none")
    (['joy', 'pride'], [])
    """
    names = [name.strip() for name in label.split(BETWEEN) if name.strip()]
    return [] if names == [NONE] else names


def _one(question: Question, label: str) -> str:
    if label not in question.label_keys:
        raise BadLabel(
            worded(
                "{label!r} is not a label; the labels are {labels}",
                label=label[:60],
                labels=_some(question.label_keys),
            )
        )
    return label


def _several(question: Question, label: str) -> str:
    chosen = set(parts(label))
    unknown = sorted(chosen - set(question.label_keys))
    if unknown:
        raise BadLabel(
            worded(
                "{unknown!r} is not a label; the labels are {labels}",
                unknown=unknown[0][:60],
                labels=_some(question.label_keys),
            )
        )
    if not label.strip():
        raise BadLabel(worded("the answer is empty; write {none} where no label applies", none=NONE))
    return BETWEEN.join(key for key in question.label_keys if key in chosen) or NONE


def _picked(question: Question, label: str, texts: Mapping[str, str]) -> str:
    chosen = set(parts(label))
    unknown = sorted(chosen - texts.keys())
    if unknown:
        raise BadLabel(
            worded(
                "the item has no {kinds} with the key {unknown!r}",
                kinds=" or ".join(question.of),
                unknown=unknown[0][:60],
            )
        )
    if not label.strip():
        raise BadLabel(worded("the answer is empty; write {none} where no piece applies", none=NONE))
    if len(chosen) > 1 and not question.many:
        raise BadLabel(worded("only one piece can be picked"))
    return BETWEEN.join(_in_order(chosen)) or NONE


def _quoted(label: str, texts: Mapping[str, str]) -> str:
    if not label.strip():
        raise BadLabel(worded("the answer is empty; write {none} where there are no such words", none=NONE))
    by_key: dict[str, list[Stretch]] = {}
    for key, start, end in _stretches(label):
        if key not in texts:
            raise BadLabel(worded("words cannot be quoted from {key!r} here", key=key[:60]))
        if not start < end <= len(texts[key]):
            raise BadLabel(
                worded(
                    "{key}:{start}-{end} lies outside the text, which has {count} characters",
                    key=key,
                    start=start,
                    end=end,
                    count=len(texts[key]),
                )
            )
        by_key.setdefault(key, []).append((start, end))
    joined = [(key, *stretch) for key in _in_order(by_key) for stretch in _joined(by_key[key])]
    return BETWEEN.join(f"{key}:{start}-{end}" for key, start, end in joined) or NONE


def _stretches(label: str) -> list[tuple[str, int, int]]:
    found = []
    for part in parts(label):
        match = _STRETCH.fullmatch(part)
        if match is None:
            raise BadLabel(
                worded(
                    "{part!r} is not written like t3:10-24 (a key, the first character, the one after the last)",
                    part=part[:60],
                )
            )
        found.append((match["key"], int(match["start"]), int(match["end"])))
    return found


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    apart: list[Stretch] = []
    for start, end in sorted(stretches):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart


def _text(label: str) -> str:
    plain = label.replace("\r\n", "\n").strip()
    if not plain:
        raise BadLabel(worded("the answer is empty"))
    if len(plain) > LONGEST_TEXT:
        raise BadLabel(worded("the text is longer than {most:,} characters", most=LONGEST_TEXT))
    return plain


def _in_order(keys: Iterable[str]) -> list[str]:
    """As people sort them: t2 before t10."""
    return sorted(
        keys, key=lambda key: [(len(part), part) if part.isdigit() else (0, part) for part in re.split(r"(\d+)", key)]
    )


def _some(keys: Iterable[str], *, at_most: int = 20) -> str:
    known = list(keys)
    more = f" … ({len(known)} in all)" if len(known) > at_most else ""
    return ", ".join(known[:at_most]) + more
