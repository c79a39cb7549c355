"""Each annotator's agreement by question, and how it and their speed move as the work goes on, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from exports.drift import Block, Share
from exports.figures import number
from exports.quality import Figure as Measured
from exports.quality import PersonQuality
from languages import percent, say, say_if_ours, whole, worded
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Figure, Remark, table
from pages.parts.times import span

BY_QUESTION = worded("Agreement by question")
NOTES = worded(
    "“With others” is the mean over the other annotators of what two have said alike, and of Cohen's kappa where it is "
    "defined. “With known answers” is the share of them that was given, with a 95 % interval; “with oneself” the share "
    "of labels that were the same when an item was shown again. The small figures are the targets behind a number."
)
GOING_ON = worded("As the work goes on")
GOING_ON_IS = worded(
    "Items in the order in which they were submitted, in blocks: who gets quicker or drifts away from the others?"
)
ITEMS_FROM = worded("items {first} to {last}")
ON_INTERVAL = worded("{low} to {high} · {n}")


def by_question(people: Sequence[PersonQuality], texts: Mapping[str, str]) -> None:
    """Draw a table of agreement for each question."""
    keys = list(dict.fromkeys(each.question for one in people for each in one.questions))
    if not keys:
        return
    st.subheader(say(BY_QUESTION), anchor=False)
    for key in keys:
        st.markdown(f"**{literal(texts.get(key, key))}**")
        rows: list[tuple[Cell, ...]] = []
        for person in people:
            found = next(each for each in person.questions if each.question == key)
            rows.append(
                (
                    Remark(person.name, person.pseudonym),
                    _measured(found.others),
                    _measured(found.others_kappa, as_share=False),
                    _measured(found.known),
                    _measured(found.again),
                )
            )
        heads = (
            say("Annotator"),
            say("With others"),
            say("Kappa with others"),
            say("With known answers"),
            say("With oneself"),
        )
        table(heads, rows)
    quiet(say(NOTES))


def as_it_goes_on(people: Sequence[PersonQuality], texts: Mapping[str, str]) -> None:
    """Draw each annotator's blocks, where they have done enough items for two."""
    drawn = [person for person in people if person.blocks]
    if not drawn:
        return
    st.subheader(say(GOING_ON), anchor=False)
    quiet(say(GOING_ON_IS))
    for person in drawn:
        keys = list(person.blocks[0].others)
        has_known = any(share[0] is not None for block in person.blocks for share in block.known.values())
        st.markdown(f"**{literal(person.name)}**")
        heads = [say("Items"), say("An item")]
        for key in keys:
            named = f" · {texts.get(key, key)}" if len(keys) > 1 else ""
            heads.append(say("With others") + named)
            heads += [say("With known answers") + named] if has_known else []
        table(heads, [_block(block, keys, has_known=has_known) for block in person.blocks])


def _block(block: Block, keys: Sequence[str], *, has_known: bool) -> tuple[Cell, ...]:
    cells: list[Cell] = [
        say(ITEMS_FROM, first=block.first, last=block.last),
        Figure("—" if block.seconds is None else span(round(block.seconds * 1000))),
    ]
    for key in keys:
        cells.append(_share(block.others[key]))
        cells += [_share(block.known[key])] if has_known else []
    return tuple(cells)


def _share(found: Share) -> Figure:
    value, n = found
    return Figure("—") if value is None else Figure(percent(value), whole(n))


def _measured(found: Measured, *, as_share: bool = True) -> Cell:
    if found.value is None:
        return Remark("—", say_if_ours(found.why or ""))
    shown = percent(found.value) if as_share else number(found.value)
    if found.low is None or found.high is None:
        return Remark(shown, whole(found.n))
    soft = say(ON_INTERVAL, low=percent(found.low), high=percent(found.high), n=whole(found.n))
    return Remark(shown, f"{soft} · {say_if_ours(found.note)}" if found.note else soft)
