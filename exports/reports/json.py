"""The report as JSON: as `python -m agreement --json` prints one, with what only a project knows; nothing rounded."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from exports.study import Study, StudyQuestion

POWERED = {"undefined": "not_drawn"}  # a project stores no chances with which its targets were drawn


def as_json(found: Study) -> str:
    """The report as one JSON document."""
    document: dict[str, Any] = {
        "project": found.slug,
        "title": found.title,
        "round": found.round,
        "round_kind": found.round_kind,
        "changed_later": found.n_changed,
        "epsilon": found.epsilon,
        "epsilon_is_late": found.epsilon_is_late,
        "replicates": found.replicates,
        "seed": found.seed,
        **found.report.as_json(),
    }
    for question, told in zip(found.questions, document["questions"], strict=True):
        told |= _beside(question)
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _beside(question: StudyQuestion) -> dict[str, Any]:
    """What a study holds beside the report of a question."""
    details = question.details
    return {
        "text": question.spec.text,
        "n_disputed": details.n_disputed,
        "rater_shares": [
            {"rater": one.rater, "n": one.n, "shares": dict(zip(details.labels, one.shares, strict=True))}
            for one in details.raters
        ],
        "confusions": [list(row) for row in details.confusions],
        "by_day": [asdict(step) for step in question.by_day],
        "by_position": [asdict(step) for step in question.by_position],
        "prediction_powered": POWERED if question.found.judges else None,
        "groups": [asdict(one) for one in question.groups],
    }
