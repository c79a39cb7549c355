"""A researcher makes a project from a file, assigns it, marks what is sensitive and closes the round, in Chromium."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from tests.browser.desk import add_person, signed_in
from tests.browser.windows import PATIENCE_MS
from tests.serving import Server
from tests.studies import as_file, memory, record, records

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=alert(1)> **bold** $40"


def file_of(folder: Path, content: object, *, name: str = "My Bench.json") -> Path:
    """A file as it lies on the researcher's disk."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else as_file(content))
    return path


def with_two_bad_rows() -> list[dict[str, object]]:
    """Four good rows; one without a query, and one whose id is taken."""
    good = [*records(3), record("x", query=NASTY, memory=memory(must=["Only this."]))]
    broken = {key: value for key, value in record("broken").items() if key != "query"}
    return [*good, broken, record("i2")]


def upload(page: Page, file: Path) -> None:
    page.locator("input[type=file]").set_input_files(file)


def test_from_a_file_with_two_bad_rows_to_a_closed_round(
    sqlite_database: str, server: Server, chromium: Browser, tmp_path: Path
) -> None:
    add_person("rui", "researcher")
    add_person("ann", "annotator")
    add_person("bo", "annotator")
    with signed_in(chromium, server, "rui", at="/projects") as page:
        upload(page, file_of(tmp_path, with_two_bad_rows()))
        make_the_project(page)
        assert stored() == ["i1", "i2", "i3", "x"]
        assign_it(page)
        set_it_up(page)
        assert page.locator("img").count() == 0
    with store.reading() as session:
        assert session.exec(select(m.Item.source_id).where(m.Item.sensitive)).all() == ["x"]
        assert session.exec(select(m.Round)).one().closed_at is not None
        kinds = session.exec(
            select(m.Event.kind).where(col(m.Event.project_id).is_not(None)).order_by(col(m.Event.id))
        ).all()
    assert kinds == ["project made", "items imported", "items assigned", "sensitive items set", "round closed"]


def test_importing_again_adds_only_what_is_new_and_nothing_can_be_taken(
    sqlite_database: str, server: Server, chromium: Browser, tmp_path: Path
) -> None:
    """G7."""
    add_person("rui", "researcher")
    with signed_in(chromium, server, "rui", at="/projects") as page:
        upload(page, file_of(tmp_path, records(2), name="study.json"))
        page.get_by_role("button", name="Make the project with 2 items").click()
        expect(page.get_by_text("is made, with 2 items")).to_be_visible()
        expect(page.get_by_text("study.json")).to_have_count(0)
        more = file_of(tmp_path, records(3), name="more.json")
        upload(page, more)
        expect(page.get_by_text("Already in this project: 2; they stay as they are.")).to_be_visible()
        choose_from(page.get_by_label("Into"), "A new project")
        expect(page.get_by_text("(study) holds 2 of the 3 items of this file already")).to_be_visible()
        expect(page.get_by_role("textbox", name="Title")).to_have_value("more")
        page.get_by_role("textbox", name="Title").fill("Twin")
        upload(page, file_of(tmp_path, [record("x1")], name="other.json"))  # in its place, and its own turn
        expect(page.get_by_text("Items that can be taken: 1")).to_be_visible()
        expect(page.get_by_role("textbox", name="Title")).to_have_value("other")
        expect(page.get_by_role("textbox", name="Short name")).to_have_value("other")
        expect(page.get_by_label("Into")).to_have_value("A new project")
        page.get_by_role("button", name="Take nothing").click()
        expect(page.get_by_text("Items that can be taken")).to_have_count(0)
        expect(page.get_by_text("other.json")).to_have_count(0)
        upload(page, more)
        expect(page.get_by_label("Into")).to_have_value(re.compile(r"\(study\)$"))
        page.get_by_role("button", name="Add 1 items").click()
        expect(page.get_by_text("1 items. Already there: 2. Left out: 0 rows.")).to_be_visible()
    assert stored() == ["i1", "i2", "i3"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "is not UTF-8"),
        (b'[{"memory": {"must": [', "The file is not JSON"),
        (b'[{"id": "a", ', "The file is not JSON: line 1, column 14"),
        (b"PK\x03\x04\x14\0\x06\0", "The file begins as an archive (such as .xlsx), but is damaged."),
        (b"id,words\n1,hello\n", "No column says what to show. Choose above which one is the query"),
    ],
)
def test_a_bad_file_is_a_sentence_and_no_traceback(
    sqlite_database: str, server: Server, chromium: Browser, tmp_path: Path, content: bytes, sentence: str
) -> None:
    """G3 and their like."""
    add_person("rui", "researcher")
    with signed_in(chromium, server, "rui", at="/projects") as page:
        upload(page, file_of(tmp_path, content, name="bad.json"))
        expect(page.get_by_text(sentence)).to_be_visible()
        expect(page.get_by_text("Traceback")).to_have_count(0)
    assert stored() == []
    assert "Traceback" not in server.log()


