"""On which item does a codebook show itself? On one of our own samples that has everything that it asks about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects, readers
from annotation.codebook import Codebook
from annotation.content import Content, Memory, responses
from annotation.demo import SAMPLES, TO_LABEL
from annotation.places import targets_of

PLAIN = ("stratmem.json", "stratmem-zh.json")  # what a codebook shows itself on that no sample was written for
WITH_RESPONSES = (*PLAIN, "stratmem-usage-outputs.jsonl", "stratmem-zh-outputs.jsonl")
LOOKED_AT = 50  # items of a project
_CHINESE = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True)
class Specimen:
    """An item's content, and the further memories that go with it."""

    content: Content
    bank: tuple[Memory, ...] = ()


def specimen(book: Codebook, *, language: str) -> Specimen | None:
    """The first item of a codebook's sample with all kinds of target that it asks about, in this language if there is.

    None where no sample has them.
    """
    fitting = [each for each in _read(_files(book)) if book.kinds <= _kinds(each.content)]
    own = [each for each in fitting if _is_chinese(each.content) == language.startswith("zh")]
    return next(iter([*own, *fitting]), None)


def specimen_of(session: Session, book: Codebook, *, slug: str, language: str) -> Specimen | None:
    """The first item of a project that has what a codebook asks about, else one of our samples. Raises NotFound."""
    project = projects.find(session, slug)
    asked = select(m.Item.content).where(m.Item.project_id == project.id).order_by(col(m.Item.id)).limit(LOOKED_AT)
    for stored in session.exec(asked):
        content = Content.model_validate(stored)
        if book.kinds <= _kinds(content):
            return Specimen(content, _bank(session, project, content.bank))
    return specimen(book, language=language)


def _bank(session: Session, project: m.Project, name: str) -> tuple[Memory, ...]:
    asked = select(m.MemoryBank.memories).where(m.MemoryBank.project_id == project.id, m.MemoryBank.name == name)
    return tuple(Memory.model_validate(memory) for memory in session.exec(asked).first() or ())


def _files(book: Codebook) -> tuple[str, ...]:
    written = {each.protocol: each.files for each in TO_LABEL}
    return written.get(book.name, WITH_RESPONSES if book.kinds & {"response", "pair"} else PLAIN)


@lru_cache(maxsize=16)
def _read(files: Sequence[str]) -> tuple[Specimen, ...]:
    """Every item of these samples, with the responses to it."""
    read = []
    for name in files:
        file = (SAMPLES / name).read_bytes()
        read.append(readers.find(file).read(file))
    texts: dict[str, list[str]] = {}
    for found in read:
        for response in found.responses:
            texts.setdefault(response.item, []).append(response.text)
    return tuple(
        Specimen(_with_responses(item.content, item.id, texts.get(item.id, [])), found.banks.get(item.content.bank, ()))
        for found in read
        for item in found.items
    )


def _with_responses(content: Content, item: str, texts: list[str]) -> Content:
    added, _ = responses(item, texts)
    return content.model_copy(update={"responses": (*content.responses, *added)})


def _kinds(content: Content) -> set[str]:
    return {target.kind for target in targets_of(content, kinds=("item", "memory", "response", "pair"))}


def _is_chinese(content: Content) -> bool:
    return any(_CHINESE.search(text) for text in _words(content))


def _words(content: Content) -> Iterator[str]:
    yield content.scene
    yield from (turn.text for turn in content.dialogue)
    if content.query:
        yield content.query.text
