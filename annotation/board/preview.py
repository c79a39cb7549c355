"""How would annotators see a codebook? A board's screen built in memory, and answers checked as real ones would be.

Nothing here reads or writes a database.
"""

from __future__ import annotations

import hashlib

from annotation import guideline
from annotation.board.screen import (
    Progress,
    Screen,
    ScreenAccount,
    ScreenProject,
    shown_item,
    shown_memory,
    shown_questions,
)
from annotation.board.submission import Submission, check_complete, check_labels
from annotation.codebook import Codebook, said
from annotation.content import Content, Memory
from annotation.places import targets_of
from annotation.specimens import Specimen
from annotation.values import Pieces

ONLY_ITEM = 1  # the number of the item that a preview shows


def screen(book: Codebook, shown: Specimen, *, name: str, account: ScreenAccount, language: str) -> Screen:
    """The screen of a board that is called `name`, whose only item is this one."""
    content = shown.content
    return Screen(
        state="item",
        project=ScreenProject(
            key=f"preview {_fingerprint(book, content)}",
            slug=name,
            title=said(book.title, language),
            round=1,
            round_kind="independent",
        ),
        account=account,
        progress=Progress(done=0, total=1),
        codebook=1,
        assignment=ONLY_ITEM,
        position=1,
        item=shown_item(content, (), book),
        questions=shown_questions(book, language),
    )


def bank(book: Codebook, shown: Specimen) -> list[Memory]:
    """The further memories that the board shows when they are asked for."""
    there = {memory.text for memory in shown.content.memories}
    return [shown_memory(memory, book) for memory in shown.bank if memory.text not in there]


def blocks(book: Codebook, *, language: str) -> dict[str, object]:
    """The guideline as the board gets it."""
    return {"title": said(book.title, language), "blocks": guideline.blocks(said(book.guideline, language))}


def check(book: Codebook, shown: Specimen, sent: Submission) -> int:
    """How many answers a submission has. Raises what the real one would raise: Conflict and Invalid."""
    targets = {target.key: target.kind for target in targets_of(shown.content, kinds=book.kinds)}
    given = check_labels(sent.answers, book=book, targets=targets, pieces=Pieces.of(shown.content))
    check_complete(given, book=book, targets=targets)
    return len(given)


def _fingerprint(book: Codebook, content: Content) -> str:
    text = book.model_dump_json() + content.model_dump_json()
    return hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()[:12]
