"""The form of what reaches a labelling screen, built from an item's content and the codebook and from nothing else.

Item ids, tags and the source's order stay behind: ids and order can give answers away.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pydantic import BaseModel, ConfigDict

from annotation.codebook import Codebook, Expects, Question, said
from annotation.content import Content, Memory, Profile, Query, Response, Section, Turn
from annotation.places import targets_of


class Shown(BaseModel):
    """A frozen part of a screen."""

    model_config = ConfigDict(frozen=True)


class ShownTarget(Shown):
    """What a question is about: the item itself (key ''), one memory or one response with its text, or a pair.

    A pair names its response and its memory, and has the memory's text.
    """

    kind: str
    key: str
    text: str
    response: str = ""
    memory: str = ""


class ShownItem(Shown):
    """The context and the targets, in the order to show them. `bank`: there are further memories to ask for."""

    scene: str
    profile: Profile | None
    dialogue: tuple[Turn, ...]
    query: Query | None
    sections: tuple[Section, ...]
    memories: tuple[Memory, ...]
    responses: tuple[Response, ...]
    recalled: str
    recalled_at: tuple[str, ...]
    bank: bool
    targets: tuple[ShownTarget, ...]


class ShownLabel(Shown):
    """One answer with its key on the keyboard."""

    key: str
    hotkey: str
    text: str
    help: str
    group: str
    anchor: str


class ShownGroup(Shown):
    """A part of a large set of labels."""

    key: str
    text: str


class ShownAskIf(Shown):
    """On which answer to which other question about the same target a question depends."""

    question: str
    labels: tuple[str, ...]


class ShownExpects(Shown):
    """Which labels go with which answer to another question, and the words that warn of others."""

    question: str
    allowed: dict[str, tuple[str, ...]]
    text: str


class ShownQuestion(Shown):
    """One question in the screen's language."""

    key: str
    about: str
    kind: str
    level: str
    required: bool
    text: str
    help: str
    labels: tuple[ShownLabel, ...]
    groups: tuple[ShownGroup, ...]
    of: tuple[str, ...]
    many: bool
    ask_if: ShownAskIf | None
    expects: ShownExpects | None
    cannot_judge: bool
    confidence: bool


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
    """An answer that the annotator has given: a label, or why it cannot be judged."""

    target: str
    question: str
    label: str | None
    cannot: str | None = None
    confidence: int | None = None


class ShownMark(Shown):
    """After a training item: what was answered, what is known to be right, and why; no label: none was given."""

    target: str
    question: str
    label: str | None
    known: str
    right: bool
    explanation: str


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
    """All that a board draws. `state` is item, done, unassigned, closed, paused, or not_passed after a training; of a
    pool, taken where all that is left is reserved by others now, and empty where nothing is left.

    `previous` and `following` are the neighbours in the annotator's own order. `answers` are the annotator's stored
    ones; what a `draft` says comes after them. In a closed round nothing is `editable`. `prelabels` are what the source
    says, where a researcher chose to show it. `sent_back` is why an adjudicator wants the item looked at again; it can
    be edited then, in a closed round too. `feedback` is what was right in a training item that is answered.

    `again`: in a discussion the only places that are asked, with the annotator's own first answers, empty ones too;
    None in any other round. What others said is no part of a screen, but of annotation.discussion.talk.

    `reserved_until`: how long an item of a pool stays with whoever took it; `late`: that time is over.
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
    sent_back: str = ""
    reserved_until: str | None = None
    late: bool = False
    feedback: tuple[ShownMark, ...] | None = None
    mark: Mark = Mark()
    answers: tuple[ShownAnswer, ...] = ()
    draft: ShownDraft | None = None
    prelabels: tuple[ShownAnswer, ...] = ()
    again: tuple[ShownAnswer, ...] | None = None
    item: ShownItem | None = None
    questions: tuple[ShownQuestion, ...] = ()


def shown_item(content: Content, order: Sequence[str], book: Codebook) -> ShownItem:
    """The item as one annotator sees it: memories and responses in the order stored for them; only what is asked about.

    Of a memory only those fields are there that the codebook shows. Where responses are judged, the dialogue ends
    before the source's own reply that recalls a memory: whoever has read it measures the others by it.
    """
    if {"response", "pair"} & book.kinds:
        content = _before_the_reply(content)
    places = {key: place for place, key in enumerate(order)}
    memories = sorted(content.memories, key=lambda memory: places.get(memory.key, len(places)))
    responses = sorted(content.responses, key=lambda response: places.get(response.key, len(places)))
    shown = content.model_copy(update={"memories": tuple(memories), "responses": tuple(responses)})
    return ShownItem(
        scene=content.scene,
        profile=content.profile,
        dialogue=content.dialogue,
        query=content.query,
        sections=content.sections,
        memories=tuple(_with_fields(memory, book.shows) for memory in memories) if _needs_memories(book) else (),
        responses=tuple(responses) if {"response", "pair"} & book.kinds else (),
        recalled=content.recalled,
        recalled_at=content.recalled_at,
        bank=bool(content.bank),
        targets=tuple(
            ShownTarget(kind=each.kind, key=each.key, text=each.text, response=each.response, memory=each.memory)
            for each in targets_of(shown, kinds=book.kinds)
        ),
    )


def _before_the_reply(content: Content) -> Content:
    turns = takewhile(lambda turn: turn.key not in content.recalled_at, content.dialogue)
    return content.model_copy(update={"dialogue": tuple(turns), "recalled": "", "recalled_at": ()})


def shown_questions(book: Codebook, language: str = "en") -> tuple[ShownQuestion, ...]:
    """The codebook's questions in one language."""
    return tuple(_shown_question(question, language) for question in book.questions)


def shown_memory(memory: Memory, book: Codebook) -> Memory:
    """A memory with those of its fields that the codebook shows."""
    return _with_fields(memory, book.shows)


def _needs_memories(book: Codebook) -> bool:
    """Whether memories are part of the context, and not only what is judged one by one."""
    return book.kinds != {"memory"} or any(question.kind == "pick" for question in book.questions)


def _with_fields(memory: Memory, fields: Sequence[str]) -> Memory:
    return Memory(key=memory.key, text=memory.text, **{name: getattr(memory, name) for name in fields})


def _shown_question(question: Question, language: str) -> ShownQuestion:
    ask_if, expects = question.ask_if, question.expects
    return ShownQuestion(
        key=question.key,
        about=question.about,
        kind=question.kind,
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
                group=label.group,
                anchor=said(label.anchor, language),
            )
            for label in question.labels
        ),
        groups=tuple(ShownGroup(key=group.key, text=said(group.text, language)) for group in question.groups),
        of=question.of,
        many=question.many,
        ask_if=ShownAskIf(question=ask_if.question, labels=ask_if.labels) if ask_if else None,
        expects=_shown_expects(expects, language) if expects else None,
        cannot_judge=question.cannot_judge,
        confidence=question.confidence,
    )


def _shown_expects(expects: Expects, language: str) -> ShownExpects:
    return ShownExpects(question=expects.question, allowed=expects.allowed, text=said(expects.text, language))
