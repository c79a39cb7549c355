"""Which widget the annotator labels on: mounts the board of a project and gives it its words.

The widget is fed by its own two routes (`/board/<project>/next`, `/board/<project>/submit`); nothing about an item
passes through Streamlit, which only mounts it.
"""

from pathlib import Path

import streamlit as st

HERE = Path(__file__).parent

# One module in the browser: joined in this order, since a script that arrives as a blob cannot import its neighbours.
SCRIPT = (
    "words.js",
    "wire.js",
    "draft.js",
    "answers.js",
    "outage.js",
    "frame.js",
    "cover.js",
    "context.js",
    "targets.js",
    "sending.js",
    "keys.js",
    "mount.js",
)

STYLE = ("board.css", "messages.css", "frame.css", "context.css", "targets.css", "choices.css")

TEXTS = {
    # header
    "round": "Round {n} · {kind}",
    "independent": "independent",
    "discussion": "discussion",
    "items_done": "{n} of {total} done",
    "projects": "Projects",
    "sign_out": "Sign out",
    # context
    "context": "What came before",
    "who_answers": "{name}, who answers",
    "scene": "Scene",
    "dialogue": "Dialogue",
    "no_dialogue": "There is no earlier dialogue.",
    "asks": "{name} asks",
    # targets
    "targets": "What to judge",
    "whole_item": "The whole item",
    "meanings": "What the labels mean",
    # footer
    "answered": "{n} of {total} answered",
    "submit": "Submit",
    "enter": "Enter",
    "draft_kept": "Draft kept in this browser",
    "draft_not_kept": "Draft cannot be kept in this browser",
    "missing_memory_one": "1 memory has no answer yet",
    "missing_memory_many": "{n} memories have no answer yet",
    "missing_answer_one": "1 answer is missing",
    "missing_answer_many": "{n} answers are missing",
    "saving": "Saving …",
    "saved": "Saved",
    "not_saved": "Not saved",
    "not_confirmed": "Not saved yet: press Enter to send these answers again",
    "not_saved_yet": "Not saved yet. Trying again {when} …",
    "in_seconds": "in {n} s",
    "try_now": "Try now",
    # refusals
    "refused": "Not saved: {message}",
    "no_reason": "the server did not say why (status {status}).",
    "load_current": "Load the current item",
    "keep_this": "Keep this on screen",
    "sign_in_ended": "Your sign-in has ended.",
    "kept_here": "Nothing is lost: your answers are kept in this browser.",
    "kept_on_screen": "Your answers are on this screen only; leave it open.",
    "sign_in": "Sign in again",
    "then_enter": "Sign in, come back here and press Enter.",
    "other_account": "You are now signed in as {name}. Unsent answers of {before} stay in this browser.",
    "understood": "OK",
    # pages without an item
    "opening": "Opening …",
    "unreachable_title": "The server does not answer.",
    "unreachable": "Trying again {when} …",
    "cannot_open": "This project cannot be opened.",
    "all_done_one": "Your item is done. Thank you.",
    "all_done_many": "All {n} items are done. Thank you.",
    "unassigned": "No items are assigned to you in this project.",
    "closed": "This round is closed. It takes no more answers.",
    "back_home": "Back to the projects",
}


def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)


_mount = st.components.v2.component(
    "accord_board",
    css=_joined(STYLE),
    js=_joined(SCRIPT),
    isolate_styles=True,
)


def board(project: str) -> None:
    """Draw the labelling board of the project with this slug over the whole window."""
    _mount(key=f"board-{project}", data={"project": project, "texts": TEXTS, "home": "/"})
