"""What do annotators say of themselves for a data statement? By their own choice; told only of all together.

The fields are those that data statements ask for (Bender and Friedman 2018): languages, age, training in the field,
experience with the task. Nobody has to say anything; whoever has not agreed, or takes it back, is counted as silent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from sqlmodel import Session, select

from annotation import events, projects
from annotation import models as m
from annotation.errors import NotFound, WrongUse
from label_formats.text import UNSTORABLE
from languages import worded

AGES = ("", "18-24", "25-34", "35-44", "45-54", "55-64", "65 or more")
EXPERIENCE = ("", "none", "under a year", "1 to 5 years", "over 5 years")
LONGEST = 120
FEWEST = 3  # people behind a value before it is told: of fewer, one could say who it is
OTHER = "other"

Age = Literal["", "18-24", "25-34", "35-44", "45-54", "55-64", "65 or more"]
Experience = Literal["", "none", "under a year", "1 to 5 years", "over 5 years"]


class Background(BaseModel):
    """What one person says; every field may be empty. Without `consent` nothing is kept."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    consent: bool = False
    first_languages: str = Field(default="", max_length=LONGEST)
    age: Age = ""
    training: str = Field(default="", max_length=LONGEST)
    experience: Experience = ""

    @field_validator("first_languages", "training")
    @classmethod
    def _storable(cls, text: str) -> str:
        if UNSTORABLE.search(text):
            raise ValueError("the text has a character that cannot be stored (a NUL, or half of an emoji)")
        return " ".join(text.split())


@dataclass(frozen=True)
class Told:
    """Of a project's annotators together: how many there are, how many said something, and how often which value.

    A value of fewer than three people counts as `other`; where even those together are fewer, the field is left out.
    """

    annotators: int
    silent: int
    values: Mapping[str, Mapping[str, int]]


def read(account: m.Account) -> Background:
    """What an account has said; nothing where it cannot be read any more."""
    try:
        return Background.model_validate(account.background)
    except ValidationError:
        return Background()


def checked(**said: object) -> Background:
    """What somebody fills in. Raises WrongUse with the field that cannot be."""
    try:
        return Background.model_validate(said)
    except ValidationError as error:
        first = error.errors()[0]
        why = first["msg"].removeprefix("Value error, ")
        raise WrongUse(worded("{field} cannot be this: {why}.", field=str(first["loc"][0]), why=why)) from error


def save(session: Session, *, account_id: int, said: Background, now: datetime) -> None:
    """Keep what an account says of itself; without consent what was there is taken away. Raises NotFound."""
    account = session.get(m.Account, account_id)
    if account is None:
        raise NotFound(worded("There is no such account."))
    account.background = said.model_dump(mode="json") if said.consent else {}
    session.add(account)
    kind = "background given" if said.consent else "background taken back"
    events.record(session, kind, now=now, account_id=account_id, detail={})


def told(session: Session, *, slug: str) -> Told:
    """What the annotators of a project say of themselves, all together. Raises NotFound."""
    project = projects.find(session, slug)
    accounts = session.exec(select(m.Account).join(m.Rater).where(m.Rater.project_id == project.id)).all()
    said = [each for each in map(read, accounts) if each.consent]
    fields = [name for name in Background.model_fields if name != "consent"]
    counted = {name: _together(Counter(getattr(each, name) for each in said if getattr(each, name))) for name in fields}
    return Told(len(accounts), len(accounts) - len(said), {name: found for name, found in counted.items() if found})


def _together(counts: Counter[str]) -> dict[str, int]:
    common = {value: count for value, count in sorted(counts.items()) if count >= FEWEST}
    rare = sum(counts.values()) - sum(common.values())
    if rare >= FEWEST:
        return {**common, OTHER: rare}
    return common if not rare else {}
