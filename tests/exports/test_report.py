"""The report of a project: its raters in one round, in the codebook's terms."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.errors import NotFound
from exports import report
from tests import studies
from tests.studies import NOW, SLUG, record, take_labels, votes

CONTENT = studies.records(4)


def role(round_number: int | None = None) -> dict[str, Any]:
    """The report on the roles, as JSON gives it, with few replicates for the time's sake."""
    with store.reading() as session:
        found = report.project_report(session, slug=SLUG, round_number=round_number, bootstrap=20).as_json()
    (question,) = found["questions"]
    assert question["question"] == "role"
    return dict(question)


def test_the_report_is_in_the_codebooks_order_and_level(database: str) -> None:
    studies.make_project(CONTENT)
    take_labels(votes({"a": "source", "b": "source", "7": "nice"}, content=CONTENT))
    found = role()
    assert (found["level"], found["labels"]) == ("ordinal", ["irr", "nice", "must"])
    assert (found["n_targets"], found["n_raters"], found["n_ratings"]) == (12, 3, 36)
    # Of the three pairs, a and b agree on all targets, 7 with either on the four that are nice: (1 + 1/3 + 1/3) / 3.
    assert found["coefficients"]["percent_agreement"]["value"] == pytest.approx(5 / 9)
    # Shares: irr 8, nice 8 + 12, must 8 of 36, so chance agrees by (64 + 400 + 64) / 1296.
    chance = (8**2 + 20**2 + 8**2) / 36**2
    assert found["coefficients"]["fleiss_kappa"]["value"] == pytest.approx((5 / 9 - chance) / (1 - chance))
    assert sorted(tuple(pair["raters"]) for pair in found["pairs"]) == [("7", "a"), ("7", "b"), ("a", "b")]


def test_one_rater_alone_is_undefined_with_the_reason(sqlite_database: str) -> None:
    """A8."""
    studies.make_project(CONTENT)
    take_labels(votes({"a": "source"}, content=CONTENT))
    value = role()["coefficients"]["krippendorff_alpha"]
    assert (value["value"], value["undefined"]) == (None, "one_rater")


def test_all_the_same_label_is_undefined_with_the_raw_agreement(sqlite_database: str) -> None:
    """A1, A5."""
    studies.make_project(CONTENT)
    take_labels(votes({"a": "must", "b": "must", "c": "must"}, content=CONTENT))
    found = role()["coefficients"]
    assert (found["krippendorff_alpha"]["value"], found["krippendorff_alpha"]["undefined"]) == (None, "no_variation")
    assert found["percent_agreement"]["value"] == 1


def test_a_project_without_judgments_has_a_report_too(sqlite_database: str) -> None:
    studies.make_project(CONTENT)
    with store.reading() as session:
        found = json.loads(report.as_json(session, slug=SLUG))
    assert found["round"] == 1
    assert all(value["value"] is None for question in found["questions"] for value in question["coefficients"].values())


def test_a_decision_changes_no_figure(sqlite_database: str) -> None:
    """N11."""
    studies.make_project(CONTENT)
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    take_labels(votes({"a": "source", "b": "must"}, content=CONTENT))
    before = role()
    with store.writing() as session:
        target = session.exec(select(m.Target).where(m.Target.kind == "memory")).first()
        from annotation import adjudication

        adjudication.decide(
            session,
            account_id=dana,
            slug=SLUG,
            target_id=(target.id or 0) if target else 0,
            question="role",
            label="irr",
            reason="So it is.",
            now=NOW,
        )
    assert role() == before


def test_rounds_are_reported_apart(sqlite_database: str) -> None:
    studies.make_project([record("i1"), record("i2")])
    studies.open_round()
    content = [record("i1"), record("i2")]
    take_labels(votes({"a": "source", "b": "must"}, content=content))
    take_labels(votes({"a": "source", "b": "source"}, content=content), round_number=2)
    assert role()["coefficients"]["percent_agreement"]["value"] == pytest.approx(1 / 3)
    assert role(2)["coefficients"]["percent_agreement"]["value"] == 1
    with store.reading() as session, pytest.raises(NotFound, match="round 3"):
        report.as_json(session, slug=SLUG, round_number=3)
