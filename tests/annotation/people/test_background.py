"""What annotators say of themselves: by choice, and told only of three or more together."""

from __future__ import annotations

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.errors import WrongUse
from annotation.people import background
from annotation.people.background import Background, checked
from tests import studies
from tests.studies import NOW, SLUG


def say(name: str, **said: object) -> None:
    with store.writing() as session:
        account = session.exec(select(m.Account).where(m.Account.name == name)).one()
        background.save(session, account_id=account.id or 0, said=checked(**said), now=NOW)


def together() -> background.Told:
    with store.reading() as session:
        return background.told(session, slug=SLUG)


def people(number: int) -> list[str]:
    names = [f"p{place}" for place in range(number)]
    studies.make_project()
    studies.add_people(*names)
    studies.assign(*names)
    return names


def test_values_of_three_people_or_more_are_told_and_rarer_ones_together(database: str) -> None:
    for place, name in enumerate(people(7)):
        say(name, consent=True, first_languages="Chinese" if place < 4 else f"Language {place}")
    found = together()
    assert (found.annotators, found.silent) == (7, 0)
    assert found.values == {"first_languages": {"Chinese": 4, "other": 3}}


def test_a_value_that_would_point_at_somebody_hides_the_field(database: str) -> None:
    for place, name in enumerate(people(4)):
        say(name, consent=True, age="25-34" if place < 3 else "65 or more")
    assert together().values == {}, "that one of four is older would say who"


def test_without_consent_nothing_is_kept_and_it_can_be_taken_back(sqlite_database: str) -> None:
    [name, *_] = people(3)
    say(name, consent=True, training="linguistics")
    say(name, consent=False, training="linguistics")
    with store.reading() as session:
        account = session.exec(select(m.Account).where(m.Account.name == name)).one()
        assert account.background == {}
        assert background.read(account) == Background()
    assert together().silent == 3


@pytest.mark.parametrize("said", [{"age": "17"}, {"training": "x" * 121}, {"training": "\0"}, {"income": "high"}])
def test_what_cannot_be_said_is_refused_with_its_field(said: dict[str, str]) -> None:
    with pytest.raises(WrongUse, match=next(iter(said))):
        checked(consent=True, **said)
