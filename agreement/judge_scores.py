"""Which label does a judge's answer give? Read strictly, never guessed (an LLM's prose holds many numbers).

Taken are: a label as it is written; a number that is the label (`4`, `4.0`); `4/5` where 5 ends the scale; and exactly
one number after a known word and a colon (`Score: 4`). Anything else is unparsed, which is counted and never 0. A
number that stands outside the scale is refused: the judge was asked something else. Sets and spans are read as people's
are (`agreement.parts`).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from agreement.errors import BadOption, BadScale
from agreement.parts import canonical
from agreement.scale import Scale, as_number, is_missing
from languages import message_of, worded

Outcome = Literal["label", "missing", "unparsed", "refused"]

KNOWN_WORDS = ("score", "rating", "label", "answer", "grade", "final score", "final rating", "评分", "得分", "分数")
_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_OUT_OF = re.compile(rf"({_NUMBER})\s*/\s*({_NUMBER})")
_AFTER_A_WORD = re.compile(
    rf"(?:{'|'.join(KNOWN_WORDS)})\s*[:：=]\s*({_NUMBER})(?:\s*/\s*({_NUMBER}))?\s*\.?", re.IGNORECASE
)


@dataclass(frozen=True)
class Score:
    """What came of one answer: the label, or why there is none."""

    outcome: Outcome
    label: str = ""
    why: str = ""


def read_meanings(lines: Iterable[str]) -> dict[str, str]:
    """Which answers mean which label, from lines like `Must use=must`; empty ones are passed over.

    Raises BadOption for a line that is something else.
    """
    found: dict[str, str] = {}
    for line in filter(None, (line.strip() for line in lines)):
        old, sign, new = line.partition("=")
        if not sign or not old.strip():
            raise BadOption(f"{line!r} is not OLD=NEW")
        found[old.strip()] = new.strip()
    return found


def read_score(text: str, scale: Scale, *, names: Mapping[str, str] | None = None) -> Score:
    """The label in a judge's answer; `names` says which answers of the judge mean which label.

    >>> scale = Scale("ordinal", ("1", "2", "3", "4", "5"), declared=True)
    >>> [read_score(text, scale).label for text in ("4", "4.0", "4/5", "Score: 4")]
    ['4', '4', '4', '4']
    >>> read_score("I see 5 reasons, so 2", scale).outcome
    'unparsed'
    >>> read_score("10", scale).outcome
    'refused'
    """
    answer = text.strip()
    answer = (names or {}).get(answer, answer)
    if is_missing(answer):
        return Score("missing")
    if scale.has_parts:
        return _score_of_parts(answer, scale)
    if answer in scale.labels:
        return Score("label", answer)
    number, out_of = _number_in(answer)
    if number is None or (out_of is not None and out_of != _end_of(scale)):
        return Score("unparsed", why=worded("{answer!r} is neither a label nor one number", answer=_short(answer)))
    if scale.numbers is None:
        return Score("unparsed", why=worded("{answer!r} is a number, and the labels are not", answer=_short(answer)))
    for label, value in zip(scale.labels, scale.numbers, strict=True):
        if value == number:
            return Score("label", label)
    return Score(
        "refused",
        why=worded("{answer!r} is none of the labels {labels}", answer=_short(answer), labels=", ".join(scale.labels)),
    )


def _score_of_parts(answer: str, scale: Scale) -> Score:
    """The set or the spans that the answer is, as `agreement.parts` writes them."""
    try:
        label = canonical(scale.level, answer)
    except BadScale as error:
        return Score("unparsed", why=message_of(error))
    if label in scale.labels:
        return Score("label", label)
    return Score(
        "unparsed", why=worded("{answer!r} holds what is no label, or what nobody has used", answer=_short(answer))
    )


def _number_in(answer: str) -> tuple[float | None, float | None]:
    """The one number that the answer is, and what it is out of."""
    found = _OUT_OF.fullmatch(answer) or _AFTER_A_WORD.fullmatch(answer)
    if found is None:
        return as_number(answer), None
    return as_number(found[1]), as_number(found[2]) if found[2] else None


def _end_of(scale: Scale) -> float | None:
    return max(scale.numbers) if scale.numbers else None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
