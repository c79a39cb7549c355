"""The main job in real Chromium: three people label by keyboard through reloads and kills, an adjudicator decides.

At the end the exported files are compared with what was typed: nothing that was acknowledged is lost, nothing is
stored twice.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from sqlmodel import col, select

from annotation import assignment, store
from annotation import models as m
from annotation.demo import SAMPLES
from annotation.desk import adjudication
from annotation.imports import importing
from tests.browser.adjudicator import Adjudicator
from tests.browser.desk import KEYS, Desk, Given, add_person, through_the_form
from tests.serving import Server

pytestmark = pytest.mark.browser

SAMPLE = SAMPLES / "stratmem.json"
ITEMS = 4
LABELS = ("irr", "nice", "must")
ANNOTATORS = ("ann", "bo", "chen")
BOARD = "/label?project=study"


def labels_of(name: str) -> Callable[[str], str]:
    """What a person says of a memory: all agree on most texts, and split three ways on some."""
    place = ANNOTATORS.index(name)
    return lambda text: LABELS[(len(text) + (place if len(text) % 4 == 0 else 0)) % 3]


@pytest.fixture
def records(sqlite_database: str) -> list[dict[str, object]]:
    """The study: a few sample items, three annotators who each get all of them, an adjudicator and a researcher."""
    found: list[dict[str, object]] = json.loads(SAMPLE.read_text(encoding="utf-8"))[:ITEMS]
    for name in ANNOTATORS:
        add_person(name, "annotator")
    add_person("dana", "adjudicator")
    add_person("rui", "researcher")
    now = datetime.now(UTC)
    with store.writing() as session:
        importing.import_items(session, json.dumps(found).encode(), slug="study", now=now)
        assignment.assign(session, slug="study", annotators=ANNOTATORS, overlap=3, seed=3, now=now)
    return found


def test_nothing_acknowledged_is_lost_and_nothing_is_stored_twice(
    records: list[dict[str, object]], server: Server, chromium: Browser
) -> None:
    typed: dict[str, Given] = {}
    with through_the_form(chromium, server, "ann", at=BOARD) as page:
        typed["ann"] = label_with_a_reload_and_double_enter(page)
    with through_the_form(chromium, server, "bo", at=BOARD) as page:
        typed["bo"] = label_through_two_kills(page, server)
    with through_the_form(chromium, server, "chen", at=BOARD) as page:
        typed["chen"] = label_with_a_lost_acknowledgement(page)
    assert stored_labels() == typed
    assert Counter(revisions()) == {1: sum(len(labels) for labels in typed.values())}
    assert submissions() == {"ann": ITEMS, "bo": ITEMS, "chen": ITEMS}

    with store.writing() as session:
        settled = adjudication.settle(session, slug="study", policy="majority", now=datetime.now(UTC))
    assert settled.undecided > 0
    with through_the_form(chromium, server, "dana", at="/adjudicate") as page:
        assert decide_everything(page, "nice") == settled.undecided
    with through_the_form(chromium, server, "rui", at="/export") as page:
        labels = table(downloaded(page, "CSV"))
        gold = table(downloaded(page, "CSV", place=1))
        published = json.loads(downloaded(page, "StratMem-Bench"))

    names, items = pseudonyms(), item_of_assignment()
    by_place = {
        name: {(items[assignment], target): label for (assignment, target), label in given.items()}
        for name, given in typed.items()
    }
    assert {(names[row["rater"]], row["item"], row["target"], row["label"]) for row in labels} == {
        (name, *place, label) for name, given in by_place.items() for place, label in given.items()
    }
    expected = {place: outcome([by_place[name][place] for name in ANNOTATORS]) for place in by_place["ann"]}
    assert {(row["item"], row["target"]): (row["label"], row["method"]) for row in gold} == expected
    assert {row["decided_by"] for row in gold if row["method"] == "adjudicator"} == {"dana"}
    texts = text_of_place()
    assert roles_by_text(published) == {(place[0], texts[place]): label for place, (label, _) in expected.items()}
    assert [record["id"] for record in published] == [record["id"] for record in records]


def label_with_a_reload_and_double_enter(page: Page) -> Given:
    """E5, F1: nothing is chosen beforehand. D1, E3: Enter twice is once. A reload in the middle keeps the draft."""
    desk = Desk(page)
    given: Given = {}
    current = desk.wait_for_item()
    assert set(desk.chosen) == {None}
    given |= desk.answer(labels_of("ann"), first=2)
    expect(desk.status).to_contain_text("Draft ")  # kept in this browser, and a moment later on the server
    page.reload()
    assert desk.wait_for_item() == current
    assert desk.chosen[:2] == list(given.values())
    assert set(desk.chosen[2:]) == {None}
    for number in range(1, ITEMS + 1):
        given |= desk.answer(labels_of("ann"))
        desk.press("Enter")
        desk.press("Enter")
        if number < ITEMS:
            current = desk.wait_for_item(other_than=current)
            expect(page.locator(".board .done")).to_have_text(f"{number} of {ITEMS} done")
            assert set(desk.chosen) == {None}
    desk.wait_for_end()
    return given


def label_through_two_kills(page: Page, server: Server) -> Given:
    """D5: kill -9 after an acknowledgement, next before one, last while one is under way.

    N1: "Saved" is never said of what is not stored.
    """
    desk = Desk(page)
    given: Given = {}
    current = desk.wait_for_item()
    given |= desk.answer(labels_of("bo"))
    desk.press("Enter")
    current = desk.wait_for_item(other_than=current)
    server.kill()
    given |= desk.answer(labels_of("bo"))
    desk.press("Enter")
    expect(desk.status).to_contain_text("Not saved yet")
    assert desk.board.get_attribute("data-assignment") == current
    server.start()
    current = desk.wait_for_item(other_than=current)
    given |= desk.answer(labels_of("bo"))
    page.once("request", lambda _: server.kill())  # it may have been stored by then, or not
    desk.press("Enter")
    expect(desk.status).to_contain_text("Not saved yet")
    server.start()
    current = desk.wait_for_item(other_than=current)
    given |= desk.answer(labels_of("bo"))
    desk.press("Enter")
    desk.wait_for_end()
    return given


def label_with_a_lost_acknowledgement(page: Page) -> Given:
    """E8: the server has stored it, the answer never arrives, and the board sends the same again."""
    desk = Desk(page)
    given: Given = {}
    lost: list[int] = []

    def lose_the_first(route: Route) -> None:
        answer = route.fetch()
        if lost:
            route.fulfill(response=answer)
        else:
            lost.append(answer.status)
            route.abort()

    page.route("**/submit", lose_the_first)
    current = desk.wait_for_item()
    for number in range(1, ITEMS + 1):
        given |= desk.answer(labels_of("chen"))
        desk.press("Enter")
        if number < ITEMS:
            current = desk.wait_for_item(other_than=current)
    desk.wait_for_end()
    assert lost == [200]
    return given


def decide_everything(page: Page, label: str) -> int:
    """Decide every open dispute with one label, and one reason for each item; how many there were."""
    desk = Adjudicator(page)
    decided = 0
    ended = page.get_by_role("heading", name="Nothing waits for a decision.")
    while True:
        expect(page.locator(".board[data-view=item]:not([data-locked])").or_(ended)).to_be_visible()
        if ended.count():
            return decided
        item = desk.board.get_attribute("data-item")
        open_rows = page.locator(".board .row[data-state=disputed]").count()
        desk.press(*[KEYS[label]] * open_rows)
        desk.give_reason(f"Looked at the query of item {item}.")
        desk.save_and_leave()
        decided += open_rows


def downloaded(page: Page, name: str, *, place: int = 0) -> str:
    """What the link gives."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=name, exact=True).nth(place).click()
    return Path(waiting.value.path()).read_text(encoding="utf-8-sig")


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def outcome(labels: list[str]) -> tuple[str, str]:
    """The gold of three labels: unanimous, majority, or what the adjudicator said."""
    label, votes = Counter(labels).most_common(1)[0]
    return {3: (label, "unanimous"), 2: (label, "majority"), 1: ("nice", "adjudicator")}[votes]


