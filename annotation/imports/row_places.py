"""Which target and which question does a row of a file mean? Ids, keys and exact texts against the project."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, select

from annotation import label_files, values
from annotation import models as m
from annotation.codebook import Codebook, Question
from annotation.content import Content
from annotation.imports.under_version import UnderVersion
from annotation.readers.json_rows import RowError
from annotation.values import BadLabel, Pieces
from languages import message_of, worded


@dataclass(frozen=True)
class RowPlaces:
    """What the rows of a file are checked against, read once for the whole file.

    `targets` gives by item and key the target's id and kind, `texts` by item and text the keys that have it, `pieces`
    by item what an answer can point at. Questions and labels are those `under` the version that was named.
    """

    under: UnderVersion
    targets: dict[str, dict[str, tuple[int, str]]]
    texts: dict[str, dict[str, list[str]]]
    pieces: dict[str, Pieces]

    @classmethod
    def of(cls, session: Session, project: m.Project, *, version: int | None = None) -> RowPlaces:
        """Those of a project, by default under its newest codebook. Raises NotFound for the version."""
        under = UnderVersion.of(session, project, version)
        contents = _contents(session, project)
        points = any(question.kind in ("quote", "pick") for question in under.book.questions)
        pieces = {item: Pieces.of(content) for item, content in contents.items()} if points else {}
        return cls(under, _targets(session, project), _texts(contents), pieces)

    @property
    def book(self) -> Codebook:
        """The codebook that rows are read under."""
        return self.under.book

    def target(self, item: str, name: str) -> tuple[int, str]:
        """The id and the kind of a target, named by its key or its exact text. Raises RowError."""
        key = self.key(item, name)
        return self.targets[item][key]

    def key(self, item: str, name: str) -> str:
        """The key of a target, named by it or by its exact text. Raises RowError."""
        keys = self.targets.get(item)
        if keys is None:
            raise RowError(worded("the project has no item with this id"))
        if name in keys:
            return name
        texts = self.texts[item]
        found = texts.get(name) or texts.get(label_files.plain(name), [])
        if len(found) > 1:
            raise RowError(
                worded("the item has this text more than once; name the target by its key, as exports labels does")
            )
        if not found:
            raise RowError(
                worded("the item has no target {name!r}, neither as a key nor as exact text", name=name[:60])
            )
        return found[0]

    def checked(self, question: Question, item: str, target: str, label: str) -> str:
        """A label as it is stored. Raises RowError where it does not answer the question about this target."""
        pieces, key = self.pieces.get(item, values.NOTHING), self.key(item, target)
        if question.kind == "quote":
            label = label_files.keyed(label, pieces.quotable(question, key))
        try:
            label = values.checked(question, label, pieces=pieces, target=key)
        except BadLabel as error:
            older = self.under.older(question.key, label)
            why = message_of(error)
            raise RowError(worded("{why}; {older}", why=why, older=older) if older else why) from error
        return self.under.taken(question.key, label)

    def question(self, name: str, kind: str) -> Question:
        """The question of this name about targets of this kind; no name means the only one. Raises RowError."""
        asked = self.book.about(kind)
        if not name and len(asked) == 1:
            return asked[0]
        found = self.book.question(name)
        if found is None:
            known = ", ".join(question.key for question in self.book.questions)
            raise RowError(
                worded("{name!r} is not a question of the codebook; it asks {known}", name=name, known=known)
            )
        if found.about != kind:
            raise RowError(
                worded(
                    "the question {key!r} is about a {about}; this target is of the kind {kind}",
                    key=found.key,
                    about=found.about,
                    kind=kind,
                )
            )
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


def _contents(session: Session, project: m.Project) -> dict[str, Content]:
    rows = session.exec(select(m.Item.source_id, m.Item.content).where(m.Item.project_id == project.id))
    return {item: Content.model_validate(content) for item, content in rows}


def _texts(contents: Mapping[str, Content]) -> dict[str, dict[str, list[str]]]:
    """By item, the keys of the memories and responses that have a text; a pair goes by its key only."""
    texts: dict[str, dict[str, list[str]]] = {}
    for item, content in contents.items():
        own: dict[str, list[str]] = defaultdict(list)
        parts = [(part.text, part.key) for part in content.memories]
        for text, key in [*parts, *((part.text, part.key) for part in content.responses)]:
            own[text].append(key)
        texts[item] = own
    return texts
