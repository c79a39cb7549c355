"""`python -m annotation discuss`: look beforehand, open, close."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from annotation.__main__ import app
from annotation.models import Round
from tests import studies, talks
from tests.studies import SLUG


@pytest.fixture
def differing(people: dict[str, int]) -> None:
    """Ann and Bo differ on one memory, and an imported person on all of its item."""
    studies.take_labels(studies.votes({"Ines": "nice"}, content=studies.records(1)))
    talks.differ(people, {"ann": {"Must 1.": "must"}, "bo": {}})


def run(*arguments: str) -> Result:
    done = CliRunner().invoke(app, ["discuss", "--project", SLUG, *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_the_preview_says_how_much_it_is_and_who_cannot_take_part(differing: None) -> None:
    done = run("--preview")
    assert done.stdout.splitlines() == [
        "Round 1 would be discussed.",
        "1 places on 1 targets of 1 items, by 2 people with 2 assignments.",
        "Cannot take part: 1 imported people, 0 closed accounts.",
    ]
    assert studies.number_of(Round) == 1


def test_json_has_what_the_sentences_say(differing: None) -> None:
    found = json.loads(run("--preview", "--json").stdout)
    assert (found["opened"], found["round"], found["items"], found["places"], found["imported"]) == (None, 1, 1, 1, 1)
    opened = json.loads(run("--json").stdout)
    assert opened == {**found, "opened": 2}
    assert json.loads(run("--close", "--json").stdout) == {"closed": 2}


def test_what_cannot_be_ends_with_1_and_a_sentence(differing: None) -> None:
    assert run("--preview", "--close").exit_code == 2
    run()
    done = run()
    assert (done.exit_code, "discussed in round 2 already" in done.stderr) == (1, True)
    assert run("--close").exit_code == 0
    assert (run("--close").exit_code, "no open discussion" in run("--close").stderr) == (1, True)
