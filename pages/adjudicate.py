"""What is undecided? Item by item: the context, what each annotator said, and a decision with a reason."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotation import adjudication, disputes
from annotation.accounts import Person, Role
from annotation.disputes import Dispute, DisputedItem
from annotation.errors import AccordError
from annotation.store import reading, writing
from pages.parts.access import asking, require
from pages.parts.choose import choose_project
from pages.parts.context import context
from pages.parts.dispute import Outcome, dispute_card, given, place_of
from pages.parts.literal import literal
from pages.parts.quiet import quiet

TITLE = "Decide"
ROLES: tuple[Role, ...] = ("adjudicator", "admin")
NOTHING = "Nothing waits for a decision."
STATE = "To decide: {open}. Decided so far: {decided}."
WAITING = "Items that wait until all of their annotators are done: {waiting}."
NO_DISPUTE = (
    "Undecided though nobody differs: {count}. They have fewer than two answers, or the rule has not been run: "
    "`python -m annotation settle --project {slug} --policy majority`"
)
OWN = "You have labelled this item yourself. The release will say so if you decide it."
CHOOSE = "Item"
CHOICE = "Item {number} · {open} to decide"
CHOOSE_FIRST = "Not saved. Choose a label and give a reason."
NOT_SAVED = "Not saved. {why}"
AT_ONCE = 20  # forms on one screen: more make it slow and long
MORE = "{count} more in this item follow when these are decided."
OUTCOME = "decide-outcome"  # what became of the form that was pressed last, until it is shown


def decide(slug: str, dispute: Dispute) -> None:
    """Store what was filled in for a dispute as it was drawn, whatever has changed since; keep what to say of it.

    Streamlit runs this before the page, so it asks by itself who is asking.
    """
    person = asking()
    if person is None or person.role not in ROLES:
        return  # the page says why
    label, reason = given(dispute)
    if label is None or not reason.strip():
        st.session_state[OUTCOME] = Outcome(place_of(dispute), dispute.text, CHOOSE_FIRST)
        return
    try:
        with writing() as session:
            adjudication.decide(
                session,
                account_id=person.id,
                slug=slug,
                target_id=dispute.target_id,
                question=dispute.question.key,
                label=label,
                reason=reason,
                now=datetime.now(UTC),
                seen_revision=dispute.seen_revision,
            )
    except AccordError as error:
        st.session_state[OUTCOME] = Outcome(place_of(dispute), dispute.text, NOT_SAVED.format(why=error))


def show(person: Person, slug: str, item: DisputedItem, outcome: Outcome | None) -> None:
    """Draw one item: the context on the left, what is to be decided on the right."""
    with reading() as session:
        found = disputes.item_disputes(session, slug=slug, item_id=item.item_id, account_id=person.id)
    if outcome and outcome.place not in {place_of(dispute) for dispute in found.disputes[:AT_ONCE]}:
        say(outcome)
    left, right = st.columns([5, 7], gap="large")
    with left:
        context(found.item)
    with right:
        if found.own:
            st.warning(OWN)
        for dispute in found.disputes[:AT_ONCE]:
            dispute_card(dispute, on_decide=decide, slug=slug, outcome=outcome)
        if len(found.disputes) > AT_ONCE:
            quiet(MORE.format(count=len(found.disputes) - AT_ONCE))


def say(outcome: Outcome) -> None:
    """Say what became of a form that is no longer on the screen."""
    st.error(f"{literal(outcome.message)} “{literal(outcome.text)}”")


asker = require(*ROLES)
st.title(TITLE, anchor=False)
project = choose_project()
with reading() as session:
    queue = disputes.queue(session, slug=project)

waiting = WAITING.format(waiting=queue.waiting_for_annotators) if queue.waiting_for_annotators else ""
st.write(f"{STATE.format(open=queue.open, decided=queue.decided)} {waiting}")
if queue.undisputed:
    st.write(NO_DISPUTE.format(count=queue.undisputed, slug=project))
last: Outcome | None = st.session_state.pop(OUTCOME, None)
if not queue.items:
    if last:
        say(last)
    st.write(NOTHING)
    st.stop()
numbers = {item.item_id: item for item in queue.items}
asked = st.query_params.get("item", "")
current = next((item.item_id for item in queue.items if str(item.number) == asked), queue.items[0].item_id)
# Without a key, so that it is drawn anew with the item at hand whenever the list has changed.
chosen = st.selectbox(
    CHOOSE,
    list(numbers),
    index=list(numbers).index(current),
    format_func=lambda item_id: CHOICE.format(number=numbers[item_id].number, open=numbers[item_id].open),
    width=420,
)
# In the address from the first look on, so that the item stays when others come before it.
st.query_params["item"] = str(numbers[chosen].number)
if chosen != current:
    st.rerun()
show(asker, project, numbers[chosen], last)
