"""Which places are asked at all? A question that depends on another's answer is asked where that answer asks for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from annotation.places import AskedPlace, Place


def due(
    places: Iterable[AskedPlace], *, decided: Mapping[Place, str | None], answered: Collection[Place]
) -> Iterator[AskedPlace]:
    """The places whose question is asked, in their order.

    The decision on the question before says so; while there is none, an answer of anybody does. An optional question
    that nobody has answered is not due either. `decided` are the labels of the decisions (None: undecided again),
    `answered` the places where somebody has given a label.
    """
    for place in places:
        said = place.place in answered
        before = decided.get((place.target_id, place.parent)) if place.parent else None
        is_asked = not place.parent or (before in place.asked_after if before is not None else said)
        if is_asked and (place.required or said or decided.get(place.place) is not None):
            yield place
