"""Fifty people taking at the same moment, in real threads, on both databases: never too many, and nothing lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from sqlmodel import select

from annotation import models as m
from annotation import rounds, store
from annotation.errors import AccordError
from annotation.judgments import current
from annotation.pool import escalation, escalation_plan
from tests import studies
from tests.annotation.board.test_labelling_at_once import at_once
from tests.pools import close_pool, held, later, open_pool, shown, state, take
from tests.studies import NOW, SLUG, submission, submit

LABELS = {"ann": "must", "bo": "irr"}
FIFTY = tuple(f"p{n:02}" for n in range(50))


def study(items: int, **chosen: object) -> dict[str, int]:
    """So many items in a pool, and fifty annotators."""
    studies.make_project(studies.records(items))
    people = studies.add_people(*FIFTY)
    open_pool(**chosen)
    return people


def test_fifty_threads_taking_at_once_never_exceed_the_places(database: str) -> None:
    """N4, and criterion 2 of the issue: 13 items with three places are 39; eleven of the fifty find nothing."""
    people = study(13, places=3)
    taken = at_once([lambda name=name: take(people[name]) for name in FIFTY])  # type: ignore[misc]
    expected: dict[str | None, int] = {f"i{n}": 3 for n in range(1, 14)}
    assert Counter(taken) == {**expected, None: 11}
    assert len(held()) == len(set(held())) == 39


def test_fifty_threads_label_all_there_is_each_item_by_exactly_three(database: str) -> None:
    """Nothing is lost, nothing is surplus, and no item is left behind."""
    people = study(12, places=3, order="random")

    def work(name: str) -> int:
        done = 0
        while (screen := shown(people[name])).state == "item":
            done += submit(people[name], submission(screen)).stored
        return done

    stored = at_once([lambda name=name: work(name) for name in FIFTY])  # type: ignore[misc]
    assert sum(stored) == 12 * 3 * 3, "items, places, memories"
    assert Counter(item for item, *_ in held()) == {f"i{n}": 3 for n in range(1, 13)}
    assert {(way, surplus) for _, _, way, surplus in held()} == {("done", False)}
    assert (state().done, state().free) == (36, 0)


def test_of_answers_that_come_late_at_once_only_so_many_find_a_place(database: str) -> None:
    """N4, N5: 25 people let their item lapse, 25 others take the places; all fifty submit at the same moment."""
    people = study(5, places=5, minutes=30)
    early, late = FIFTY[:25], FIFTY[25:]
    screens = {name: shown(people[name]) for name in early}
    screens |= {name: shown(people[name], now=later(30)) for name in late}
    assert all(screen.state == "item" for screen in screens.values())
    sent = {name: submission(screen) for name, screen in screens.items()}
    at_once([lambda name=name: submit(people[name], sent[name], now=later(31)) for name in FIFTY])  # type: ignore[misc]
    places = Counter((item, surplus) for item, _, way, surplus in held() if way == "done")
    assert places == {(f"i{n}", surplus): 5 for n in range(1, 6) for surplus in (False, True)}
    with store.reading() as session:
        uses = Counter(each.use for each in current(session, slug=SLUG))
    assert uses == {"headline": 75, "surplus": 75}, "kept, every one of them"


def test_taking_returning_and_submitting_at_once_leaves_no_item_stuck(database: str) -> None:
    """Half of them go away for good; whoever comes a day later finds every place that was not finished."""
    people = study(10, places=2, minutes=5)

    def work(name: str, number: int) -> None:
        moment = later(number % 12)
        screen = shown(people[name], now=moment)
        if screen.state == "item" and number % 2:
            submit(people[name], submission(screen), now=moment)

    at_once([lambda name=name, number=number: work(name, number) for number, name in enumerate(FIFTY)])  # type: ignore[misc]
    assert all(count <= 2 for count in _holding().values())
    tomorrow = later(24 * 60)
    for name in FIFTY[::2]:
        while (screen := shown(people[name], now=tomorrow)).state == "item":
            submit(people[name], submission(screen), now=tomorrow)
    assert (state().done, state().free, state().reserved) == (20, 0, 0)
    assert all(count == 2 for count in _holding().values())


def test_two_tabs_of_one_person_take_one_item(database: str) -> None:
    people = study(5, places=1)
    taken = at_once([lambda: take(people["p00"])] * 8)
    assert taken == ["i1"] * 8
    assert len(held()) == 1


def test_drafts_skips_late_answers_plans_and_closings_at_once_wait_for_each_other(database: str) -> None:
    """Nothing but our own refusals comes back: no deadlock, of which PostgreSQL would break one off."""
    people = study(6, places=2, minutes=5)
    late = {name: shown(people[name]) for name in FIFTY[:12]}

    def annotator(name: str, number: int) -> str:
        screen, moment = late[name], later(6 + number % 3)
        verbs: list[Callable[[], object]] = [
            lambda: studies.save_draft(people[name], studies.work_of(screen, {}), now=moment),
            lambda: submit(people[name], submission(screen), now=moment),
            lambda: studies.skip(people[name], studies.skip_of(screen), now=moment),
        ]
        return _outcome(verbs[number % 3])

    def taker(name: str) -> str:
        return _outcome(lambda: take(people[name], now=later(7)))

    def researcher() -> str:
        return _outcome(close_pool) + _outcome(lambda: open_pool(places=2, minutes=5))

    def another_researcher() -> str:
        return "".join(_outcome(lambda verb=verb: in_round(verb)) for verb in (rounds.close, rounds.reopen))  # type: ignore[misc]

    def in_round(verb: Callable[..., None]) -> None:
        with store.writing() as session:
            verb(session, slug=SLUG, account_id=None, now=NOW)

    outcomes = at_once(
        [
            *(lambda name=name, number=number: annotator(name, number) for number, name in enumerate(late)),
            *(lambda name=name: taker(name) for name in FIFTY[12:24]),
            researcher,
            another_researcher,
            lambda: _outcome(lambda: studies.assign("p48", "p49", overlap=1)),
        ]
    )
    assert set("".join(outcomes)) <= {"y", "n"}
    with store.reading() as session:
        planned = session.exec(select(m.Assignment.item_id).where(m.Assignment.origin == "planned")).all()
    places = {f"i{n}": max(2, planned.count(n)) for n in range(1, 7)}
    assert all(count <= places[item] for item, count in _holding().items())


def _outcome(verb: Callable[[], object]) -> str:
    """`y` where it was done, `n` where it was refused with a sentence."""
    try:
        verb()
    except AccordError:
        return "n"
    return "y"


def _holding() -> Counter[str]:
    return Counter(item for item, _, way, surplus in held() if way in ("open", "done") and not surplus)


def test_the_last_two_who_submit_at_once_have_exactly_one_more_asked(database: str) -> None:
    """On PostgreSQL each of both sees the other's answer or asks after it: never nobody, never two."""
    studies.make_project(studies.records(6))
    people = studies.add_people("ann", "bo", "chen", "dov")
    studies.assign("ann", "bo")
    with store.writing() as session:
        escalation.set_up(session, slug=SLUG, chosen=escalation_plan.checked(cap=3), now=NOW)
    for _ in range(6):
        sent = [(people[name], submission(studies.screen_of(people[name]), label)) for name, label in LABELS.items()]
        at_once([lambda one=one: submit(*one) for one in sent])  # type: ignore[misc]
    with store.reading() as session:
        asked = session.exec(select(m.Assignment.item_id).where(m.Assignment.origin == "escalated")).all()
    assert sorted(asked) == sorted(set(asked))
    assert len(asked) == 6
