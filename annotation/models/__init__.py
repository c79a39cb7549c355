"""The tables: what is stored, and the rules that no code can break because the schema holds them.

Judgments, decisions, submissions, judges' scores and events are append-only: a change is a new row with the next
revision. The migrations add triggers that refuse to update or delete them.
"""

from annotation.models.base import UtcTime, one_of
from annotation.models.outcome import Decision, Event, Judge, JudgeRun, JudgeScore, TunedItem
from annotation.models.people import ROLES, Account, FailedSignIn, SignIn
from annotation.models.study import (
    TARGET_KINDS,
    Codebook,
    Item,
    MemoryBank,
    Prelabel,
    Project,
    Reference,
    ResponseOrigin,
    Round,
    Sample,
    SampledItem,
    Tag,
    Target,
)
from annotation.models.work import SKIP_REASONS, STATES, Assignment, Draft, Judgment, Rater, Submission

__all__ = [
    "ROLES",
    "SKIP_REASONS",
    "STATES",
    "TARGET_KINDS",
    "Account",
    "Assignment",
    "Codebook",
    "Decision",
    "Draft",
    "Event",
    "FailedSignIn",
    "Item",
    "Judge",
    "JudgeRun",
    "JudgeScore",
    "Judgment",
    "MemoryBank",
    "Prelabel",
    "Project",
    "Rater",
    "Reference",
    "ResponseOrigin",
    "Round",
    "Sample",
    "SampledItem",
    "SignIn",
    "Submission",
    "Tag",
    "Target",
    "TunedItem",
    "UtcTime",
    "one_of",
]
