"""Which target and which question does a row of a file mean? Ids, keys and exact texts against the project."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlmodel import Session, select

from annotation import label_files, projects
from annotation import models as m
from annotation.codebook import Codebook, Question
from annotation.content import Content
from annotation.projects import key_of
from annotation.readers.json_rows import RowError


@dataclass(frozen=True)
class RowPlaces:
    """What the rows of a file are checked against, read once for the whole file.

    `targets` gives by item and key the target's id and kind, `texts` by item and text the keys that have it.
    """

    book: Codebook
    codebook_id: int
    targets: dict[str, dict[str, tuple[int, str]]]
    texts: dict[str, dict[str, list[str]]]

    @classmethod
    def of(cls, session: Session, project: m.Project) -> RowPlaces:
        """Those of a project, under its newest codebook."""
        row, book = projects.latest_codebook(session, key_of(project))
        return cls(book, key_of(row), _targets(session, project), _texts(session, project))

    def target(self, item: str, name: str) -> tuple[int, str]:
        """The id and the kind of a target, named by its key or its exact text. Raises RowError."""
        keys = self.targets.get(item)
        if keys is None:
            raise RowError("the project has no item with this id")
        if name in keys:
            return keys[name]
        texts = self.texts[item]
        found = texts.get(name) or texts.get(label_files.plain(name), [])
        if len(found) > 1:
            raise RowError("the item has this text more than once; name the target by its key, as exports labels does")
        if not found:
            raise RowError(f"the item has no target {name[:60]!r}, neither as a key nor as exact text")
        return keys[found[0]]

    def question(self, name: str, kind: str) -> Question:
        """The question of this name about targets of this kind; no name means the only one. Raises RowError."""
        asked = self.book.about(kind)
        if not name and len(asked) == 1:
            return asked[0]
        found = self.book.question(name)
        if found is None:
            known = ", ".join(question.key for question in self.book.questions)
            raise RowError(f"{name!r} is not a question of the codebook; it asks {known}")
        if found.about != kind:
            raise RowError(f"the question {found.key!r} is about a {found.about}; this target is of the kind {kind}")
        return found


def _targets(session: Session, project: m.Project) -> dict[str, dict[str, tuple[int, str]]]:
    targets: dict[str, dict[str, tuple[int, str]]] = defaultdict(dict)
    for item, key, target_id, kind in session.exec(
        select(m.Item.source_id, m.Target.key, m.Target.id, m.Target.kind)
        .join(m.Target)
        .where(m.Item.project_id == project.id)
    ):
        targets[item][key] = (target_id or 0, kind)
    return targets


def _texts(session: Session, project: m.Project) -> dict[str, dict[str, list[str]]]:
    """By item, the keys of the memories that have a text."""
    texts: dict[str, dict[str, list[str]]] = {}
    for item in session.exec(select(m.Item).where(m.Item.project_id == project.id)):
        own: dict[str, list[str]] = defaultdict(list)
        for memory in Content.model_validate(item.content).memories:
            own[memory.text].append(memory.key)
        texts[item.source_id] = own
    return texts
