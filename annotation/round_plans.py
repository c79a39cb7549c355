"""With what was a round planned? Its options, read by the kind of the round."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from annotation import models as m

PassedBy = Literal["answers", "hand"]


class Plan(BaseModel):
    """What every planned round keeps: the seed of its order."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    seed: int = 0


class TrainingPlan(Plan):
    """A training: what has to be right, how often it may be tried, and who has passed.

    `attempt` counts from 1. A further attempt is a round of its own: its `first` is the number of the round of the
    first one, which keeps who has `passed`, by rater id.
    """

    pass_mark: float = Field(default=0.8, gt=0, le=1)
    attempts: int = Field(default=3, ge=1, le=20)
    attempt: int = 1
    first: int | None = None
    passed: dict[str, PassedBy] = Field(default_factory=dict)


class RepeatPlan(Plan):
    """Items shown a second time: what share of everybody's own, and how many items later at least."""

    share: float = Field(default=0.1, gt=0, le=1)
    distance: int = Field(default=20, ge=1)


class KnownPlan(Plan):
    """Known items that are mixed in: how many each annotator gets."""

    each: int = Field(default=0, ge=0)


def training(row: m.Round) -> TrainingPlan:
    """How a training round was planned."""
    return TrainingPlan.model_validate(row.options)
