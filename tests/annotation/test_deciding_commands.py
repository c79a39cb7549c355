"""`python -m annotation send-back`, `accept` and `undo-accept`: what they do, print and refuse."""

from __future__ import annotations

import json

import pytest
from sqlmodel import select
from typer.testing import CliRunner, Result

from annotation import models as m
from annotation import store
from annotation.__main__ import app
from annotation.desk import accepting, bulk, place_states
from annotation.desk.filters import Filters
from tests import studies
from tests.studies import SLUG, take_labels, votes

STUDY = ("--project", SLUG)


@pytest.fixture
def study(sqlite_database: str) -> None:
    """Two items that Ann and Bo have labelled alike, and three people of a file, two against one, on the first."""
    studies.make_project(studies.records(2))
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "must")
    take_labels(votes({"eve": "irr"}, content=studies.records(1)))


def run(*arguments: object) -> Result:
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_an_item_is_sent_back_by_name_or_pseudonym(study: None) -> None:
    done = run("send-back", *STUDY, "--item", "i1", "--annotator", "ann", "--reason", "Read it again.")
    assert (done.exit_code, done.stdout) == (0, "Item i1 is sent back to ann.\n")
    told = run("send-back", *STUDY, "--item", "i2", "--annotator", "rater-2", "--reason", "Again.", "--json")
    assert json.loads(told.stdout) == {"item": "i2", "rater": "rater-2"}
    with store.reading() as session:
        given = session.exec(select(m.Assignment).where(m.Assignment.sent_back)).all()
    assert len(given) == 2


def test_what_cannot_be_sent_back_exits_with_a_sentence(study: None) -> None:
    for item, name, code, words in (
        ("i9", "ann", 1, "no item 'i9'"),
        ("i1", "zoe", 1, "rater-1"),
        ("i1", "eve", 2, "came from a file"),
    ):
        done = run("send-back", *STUDY, "--item", item, "--annotator", name, "--reason", "Again.")
        assert (done.exit_code, words in done.stderr) == (code, True), done.stderr


def test_accept_says_first_and_then_decides_as_a_rule(study: None) -> None:
    rule = ("accept", *STUDY, "--share", "2/3", "--min-raters", "3")
    would = run(*rule, "--dry-run", "--json")
    assert json.loads(would.stdout) == {
        "accepted": 0,
        "would_be": 3,
        "by": [{"question": "role", "label": "must", "count": 3}],
    }
    assert studies.number_of(m.Decision) == 0
    done = run(*rule)
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, "3 decided.")
    with store.reading() as session:
        rows = session.exec(select(m.Decision.method, m.Decision.account_id, m.Decision.reason)).all()
    reason = "Accepted by rule: the majority, where at least 2/3 of at least 3 raters agree."
    assert rows == [("majority", None, reason)] * 3
    assert json.loads(run(*rule, "--json").stdout)["accepted"] == 0
    assert json.loads(run(*rule, "--question", "mood", "--json").stdout)["would_be"] == 0


def test_a_rule_that_could_pick_a_side_is_wrong_usage(study: None) -> None:
    assert run("accept", *STUDY, "--share", ".5").exit_code == 2
    assert run("accept", *STUDY, "--share", "1", "--min-raters", "1").exit_code == 2


def test_an_acceptance_is_listed_and_taken_back_by_a_command(study: None) -> None:
    """J6 without the desk: what is disputed again is superseded, by the rule and by nobody's account."""
    run("accept", *STUDY, "--share", "2/3", "--min-raters", "3")
    listed = json.loads(run("undo-accept", *STUDY, "--json").stdout)
    [made] = listed["acceptances"]
    assert (listed["undone"], made["accepted"], made["standing"], made["by_command"]) == (0, 3, 3, True)
    done = run("undo-accept", *STUDY, "--number", made["number"])
    assert (done.exit_code, done.stdout) == (0, "3 decisions are taken back.\n")
    with store.reading() as session:
        rows = session.exec(select(m.Decision.label, m.Decision.method, m.Decision.account_id)).all()
        assert place_states.count(session, slug=SLUG).disputed == 3
    assert rows == [("must", "majority", None)] * 3 + [(None, "majority", None)] * 3
    assert "0 of 3 stand" in run("undo-accept", *STUDY).stdout
    again = run("undo-accept", *STUDY, "--number", made["number"])
    assert (again.exit_code, "stands any more" in again.stderr) == (1, True)


def test_what_an_adjudicator_accepted_is_not_a_commands_to_take_back(study: None) -> None:
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    with store.writing() as session:
        rule = accepting.rule("2/3", 3)
        bulk.accept(session, slug=SLUG, rule=rule, filters=Filters(), account_id=dana, now=studies.NOW)
    with store.reading() as session:
        [made] = bulk.runs(session, slug=SLUG)
    done = run("undo-accept", *STUDY, "--number", made.number)
    assert (done.exit_code, "at the desk" in done.stderr) == (1, True), done.stderr
