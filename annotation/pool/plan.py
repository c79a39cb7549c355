"""How is the pool of a round set up? How many places each item has, who takes them, for how long, and in which order.

A pool is for annotators who come and go: nobody is told beforehand what is theirs, everybody takes the next item. It
stands in the options of an independent round, beside whatever was assigned there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotation import models as m
from annotation.errors import WrongUse
from annotation.settings import LARGEST_SEED
from languages import worded

Order = Literal["planned", "random", "disputed"]
MOST_PLACES = 100
A_WEEK = 7 * 24 * 60  # minutes
KEY = "pool"  # among the options of a round


class Pool(BaseModel):
    """The settings of a pool.

    `minutes` are how long an item stays reserved for whoever took it and has not submitted. `annotators` are names of
    accounts; none: every annotator. Orders: as `planned`, which is that of the import; `random`, seeded, another one
    for each annotator; the most `disputed` first. A `sample` has only its items in the pool.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    places: int = Field(default=2, ge=1, le=MOST_PLACES)
    minutes: int = Field(default=60, ge=1, le=A_WEEK)
    order: Order = "planned"
    annotators: tuple[str, ...] = ()
    seed: int = Field(default=0, ge=0, le=LARGEST_SEED)
    sample: str | None = None
    is_open: bool = True


def read(its_round: m.Round) -> Pool | None:
    """The pool of a round, also one that is closed; None where there never was one."""
    found = its_round.options.get(KEY)
    return None if found is None else Pool.model_validate(found)


def opened(its_round: m.Round) -> Pool | None:
    """The pool of a round from which items can be taken now."""
    found = read(its_round)
    takes = found is not None and found.is_open and its_round.kind == "independent" and its_round.closed_at is None
    return found if takes else None


def changed(its_round: m.Round, chosen: Mapping[str, Any]) -> Pool:
    """An open pool like the round's, or like the one that holds until somebody chooses, with some settings changed.

    Raises WrongUse.
    """
    before = read(its_round) or Pool()
    return checked(**{**before.model_dump(), "is_open": True, **chosen})


def checked(**chosen: Any) -> Pool:
    """A pool from what somebody chose. Raises WrongUse with the setting that cannot be."""
    try:
        return Pool(**chosen)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WrongUse(
            worded("The pool's setting {where} cannot be this: {why}.", where=where, why=first["msg"])
        ) from error
