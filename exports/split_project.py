"""How is a project split? Its items with what joins them, and what must not be tested on.

Kept out of test: items with an answer that is known beforehand, items that people were trained on, and items that a
judge was tuned on. For the numbers and for researchers: a judge's tuning is read here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects, tags
from annotation.content import Content
from annotation.errors import NotFound
from annotation.places import contents_of, items_in_parts
from exports.near_duplicates import THRESHOLD, normalized
from exports.revisions import ITEMS_AT_ONCE
from exports.split_placing import SplitItem
from exports.split_wishes import DEFAULT, Wish
from exports.splits import Split, split
from languages import worded

DIALOGUE, MEMORY, TEXT = "dialogue", "memory", "text"
OF_CONTENT = (DIALOGUE, MEMORY, TEXT)
FEWEST_TURNS = 2  # of a beginning that says that two dialogues are one: many begin with the same greeting

NO_TAG = worded("No item of the project has the tag {name!r}. There are: {there}")

Links = frozenset[tuple[str, str]]


def split_of_project(
    session: Session,
    *,
    slug: str,
    wishes: Sequence[Wish] = DEFAULT,
    seed: int = 0,
    group_by: Sequence[str] | None = None,
    strata: Sequence[str] = (),
    earlier: Mapping[str, str] | None = None,
    near: float | None = THRESHOLD,
    only: Collection[str] | None = None,
) -> Split:
    """The split of a project's items (all of them, or `only` these), in the order of their import.

    `group_by` are names of tags, `dialogue` (the tag, else the same dialogue or its beginning), `memory` (an item with
    a memory of the same text) or `text` (the same normalized text, which always holds); None: `dialogue`. What was
    imported at once is one batch. Split all items and release those that are complete: one that is decided later has
    its place already.

    Raises NotFound for the project or a tag that no item has, and what `exports.splits.split` raises.
    """
    items = split_items(session, slug=slug, group_by=group_by, strata=strata)
    chosen = [item for item in items if only is None or item.id in only]
    return split(chosen, wishes=wishes, seed=seed, earlier=earlier, near=near)


def split_items(
    session: Session, *, slug: str, group_by: Sequence[str] | None = None, strata: Sequence[str] = ()
) -> list[SplitItem]:
    """The items of a project with what joins them. Raises NotFound for the project or a tag that no item has."""
    project = projects.find(session, slug)
    of_item = tags.every(session, slug=slug)
    names = tuple(dict.fromkeys((DIALOGUE,) if group_by is None else group_by))
    _check(names, strata, of_item)
    shown, imported = _shown(session, project, names), _imported(session, project)
    by_content = _links_by_content(shown, names, of_item)
    kept_out = _kept_out(session, project)
    batches = {moment: number for number, moment in enumerate(sorted(set(imported.values())))}
    return [
        SplitItem(
            id=item,
            links=by_content(item) | {(name, value) for name in names for value in of_item.get(item, {}).get(name, ())},
            text=own.text,
            strata={name: of_item[item][name][0] for name in strata if name in of_item.get(item, {})},
            batch=batches[imported[item]],
            kept_out=kept_out.get(item, ""),
        )
        for item, own in shown.items()
    ]


def text_of(content: Content) -> str:
    """An item's own text: what is said in it; where nothing is, what else it shows."""
    said = [content.scene, *(turn.text for turn in content.dialogue), content.query.text if content.query else ""]
    if not "".join(said).strip():
        said = [*(text for section in content.sections for text in section.entries)]
        said += [memory.text for memory in content.memories]
        said += [response.text for response in content.responses]
    return "\n".join(said)


def _check(names: Sequence[str], strata: Sequence[str], of_item: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    there = {name for own in of_item.values() for name in own}
    for name in (*(name for name in names if name not in OF_CONTENT), *strata):
        if name not in there:
            raise NotFound(worded(NO_TAG, name=name, there=", ".join(sorted(there)) or worded("none")))


@dataclass(frozen=True, slots=True)
class _Shown:
    """What of an item's content may join it to another: its text, its normalized turns and memories, where asked."""

    text: str
    turns: tuple[str, ...] = ()
    memories: frozenset[str] = frozenset()

    @classmethod
    def of(cls, content: Content, names: Collection[str]) -> _Shown:
        turns = tuple(normalized(turn.text) for turn in content.dialogue) if DIALOGUE in names else ()
        memories = {normalized(memory.text) for memory in content.memories} if MEMORY in names else set()
        return cls(text_of(content), turns, frozenset(memories) - {""})


def _shown(session: Session, project: m.Project, names: Collection[str]) -> dict[str, _Shown]:
    """That of every item, in the order of import; a part of the contents is in memory at a time."""
    found: dict[str, _Shown] = {}
    for items in items_in_parts(session, project, at_once=ITEMS_AT_ONCE):
        contents = contents_of(session, items)
        found |= {item.source_id: _Shown.of(contents[item.id], names) for item in items}
    return found


def _imported(session: Session, project: m.Project) -> dict[str, datetime]:
    """When every item was imported."""
    return dict(session.exec(select(m.Item.source_id, m.Item.imported_at).where(m.Item.project_id == project.id)).all())


def _links_by_content(
    shown: Mapping[str, _Shown], names: Collection[str], of_item: Mapping[str, Mapping[str, Sequence[str]]]
) -> Callable[[str], Links]:
    """What gives the links of an item that its content makes."""
    whole = {own.turns for own in shown.values()} if DIALOGUE in names else set()

    def links(item: str) -> Links:
        turns, found = shown[item].turns, {(MEMORY, text) for text in shown[item].memories}
        if DIALOGUE in names and DIALOGUE not in of_item.get(item, {}):
            beginnings = (turns[:n] for n in range(FEWEST_TURNS, len(turns) + 1))
            found |= {(DIALOGUE, " / ".join(each)) for each in (*beginnings, turns) if each and each in whole}
        return frozenset(found)

    return links


def _kept_out(session: Session, project: m.Project) -> dict[str, str]:
    """The items that must not be tested on, and why: the last of known, trained on and used for a judge."""
    of_project = select(m.Item.source_id).where(m.Item.project_id == project.id)
    known = of_project.join(m.Target, col(m.Target.item_id) == m.Item.id).join(
        m.KnownAnswer, col(m.KnownAnswer.target_id) == m.Target.id
    )
    trained = (
        of_project.join(m.Assignment, col(m.Assignment.item_id) == m.Item.id)
        .join(m.Round, col(m.Round.id) == m.Assignment.round_id)
        .where(m.Round.kind == "training")
    )
    tuned = of_project.join(m.TunedItem, col(m.TunedItem.item_id) == m.Item.id)
    asked = {"known": known, "training": trained, "judge_example": tuned}
    return {item: why for why, question in asked.items() for item in session.exec(question.distinct())}
