"""When is one more annotator asked about an item, and who may be? The settings of a round's escalation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotation import models as m
from annotation.errors import WrongUse
from annotation.settings import LARGEST_SEED
from languages import worded

KEY = "escalation"  # among the options of a round
FEWEST_RATERS, MOST_RATERS = 3, 100  # of an item: two who differ, and one more


class Escalation(BaseModel):
    """When one more annotator is asked: `under` which share of agreeing pairs, up to how many raters of an item.

    `annotators` are the names of those who may be asked; none: every annotator.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    under: float = Field(default=0.7, gt=0, le=1)
    cap: int = Field(default=3, ge=FEWEST_RATERS, le=MOST_RATERS)
    annotators: tuple[str, ...] = ()
    seed: int = Field(default=0, ge=0, le=LARGEST_SEED)
    is_on: bool = True


def read(its_round: m.Round) -> Escalation | None:
    """The settings of a round, also where it is switched off; None where nobody ever chose."""
    found = its_round.options.get(KEY)
    return None if found is None else Escalation.model_validate(found)


def changed(its_round: m.Round, chosen: Mapping[str, Any]) -> Escalation:
    """One that is on, like the round's or like the one that holds until somebody chooses, with some settings changed.

    Raises WrongUse.
    """
    before = read(its_round) or Escalation()
    return checked(**{**before.model_dump(), "is_on": True, **chosen})


def checked(**chosen: Any) -> Escalation:
    """Settings from what somebody chose. Raises WrongUse with the one that cannot be."""
    try:
        return Escalation(**chosen)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WrongUse(
            worded("The setting {where} of the escalation cannot be this: {why}.", where=where, why=first["msg"])
        ) from error
