"""What has no page or route is 404 for people and for scripts; what is Streamlit's or ours goes on."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from pages.gate import Addresses
from pages.parts.menu import HOME, MENU
from pages.routes import routes
from pages.unknown import Unknown
from tests.pages.web import PAST_THE_GATE, accord, ask

PAGE = {"accept": "text/html"}
STREAMLITS = ["/static/js/index.js", "/_stcore/host-config", "/media/x.png", "/favicon.png", "/manifest.json"]
SCREENS = ["/", *(f"/{entry.name}" for entry in MENU if entry is not HOME)]


@pytest.fixture(scope="module")
def app() -> Starlette:
    """Our own routes count; everything else that goes on is answered by a stand-in."""
    stand_in = accord().routes[-1]
    return Starlette(routes=[stand_in], middleware=[Middleware(Unknown, routes=routes(Addresses()))])


@pytest.mark.parametrize("path", SCREENS + [f"{screen}/" for screen in SCREENS[1:]])
def test_every_screen_of_the_menu_is_there(app: Starlette, path: str) -> None:
    assert ask(app, "GET", path, headers=PAGE).text == PAST_THE_GATE


@pytest.mark.parametrize("path", STREAMLITS)
def test_what_is_streamlits_is_passed_on_for_every_method(app: Starlette, path: str) -> None:
    for method in ("GET", "POST", "PUT", "DELETE"):
        assert ask(app, method, path).text == PAST_THE_GATE, method


@pytest.mark.parametrize("path", ["/account/password", "/board/any/next", "/board/any/item/7", "/board/any/submit"])
def test_a_route_is_passed_on_for_its_methods_and_says_which_they_are(app: Starlette, path: str) -> None:
    """Streamlit would answer the others with its page, as if it were one of its screens."""
    answers = {method: ask(app, method, path) for method in ("GET", "HEAD", "POST", "PUT", "DELETE")}
    passed = {method for method, answer in answers.items() if answer.status_code == 200}
    assert passed in ({"GET", "HEAD"}, {"POST"}, {"GET", "HEAD", "POST"})
    for method in answers.keys() - passed:
        assert answers[method].status_code == 405
        assert set(answers[method].headers["allow"].split(", ")) == passed


@pytest.mark.parametrize("path", ["/nowhere", "/home", "/label/x", "/people/../x", "/index.html", "/board/demo"])
def test_what_is_not_there_is_a_page_for_people_and_json_for_scripts(app: Starlette, path: str) -> None:
    answer = ask(app, "GET", path, headers=PAGE)
    assert (answer.status_code, "There is nothing here" in answer.text) == (404, True)
    assert 'href="/"' in answer.text
    for method in ("GET", "POST", "DELETE"):
        answer = ask(app, method, path)
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
