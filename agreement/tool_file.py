"""Which labels are in a file that an annotation tool wrote? Read by `label_formats`; here a long table like any other.

Free texts are left out, since nobody agrees on them word by word; sets and marked stretches are known as such.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

import label_formats
from agreement.errors import BadOption, UnreadableFile
from agreement.results import RefusedRow
from agreement.scale import Level
from label_formats.text import beginning, decode

LOOKED_AT = 1000  # bytes
TOOLS = tuple(label_formats.names())
COLUMNS = ("item", "target", "question", "rater", "label", "time", "comment")
LEVELS: Mapping[str, Level] = {"several": "set", "spans": "spans"}


@dataclass(frozen=True, eq=False)
class ToolFile:
    """The labels of a tool's file as a long table under its row numbers, and what was refused.

    `levels` are those of the questions whose labels are sets or spans; `understood` says in sentences how the file was
    read and what was left out.
    """

    table: pd.DataFrame
    refused: tuple[RefusedRow, ...]
    levels: Mapping[str, Level]
    understood: tuple[str, ...]


def read_tool_file(
    content: bytes, *, names: Mapping[str, str], file_name: str = "", format_name: str | None = None
) -> ToolFile | None:
    """The labels of a file that `format_name`, or its content, says a known tool wrote; None for any other file.

    Of `names`, the item, the target and the rater name fields of the tool's records. Raises UnreadableFile where
    nothing in the file can be read, and BadOption for a format that is not known.
    """
    text = _text(content)
    found = format_name or (label_formats.looks_like(text) if text is not None else None)
    if found is None:
        return None
    strange = [name for name in ("question", "label") if name in names]
    if strange:
        raise BadOption(f"a file of {found} has no column for a {strange[0]}: leave --{strange[0]} out")
    asked = label_formats.Asked(
        **{name: names[name] for name in ("item", "target", "rater") if name in names}, file_name=file_name
    )
    try:
        read = label_formats.read(text or "", format_name=found, asked=asked)
    except label_formats.NoSuchFormat as error:
        raise BadOption(str(error)) from error
    except label_formats.BadFile as error:
        raise UnreadableFile(str(error)) from error
    refused = tuple(RefusedRow(each.row, each.id, each.why) for each in read.refused)
    kept = [each for each in read.answers if each.kind != "text"]
    if not kept:
        why = f"row {refused[0].row}: {refused[0].why}" if refused else "it holds no label"
        raise UnreadableFile(f"no answer in this file of {found} can be read ({why})")
    return ToolFile(_table(kept), refused, _levels(kept), tuple(_understood(read)))


def _text(content: bytes) -> str | None:
    """The text of a file that may be JSON; None where it cannot be."""
    if beginning(content, length=LOOKED_AT).lstrip()[:1] not in ("{", "["):
        return None
    try:
        return decode(content)
    except label_formats.BadFile as error:
        raise UnreadableFile(*error.args) from error


def _table(answers: list[label_formats.Answer]) -> pd.DataFrame:
    columns = {name: [str(getattr(each, name) or "") for each in answers] for name in COLUMNS if name != "time"}
    columns["time"] = [each.time.isoformat() if each.time else "" for each in answers]
    return pd.DataFrame(columns, index=[each.row for each in answers], dtype="str")


def _levels(answers: list[label_formats.Answer]) -> dict[str, Level]:
    return {each.question: LEVELS[each.kind] for each in answers if each.kind in LEVELS}


def _understood(read: label_formats.LabelsRead) -> list[str]:
    """How the file was read, for people."""
    said = [f"Read as {read.format}.", *read.understood]
    for level, sort in (("set", "sets of labels"), ("spans", "marked stretches")):
        questions = [name for name, found in _levels(list(read.answers)).items() if found == level]
        if questions:
            said.append(f"Answers are {sort}: {', '.join(map(repr, questions))}.")
    texts = Counter(each.question for each in read.answers if each.kind == "text")
    said += [f"Left out: {n} free texts to {question!r}." for question, n in texts.items()]
    return [*said, *read.left_out()]
