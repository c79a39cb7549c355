"""The report as JSON: as `python -m agreement --json` prints one, with what only a project knows; nothing rounded."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from exports.answers import RaterAnswers
from exports.study import Study, StudyQuestion


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
    document["background"] = asdict(found.background) if found.background else None
    document["labels_shown"] = found.shows_labels
    document["free_texts"] = [
        {
            "question": one.spec.key,
            "text": one.spec.text,
            "n_answers": one.n_answers,
            "n_targets": one.n_targets,
            "answers": [_answers(rater) for rater in one.answers],
        }
        for one in found.texts
    ]
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
        "prediction_powered": [
            {"judge": one.judge, "sample": one.sample, "label": one.label, **one.found.as_json()}
            for one in question.powered
        ],
        "groups": [asdict(one) for one in question.groups],
        "origins": [asdict(one) for one in question.origins],
        "answers": [_answers(one) for one in question.answers],
        "discussion": question.discussed.as_json() if question.discussed else None,
    }


def _answers(one: RaterAnswers) -> dict[str, Any]:
    sure = dict(zip(("guess", "fairly_sure", "sure"), one.sure, strict=True))
    return {
        "rater": one.rater,
        "n_labels": one.n_labels,
        "n_cannot": one.n_cannot,
        "confidence": sure if any(one.sure) else None,
        "n_shown": one.n_shown,
        "n_kept": one.n_kept,
        "n_changed": one.n_changed,
    }
