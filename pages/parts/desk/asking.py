"""How a route of the desk answers: to adjudicators and admins alone, in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response

from annotation.board.submission import LARGEST_ID
from annotation.desk.shown import NoSuchItem
from annotation.people.accounts import Person
from languages import told, worded
from pages.parts.answering import answered
from pages.parts.refusal import refusal

ROLES = ("adjudicator", "admin")
UNKNOWN = worded("There is no such project.")


async def at_desk(request: Request, verb: Callable[[Person], Response]) -> Response:
    """What the verb answers to the person who asks, or why not."""

    def found(person: Person) -> Response:
        try:
            return verb(person)
        except NoSuchItem as error:
            return refusal(404, "unknown_item", told(error))

    return await to_thread.run_sync(lambda: answered(request, roles=ROLES, verb=found, unknown=UNKNOWN))


def checked_number(number: int) -> int:
    """The number of an item, if a database can be asked for it. Raises NoSuchItem."""
    if not 0 < number <= LARGEST_ID:
        raise NoSuchItem(worded("The project has no item {number}.", number=number))
    return number
