"""Every route and every screen's address, with every method, asked by everybody: on a fresh server and on a warm one.

The table is in `matrix.py`; what is expected follows from it by rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.client import HTTPConnection

import httpx
import pytest

from tests.pages.matrix import (
    EVERY_ROLE,
    MAY_SEE,
    METHODS,
    OUTSIDERS,
    ROWS,
    SLUG,
    VISITORS,
    WRITES,
    Guests,
    Place,
    Row,
    Visitor,
    there_is,
)
from tests.serving import Server

pytestmark = pytest.mark.long

PAGE = {"accept": "text/html,application/xhtml+xml"}
SCREENS = ["/" if name == "home" else f"/{name}" for name in MAY_SEE]
NOT_THERE = ["/nowhere", "/home", "/label/deeper", "/board/demo", "/download/demo", "/account/other", "/index.html"]
CLOSED = ["/_stcore/metrics", "/_stcore/agent/mcp", "/_stcore/agent/openapi.json", "/auth/login", "/oauth2callback"]
UPLOAD = "/_stcore/upload_file/00000000-0000-4000-8000-000000000000/00000000-0000-4000-8000-000000000001"
BY_PATH: dict[str, dict[str, Row]] = {}
for _row in ROWS:
    BY_PATH.setdefault(_row.path, {})[_row.method] = _row


@pytest.fixture(params=["fresh", "warm"])
def place(request: pytest.FixtureRequest) -> Iterator[tuple[Server, Guests]]:
    """A server that nobody has opened a screen of, and one of which all screens have been opened by everybody."""
    found: Place = request.getfixturevalue(f"{request.param}_place")
    with found.as_ours():
        yield found.server, found.guests


class Asking:
    """A visitor's requests to a server; no cookie is kept between them.

    There are 25,000, so that a client which does nothing beside them saves half of their time.
    """

    def __init__(self, server: Server, token: str | None) -> None:
        self.url = server.url
        self._cookie = {"cookie": f"accord_session={token}"} if token else {}
        self._connection = HTTPConnection("127.0.0.1", server.port, timeout=60)

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def ask(self, method: str, path: str, **headers: str | None) -> httpx.Response:
        """The answer, asked as from our own page; a header that is None is left out."""
        sent = {"origin": self.url, "accept": "application/json", **self._cookie, **headers}
        kind = "application/json" if "/board/" in path or "/desk/" in path else "application/x-www-form-urlencoded"
        if method in WRITES:
            sent["content-type"] = kind
        self._connection.request(method, path, headers={k: v for k, v in sent.items() if v is not None})
        with self._connection.getresponse() as answer:
            return httpx.Response(answer.status, headers=answer.getheaders(), content=answer.read())


def filled(path: str, guests: Guests, visitor: Visitor) -> str:
    """A route's path with values that there are; of items, one of the visitor's own."""
    values = {
        "slug": SLUG,
        "file": "labels.csv",
        "format": "none",  # computing one takes seconds: test_report_downloads does it
        "assignment": guests.assignment_of(visitor),
        "number": 1,
        "name": "stratmem-roles",
    }
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: str(values[found[1]]), path)


def expected(visitor: Visitor, rows: dict[str, Row], method: str) -> set[int]:
    """The rule: first the sign-in is asked, then whether the method is there, then the role."""
    row = rows.get("GET" if method == "HEAD" else method)
    public = any(each.public for each in rows.values())
    if visitor in OUTSIDERS and not public:
        return {401}
    if row is None:
        return {405}
    return set(row.statuses) if public or visitor in row.who else {403}


def code(answer: httpx.Response) -> str | None:
    """What kind of refusal it is, where it is one."""
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    found = answer.json() if is_json and answer.content else {}
    return found.get("error") if isinstance(found, dict) else None


def test_the_table_has_every_route_and_every_screen() -> None:
    """A new one is not forgotten: say in the table whom it is for."""
    paths, screens = there_is()
    assert {(row.method, row.path) for row in ROWS} == paths
    assert screens == MAY_SEE


@pytest.mark.parametrize("visitor", VISITORS)
def test_every_route_answers_every_method_as_the_table_says(place: tuple[Server, Guests], visitor: Visitor) -> None:
    server, guests = place
    wrong = []
    for path, rows in BY_PATH.items():
        with Asking(server, guests.token(visitor)) as browser:
            for method in METHODS:
                answer = browser.ask(method, filled(path, guests, visitor))
                right = expected(visitor, rows, method)
                if answer.status_code not in right:
                    wrong.append(f"{method} {path}: {answer.status_code}, not {right}: {answer.text[:200]}")
                if method != "HEAD" and answer.status_code in (401, 403) and path != "/signin":
                    assert code(answer) == {401: "signed_out", 403: "wrong_role"}[answer.status_code], (method, path)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("visitor", VISITORS)
def test_every_screens_address_answers_whoever_is_signed_in_and_to_reading_alone(
    place: tuple[Server, Guests], visitor: Visitor
) -> None:
    server, guests = place
    with Asking(server, guests.token(visitor)) as browser:
        for path in SCREENS:
            found = [browser.ask(method, path).status_code for method in METHODS]
            reading = [200, 200] if visitor in EVERY_ROLE else [401, 401]
            others = 405 if visitor in EVERY_ROLE else 401
            assert found == [*reading, *[others] * (len(METHODS) - 2)], path


@pytest.mark.parametrize("visitor", VISITORS)
def test_what_is_not_there_is_404_for_whoever_is_signed_in_and_unknown_to_others(
    place: tuple[Server, Guests], visitor: Visitor
) -> None:
    server, guests = place
    with Asking(server, guests.token(visitor)) as browser:
        for path in NOT_THERE:
            found = {browser.ask(method, path).status_code for method in METHODS}
            assert found == {404 if visitor in EVERY_ROLE else 401}, path
        for path in CLOSED:
            assert {browser.ask(method, path).status_code for method in METHODS} == {404}, path


@pytest.mark.parametrize("visitor", VISITORS)
def test_a_person_reads_a_page_where_a_script_reads_json(place: tuple[Server, Guests], visitor: Visitor) -> None:
    server, guests = place
    with Asking(server, guests.token(visitor)) as browser:
        for path in (*SCREENS, "/nowhere", "/download/demo/labels.csv", "/account", "/board/demo/next"):
            answer = browser.ask("GET", path, **PAGE)
            if visitor in OUTSIDERS:
                assert (answer.status_code, answer.headers["location"].startswith("/signin")) == (303, True), path
            elif answer.status_code >= 400 and "/board/" not in path:
                assert answer.headers["content-type"].startswith("text/html"), path
                assert (answer.status_code, 'href="/"' in answer.text) == (404 if "no" in path else 403, True)


@pytest.mark.parametrize("visitor", VISITORS)
def test_files_are_uploaded_by_whoever_makes_projects(place: tuple[Server, Guests], visitor: Visitor) -> None:
    server, guests = place
    with Asking(server, guests.token(visitor)) as browser:
        answer = browser.ask("PUT", UPLOAD)
    if visitor in ("researcher", "admin"):
        assert code(answer) is None, "Streamlit itself refuses an upload that no screen has asked for"
    else:
        refused = (401, "signed_out") if visitor in OUTSIDERS else (403, "wrong_role")
        assert (answer.status_code, code(answer)) == refused


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1"])
@pytest.mark.parametrize("visitor", ["annotator", "admin", "nobody"])
def test_a_write_from_no_page_of_ours_is_refused_everywhere(
    place: tuple[Server, Guests], visitor: Visitor, origin: str | None
) -> None:
    server, guests = place
    token = guests.token(visitor)
    with Asking(server, token) as browser:
        for path in (*BY_PATH, *SCREENS, UPLOAD, "/nowhere"):
            for method in WRITES:
                answer = browser.ask(method, filled(path, guests, visitor), origin=origin)
                assert (answer.status_code, code(answer)) == (403, "wrong_origin"), (method, path)
        if token:
            assert browser.ask("GET", "/account").status_code == 200, "nobody was signed out by it"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80"])
@pytest.mark.parametrize("visitor", ["admin", "nobody"])
def test_under_another_name_nothing_answers(place: tuple[Server, Guests], visitor: Visitor, host: str) -> None:
    """DNS rebinding."""
    server, guests = place
    with Asking(server, guests.token(visitor)) as browser:
        for path in (*BY_PATH, *SCREENS, *CLOSED, UPLOAD, "/static/js/index.js", "/nowhere"):
            for method in METHODS:
                answer = browser.ask(method, filled(path, guests, visitor), host=host, origin=f"http://{host}")
                assert answer.status_code == 400, (method, path)
