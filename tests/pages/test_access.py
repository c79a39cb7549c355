"""Who sees which screen: each page by itself, and all of them through the frame (AppTest, without a browser)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from annotation import store
from annotation.people import accounts
from pages.parts import access, failure, visitor
from pages.parts.menu import MENU, PAGES
from tests.pages.study import PEOPLE, TITLE, House

EVERYONE = {"annotator", "adjudicator", "researcher", "admin"}
# Said once more here, so that a slip in the menu is a failing test.
MAY_SEE = {
    "home": EVERYONE,
    "label": {"annotator", "adjudicator"},
    "differing": {"annotator", "adjudicator"},
    "projects": {"researcher", "admin"},
    "gallery": {"researcher", "admin"},
    "people": {"admin"},
    "log": {"researcher", "admin"},
    "assign": {"researcher", "admin"},
    "settings": {"researcher", "admin"},
    "rounds": {"researcher", "admin"},
    "quality": {"researcher", "admin"},
    "codebook": {"researcher", "admin"},
    "adjudicate": {"adjudicator", "admin"},
    "progress": {"researcher", "admin"},
    "agreement": {"researcher", "admin"},
    "judges": {"researcher", "admin"},
    "results": {"researcher", "admin"},
    "item": {"researcher", "admin"},
    "export": {"researcher", "admin"},
    "release": {"researcher", "admin"},
}
LISTED = {
    "annotator": [],
    "adjudicator": ["Home", "Decide"],
    "researcher": ["Home", "Projects", "Gallery", "Log"],
    "admin": ["Home", "Projects", "Gallery", "People", "Log"],
}
OF_A_PROJECT = {
    "researcher": [
        *("Progress", "Assign", "Rounds", "Quality", "Agreement", "Judges", "Results"),
        *("Export", "Release", "Codebook", "Settings"),
    ],
    "admin": [
        *("Progress", "Assign", "Rounds", "Quality", "Agreement", "Judges", "Results"),
        *("Decide", "Export", "Release", "Codebook", "Settings"),
    ],
}
REFUSED = "This page is for"
NAMES = ["ann", "dana", "rui", "ada"]
MATRIX = [(name, page) for name in NAMES for page in MAY_SEE]


def asked_by(monkeypatch: pytest.MonkeyPatch, token: str | None) -> None:
    """From now on, whoever holds this token asks."""
    monkeypatch.setattr(access, "asking", lambda: visitor.person_of(token))


def alone(page: str, folder: Path) -> AppTest:
    """A page's file without the frame: what a mistake in the menu would show."""
    return scripted(f"import runpy; runpy.run_path({str(PAGES / page)!r} + '.py', run_name='__main__')", folder)


def scripted(script: str, folder: Path) -> AppTest:
    """These lines as an app."""
    file = folder / "script.py"
    file.write_text(script, encoding="utf-8")
    return AppTest.from_file(str(file), default_timeout=30).run()


def through_the_frame(page: str) -> AppTest:
    """A page as it is reached in the browser."""
    app = AppTest.from_file(str(PAGES / "parts" / "frame.py"), default_timeout=30).run()
    return app if page == "home" else app.switch_page(f"../{page}.py").run()


def links_of(app: AppTest) -> list[str]:
    """What the menu lists, in order: every link that is not to a certain project."""
    return [link.proto.label for link in app.get("page_link") if not link.proto.query_string]


def said(app: AppTest) -> str:
    """What stands on the screen in plain pieces of HTML, titles and texts."""
    return " ".join(
        [*(each.proto.body for each in app.get("html")), *(each.value for each in [*app.title, *app.markdown])]
    )


def test_the_menu_has_these_screens_for_these_roles() -> None:
    assert {entry.name: set(entry.roles) for entry in MENU} == MAY_SEE


@pytest.mark.parametrize("page", ["parts/frame", *MAY_SEE])
def test_a_page_shows_nothing_to_whoever_is_signed_out(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, page: str
) -> None:
    asked_by(monkeypatch, None)
    app = alone(page, tmp_path)
    assert access.SIGNED_OUT in said(app)
    assert 'href="/signin"' in said(app)
    assert len(app.main.children) == 1
    assert TITLE not in str(app)


