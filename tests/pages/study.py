"""A small study with people of each role, all signed in, for the tests of pages and routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from annotation import assignment, store
from annotation.demo import SAMPLES
from annotation.imports import importing
from annotation.people import accounts

SAMPLE = SAMPLES / "stratmem.json"
PASSWORD = "correct horse"
PEOPLE: Mapping[str, accounts.Role] = {
    "ann": "annotator",
    "bo": "annotator",
    "dana": "adjudicator",
    "rui": "researcher",
    "ada": "admin",
}
TITLE = "A *small* $study$ & <b>"


@dataclass(frozen=True)
class House:
    """The database's address, and each person's token by name. The project `demo` is assigned to ann alone."""

    address: str
    tokens: Mapping[str, str]


def furnish(now: datetime) -> dict[str, str]:
    """Fill the current database; the tokens by name."""
    with store.writing() as session:
        for name, role in PEOPLE.items():
            accounts.add(session, name=name, role=role, password=PASSWORD, now=now)
        importing.import_items(session, SAMPLE.read_bytes(), slug="demo", title=TITLE, now=now)
        assignment.assign(session, slug="demo", annotators=["ann"], overlap=1, seed=1, now=now)
        return {name: accounts.sign_in(session, name=name, password=PASSWORD, now=now) for name in PEOPLE}