def make_the_project(page: Page) -> None:
    """Look at what was recognized, name the project, take the good rows."""
    short_name = page.get_by_role("textbox", name="Short name")
    expect(page.get_by_text("Recognized: StratMem-Bench.")).to_be_visible()
    expect(page.get_by_role("row", name="5 broken the field 'query' is missing")).to_be_visible()
    expect(page.get_by_role("row", name="6 i2 the id is already that of row 2")).to_be_visible()
    expect(page.get_by_role("cell", name=NASTY)).to_be_visible()
    expect(short_name).to_have_value("my-bench")
    title = page.get_by_role("textbox", name="Title")
    title.fill(f"Study {NASTY}")
    title.press("Enter")
    expect(short_name).to_have_value("study-img-src-x-onerror-alert-1-bold-40")
    assert stored() == []
    short_name.fill("study")
    short_name.press("Enter")
    page.get_by_role("button", name="Make the project with the 4 good items").click()
    expect(page.get_by_text(f"Study {NASTY} is made, with 4 items.")).to_be_visible()


def assign_it(page: Page) -> None:
    """Follow what is next, look at the plan, assign."""
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Assign items").click()
    choose_annotators(page, "ann", "bo")
    expect(page.get_by_text("This adds 8 assignments")).to_be_visible()
    page.get_by_role("button", name="Assign", exact=True).click()
    expect(page.get_by_text("8 assignments added.")).to_be_visible()


def set_it_up(page: Page) -> None:
    """Say which items are sensitive, and close the round."""
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("Those with a tag").click()
    choose_from(page.get_by_test_id("stSelectbox").get_by_role("combobox", name="Tag"), "Scenario: must-only")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_text("Sensitive now: 1 of 4 items.")).to_be_visible()
    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_role("button", name="Close the round").click()
    expect(page.get_by_text("Assigned items that are not done: 8; skipped: 0")).to_be_visible()
    page.get_by_role("button", name="Close it").click()
    expect(page.get_by_text("The round is closed.", exact=True)).to_be_visible()


def choose_from(box: Locator, name: str) -> None:
    """Choose in a list. Streamlit may draw the screen anew just then, and a list that had opened is closed again."""
    option = box.page.get_by_role("option", name=name)
    for _ in range(10):
        box.click()
        try:
            option.click(timeout=PATIENCE_MS / 10)
        except TimeoutError:
            continue
        return
    raise AssertionError(f"{name!r} was not offered")


def choose_annotators(page: Page, *names: str) -> None:
    """Choose people in the list, by keyboard."""
    box = page.get_by_test_id("stMultiSelect").get_by_role("combobox")
    for name in names:
        box.fill(name)
        page.get_by_role("option", name=name, exact=True).click()
        expect(page.get_by_test_id("stMultiSelect").get_by_text(name, exact=True).first).to_be_visible()
    page.keyboard.press("Escape")


def stored() -> list[str]:
    """The ids of all items, as they were imported."""
    with store.reading() as session:
        return list(session.exec(select(m.Item.source_id).order_by(col(m.Item.id))).all())
