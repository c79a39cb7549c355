"""One disagreement: the text, what each annotator said, and a form to decide it; nothing is chosen beforehand."""

from __future__ import annotations

from html import escape

import streamlit as st

from annotation.disputes import Dispute
from pages.parts.literal import literal

DECIDE = "Decide"
DECISION = "Decision"
REASON = "Reason"
REASON_HINT = "One sentence that a colleague would understand."
CHOOSE_FIRST = "Not saved. Choose a label and give a reason."

_STYLE = """<style>
.accord-dispute div { font-size: 0.875rem; opacity: 0.75; margin-bottom: 0.25rem; }
.accord-dispute p { margin: 0; font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere;
  unicode-bidi: plaintext; }
.accord-dispute ul { list-style: none; margin: 0.5rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.5rem; }
.accord-dispute li { padding: 0.125rem 0.625rem; border-radius: 99px; font-size: 0.875rem; margin: 0;
  border: 1px solid color-mix(in srgb, currentColor 22%, transparent); }
.accord-dispute li span { opacity: 0.75; }
</style>"""


def dispute_card(dispute: Dispute) -> tuple[str, str] | None:
    """Draw the disagreement; the label and the reason when the adjudicator has just decided."""
    texts = {label.key: label.text for label in dispute.question.labels}
    place = f"{dispute.target_id}-{dispute.question.key}"
    with st.container(key=f"dispute-{place}"), st.form(key=f"form-{place}"):
        answers = "".join(
            f"<li><span>{escape(answer.rater)}</span> <b>{escape(texts.get(answer.label, answer.label))}</b></li>"
            for answer in dispute.answers
        )
        st.html(
            f'{_STYLE}<div class="accord-dispute"><div>{escape(dispute.question.text)}</div>'
            f'<p dir="auto">{escape(dispute.text)}</p><ul>{answers}</ul></div>'
        )
        label = st.radio(
            DECISION,
            list(texts),
            index=None,
            horizontal=True,
            format_func=lambda key: literal(texts[key]),
            key=f"label-{place}",
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            reason = st.text_input(REASON, placeholder=REASON_HINT, key=f"reason-{place}")
            pressed = st.form_submit_button(DECIDE, width="content")
    if not pressed:
        return None
    if label is None or not reason.strip():
        st.error(CHOOSE_FIRST)
        return None
    return label, reason
