"""How is this project set up? Defaults, names, keys, and the warning before sensitive items."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from agreement.alternative_results import EPSILONS
from annotation import projects, settings
from annotation.board import prelabels
from annotation.people.accounts import Person
from annotation.settings import ProjectSettings
from annotation.status import status
from annotation.store import reading, writing
from languages import say, worded
from pages.parts import item_choice, outcome
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.choose import choose_project
from pages.parts.confirm import Action, confirm
from pages.parts.menu import STUDY
from pages.parts.quiet import quiet
from pages.parts.terms import tag

TITLE = worded("Settings")
GENERAL = worded("Labelling and deciding")
OVERLAP, SEED = worded("Annotators for each item"), worded("Seed")
DEFAULTS_HELP = worded("What the screen “Assign” proposes.")
NAMES = worded("An adjudicator may ask for the names behind the pseudonyms")
REASON = worded("A decision needs a reason")
KEYS = worded("Single letters are keys on the board, unless an annotator switches them off")
EPSILON = worded("Epsilon of the alternative annotator test")
EPSILON_HELP = worded(
    "How much a judge may fall short of a person and still stand in for one, as its labels cost less. "
    "Choose it before you see a judge's scores; the log keeps when. The values are those of the test's authors."
)
NO_TEST = worded("No test is made")
WHOM = worded("{value:g} ({whom})")
WARNING = worded("Words before sensitive items")
WARNING_HINT = worded("Empty: the board's own sentence.")
SAVE, SAVED, UNCHANGED = worded("Save"), worded("The settings are saved."), worded("Nothing has changed.")
PRELABELS = worded("Labels shown beforehand")
BLIND = worded("Annotators label blind: they see nothing of what the source says. That is how it should be, as a rule.")
SHOWN = worded(
    "Annotators see {count:,} labels of the source before they judge. Every judgment keeps what was shown, and the "
    "report says how many labels were kept and changed."
)
SHOW, SHOW_YES = worded("Show the source's labels"), worded("Show them")
SHOW_SAYS = worded(
    "People who see a label tend to keep it, so that agreement rises for no good reason. From now on every judgment "
    "records the label that was shown, and reports and releases say so. Labels given before stay blind ones."
)
HIDE, HIDE_YES = worded("Label blind again"), worded("Hide them")
HIDE_SAYS = worded(
    "Annotators see no labels of the source from now on. What was judged keeps the label that was shown."
)
SHOWN_NOW, HIDDEN_NOW = worded("Labels shown beforehand: {count:,}."), worded("Annotators label blind.")
NOTHING_TO_SHOW = worded("The source of these items says no label that the codebook knows.")
DESK_TAGS = worded("Tags by which an adjudicator may narrow the queue")
DESK_TAGS_HELP = worded(
    "A tag can give answers away: a scenario of StratMem follows from the roles. Release only those that say nothing."
)
NO_TAGS = worded("none")
SENSITIVE = worded("Sensitive items")
SENSITIVE_IS = worded("Sensitive now: {sensitive:,} of {items:,} items. The board shows a warning before them.")
NEW_ONES = worded("Items that are imported later are not sensitive until you choose them here.")
SET, SET_NOW = worded("Set"), worded("Sensitive now: {count:,} items.")


def chosen(name: str, slug: str) -> Any:
    """What is filled in under this name."""
    return st.session_state.get(f"{name}-{slug}")


def save(slug: str) -> Callable[[Person], str]:
    """The verb that saves the form."""

    def verb(person: Person) -> str:
        asked = {name: chosen(name, slug) for name in ProjectSettings.model_fields}
        given = settings.checked(**asked | {"desk_tags": tuple(asked["desk_tags"] or ())})
        with writing() as session:
            changed = settings.save(session, slug=slug, settings=given, account_id=person.id, now=datetime.now(UTC))
        return say(SAVED) if changed else say(UNCHANGED)

    return verb


def mark(slug: str) -> Callable[[Person], str]:
    """The verb that says which items are sensitive."""

    def verb(person: Person) -> str:
        with writing() as session:
            count = settings.mark_sensitive(
                session, slug=slug, which=item_choice.chosen(slug), account_id=person.id, now=datetime.now(UTC)
            )
        return say(SET_NOW, count=count)

    return verb


def epsilons(now: float | None) -> list[float | None]:
    """The choices: none, the authors' three, and whatever is chosen already."""
    known = [None, *EPSILONS]
    return known if now in known else [*known, now]


