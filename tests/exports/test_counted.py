"""What is read some items at a time for the exports is what counts where something is decided."""

from __future__ import annotations

from annotation import projects, store
from annotation.desk import adjudication
from annotation.desk.decisions import current_decisions
from annotation.discussion import consensus
from annotation.places import items_in_parts
from exports.counted import Counting
from exports.naming import Names
from tests import studies, talks
from tests.exports import kinds
from tests.studies import NOW, SLUG

Said = list[tuple[int, str, str, str | None]]


def told() -> tuple[Said, Said]:
    """The answers that count, as exports read them and as decisions do."""
    with store.reading() as session:
        project = projects.find(session, SLUG)
        counting = Counting.of(session, project)
        here = [each for items in items_in_parts(session, project, at_once=1) for each in counting.answers(items)]
        there = list(consensus.answers(session, slug=SLUG))
    plain = [
        sorted((each.target_id, each.question, each.pseudonym, each.label) for each in found) for found in (here, there)
    ]
    return plain[0], plain[1]


def test_the_answers_of_a_round_are_the_same(database: str) -> None:
    kinds.make_project()
    kinds.label_everything(prelabels={"role": "nice"})
    here, there = told()
    assert here == there
    assert {label is None for *_, label in here} == {True, False}, "some could not be judged"


def test_the_answers_after_a_discussion_are_the_same(database: str) -> None:
    people = talks.moods("ann", "bo")
    talks.say_moods(people["ann"], mood="bad", cause="own")
    talks.say_moods(people["bo"], mood="?both at once")
    talks.close_round()
    talks.open_discussion()
    before, _ = told()
    talks.say_moods(people["ann"], mood="good")
    here, there = told()
    assert here == there != before


def test_the_decisions_are_the_same(sqlite_database: str) -> None:
    kinds.make_project()
    kinds.label_everything()
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    with store.writing() as session:
        project = projects.find(session, SLUG)
        (target, question), standing = next(iter(current_decisions(session, project).items()))
        adjudication.decide(
            session,
            slug=SLUG,
            target_id=target,
            question=question,
            label=None,
            account_id=dana,
            reason="there is nothing to go by",
            seen_revision=standing.revision,
            error_kind="ambiguous",
            cannot=True,
            now=NOW,
        )
    with store.reading() as session:
        project = projects.find(session, SLUG)
        counting, called = Counting.of(session, project), Names.of(session, project)
        here = [counting.decisions(items, called) for items in items_in_parts(session, project, at_once=1)]
        there = {place: each for place, each in current_decisions(session, project).items() if each.outcome is not None}
    assert {place: (each.label, each.method) for part in here for place, each in part.items()} == {
        place: (each.label, each.method) for place, each in there.items()
    }
