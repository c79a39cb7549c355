"""How a project looks in a list: its title, how far one is, and where one goes from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from annotation.board.labelling import Work
from annotation.next_step import Step
from annotation.status import Status
from languages import say, worded
from pages.parts.menu import AGREEMENT, ASSIGN, LABEL, PROGRESS, PROJECTS, ROUNDS, Entry

DONE_OF = worded("{done} of {total} items done")
DISCUSSION = worded("Discussion of what people differ on")
SKIPPED = worded("{count} skipped")
SENT_BACK = worded("{count} sent back")
START = worded("Start")
CONTINUE = worded("Continue")
FINISHED = worded("Done")
TO_DECIDE = worded("{open:,} to decide · {decided:,} decided")
COMPLETE = worded("{complete:,} of {assigned:,} assigned items complete")
# What is next in a project: the sentence, the link, and where it leads.
NEXT: Mapping[Step, tuple[str, str, Entry]] = {
    "import": (worded("It has no items yet."), worded("Add items"), PROJECTS),
    "assign": (worded("{items:,} items wait to be assigned."), worded("Assign items"), ASSIGN),
    "label": (worded("Annotators are at work."), worded("Look at the progress"), PROGRESS),
    "reopen": (worded("The round is closed, and not everything is done."), worded("Look at the rounds"), ROUNDS),
    "evaluate": (worded("What was to be labelled is labelled."), worded("Read the agreement"), AGREEMENT),
}

_STYLE = """<style>
[class*="st-key-card-"] h2 { margin: 0; padding: 0; font-size: 1.125rem; line-height: 1.4; }
[class*="st-key-card-"] .progress { margin: 0.125rem 0 0; opacity: 0.75; font-size: 0.9375rem; }
[class*="st-key-card-"] progress { display: block; width: 100%; height: 0.375rem; margin-top: 0.75rem;
  accent-color: #3b5bdb; }
[class*="st-key-card-study-"] progress { max-width: 24rem; margin-top: 0.375rem; }
[class*="st-key-links-"] { border-top: 1px solid color-mix(in srgb, currentColor 12%, transparent);
  padding-top: 0.375rem; }
[class*="st-key-links-"] a p, [class*="st-key-look-"] a p { text-decoration: underline;
  text-underline-offset: 0.2em; }
[class*="st-key-go-"] { margin-left: 1.5rem; }
[class*="st-key-go-"] a { padding: 0.5rem 1.125rem; border-radius: 0.5rem; background: #3b5bdb; }
[class*="st-key-go-"] a:hover { background: #2f4ac0; }
[class*="st-key-go-"] a p { color: #ffffff; font-weight: 600; }
@media (prefers-color-scheme: dark) { [class*="st-key-card-"] progress { accent-color: #748ffc; } }
</style>"""


def work_card(work: Work) -> None:
    """A project that one labels oneself: own progress, and one link to go on."""
    with _card(work.slug, kind="work"):
        skipped = f" · {say(SKIPPED, count=work.skipped)}" if work.skipped else ""
        kind = f"{say(DISCUSSION)} · " if work.round_kind == "discussion" else ""
        back = f" · {say(SENT_BACK, count=work.sent_back)}" if work.sent_back else ""
        progress = kind + say(DONE_OF, done=work.done, total=work.total) + skipped + back
        st.html(
            f'<h2>{escape(work.title)}</h2><p class="progress">{progress}</p>'
            f'<progress value="{work.done}" max="{work.total}" aria-label="{progress}"></progress>'
        )
        if work.done == work.total and not work.sent_back:
            st.html(f"<p>{say(FINISHED)}</p>", width="content")
            return
        with st.container(key=f"go-{work.slug}", width="content"):
            label = START if work.done == 0 and not work.sent_back else CONTINUE
            st.page_link(LABEL.file, label=say(label), query_params={"project": work.slug})


def desk_card(slug: str, title: str, *, open_now: int, decided: int, desk: Entry) -> None:
    """A project that one decides in: how much waits and how much is decided, and the link to its desk."""
    with _card(slug, kind="desk"):
        said = say(TO_DECIDE, open=open_now, decided=decided)
        st.html(f'<h2>{escape(title)}</h2><p class="progress">{said}</p>')
        with st.container(key=f"{'go' if open_now else 'look'}-desk-{slug}", width="content"):
            st.page_link(desk.file, label=say(desk.title), query_params={"project": slug})


def study_card(found: Status, step: Step, screens: Sequence[Entry]) -> None:
    """A project that a researcher looks after: how far it is, what is next, and a link to each screen about it."""
    sentence, link, entry = NEXT[step]
    place = {"project": found.project}
    st.html(_STYLE)
    with st.container(border=True, key=f"card-study-{found.project}", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", wrap=False):
            bar = say(COMPLETE, complete=found.items_complete, assigned=found.items_assigned)
            drawn = (
                f'<p class="progress">{bar}</p>'
                f'<progress value="{found.items_complete}" max="{found.items_assigned}" aria-label="{bar}"></progress>'
            )
            st.html(
                f'<h2>{escape(found.title)}</h2><p class="progress">{say(sentence, items=found.items)}</p>'
                f"{drawn if found.items_assigned else ''}"
            )
            with st.container(key=f"go-{found.project}", width="content"):
                st.page_link(entry.file, label=say(link), query_params=place)
        with st.container(horizontal=True, gap="small", key=f"links-{found.project}"):
            for screen in screens:
                st.page_link(screen.file, label=say(screen.title), query_params=place)


def _card(slug: str, *, kind: str) -> st.delta_generator.DeltaGenerator:
    st.html(_STYLE)
    card = st.container(border=True, key=f"card-{kind}-{slug}")
    return card.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small")
