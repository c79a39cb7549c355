"""The reliability report of a project: the agreement of its raters in one round."""

from __future__ import annotations

import json
from typing import Any

from sqlmodel import Session

from agreement.errors import AgreementError
from agreement.report import Report, report
from annotation import judgments, projects
from annotation.errors import AccordError


class NotComputable(AccordError):
    """The agreement of a project cannot be computed; the message says why."""


def project_report(
    session: Session, *, slug: str, round_number: int | None = None, bootstrap: int = 1000, seed: int = 0
) -> Report:
    """The agreement on every question of a project's codebook, over one round. Raises NotFound."""
    asked = judgments.questions(session, slug=slug)
    table = judgments.long_table(session, slug=slug, round_number=round_number)
    try:
        return report(
            table,
            levels={question.key: question.level for question in asked},
            labels={question.key: question.labels for question in asked},
            bootstrap=bootstrap,
            seed=seed,
        )
    except AgreementError as error:
        raise NotComputable(str(error)) from error


def as_json(session: Session, *, slug: str, round_number: int | None = None) -> str:
    """The report as one JSON document, with the number of its round. Raises NotFound."""
    number = projects.find_round(session, projects.find(session, slug), round_number).number
    found: dict[str, Any] = project_report(session, slug=slug, round_number=number).as_json()
    return json.dumps({"round": number, **found}, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
