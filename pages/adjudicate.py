"""What is undecided? Item by item: the context, what each annotator said, and a decision with a reason."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotation import adjudication, disputes
from annotation.accounts import Person, Role
from annotation.disputes import Dispute, DisputedItem
from annotation.errors import AccordError
from annotation.store import reading, writing
from pages.parts.access import require
from pages.parts.choose import choose_project
from pages.parts.context import context
from pages.parts.dispute import dispute_card

TITLE = "Decide"
ROLES: tuple[Role, ...] = ("adjudicator", "admin")
NOTHING = "Nothing waits for a decision."
STATE = "To decide: {open}. Decided so far: {decided}."
WAITING = "Items that wait until all of their annotators are done: {waiting}."
OWN = "You have labelled this item yourself. The release will say so if you decide it."
CHOOSE = "Item"
CHOICE = "Item {number} · {open} to decide"


def show(person: Person, slug: str, item: DisputedItem) -> None:
    """Draw one item: the context on the left, what is to be decided on the right."""
    with reading() as session:
        found = disputes.item_disputes(session, slug=slug, item_id=item.item_id, account_id=person.id)
    left, right = st.columns([5, 7], gap="large")
    with left:
        context(found.item)
    with right:
        if found.own:
            st.warning(OWN)
        for dispute in found.disputes:
            decision = dispute_card(dispute)
            if decision:
                decide(slug, dispute, *decision)


def decide(slug: str, dispute: Dispute, label: str, reason: str) -> None:
    """Store the decision, or say why it was not stored; then the list is drawn anew."""
    person = require(*ROLES)
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
        st.error(f"Not saved. {error}")
        return
    st.rerun()


asker = require(*ROLES)
st.title(TITLE, anchor=False)
project = choose_project()
with reading() as session:
    queue = disputes.queue(session, slug=project)

waiting = WAITING.format(waiting=queue.waiting_for_annotators) if queue.waiting_for_annotators else ""
st.write(f"{STATE.format(open=queue.open, decided=queue.decided)} {waiting}")
if not queue.items:
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
if chosen != current:
    st.query_params["item"] = str(numbers[chosen].number)
    st.rerun()
show(asker, project, numbers[chosen])
