"""Do the files in the forms of ENPMR-Bench, HLME and model outputs say what the gold says, item by item?

Every label of a file is held to tables/gold.csv, which is held to the raw layer and the decisions: a changed label is
named also where all sums of the manifest were made to fit. A response is known by its text.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from annotation.readers import hlme as hlme_reader
from annotation.readers.json_rows import row_id
from annotation.values import parts
from exports.verifying.difference import Difference
from exports.verifying.opened import Opened

GOLD = "tables/gold.csv"
RESPONSES = "outputs"  # one response a line; an item may have none


@dataclass(frozen=True)
class Told:
    """What a file says of one target: its labels by question. `text` is that of a response, empty for the item."""

    item: str
    text: str
    labels: Mapping[str, Any]
    row: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)  # our keys by the source's ids, where labels name pieces


@dataclass
class Target:
    """A target of an item as the gold has it."""

    key: str
    text: str
    labels: dict[str, str] = field(default_factory=dict)


def own_formats(release: Opened) -> Iterator[Difference]:
    """Labels of the benchmarks' own files that are not the gold's, and items that lack or are too many."""
    there = [name for name in release.manifest["files"] if (release.folder / name).is_file()]
    files = [(name, kind) for kind in READERS for name in there if name.startswith(f"gold/{kind}")]
    gold, complete = _gold(release) if files else ({}, set())
    for name, kind in files:
        wanted = complete & _of_split(release, name, complete)
        left = set(wanted)
        for each in READERS[kind](release.folder / name):
            left.discard(each.item)
            if each.item in wanted:
                yield from _of_target(name, each, gold[each.item])
            else:
                yield Difference(name, "the item is not among those that belong here", each.row, (each.item, "", ""))
        for item in sorted(left) if kind != RESPONSES else ():
            yield Difference(name, "the item is missing", place=(item, "", ""))


def _of_target(name: str, told: Told, targets: Sequence[Target]) -> Iterator[Difference]:
    found = [each for each in targets if bool(each.key) == bool(told.text) and each.text == told.text]
    target = next((each for each in found if _same(told, each)), found[0] if found else Target("", told.text))
    for question in sorted({*told.labels, *target.labels}):
        here, right = told.labels.get(question), target.labels.get(question)
        if not _is(here, right, told.names):
            said = f"the label is {here!r}, and in {GOLD} it is {right!r}"
            yield Difference(name, said, told.row, (told.item, target.key, question))


def _same(told: Told, target: Target) -> bool:
    questions = {*told.labels, *target.labels}
    return all(_is(told.labels.get(each), target.labels.get(each), told.names) for each in questions)


def _is(here: Any, right: str | None, names: Mapping[str, str]) -> bool:
    """Whether a label as a file has it, perhaps a number or a list of the source's ids, is that of the gold."""
    if here is None or right is None:
        return here is None and right is None
    if isinstance(here, list):
        return {names.get(str(each), str(each)) for each in here} == set(parts(right))
    return str(here) == right


def _gold(release: Opened) -> tuple[Mapping[str, list[Target]], set[str]]:
    """The targets of each item, and the items of which everything is decided."""
    found: dict[str, dict[str, Target]] = defaultdict(dict)
    open_items = set()
    for row in release.plain_rows("gold"):
        key = row["target"] or ""
        target = found[row["item"]].setdefault(key, Target(key, (row["text"] or "") if key else ""))
        if row["label"]:
            target.labels[row["question"]] = row["label"]
        else:
            open_items.add(row["item"])
    return {item: list(targets.values()) for item, targets in found.items()}, set(found) - open_items


def _of_split(release: Opened, name: str, every: set[str]) -> set[str]:
    """The items of the split that a file is called after; every one where it is called after none."""
    told = release.manifest["splits"]
    names = [each["name"] for each in told["splits"]] if told else []
    split = next((each for each in names if Path(name).stem.endswith(f"-{each}")), None)
    if split is None:
        return every
    return {row["item"] for row in release.plain_rows("splits") if row["split"] == split}


def _enpmr(file: Path) -> Iterator[Told]:
    for persona in json.loads(file.read_text(encoding="utf-8")):
        for dialogue in persona["dialog"]:
            validation = dict(dialogue["validation"])
            item = str(validation.pop("item"))
            yield Told(item, "", validation)
            for response in dialogue.get("responses", ()):
                yield Told(item, response["response"], response["labels"])


def _hlme(file: Path) -> Iterator[Told]:
    found = file.read_bytes()
    content = {item.id: item for item in hlme_reader.read(found).items}
    for row, line in enumerate(found.decode("utf-8").splitlines(), start=1):
        record = json.loads(line)
        item = row_id(record)
        turns = {row_id(turn) or str(n): f"t{n}" for n, turn in enumerate(record["dialogue"], start=1)}
        keys = content[item].keys if item in content else ()
        memories = {row_id(each): key for each, key in zip(record.get("evidence") or (), keys, strict=False)}
        names = turns | {name: key for name, key in memories.items() if name}
        yield Told(item, "", record["labels"], row, names)
        for answer in record.get("answers") or ():
            if "labels" in answer:
                yield Told(item, answer["text"], answer["labels"], row, names)


def _outputs(file: Path) -> Iterator[Told]:
    for row, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        record = json.loads(line)
        yield Told(record["item"], record["response"], record["labels"], row)
        for pair in record.get("pairs", ()):
            yield Told(record["item"], pair["text"], pair["labels"], row)


READERS: Mapping[str, Callable[[Path], Iterator[Told]]] = {"enpmr": _enpmr, "hlme": _hlme, "outputs": _outputs}
