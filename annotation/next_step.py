"""What is to be done next in a project? One answer, from how far it is (pure)."""

from __future__ import annotations

from typing import Literal

from annotation.rounds import RoundState
from annotation.status import Status

Step = Literal["import", "assign", "label", "reopen", "evaluate"]


def next_step(found: Status, state: RoundState) -> Step:
    """`import` items, `assign` them, wait for people to `label`, `reopen` a round closed too early, or `evaluate`."""
    if not found.items:
        return "import"
    if not found.items_assigned:
        # What was labelled elsewhere and imported needs no assignment to be looked at.
        return "evaluate" if found.judgments else "assign"
    if found.items_complete == found.items_assigned:
        return "evaluate"
    return "label" if state.closed_at is None else "reopen"
