"""The form of what reaches a labelling screen, built from an item's content and the codebook and from nothing else.

Item ids, tags and the source's order stay behind: ids and order can give answers away.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from pydantic import BaseModel, ConfigDict

from annotation.codebook import Codebook, said
from annotation.content import Content, Profile, Query, Turn


class Shown(BaseModel):
    """A frozen part of a screen."""

    model_config = ConfigDict(frozen=True)


class ShownTarget(Shown):
    """What a question is about: the item itself (key ''), or one memory with its text."""

    kind: str
    key: str
    text: str


class ShownItem(Shown):
    """The context and the targets, in the order to show them."""

    scene: str
    profile: Profile | None
    dialogue: tuple[Turn, ...]
    query: Query | None
    targets: tuple[ShownTarget, ...]


class ShownLabel(Shown):
    """One answer with its key on the keyboard."""

    key: str
    hotkey: str
    text: str
    help: str


class ShownQuestion(Shown):
    """One question in the screen's language."""

    key: str
    about: str
    level: str
    required: bool
    text: str
    help: str
    labels: tuple[ShownLabel, ...]


class ScreenProject(Shown):
    """Where the annotator is. `key` is this project's alone, also among databases: drafts are kept under it."""

    key: str
    slug: str
    title: str
    round: int
    round_kind: str


class ScreenAccount(Shown):
    """Who is labelling; `key` keeps the drafts of different people apart in one browser."""

    key: str
    name: str


class Progress(Shown):
    """Own progress, in items; what is skipped is not done."""

    done: int
    total: int
    skipped: int = 0


class ShownAnswer(Shown):
    """An answer that the annotator has given."""

    target: str
    question: str
    label: str


class ShownDraft(Shown):
    """The annotator's answers that are kept on the server and not submitted yet; its version grows with each saving."""

    version: int
    answers: tuple[ShownAnswer, ...]
    active_ms: int
    saved_at: str


class Mark(Shown):
    """The annotator's own word about an item: no judgment. `state` is open, done or skipped."""

    state: str = "open"
    skip_reason: str | None = None
    skip_words: str = ""
    flagged: bool = False
    note: str = ""


class ScreenPreferences(Shown):
    """How this person wants the board."""

    single_keys: bool = True
    show_progress: bool = True
    show_pace: bool = True
    break_minutes: int = 0
    guideline_open: bool = False


class Screen(Shown):
    """All that a board draws. `state` is item, done, unassigned or closed.

    `previous` and `following` are the neighbours in the annotator's own order. `answers` are the annotator's stored
    ones; what a `draft` says comes after them. In a closed round nothing is `editable`.
    """

    state: str
    project: ScreenProject
    account: ScreenAccount
    progress: Progress
    preferences: ScreenPreferences = ScreenPreferences()
    codebook: int
    assignment: int | None = None
    revision: int = 0
    position: int | None = None
    previous: int | None = None
    following: int | None = None
    editable: bool = True
    sensitive: bool = False
    warning: str = ""
    mark: Mark = Mark()
    answers: tuple[ShownAnswer, ...] = ()
    draft: ShownDraft | None = None
    item: ShownItem | None = None
    questions: tuple[ShownQuestion, ...] = ()


def shown_item(content: Content, order: Sequence[str], kinds: AbstractSet[str]) -> ShownItem:
    """The item as one annotator sees it: memories in the order stored for them; only the kinds that are asked about."""
    texts = {memory.key: memory.text for memory in content.memories}
    targets = [ShownTarget(kind="item", key="", text="")] if "item" in kinds else []
    if "memory" in kinds:
        targets += [ShownTarget(kind="memory", key=key, text=texts[key]) for key in order]
    return ShownItem(
        scene=content.scene,
        profile=content.profile,
        dialogue=content.dialogue,
        query=content.query,
        targets=tuple(targets),
    )


def shown_questions(book: Codebook, language: str = "en") -> tuple[ShownQuestion, ...]:
    """The codebook's questions in one language."""
    return tuple(
        ShownQuestion(
            key=question.key,
            about=question.about,
            level=question.level,
            required=question.required,
            text=said(question.text, language),
            help=said(question.help, language),
            labels=tuple(
                ShownLabel(
                    key=label.key,
                    hotkey=label.hotkey,
                    text=said(label.text, language),
                    help=said(label.help, language),
                )
                for label in question.labels
            ),
        )
        for question in book.questions
    )
