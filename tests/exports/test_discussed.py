"""What a discussion has done: agreement before and after over all targets, and who moved; by hand on nine memories."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from exports import reports
from exports.discussed import Discussed
from exports.movers import Mover
from exports.study import Study, study
from tests import studies, talks
from tests.studies import NOW, SLUG

LATER = NOW + timedelta(days=1)
# Ann and Bo agree on seven of the nine memories, and on eight after Bo has moved on one.
DIFFERING: dict[str, talks.Labels] = {
    "ann": {"Must 1.": "must", "Must 2.": "must", "Irrelevant 1.": "irr", "Irrelevant 2.": "irr"},
    "bo": {"Irrelevant 1.": "irr", "Irrelevant 2.": "irr"},
}


def found(number: int | None = None) -> Study:
    with store.reading() as session:
        return study(session, slug=SLUG, round_number=number, bootstrap=50)


def told(of: Study) -> Discussed:
    discussed = of.questions[0].discussed
    assert discussed is not None
    return discussed


def move(account_id: int, text: str, label: str) -> None:
    """Answer one discussed memory again, and leave every other one as it was."""
    screen = studies.screen_of(account_id)
    while screen.state == "item":
        own = {text: label} if text in talks.texts_of(screen) else {}
        screen = studies.submit(account_id, talks.answers(screen, own), now=LATER).next


@pytest.fixture
def people(sqlite_database: str) -> dict[str, int]:
    """Ann and Bo, who have all three items to label."""
    return talks.two_people()


@pytest.fixture
def moved(people: dict[str, int]) -> dict[str, int]:
    """They have discussed two memories, and Bo has moved on one of them."""
    talks.differ(people, DIFFERING)
    talks.open_discussion()
    move(people["bo"], "Must 1.", "must")
    return people


def test_all_targets_count_before_and_after(moved: dict[str, int]) -> None:
    """Raw agreement: 7 of 9 before, 8 of 9 after; their paired difference is 1/9."""
    discussed = told(found())
    assert (discussed.round, discussed.before, discussed.n_places, discussed.n_agreed) == (2, 1, 2, 1)
    assert discussed.compared is not None
    assert discussed.compared.n_targets == 9
    raw = discussed.compared.coefficients["percent_agreement"]
    assert [raw.second.value, raw.first.value] == pytest.approx([7 / 9, 8 / 9])
    assert raw.difference.value == pytest.approx(1 / 9)
    assert raw.difference.low is not None


def test_who_moved_and_where_to(moved: dict[str, int]) -> None:
    """Bo moved to what the only other one, Ann, had said; Ann stayed twice."""
    assert told(found()).movers == (Mover("rater-1", 2, 0, 0, 0), Mover("rater-2", 2, 1, 0, 0))


def test_the_headline_of_the_independent_round_is_as_it_was(moved: dict[str, int]) -> None:
    """DESIGN 6.7: discussed answers never enter it."""
    question = found().questions[0]
    assert question.found.coefficients["percent_agreement"].value == pytest.approx(7 / 9)
    assert (question.found.n_ratings, question.discussed is not None) == (18, True)


def test_the_study_of_the_discussion_is_consensus_on_all_targets(moved: dict[str, int]) -> None:
    of_discussion = found(2)
    question = of_discussion.questions[0]
    assert (of_discussion.round_kind, question.found.n_targets, question.found.n_ratings) == ("discussion", 9, 18)
    assert question.found.coefficients["percent_agreement"].value == pytest.approx(8 / 9)
    assert [(one.rater, one.n_labels) for one in question.answers] == [("rater-1", 9), ("rater-2", 9)]
    assert told(of_discussion) == told(found())


def test_a_round_that_nobody_has_discussed_says_nothing_of_it(people: dict[str, int]) -> None:
    talks.differ(people, DIFFERING)
    assert found().questions[0].discussed is None


def test_who_was_asked_later_is_on_neither_side(people: dict[str, int]) -> None:
    """DESIGN 6.7: one more rater on the disputed targets raises a true kappa."""
    chen = studies.add_people("chen")["chen"]
    studies.assign("ann", "bo", "chen", overlap=3)
    with store.writing() as session:
        for given in session.exec(select(m.Assignment).join(m.Rater).where(m.Rater.name == "chen")):
            given.origin = "escalated"
    people["chen"] = chen
    talks.differ(people, {**DIFFERING, "chen": {}})
    talks.open_discussion()
    move(chen, "Must 1.", "must")
    discussed = told(found())
    assert discussed.compared is not None
    raw = discussed.compared.coefficients["percent_agreement"]
    assert [raw.second.value, raw.first.value] == pytest.approx([7 / 9, 7 / 9])
    assert discussed.movers[-1] == Mover("rater-3", 4, 0, 0, 1)  # to what one of two had said: no majority


def test_where_no_target_has_two_labels_there_is_no_coefficient(sqlite_database: str) -> None:
    people = talks.moods("ann", "bo")
    talks.say_moods(people["ann"], mood="good")
    talks.say_moods(people["bo"], mood="?no clue")
    talks.close_round()
    talks.open_discussion()
    talks.say_moods(people["bo"], mood="good")
    discussed = told(found())
    assert (discussed.compared, discussed.n_places, discussed.n_agreed) == (None, 1, 1)
    assert "No coefficient is given" in reports.find("md").write(found())


def test_the_report_calls_it_consensus_and_the_json_has_it_under_its_key(moved: dict[str, int]) -> None:
    one = found()
    page = reports.find("html").write(one)
    assert "Before and after the discussion" in page
    assert "consensus, and not reliability" in page
    [question] = json.loads(reports.find("json").write(one))["questions"]
    assert question["discussion"]["compared"]["coefficients"]["percent_agreement"]["after"]["value"] == 8 / 9
    assert question["discussion"]["movers"][1] == {
        "rater": "rater-2", "n_places": 2, "n_moved": 1, "n_toward": 1, "n_away": 0, "n_elsewhere": 0, "n_stayed": 1,
    }  # fmt: skip
