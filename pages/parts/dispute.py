"""One disagreement: the text, what each annotator said, and a form to decide it; nothing is chosen beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import streamlit as st

from annotation.disputes import Dispute
from pages.parts.literal import literal

DECIDE = "Decide"
DECISION = "Decision"
REASON = "Reason"
REASON_HINT = "One sentence that a colleague would understand."

_STYLE = """<style>
.accord-dispute div { font-size: 0.875rem; opacity: 0.75; margin-bottom: 0.25rem; }
.accord-dispute p { margin: 0; font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere;
  unicode-bidi: plaintext; }
.accord-dispute ul { list-style: none; margin: 0.5rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.5rem; }
.accord-dispute li { padding: 0.125rem 0.625rem; border-radius: 99px; font-size: 0.875rem; margin: 0;
  border: 1px solid color-mix(in srgb, currentColor 22%, transparent); }
.accord-dispute li span { opacity: 0.75; }
</style>"""


@dataclass(frozen=True)
class Outcome:
    """Why a form that was pressed is not stored: which one, its text, and the sentence."""

    place: str
    text: str
    message: str


def place_of(dispute: Dispute) -> str:
    """The name of a dispute among the widgets."""
    return f"{dispute.target_id}-{dispute.question.key}"


def given(dispute: Dispute) -> tuple[str | None, str]:
    """What is filled in for a dispute: the label, if one is chosen, and the reason."""
    place = place_of(dispute)
    return st.session_state.get(f"label-{place}"), st.session_state.get(f"reason-{place}") or ""


def dispute_card(
    dispute: Dispute, *, on_decide: Callable[[str, Dispute], None], slug: str, outcome: Outcome | None
) -> None:
    """Draw the disagreement; pressing the button calls `on_decide(slug, dispute)` with the dispute as drawn here."""
    texts = {label.key: label.text for label in dispute.question.labels}
    place = place_of(dispute)
    with st.container(key=f"dispute-{place}"), st.form(key=f"form-{place}"):
        answers = "".join(
            f"<li><span>{escape(answer.rater)}</span> <b>{escape(texts.get(answer.label, answer.label))}</b></li>"
            for answer in dispute.answers
        )
        st.html(
            f'{_STYLE}<div class="accord-dispute"><div>{escape(dispute.question.text)}</div>'
            f'<p dir="auto">{escape(dispute.text)}</p><ul>{answers}</ul></div>'
        )
        st.radio(
            DECISION,
            list(texts),
            index=None,
            horizontal=True,
            format_func=lambda key: literal(texts[key]),
            key=f"label-{place}",
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input(REASON, placeholder=REASON_HINT, key=f"reason-{place}")
            st.form_submit_button(DECIDE, width="content", on_click=on_decide, args=(slug, dispute))
        if outcome and outcome.place == place:
            st.error(literal(outcome.message))
