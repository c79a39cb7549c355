"""What goes on under a new version without anybody's doing: drafts, and labels that are shown beforehand."""

from __future__ import annotations

from sqlmodel import Session, select

from annotation import models as m
from annotation.next_version.looked import Looked
from annotation.projects import key_of
from annotation.versions import Maps, mapped


def drafts_on(session: Session, found: Looked, row: m.Codebook) -> None:
    """Let drafts go on under the new version with all of their answers that it still takes."""
    new = found.full_maps()
    drafts = session.exec(select(m.Draft).where(m.Draft.codebook_id == found.row.id).with_for_update()).all()
    for draft in drafts:
        draft.codebook_id = key_of(row)
        if draft.answers is not None:
            carried = [_carried(answer, found, new) for answer in draft.answers]
            draft.answers = [answer for answer in carried if answer is not None]
        session.add(draft)


def _carried(answer: list[object], found: Looked, new: Maps) -> list[object] | None:
    """An answer of a draft under the new version; None where it is none any more."""
    target, key, label, *rest = answer
    question = str(key)
    change = next((each for each in found.changes.questions if each.question == question), None)
    if found.now.question(question) is None or (change and (change.reshaped or change.narrowed)):
        return None
    if isinstance(label, str) and question in new:
        label = mapped(label, new[question])
    cannot = rest[0] if rest else None
    return None if label is None and cannot is None else [target, question, label, *rest]


def prelabels_on(session: Session, found: Looked) -> None:
    """What is shown beforehand is shown in the new version's labels."""
    for question, labels in found.full_maps().items():
        rows = session.exec(
            select(m.Prelabel)
            .join(m.Target)
            .join(m.Item)
            .where(m.Item.project_id == found.project.id, m.Prelabel.question == question)
        )
        for shown in rows.all():
            label = mapped(shown.label, labels)
            if label is None:
                session.delete(shown)
            else:
                shown.label = label
                session.add(shown)
