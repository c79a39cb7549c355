"""What can go wrong for a person, one class per thing that a caller can act on.

Every message says what happened, to which thing, and what to do; pages, routes and the command line show it as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class AccordError(Exception):
    """A refusal that a person can understand and act on."""


class NotFound(AccordError):
    """A named project, account, round or target does not exist."""


class WrongUse(AccordError):
    """An option has a value that can never be right, whatever the database holds."""


class DatabaseNotReady(AccordError):
    """The database is missing, older or newer than this version of Accord."""


class Busy(AccordError):
    """Others have been writing for too long; the same request may pass a moment later."""


class Unreadable(AccordError):
    """A file as a whole cannot be read in the format that was asked for."""


class InvalidCodebook(AccordError):
    """A codebook breaks a rule; the message names the field."""


class SignInRefused(AccordError):
    """Name or password is wrong, or the account is closed: the message never says which."""


class SlowedDown(SignInRefused):
    """Too many attempts failed, so the next one is not even looked at for so many `seconds`."""

    def __init__(self, message: str, *, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


@dataclass(frozen=True)
class RefusedRow:
    """One row of a file that was not taken: its number in the file (from 1), its id where it has one, and why."""

    row: int
    id: str
    why: str


class RowsRefused(AccordError):
    """Some rows of a file are refused and nothing was saved; `refused` lists them all."""

    def __init__(self, message: str, refused: Sequence[RefusedRow]) -> None:
        super().__init__(message)
        self.refused = tuple(refused)


class Conflict(AccordError):
    """What was sent does not fit what the database now holds; `code` names the mismatch for the board."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Invalid(AccordError):
    """What was sent cannot be stored by anybody at any time; `missing` lists what has no answer."""

    def __init__(self, code: str, message: str, missing: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.missing = tuple(missing)
