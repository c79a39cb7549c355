"""What a label file says, whichever tool wrote it: answers, what was dropped and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

BETWEEN = "|"  # stands between the names of a set and between spans
NONE = "none"  # nothing applies: the empty set, no span

Kind = Literal["one", "several", "spans", "text"]
Why = Literal["cancelled", "discarded", "draft", "ignored", "rejected", "empty", "repeated"]
MOST_ROWS_SHOWN = 10
WORDS: dict[Why, str] = {
    "cancelled": "cancelled by the annotator",
    "discarded": "discarded by the annotator",
    "draft": "drafts that were not submitted",
    "ignored": "ignored by the annotator",
    "rejected": "tasks rejected by the annotator",
    "empty": "without an answer",
    "repeated": "answered again later by the same person",
}


@dataclass(frozen=True)
class Answer:
    """One person's answer to one question about one target.

    `row` is the line of a JSONL file or the place of a record in a JSON list, from 1. A set of labels is written
    `a|b`, spans of text `key:start-end|…` in code points, without a key where the tool names no text, and the word
    `none` says that nothing applies.
    """

    row: int
    item: str
    target: str
    question: str
    rater: str
    label: str
    kind: Kind = "one"
    round: int | None = None
    time: datetime | None = None
    comment: str = ""


@dataclass(frozen=True)
class Dropped:
    """An answer that does not count, and why: nobody has to mend anything."""

    row: int
    item: str
    rater: str
    why: Why


@dataclass(frozen=True)
class Refused:
    """What cannot be taken: the row, its item's id where it has one, and what is wrong."""

    row: int
    id: str
    why: str


@dataclass(frozen=True)
class LabelsRead:
    """A whole label file: its format, its answers, what was left out, and in sentences how it was understood."""

    format: str
    answers: tuple[Answer, ...]
    dropped: tuple[Dropped, ...]
    refused: tuple[Refused, ...]
    understood: tuple[str, ...]

    def counts(self) -> Mapping[Why, int]:
        """How many answers were dropped, by reason."""
        return dict(Counter(each.why for each in self.dropped))

    def left_out(self) -> list[str]:
        """What was dropped, in a sentence for each reason, with the rows."""
        sentences = []
        for why, count in self.counts().items():
            rows = sorted({each.row for each in self.dropped if each.why == why})
            more = ", …" if len(rows) > MOST_ROWS_SHOWN else ""
            where = ", ".join(map(str, rows[:MOST_ROWS_SHOWN])) + more
            sentences.append(f"Dropped: {count} {WORDS[why]} (row {where}).")
        return sentences

    def with_answers(
        self, answers: tuple[Answer, ...], *, dropped: tuple[Dropped, ...], refused: tuple[Refused, ...]
    ) -> LabelsRead:
        """The same file with other answers, and with more that was dropped or refused."""
        return replace(self, answers=answers, dropped=self.dropped + dropped, refused=self.refused + refused)
