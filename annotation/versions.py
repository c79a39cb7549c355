"""What has become of labels under newer versions of a codebook? Judgments keep their version; reading maps them on.

A new version that renames, joins or removes a label says what the old label becomes (`Codebook.maps`), by question; a
label that is mapped to the empty text is no longer an answer. A judgment is never rewritten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.codebook import Codebook
from annotation.values import BETWEEN, parts

Maps = Mapping[str, Mapping[str, str]]  # by question: old label to new, empty where it answers nothing any more


@dataclass(frozen=True)
class LabelMaps:
    """The maps of a project's versions behind each codebook, oldest first, by the codebook's id.

    `order`: the newest order of the labels of each question that takes several, where there is more than one version.
    """

    after: Mapping[int, tuple[Maps, ...]]
    order: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, project_id: int) -> LabelMaps:
        """Those of a project."""
        rows = session.exec(
            select(m.Codebook.id, m.Codebook.maps)
            .where(m.Codebook.project_id == project_id)
            .order_by(col(m.Codebook.version))
        ).all()
        maps = [each for _, each in rows]
        later = [(key, tuple(each for each in maps[place + 1 :] if each)) for place, (key, _) in enumerate(rows)]
        order = _order(session, project_id) if len(rows) > 1 else {}
        return cls({key: found for key, found in later if key is not None and found}, order)

    def now(self, codebook_id: int, question: str, label: str | None) -> str | None:
        """What a label that was given under a codebook means today; None where it is no answer any more."""
        for maps in self.after.get(codebook_id, ()):
            if label is not None and question in maps:
                label = mapped(label, maps[question])
        places = self.order.get(question)
        if places is None or label is None or BETWEEN not in label:
            return label
        return BETWEEN.join(sorted(parts(label), key=lambda part: places.get(part, len(places))))


def _order(session: Session, project_id: int) -> dict[str, dict[str, int]]:
    body = session.exec(
        select(m.Codebook.body).where(m.Codebook.project_id == project_id).order_by(col(m.Codebook.version).desc())
    ).first()
    return {
        question.key: {label: place for place, label in enumerate(question.label_keys)}
        for question in Codebook.model_validate(body).questions
        if question.kind == "several"
    }


def mapped(label: str, by: Mapping[str, str]) -> str | None:
    """A label, or every label of a set."""
    if label in by:
        return by[label] or None
    if BETWEEN not in label:
        return label
    kept = [by.get(part, part) for part in parts(label)]
    return BETWEEN.join(dict.fromkeys(part for part in kept if part)) or None
