"""A button's verb: run for whoever presses it, if they may, and what became of it kept for the page to say."""

from __future__ import annotations

from collections.abc import Callable, Collection

from annotation.errors import AccordError
from annotation.people.accounts import Person, Role
from pages.parts import access, outcome
from pages.parts.language import speak_on_screen
from pages.parts.menu import STUDY


def act(
    verb: Callable[[Person], str],
    place: str = "",
    roles: Collection[Role] = STUDY,
    then: Callable[[], None] = lambda: None,
) -> None:
    """Run a verb for whoever asks. Its sentence, or the refusal, is said at that place of the page; if done, `then`.

    Streamlit runs this before the page, so it asks by itself who that is, and in which language they are told.
    """
    person = access.asking()
    if person is None or person.role not in roles:
        return
    speak_on_screen(person)
    try:
        outcome.done(verb(person), place=place)
    except AccordError as error:
        outcome.refused(error, place=place)
    else:
        then()