def epsilon_in_words(value: float | None) -> str:
    """One choice, with the people that the authors mean it for."""
    if value is None:
        return say(NO_TEST)
    whom = EPSILONS.get(value)
    return say(WHOM, value=value, whom=whom) if whom else f"{value:g}"


def ask_general(slug: str, now: ProjectSettings, tags: Collection[str]) -> None:
    """Draw the form of the settings."""
    st.subheader(say(GENERAL), anchor=False)
    outcome.say_outcome(GENERAL)
    with st.form(f"general-{slug}", border=False):
        with st.container(horizontal=True):
            st.number_input(
                say(OVERLAP),
                1,
                settings.LARGEST_OVERLAP,
                now.overlap,
                key=f"overlap-{slug}",
                help=say(DEFAULTS_HELP),
                width=220,
            )
            st.number_input(
                say(SEED), 0, settings.LARGEST_SEED, now.seed, key=f"seed-{slug}", help=say(DEFAULTS_HELP), width=220
            )
        st.checkbox(say(NAMES), now.names_visible, key=f"names_visible-{slug}")
        st.checkbox(say(REASON), now.reason_required, key=f"reason_required-{slug}")
        st.checkbox(say(KEYS), now.single_keys, key=f"single_keys-{slug}")
        st.selectbox(
            say(EPSILON),
            epsilons(now.epsilon),
            index=epsilons(now.epsilon).index(now.epsilon),
            format_func=epsilon_in_words,
            key=f"epsilon-{slug}",
            help=say(EPSILON_HELP),
            width=420,
        )
        names = sorted({*tags, *now.desk_tags})
        if names:
            st.multiselect(
                say(DESK_TAGS),
                names,
                now.desk_tags,
                format_func=tag,
                key=f"desk_tags-{slug}",
                help=say(DESK_TAGS_HELP),
                placeholder=say(NO_TAGS),
                width=420,
            )
        st.text_area(
            say(WARNING),
            now.content_warning,
            key=f"content_warning-{slug}",
            placeholder=say(WARNING_HINT),
            max_chars=settings.LONGEST_WARNING,
            height=80,
        )
        st.form_submit_button(say(SAVE), type="primary", on_click=act, args=(save(slug), GENERAL))


def show_prelabels(slug: str, *, show: bool) -> Callable[[Person], str]:
    """The verb that shows the source's labels beforehand, or hides them."""

    def verb(person: Person) -> str:
        with writing() as session:
            count = prelabels.choose(session, slug=slug, show=show, account_id=person.id, now=datetime.now(UTC))
        if show and not count:
            return say(NOTHING_TO_SHOW)
        return say(SHOWN_NOW, count=count) if show else say(HIDDEN_NOW)

    return verb


def ask_prelabels(slug: str, count: int) -> None:
    """Draw whether annotators see the source's labels, and the way to the other state."""
    st.subheader(say(PRELABELS), anchor=False)
    outcome.say_outcome(PRELABELS)
    st.write(say(SHOWN, count=count) if count else say(BLIND))
    show = not count
    ask, says, yes = (SHOW, SHOW_SAYS, SHOW_YES) if show else (HIDE, HIDE_SAYS, HIDE_YES)
    verb = show_prelabels(slug, show=show)
    confirm(f"prelabels-{slug}", [Action(say(ask), say(says), say(yes), act, (verb, PRELABELS))])


def ask_sensitive(slug: str, *, sensitive: int, items: int, tags: dict[str, dict[str, int]]) -> None:
    """Draw which items are sensitive, and the choice of others."""
    st.subheader(say(SENSITIVE), anchor=False)
    outcome.say_outcome(SENSITIVE)
    st.write(say(SENSITIVE_IS, sensitive=sensitive, items=items))
    is_chosen = item_choice.ask(slug, tags)
    st.button(say(SET), disabled=not is_chosen, on_click=act, args=(mark(slug), SENSITIVE))
    quiet(say(NEW_ONES))


person = require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
with reading() as session:
    now = settings.read(projects.find(session, slug))
    found = status(session, slug=slug)
    sensitive = settings.sensitive(session, slug=slug)
    beforehand = prelabels.shown(session, slug=slug)
ask_general(slug, now, found.tags)
ask_sensitive(slug, sensitive=len(sensitive), items=found.items, tags=found.tags)
ask_prelabels(slug, beforehand)
