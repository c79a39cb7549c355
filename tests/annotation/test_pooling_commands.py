"""`python -m annotation pool` and `escalate`, as somebody types them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from annotation.__main__ import app
from tests import studies
from tests.pools import take
from tests.studies import SLUG, screen_of, submission, submit


def ran(*words: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in words])


def told(*words: object) -> Any:
    done = ran(*words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def people(sqlite_database: str) -> dict[str, int]:
    studies.make_project()
    return studies.add_people("ann", "bo", "chen")


def test_a_pool_is_opened_changed_looked_at_and_closed(people: dict[str, int]) -> None:
    pool = ("pool", "--project", SLUG)
    assert told(*pool)["pool"] is None
    assert ran(*pool).stdout == "The round has no pool; --places 2 opens one.\n"
    opened = told(*pool, "--places", 3, "--annotators", "ann,bo", "--order", "random", "--seed", 7)
    assert opened["pool"] == {
        "places": 3,
        "minutes": 60,
        "order": "random",
        "annotators": ["ann", "bo"],
        "seed": 7,
        "sample": None,
        "is_open": True,
    }
    assert (opened["items"], opened["places"], opened["free"]) == (3, 9, 9)
    assert take(people["chen"]) is None
    changed = told(*pool, "--annotators", "all", "--minutes", 5)
    assert (changed["pool"]["annotators"], changed["pool"]["places"]) == ([], 3), "what is not named stays"
    assert take(people["chen"]) is not None
    assert told(*pool)["reserved"] == 1
    assert ran(*pool).stdout == (
        "Open: 3 items with 9 places; 0 done, 1 with annotators (1 of them reserved), 8 free.\n"
    )
    assert told(*pool, "--close")["reserved"] == 0
    assert ran(*pool, "--close").exit_code == 1


def test_escalation_is_switched_on_run_looked_at_and_off(people: dict[str, int]) -> None:
    escalate = ("escalate", "--project", SLUG)
    assert told(*escalate)["escalation"] is None
    studies.assign("ann", "bo")
    submit(people["ann"], submission(screen_of(people["ann"]), "must"))
    with_same_item = screen_of(people["bo"])
    while with_same_item.state == "item":
        with_same_item = submit(people["bo"], submission(with_same_item, "irr")).next
    assert ran(*escalate, "--run").exit_code == 1, "it is not on"
    on = told(*escalate, "--under", 0.8, "--cap", 4, "--annotators", "chen", "--run")
    assert (on["asked_now"], on["items"]) == (1, {"under": 0, "at_cap": 0, "open": 1, "done": 0})
    assert screen_of(people["chen"]).state == "item"
    assert told(*escalate, "--off")["escalation"]["is_on"] is False
    assert ran(*escalate).stdout.startswith("Off: 0 asked now; 0 finished items are under 0.8")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("pool", "--places", 0), 2),
        (("pool", "--close", "--places", 2), 2),
        (("pool", "--annotators", "nobody"), 1),
        (("pool", "--order", "sideways"), 2),
        (("escalate", "--under", 2), 2),
        (("escalate", "--cap", 1), 2),
        (("escalate", "--off", "--run"), 2),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    people: dict[str, int], words: tuple[object, ...], code: int
) -> None:
    first, *rest = words
    done = ran(first, "--project", SLUG, *rest)
    assert done.exit_code == code
    assert done.stderr
    assert "Traceback" not in done.stderr
