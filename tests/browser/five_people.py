"""What five people say and do in the study of test_five_people: the plan, and each step of it in a window.

A text stands for its place: each memory of the study has a text of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime

from playwright.sync_api import Browser, Locator, Page, expect

from annotation import assignment, store
from annotation.imports import importing
from tests.browser.adjudicator import DESK, Adjudicator
from tests.browser.desk import BOARD, KEYS, Desk, add_person, signed_in
from tests.browser.windows import REST
from tests.exports.test_release import content_of
from tests.serving import Server
from tests.studies import SLUG, as_file, texts

ANNOTATORS = ("ann", "bo", "chen")
RELEASE, ROUNDS = "/release?project=study", "/rounds?project=study"
CONTENT = content_of(4)
ROLE_OF = {text: role for record in CONTENT for text, role in texts(record)}
DIFFERING = {  # what each of the three says first; of all other memories they say what the source says
    "Must 1.": ("must", "nice", "must"),
    "Nice 1.": ("must", "nice", "irr"),
    "Irrelevant 2.": ("irr", "irr", "nice"),
    "Nice 3.": ("must", "irr", "nice"),
}
REMARK, REPLY = "Without it she <b>cannot</b> answer: 没有它就答不出来.", "You are right."
WHY_BACK = "Look at the second turn again."
HELPS, AGAIN, NEEDED, ADDS = "It only helps.", "I read it too fast.", "She asks for just this.", "It only adds to it."
LABEL_OF = {key: label for label, key in KEYS.items()}

Typed = set[tuple[int, str, str, str]]  # round, who, text, label


def first_answer(name: str, text: str) -> str:
    """What a person says in the independent round."""
    return DIFFERING[text][ANNOTATORS.index(name)] if text in DIFFERING else ROLE_OF[text]


def study() -> None:
    """Four items with three memories each, all of them given to each of three annotators."""
    for name in ANNOTATORS:
        add_person(name, "annotator")
    add_person("dana", "adjudicator")
    add_person("rui", "researcher")
    now = datetime.now(UTC)
    with store.writing() as session:
        importing.import_items(session, as_file(CONTENT), slug=SLUG, now=now)
        assignment.assign(session, slug=SLUG, annotators=ANNOTATORS, overlap=len(ANNOTATORS), seed=5, now=now)


@contextmanager
def five_windows(chromium: Browser, server: Server) -> Iterator[dict[str, Page]]:
    """A window for each of the five, all open at once."""
    begin = {**dict.fromkeys(ANNOTATORS, BOARD), "dana": REST, "rui": ROUNDS}  # dana has nothing to do yet
    with ExitStack() as stack:
        yield {name: stack.enter_context(signed_in(chromium, server, name, at=at)) for name, at in begin.items()}


# --- Annotators -------------------------------------------------------------------------------------------------------


def each_item(desk: Desk, number: int, answer_it: Callable[[], None]) -> None:
    """Do the same with each of so many items, until all are done."""
    current = desk.wait_for_item()
    for done in range(1, number + 1):
        answer_it()
        if done < number:
            current = desk.wait_for_item(other_than=current)
    desk.wait_for_end()


def label(page: Page, name: str) -> Typed:
    """Answer every memory by one key each."""
    desk, typed = Desk(page), Typed()

    def answer_it() -> None:
        typed.update((1, name, text, first_answer(name, text)) for text in desk.texts)
        desk.answer(lambda text: first_answer(name, text))
        desk.press("Enter")

    each_item(desk, len(CONTENT), answer_it)
    return typed


def discuss(
    page: Page, server: Server, name: str, keys: Mapping[str, str], *, says: str | None = None, after: int = 0
) -> Typed:
    """Answer anew where a key is planned for the text, and leave the first answer elsewhere.

    `says` is a comment on the first of DIFFERING, on which so many comments were read before (`after`).
    """
    page.goto(server.url + BOARD)
    desk, typed = Desk(page), Typed()

    def answer_it() -> None:
        shown = desk.texts
        assert desk.chosen == [None] * len(shown)  # F1: nothing is chosen beforehand
        if says and "Must 1." in shown:
            at = shown.index("Must 1.")
            comment(page.locator(".board .row").nth(at), says, after=after)
            for _ in range(at):
                desk.press("ArrowUp")
        for text in shown:
            key = keys.get(text)
            if key is None:
                desk.press("ArrowDown")
                continue
            desk.press(key)
            typed.add((2, name, text, first_answer(name, text) if key == "=" else LABEL_OF[key]))
        desk.press("Enter")
        if kept := sum(text not in keys for text in shown):
            expect(desk.status).to_contain_text(f"{kept} place{'s keep' if kept > 1 else ' keeps'} your first answer")
            desk.press("Enter")

    each_item(desk, 3, answer_it)
    return typed


def comment(row: Locator, words: str, *, after: int) -> None:
    """Write a comment, send it by keyboard, and go back to the row."""
    talk = row.locator(".talk")
    expect(talk.locator(".remark")).to_have_count(after)
    area = talk.locator("textarea")
    area.fill(words)
    area.press("Control+Enter")
    expect(talk.locator(".remark-text").nth(after)).to_have_text(words)
    row.page.keyboard.press("Escape")


def correct(page: Page, server: Server) -> Typed:
    """Bo reads why the item came back, and answers what stands there anew."""
    page.goto(server.url + BOARD)
    desk = Desk(page)
    desk.wait_for_item()
    expect(page.get_by_role("note")).to_contain_text(WHY_BACK)
    assert desk.texts == ["Nice 3."]
    desk.press(KEYS["nice"])
    desk.press("Enter")
    desk.wait_for_end()
    return {(2, "bo", "Nice 3.", "nice")}


# --- The researcher and the adjudicator -------------------------------------------------------------------------------


def confirm(page: Page, ask: str, yes: str, done: str) -> None:
    """Press a button of the rounds, confirm it, and wait until it is said."""
    page.get_by_role("button", name=ask, exact=True).click()
    page.get_by_role("button", name=yes, exact=True).click()
    expect(page.get_by_text(done)).to_be_visible()


def decide_withdraw_send_back_and_decide_otherwise(page: Page, server: Server) -> None:
    """Dana decides one place, takes it back, sends another item to bo, and decides the first one otherwise."""
    page.goto(server.url + DESK)
    desk = Adjudicator(page)
    desk.wait_for_item(1)
    decide(desk, "Nice 1.", KEYS["nice"], HELPS)
    desk.wait_for_item(3)
    desk.press("u")
    desk.wait_for_item(1)
    decide(desk, "Nice 1.", "Delete", AGAIN)
    desk.wait_for_item(3)
    desk.press("w")
    people = page.get_by_role("complementary", name="Annotators")
    people.locator(".person").nth(ANNOTATORS.index("bo")).get_by_role("button", name="Send back").click()
    page.keyboard.insert_text(WHY_BACK)
    people.get_by_role("button", name="Send back").and_(people.locator(".back-form button")).click()
    expect(people.get_by_text("Sent back to rater-2.")).to_be_visible()
    desk.press("Escape", "s")
    desk.wait_for_item(1)
    decide(desk, "Nice 1.", KEYS["must"], NEEDED, why=1)
    expect(page.get_by_role("heading", name="Nothing waits for a decision.")).to_be_visible()


def decide_what_came_back(page: Page, server: Server) -> None:
    """Dana adopts chen's answer, which bo's is now too."""
    page.goto(server.url + DESK)
    desk = Adjudicator(page)
    desk.wait_for_item(3)
    expect(desk.row("Nice 3.").locator(".chip b")).to_have_text(["Must", "Nice", "Nice"])
    decide(desk, "Nice 3.", "c", ADDS, why=3)
    expect(page.get_by_role("heading", name="Nothing waits for a decision.")).to_be_visible()


def decide(desk: Adjudicator, text: str, key: str, reason: str, *, why: int = 0) -> None:
    """Press a key on the row that waits, say why they differ (which of the kinds; 0: not), give a reason, and save."""
    expect(desk.active).to_contain_text(text)
    desk.press(key, *["e"] * why)
    desk.give_reason(reason)
    desk.save_and_leave()
