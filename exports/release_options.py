"""How is a release wished, and what should its card say that the database does not know?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from annotation.errors import Unreadable, WrongUse
from exports.split_wishes import read_wishes
from label_formats.text import UNSTORABLE
from languages import worded

LONGEST = 4_000


class CardTold(BaseModel):
    """What researchers say for the dataset card; what is empty the card says is not stated.

    `language` are codes as BCP 47 has them, `license` an identifier as Hugging Face lists them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(default="", max_length=200)
    summary: str = Field(default="", max_length=LONGEST)
    license: str = Field(default="", max_length=80)
    language: tuple[str, ...] = ()
    who: str = Field(default="", max_length=LONGEST)
    recruitment: str = Field(default="", max_length=LONGEST)
    pay: str = Field(default="", max_length=LONGEST)
    guideline: str = Field(default="", max_length=LONGEST)
    sampling: str = Field(default="", max_length=LONGEST)
    withdrawals: str = Field(default="", max_length=LONGEST)
    source: str = Field(default="", max_length=LONGEST)
    contact: str = Field(default="", max_length=LONGEST)
    citation: str = Field(default="", max_length=LONGEST)

    @field_validator("*")
    @classmethod
    def _storable(cls, said: Any) -> Any:
        for text in (said,) if isinstance(said, str) else said:
            if UNSTORABLE.search(text.replace("\n", " ")):
                raise ValueError("the text has a character that cannot be stored (a NUL, or half of an emoji)")
        return said.strip() if isinstance(said, str) else said


class ReleaseOptions(BaseModel):
    """What a release is made with. No `splits`: everything is one table.

    `group_by` and `strata` are as in exports.split_project. The `seed` is of the splits and of the cut test file.
    `keep_splits`: items stay in the splits that the release before put them into.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    splits: str = ""
    group_by: tuple[str, ...] | None = None
    strata: tuple[str, ...] = ()
    seed: int = Field(default=0, ge=0, le=2**31 - 1)
    keep_splits: bool = True
    card: CardTold = CardTold()

    @field_validator("splits")
    @classmethod
    def _readable(cls, text: str) -> str:
        if text.strip():
            try:
                read_wishes(text)
            except WrongUse as error:
                raise ValueError(str(error)) from error
        return text.strip()


def checked(**chosen: Any) -> ReleaseOptions:
    """Options from what somebody chose. Raises WrongUse with the option that cannot be."""
    try:
        return ReleaseOptions(**chosen)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        why = first["msg"].removeprefix("Value error, ")
        raise WrongUse(worded("The option {where} cannot be this: {why}", where=where, why=why)) from error


def options_of(manifest: Mapping[str, Any]) -> ReleaseOptions:
    """What a release was made with; the defaults where another version of Accord knew other options."""
    try:
        return ReleaseOptions.model_validate(manifest["options"])
    except ValidationError:
        return ReleaseOptions()


def read_card(file: Path) -> CardTold:
    """What a YAML file says for the card. Raises Unreadable, naming the field."""
    try:
        body = yaml.safe_load(file.read_text(encoding="utf-8"))
        return CardTold.model_validate(body or {})
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(worded("{file} cannot be read: {why}", file=str(file), why=str(error))) from error
    except yaml.YAMLError as error:
        why = " ".join(str(error).split())
        raise Unreadable(worded("{file} is no YAML: {why}", file=str(file), why=why)) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise Unreadable(worded("{file}: {where}: {why}", file=str(file), where=where, why=first["msg"])) from error
