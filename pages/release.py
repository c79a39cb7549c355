"""Which releases are there, and what would the next one hold? Options, a look at it, making it, and the list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from annotation import releases, tags
from annotation.people.accounts import Person
from annotation.releases import Released
from annotation.store import reading
from exports import naming, releasing
from exports.elsewhere import release_elsewhere
from exports.release_options import CardTold, ReleaseOptions, checked, options_of
from exports.releasing import Preview
from languages import say, whole, worded
from pages.parts import outcome
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.choose import choose_project
from pages.parts.menu import STUDY
from pages.parts.quiet import quiet
from pages.parts.tables import File, Remark, Short, table
from pages.parts.terms import tag
from pages.parts.times import moment

TITLE = worded("Release")
IS = worded(
    "A release freezes the gold with everything that it can be checked by: every table, the figures, the splits, a "
    "card and the sums of all files. It stays as it is; what is labelled or decided later is in the next one."
)
NEXT = worded("The next release")
HOLDS = (worded("Gold labels"), worded("Undecided"), worded("Complete items"), worded("Items left out"))
LEFT_OUT = worded("Left out, since something of them has no label: {items}{more}")
AND_MORE = worded(" … and {n:,} more")
CHANGES = worded("Since release {since}: {added:,} gold labels added, {changed:,} changed, {withdrawn:,} withdrawn.")
SPLITS, SPLITS_HELP = (
    worded("Splits"),
    worded("Shares, as train=.8,dev=.1,test=.1, or counts, as test=200,train=rest. Empty: no splits."),
)
GROUPS, GROUPS_HELP = (
    worded("Stays together in one split"),
    worded("Items that share one of these are never in two splits; near-duplicates never are."),
)
STRATA = worded("Keeps its proportions in every split")
SEED = worded("Seed")
NEW_SPLITS = worded("Split anew, also the items of the release before")
CARD = worded("For the dataset card")
CARD_IS = worded(
    "What is left empty the card calls “not stated”. How many labelled, and what they say of themselves all together, "
    "it knows."
)
FIELDS = {
    "title": worded("Title"),
    "license": worded("Licence, such as cc-by-4.0"),
    "language": worded("Languages, such as en, zh"),
    "summary": worded("What the data are"),
    "who": worded("Who labelled"),
    "recruitment": worded("How they were found"),
    "pay": worded("What they were paid"),
    "guideline": worded("On the guideline"),
    "sampling": worded("How items were chosen"),
    "withdrawals": worded("What was withdrawn, and why"),
    "source": worded("Where the items come from"),
    "contact": worded("Whom to ask"),
    "citation": worded("How to cite it"),
}
SHORT = ("title", "license", "language")
NAMED = worded(
    "People whose labels came from files stand in a release under the names of those files: {names}{more}. "
    "Where these are names of persons, import the labels under pseudonyms before you publish."
)
MAKE = worded("Make the release")
MADE = worded("Release {number} is made. Download it below.")
SAME = worded("Nothing has changed since release {number}: that one is it.")
TAKES = worded("The figures are computed anew, which can take a while.")
THERE_ARE = worded("Releases")
NONE_YET = worded("There is no release yet.")
CHECK = worded("Whoever has a release can check it: python -m exports verify FILE.zip")
CHANGED = worded("{added:,} added, {changed:,} changed, {withdrawn:,} withdrawn")
FIRST = worded("the first")
HAS = worded("{gold:,} gold labels, {undecided:,} undecided")
DOWNLOAD = worded("Download")
FILE = worded("File")
BY_COMMAND = worded("a command")
AT_MOST = 12  # item ids that are named here; the manifest has all
OF_CONTENT = {
    "dialogue": worded("the same dialogue"),
    "memory": worded("a memory of the same text"),
    "text": worded("the same text"),
}


def chosen(name: str, slug: str) -> Any:
    """What is filled in under this name."""
    return st.session_state.get(f"release-{name}-{slug}")


def options(slug: str) -> ReleaseOptions:
    """What was filled in. Raises WrongUse with the field that cannot be."""
    card: dict[str, Any] = {name: chosen(name, slug) or "" for name in FIELDS}
    card["language"] = tuple(code.strip() for code in card["language"].split(",") if code.strip())
    return checked(
        splits=chosen("splits", slug) or "",
        group_by=tuple(chosen("group_by", slug) or ()) or None,
        strata=tuple(chosen("strata", slug) or ()),
        seed=chosen("seed", slug) or 0,
        keep_splits=not chosen("new_splits", slug),
        card=card,
    )


def make(slug: str) -> Callable[[Person], str]:
    """The verb that makes a release."""

    def verb(person: Person) -> str:
        made = release_elsewhere(slug, options=options(slug), account_id=person.id, now=datetime.now(UTC))
        return say(MADE if made.is_new else SAME, number=made.number)

    return verb


def look(found: Preview, *, named: list[str]) -> None:
    """Draw what the next release would hold, and whom it would name."""
    numbers = (found.decided, found.undecided, found.complete, len(found.left_out))
    for column, name, number in zip(st.columns(len(HOLDS)), HOLDS, numbers, strict=True):
        column.metric(say(name), whole(number))
    if found.left_out:
        more = len(found.left_out) - AT_MOST
        told = say(AND_MORE, n=more) if more > 0 else ""
        quiet(say(LEFT_OUT, items=", ".join(found.left_out[:AT_MOST]), more=told))
    if found.since is not None:
        quiet(say(CHANGES, since=found.since, **found.changes))
    if named:
        told = say(AND_MORE, n=len(named) - AT_MOST) if len(named) > AT_MOST else ""
        quiet(say(NAMED, names=", ".join(named[:AT_MOST]), more=told))


def ask(slug: str, names: list[str], before: Released | None) -> None:
    """Draw the options; they begin as they were for the release before."""
    was = options_of(before.manifest) if before else ReleaseOptions()
    known = {name: say(text) for name, text in OF_CONTENT.items()}
    with st.form(f"release-{slug}", border=False):
        with st.container(horizontal=True):
            st.text_input(say(SPLITS), was.splits, key=f"release-splits-{slug}", help=say(SPLITS_HELP), width=320)
            st.number_input(say(SEED), 0, 2**31 - 1, was.seed, key=f"release-seed-{slug}", width=160)
        with st.container(horizontal=True):
            st.multiselect(
                say(GROUPS),
                [*OF_CONTENT, *(name for name in names if name not in OF_CONTENT)],
                list(was.group_by or ()),
                format_func=lambda name: known.get(name) or tag(name),
                key=f"release-group_by-{slug}",
                help=say(GROUPS_HELP),
                placeholder=known["dialogue"],
                width=400,
            )
            if names:
                st.multiselect(
                    say(STRATA),
                    names,
                    list(was.strata),
                    format_func=tag,
                    key=f"release-strata-{slug}",
                    placeholder="—",
                    width=400,
                )
        if before is not None and was.splits:
            st.checkbox(say(NEW_SPLITS), key=f"release-new_splits-{slug}")
        with st.expander(say(CARD)):
            quiet(say(CARD_IS))
            ask_card(slug, was.card)
        quiet(say(TAKES))
        st.form_submit_button(say(MAKE), type="primary", on_click=act, args=(make(slug), MAKE))


def ask_card(slug: str, was: CardTold) -> None:
    """Draw what is asked for the card."""
    for name, text in FIELDS.items():
        before = getattr(was, name)
        value = ", ".join(before) if isinstance(before, tuple) else before
        key = f"release-{name}-{slug}"
        if name in SHORT:
            st.text_input(say(text), value, key=key)
        else:
            st.text_area(say(text), value, key=key, height=68)


def listing(slug: str, found: list[Released]) -> None:
    """Draw the releases that there are, the newest first."""
    st.subheader(say(THERE_ARE), anchor=False)
    if not found:
        st.write(say(NONE_YET))
        return
    rows = [
        (
            Short(str(each.number)),
            Remark(moment(each.made_at), each.by or say(BY_COMMAND)),
            say(HAS, gold=each.manifest["counts"]["gold"], undecided=each.manifest["counts"]["undecided"]),
            say(CHANGED, **{kind: n for kind, n in each.manifest["changes"].items() if kind != "since"})
            if each.manifest["changes"]
            else say(FIRST),
            File(f"{say(DOWNLOAD)} {each.number} (zip)", f"/download/{slug}/release/{each.number}", each.sha256),
        )
        for each in found
    ]
    table((say("Number"), say("Made"), say("Holds"), say("Beside the one before"), say(FILE)), rows)
    quiet(say(CHECK))


require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
quiet(say(IS))
with reading() as session:
    there = releases.every(session, slug)
    ahead = releasing.preview(session, slug=slug)
    named = naming.named_by_files(session, slug=slug)
    names = sorted({name for own in tags.by_item(session, slug=slug).values() for name in own})
st.subheader(say(NEXT), anchor=False)
outcome.say_outcome(MAKE)
look(ahead, named=named)
ask(slug, names, there[0] if there else None)
listing(slug, there)