@pytest.mark.parametrize(("name", "page"), [each for each in MATRIX if PEOPLE[each[0]] not in MAY_SEE[each[1]]])
def test_a_page_refuses_the_wrong_role_by_itself(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, page: str
) -> None:
    asked_by(monkeypatch, house.tokens[name])
    for app in (alone(page, tmp_path), through_the_frame(page)):
        assert REFUSED in said(app)
        assert not app.title
        assert not app.exception


@pytest.mark.parametrize(("name", "page"), [each for each in MATRIX if PEOPLE[each[0]] in MAY_SEE[each[1]]])
def test_a_page_opens_for_the_right_role(house: House, monkeypatch: pytest.MonkeyPatch, name: str, page: str) -> None:
    asked_by(monkeypatch, house.tokens[name])
    app = through_the_frame(page)
    assert not app.exception
    assert REFUSED not in said(app)


@pytest.mark.parametrize("name", NAMES)
def test_the_masthead_lists_what_the_role_has_and_who_one_is(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    asked_by(monkeypatch, house.tokens[name])
    app = through_the_frame("home")
    assert links_of(app) == LISTED[PEOPLE[name]]
    assert f"<span>{name}</span>" in said(app)
    assert 'href="/signout"' in said(app)


@pytest.mark.parametrize("name", ["rui", "ada"])
def test_the_screens_of_a_project_are_listed_on_a_line_of_their_own(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    asked_by(monkeypatch, house.tokens[name])
    app = through_the_frame("progress")
    assert links_of(app) == [*LISTED[PEOPLE[name]], *OF_A_PROJECT[PEOPLE[name]]]


@pytest.mark.parametrize("page", ["home", "progress", "people", "projects", "log", "assign", "settings"])
def test_a_revoked_sign_in_ends_at_the_next_rerun(house: House, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    asked_by(monkeypatch, house.tokens["ada"])
    app = through_the_frame(page)
    assert app.title
    with store.writing() as session:
        accounts.close(session, name="ada", now=datetime.now(UTC))
    app.run()
    assert access.SIGNED_OUT in said(app)
    assert not app.title


def test_home_shows_own_work_with_one_way_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_by(monkeypatch, house.tokens["ann"])
    app = through_the_frame("home")
    assert "0 of 12 items done" in said(app)
    assert "A *small* $study$ &amp; &lt;b&gt;" in said(app)  # I1, I8: a title is text
    (link,) = app.get("page_link")
    assert (link.proto.label, link.proto.query_string) == ("Start", "project=demo")


def test_home_says_so_where_nothing_is_to_do(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_by(monkeypatch, house.tokens["bo"])
    app = through_the_frame("home")
    assert "nothing for you to label" in said(app)
    assert not app.get("page_link")


@pytest.mark.parametrize(
    ("name", "places"), [("dana", ["Decide"]), ("rui", ["Look at the progress", *OF_A_PROJECT["researcher"]])]
)
def test_home_leads_whoever_looks_after_projects_to_their_screens(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str, places: list[str]
) -> None:
    asked_by(monkeypatch, house.tokens[name])
    links = through_the_frame("home").get("page_link")
    assert [link.proto.label for link in links if link.proto.query_string == "project=demo"] == places


def test_label_opens_the_only_project_without_being_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_by(monkeypatch, house.tokens["ann"])
    assert through_the_frame("label").get("bidi_component")
    asked_by(monkeypatch, house.tokens["bo"])
    app = through_the_frame("label")
    assert not app.get("bidi_component")
    assert app.get("page_link")


def test_a_broken_page_says_a_sentence_and_no_traceback(house: House, tmp_path: Path) -> None:
    app = scripted("from pages.parts.failure import say_failed\nsay_failed(ValueError('secret detail'))", tmp_path)
    assert [each.value for each in app.error] == [failure.FAILED]
    assert "secret detail" not in str(app)
