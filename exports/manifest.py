"""manifest.json: what a release holds and how it came about, for people and for `python -m exports verify`.

It tells no moment of its own: the same labels, decisions and options give the same bytes. `data_until` is the latest
moment of the data.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation.codebook_history import versions
from annotation.timestamps import written
from exports.following import PassOfLabelling, Place
from exports.study import Study
from exports.tally import Tally

FAMILY = "accord-release-"
FORMAT = f"{FAMILY}1"
NAME = "manifest.json"
ACCORD = "0.1.0"  # as in pyproject.toml: nothing is installed that could be asked
COMPUTED_WITH = ("numpy", "scipy", "pandas", "pyarrow", "scikit-learn", "statsmodels", "krippendorff", "sqlmodel")
RULES = (
    "A target is decided by the rule “unanimous” where two raters or more have answered it and all gave one label, by "
    "“majority” where more than half did, and by an adjudicator otherwise. A tie is decided by no rule. What nobody "
    "has decided has no label: it is listed, and its item is left out of the benchmark's own format and of the splits' "
    "tables; so is what an adjudicator has decided to be beyond judging. Of each rater the latest answer counts, after "
    "a discussion the newest; surplus answers count nowhere."
)
HEADLINE = (
    "First answers of the planned raters in the latest independent round; escalated, surplus, repeated, known, "
    "training, calibration and discussion answers are left out."
)


def written_manifest(manifest: Mapping[str, Any]) -> bytes:
    """The manifest as its file has it."""
    return (json.dumps(manifest, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def of_study(found: Study) -> dict[str, Any]:
    """The headline figures, as exports.headline computes them again."""
    from exports.headline import told

    return {
        "what": HEADLINE,
        "round": found.round,
        "replicates": found.replicates,
        "seed": found.seed,
        "judges": sum(len(question.found.judges) for question in found.questions),
        "changed_later": found.n_changed,
        "excluded": {
            question.found.question: dict(question.found.excluded)
            for question in found.questions
            if question.found.excluded
        },
        "questions": [told(question.found) for question in found.questions],
    }


def of_project(session: Session, project: m.Project) -> dict[str, Any]:
    """The project, its size, its rounds, and the versions of its codebook."""
    n_items = session.exec(select(func.count()).select_from(m.Item).where(m.Item.project_id == project.id)).one()
    return {
        "project": project.slug,
        "title": project.title,
        "protocol": project.protocol,
        "n_items": n_items,
        "rounds": [
            {"number": each.number, "kind": each.kind, "beside": each.beside} for each in passes(session, project)
        ],
        "codebooks": [
            {
                "version": each.number,
                "file": codebook_file(each.number),
                "since": written(each.made_at),
                "note": each.note,
                "became": {key: dict(labels) for key, labels in each.became.items()},
            }
            for each in reversed(versions(session, slug=project.slug))
        ],
    }


def codebook_file(number: int) -> str:
    """Where a version of the codebook lies in a release."""
    return f"codebooks/v{number}.yaml"


def passes(session: Session, project: m.Project) -> list[PassOfLabelling]:
    """The rounds of a project in order."""
    rows = session.exec(select(m.Round).where(m.Round.project_id == project.id).order_by(col(m.Round.number))).all()
    numbers = {row.id: row.number for row in rows}
    return [PassOfLabelling(row.number, row.kind, numbers.get(row.beside_id)) for row in rows]


def of_tally(tally: Tally, *, n_items: int) -> dict[str, Any]:
    """What was counted while the tables were written."""
    return {
        "data_until": tally.until,
        "counts": {
            "items": n_items,
            "items_complete": len(tally.complete),
            "raters": len(tally.raters),
            "judgments": tally.judgments,
            "first_answers_by_use": dict(sorted((use, n) for use, n in tally.uses.items() if n)),
            "labels_shown_beforehand": tally.shown,
            "decisions": tally.decisions,
            "gold": tally.methods.total(),
            "undecided": tally.undecided.total(),
            "cannot_be_judged": tally.unjudgeable.total(),
        },
        "rules": RULES,
        "methods": dict(sorted(tally.methods.items())),
        "decided_by_somebody_who_had_labelled_the_item": _places(sorted(tally.by_labeller)),
        "withdrawn_decisions": tally.withdrawn,
        "rule_gives_it_no_longer": _places(sorted(tally.not_given_any_more)),
        "left_out": [
            {"item": item, "why": why, "targets": n}
            for why, of in (("undecided", tally.undecided), ("cannot be judged", tally.unjudgeable))
            for item, n in sorted(of.items())
        ],
    }


def software() -> dict[str, str]:
    """The versions that the files and figures were made with."""
    return {"accord": ACCORD, "python": platform.python_version(), **_installed(COMPUTED_WITH)}


def _installed(names: Iterable[str]) -> dict[str, str]:
    found = {}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # what is missing has computed nothing
            continue
    return found


def _places(places: Sequence[Place]) -> list[dict[str, str]]:
    return [dict(zip(("item", "target", "question"), place, strict=True)) for place in places]
