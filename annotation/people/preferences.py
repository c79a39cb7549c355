"""How a person wants the board: kept with the account, so that it is the same on every device."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlmodel import Session

from annotation import models as m
from annotation.errors import Invalid, NotFound
from languages import worded


class Preferences(BaseModel):
    """What can be chosen. `single_keys` None: as the project has it. `break_minutes` 0: no reminder.

    `language` is that of the interface; empty, it is the browser's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    single_keys: bool | None = None
    show_progress: bool = True
    show_pace: bool = True
    break_minutes: int = Field(default=0, ge=0, le=180)
    guideline_open: bool = False
    language: Literal["", "en", "zh"] = ""


def read(account: m.Account) -> Preferences:
    """The account's preferences; what a later version stored and this one does not know is left out."""
    known = {name: value for name, value in account.preferences.items() if name in Preferences.model_fields}
    try:
        return Preferences.model_validate(known)
    except ValidationError:
        return Preferences()  # a choice of looks: never a reason not to open the board


def parse(body: bytes) -> Preferences:
    """The preferences in a request's body. Raises Invalid where it holds none."""
    try:
        return Preferences.model_validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise Invalid(
            "malformed", worded("These are no settings that the board knows; nothing was changed.")
        ) from error


def save(session: Session, *, account_id: int, chosen: Preferences) -> Preferences:
    """Keep what was chosen; what was left out stays as it is. Answers with all that holds now. Raises NotFound."""
    account = session.get(m.Account, account_id)
    if account is None:
        raise NotFound(worded("There is no such account."))
    account.preferences = {**account.preferences, **chosen.model_dump(mode="json", exclude_unset=True)}
    return read(account)
