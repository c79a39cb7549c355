"""Whatever people do with a pool, in whatever order: the places hold, and nothing that was submitted is lost."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.board.screen import Screen
from annotation.judgments import current
from tests import pools, studies
from tests.studies import NOW, SLUG, submission, submit

NAMES = ("ann", "bo", "chen", "dov")
PLACES, ITEMS, MINUTES = 2, 3, 10
who = st.sampled_from(NAMES)


class Pool(RuleBasedStateMachine):
    """Four people, three items with two places each, and a clock that goes on by fits and starts."""

    people: dict[str, int]

    def __init__(self) -> None:
        super().__init__()
        self.now = NOW
        self.boards: dict[str, list[Screen]] = defaultdict(list)  # what is still open in somebody's tabs
        self.submitted: set[tuple[str, str]] = set()

    @rule(name=who)
    def take(self, name: str) -> None:
        screen = pools.shown(self.people[name], now=self.now)
        if screen.state == "item":
            self.boards[name].append(screen)

    @rule(minutes=st.integers(1, 2 * MINUTES))
    def wait(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @precondition(lambda self: any(self.boards.values()))
    @rule(name=who)
    def submit_the_oldest_tab(self, name: str) -> None:
        if self.boards[name]:
            screen = self._current(name, self.boards[name].pop(0))
            submit(self.people[name], submission(screen), now=self.now)
            query = screen.item.query if screen.item else None
            self.submitted.add((query.text if query else "", name))

    @precondition(lambda self: any(self.boards.values()))
    @rule(name=who)
    def skip_the_newest_tab(self, name: str) -> None:
        if self.boards[name]:
            screen = self._current(name, self.boards[name].pop())
            if not screen.revision:
                studies.skip(self.people[name], studies.skip_of(screen), now=self.now)

    @precondition(lambda self: any(self.boards.values()))
    @rule(name=who)
    def save_a_draft(self, name: str) -> None:
        if self.boards[name]:
            screen = self._current(name, self.boards[name][-1])
            studies.save_draft(self.people[name], studies.work_of(screen, {}), now=self.now)

    @rule()
    def close_and_open(self) -> None:
        pools.close_pool()
        pools.open_pool(places=PLACES, minutes=MINUTES)

    @invariant()
    def no_item_has_more_people_than_places(self) -> None:
        held = Counter(item for item, _, state, surplus in pools.held() if state in ("open", "done") and not surplus)
        assert all(count <= PLACES for count in held.values())

    @invariant()
    def what_was_submitted_is_there_and_counts_up_to_the_places(self) -> None:
        with store.reading() as session:
            found = list(current(session, slug=SLUG))
            done = session.exec(
                select(m.Item.source_id, m.Rater.name)
                .select_from(m.Assignment)
                .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
                .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
                .where(m.Assignment.state == "done")
            ).all()
        assert {(f"Question {item[1:]}?", name) for item, name in done} == self.submitted
        counted = Counter((each.item, each.target) for each in found if each.use == "headline")
        assert all(count <= PLACES for count in counted.values())
        assert len(found) == 3 * len(self.submitted)

    def teardown(self) -> None:
        """No item is stuck: once everything has run out, whoever comes can fill every place."""
        if not hasattr(self, "people"):
            return
        self.now += timedelta(days=1)
        for name in NAMES:
            while (screen := pools.shown(self.people[name], now=self.now)).state == "item":
                submit(self.people[name], submission(screen), now=self.now)
        skipped = Counter(item for item, _, state, _ in pools.held() if state == "skipped")
        surplus = Counter(item for item, _, _, is_surplus in pools.held() if is_surplus)
        done = Counter(item for item, _, state, is_surplus in pools.held() if state == "done" and not is_surplus)
        for n in range(1, ITEMS + 1):
            can = len(NAMES) - skipped[f"i{n}"] - surplus[f"i{n}"]
            assert done[f"i{n}"] == min(PLACES, can)

    def _current(self, name: str, screen: Screen) -> Screen:
        """The tab, looked at again, so that its submission is no stale one."""
        return studies.item_screen(self.people[name], screen.assignment or 0)


def test_places_hold_whatever_people_do(sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with _furnished(sqlite_template, monkeypatch) as (original, people):

        class Fresh(Pool):
            def __init__(self) -> None:
                super().__init__()
                self.folder = tempfile.TemporaryDirectory()
                path = Path(self.folder.name) / "accord.sqlite"
                shutil.copy(original, path)
                monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
                self.people = people

            def teardown(self) -> None:
                super().teardown()
                store.engine().dispose()
                self.folder.cleanup()

        slow = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture)
        run_state_machine_as_test(
            Fresh, settings=settings(max_examples=8, stateful_step_count=15, deadline=None, suppress_health_check=slow)
        )


@contextmanager
def _furnished(template: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, dict[str, int]]]:
    """The study in a file to be copied for every run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "accord.sqlite"
        shutil.copy(template, path)
        monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
        studies.make_project(studies.records(ITEMS))
        people = studies.add_people(*NAMES)
        pools.open_pool(places=PLACES, minutes=MINUTES)
        store.engine().dispose()
        yield path, people