def roles_by_text(published: list[dict[str, Any]]) -> dict[tuple[str, str], str]:
    return {
        (record["id"], entry["fact"]): role
        for record in published
        for role, entries in record["memory"].items()
        for entry in entries
    }


def stored_labels() -> dict[str, dict[tuple[int, str], str | None]]:
    """The database: labels by rater, assignment and target."""
    found: dict[str, dict[tuple[int, str], str | None]] = {}
    with store.reading() as session:
        rows = session.exec(
            select(m.Rater.name, m.Assignment.id, m.Target.key, m.Judgment.label)
            .select_from(m.Judgment)
            .join(m.Target)
            .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
            .join(m.Submission)
            .join(m.Assignment)
        ).all()
    for name, assignment_id, key, label in rows:
        found.setdefault(name, {})[assignment_id or 0, key] = label
    return found


def revisions() -> list[int]:
    with store.reading() as session:
        return list(session.exec(select(m.Judgment.revision)).all())


def submissions() -> dict[str, int]:
    with store.reading() as session:
        return Counter(
            session.exec(select(m.Rater.name).select_from(m.Submission).join(m.Assignment).join(m.Rater)).all()
        )


def pseudonyms() -> dict[str, str]:
    with store.reading() as session:
        return dict(session.exec(select(m.Rater.pseudonym, m.Rater.name)).all())


def item_of_assignment() -> dict[int, str]:
    with store.reading() as session:
        rows = session.exec(select(m.Assignment.id, m.Item.source_id).select_from(m.Assignment).join(m.Item)).all()
    return {assignment_id or 0: item for assignment_id, item in rows}


def text_of_place() -> dict[tuple[str, str], str]:
    with store.reading() as session:
        items = session.exec(select(m.Item)).all()
    return {(item.source_id, each["key"]): each["text"] for item in items for each in item.content["memories"]}
