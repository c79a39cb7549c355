"""An item's context for reading outside the board: scene, profile, dialogue and query, as literal text."""

from __future__ import annotations

from html import escape

import streamlit as st

from annotation.screen import ShownItem

ASKS = "asks"
WHO_ANSWERS = "{name}, who answers"

_STYLE = """<style>
.accord-context { display: flex; flex-direction: column; gap: 0.5rem; font-size: 0.9375rem; line-height: 1.5; }
.accord-context p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.accord-context .turn { max-width: 88%; padding: 0.5rem 0.8125rem; border-radius: 0.875rem;
  border: 1px solid color-mix(in srgb, currentColor 14%, transparent); }
.accord-context .dialogue { display: flex; flex-direction: column; gap: 0.5rem; max-height: 60vh; overflow-y: auto; }
.accord-context .agent { align-self: flex-end; background: color-mix(in srgb, currentColor 5%, transparent); }
.accord-context .query { max-width: 100%; border: 2px solid #3b5bdb;
  background: color-mix(in srgb, #3b5bdb 9%, transparent); }
.accord-context .who { font-size: 0.8125rem; opacity: 0.75; }
.accord-context details { border: 1px solid color-mix(in srgb, currentColor 14%, transparent); border-radius: 0.625rem;
  padding: 0.5rem 0.8125rem; }
.accord-context summary { cursor: pointer; font-weight: 600; }
.accord-context details p { margin-top: 0.375rem; }
</style>"""


def context(item: ShownItem) -> None:
    """Draw everything that a decision is about."""
    parts = [f'<p dir="auto">{escape(item.scene)}</p>'] if item.scene else []
    if item.profile:
        sections = "".join(
            f'<p dir="auto"><b>{escape(section.name)}</b> {escape("; ".join(section.entries))}</p>'
            for section in item.profile.sections
        )
        who = escape(WHO_ANSWERS.format(name=item.profile.name))
        parts.append(f"<details><summary>{who}</summary>{sections}</details>")
    turns = [_turn(turn.side, _said_by(turn.speaker, turn.time), turn.text) for turn in item.dialogue]
    if turns:  # a long one scrolls by itself, so that the query stays in reach
        parts.append(f'<div class="dialogue" tabindex="0">{"".join(turns)}</div>')
    if item.query:
        parts.append(_turn("query", _said_by(f"{item.query.speaker} {ASKS}", item.query.time), item.query.text))
    st.html(f'{_STYLE}<div class="accord-context">{"".join(parts)}</div>')


def _said_by(speaker: str, time: str) -> str:
    return " · ".join(part for part in (speaker, time) if part)


def _turn(kind: str, speaker: str, text: str) -> str:
    return f'<div class="turn {kind}"><div class="who">{escape(speaker)}</div><p dir="auto">{escape(text)}</p></div>'
