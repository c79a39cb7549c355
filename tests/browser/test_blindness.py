"""Nobody sees what would bias them: canaries planted where the answers are never reach a labelling browser.

Looked at is what is sent, not what is drawn: every response and every websocket frame of every page and route.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Error, Page, Response, WebSocket

from annotation import assignment, models, store
from annotation.board import submitting
from annotation.imports import importing, judge_import
from annotation.people import accounts
from tests.browser.desk import Desk, add_person, signed_in
from tests.serving import NO_TLS, Server
from tests.studies import COLUMNS, as_file, label_file, memory, record, screen_of, submission, take_labels, texts, votes

pytestmark = pytest.mark.browser

SHOWN = "Ida is allergic to nuts."
SOURCE_ID = "canary-item-must-only"
IN_REFERENCE = "canary-reference"
IN_TAG = "canary-persona-tag"
RATER = "canary.imported.rater"
ANNOTATOR = "canary.other.annotator"
ADJUDICATOR = "canary.adjudicator"
COMMENT = "canary-comment"
OF_A_JUDGE = ("canary-judge", "canary-version", "canary-answer")
SECRETS = (SOURCE_ID, IN_REFERENCE, RATER, ANNOTATOR, ADJUDICATOR, COMMENT, *OF_A_JUDGE, "must+nice", "inferred_type")
PLACES = ("/", "/label?project=study", "/adjudicate", "/progress", "/agreement", "/judges", "/item", "/export")
ROUTES = (
    "/board/study/next",
    "/download/study/labels.csv",
    "/download/study/gold.csv",
    "/download/study/gold.json",
)


def source() -> list[dict[str, Any]]:
    return [
        record(
            SOURCE_ID,
            given_type=IN_REFERENCE,
            note=IN_REFERENCE,
            memory=memory(must=[SHOWN], nice=["Ida likes plums."], irr=["Otto owns a kayak."]),
        )
    ]


@pytest.fixture
def study(sqlite_database: str) -> None:
    """A study whose every secret is a canary: source, tags, other people's labels and names."""
    add_person("ann", "annotator")
    add_person(ANNOTATOR, "annotator")
    add_person(ADJUDICATOR, "adjudicator")
    now = datetime.now(UTC)
    with store.writing() as session:
        importing.import_items(session, as_file(source()), slug="study", now=now)
        session.add(models.Tag(item_id=1, name="need", value=IN_TAG))
        assignment.assign(session, slug="study", annotators=["ann", ANNOTATOR], overlap=2, seed=1, now=now)
    take_labels(
        label_file(
            [[SOURCE_ID, text, "role", RATER, "must", COMMENT] for text, _ in texts(source()[0])],
            columns=(*COLUMNS, "comment"),
        )
    )
    take_labels(votes({ANNOTATOR: "irr"}, content=source()), as_account=True)
    name, version, answer = OF_A_JUDGE
    rows = [[SOURCE_ID, text, "role", answer] for text, _ in texts(source()[0])]
    scores = label_file(rows, columns=("item", "target", "question", "label"))
    with store.writing() as session:
        judge_import.import_scores(session, scores, slug="study", file_name=name, version=version, now=now)


class Net:
    """Catches every response and every websocket frame that reaches a page, as the browser has received them."""

    def __init__(self, page: Page) -> None:
        page.goto("about:blank")  # what is still on its way to an earlier page is not caught half
        self._page = page
        self._caught: list[bytes] = []
        self._unread: list[Response] = []
        page.on("websocket", self._listen)
        page.on("response", lambda response: self._unread.append(response))

    def visit(self, address: str) -> None:
        """Go there and wait until the screen is drawn."""
        self._page.goto(address)
        self._page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        self._page.wait_for_load_state("networkidle")  # a board that opens by itself is still asking for its item
        self.gather()

    def gather(self) -> None:
        """Read what the answers held; the browser forgets it when it goes on to another page."""
        for response in self._unread:
            self._caught.append(f"{response.url} {response.headers}".encode())
            if "/static/" not in response.url and not 300 <= response.status < 400:
                self._caught.append(self._body(response))
        self._unread.clear()

    def _body(self, response: Response) -> bytes:
        try:
            return response.body()
        except Error as error:  # the page has gone on before it was read: the same person asks the same once more
            if response.request.method != "GET":
                raise AssertionError(f"not read: {response.request.method} {response.url} {response.status}") from error
            return self._page.request.get(response.url).body()

    @property
    def sent(self) -> bytes:
        """Everything that was caught."""
        return b"".join(self._caught)

    def _listen(self, socket: WebSocket) -> None:
        socket.on(
            "framereceived", lambda frame: self._caught.append(frame if isinstance(frame, bytes) else frame.encode())
        )


def test_no_secret_reaches_an_annotator(study: None, server: Server, chromium: Browser) -> None:
    with signed_in(chromium, server, "ann") as page:
        net = Net(page)
        for place in PLACES:
            net.visit(server.url + place)
        net.visit(server.url + "/label?project=study")
        desk = Desk(page)
        desk.wait_for_item()
        desk.answer("nice")
        desk.press("Enter")
        page.get_by_text("Your item is done. Thank you.").wait_for()
        net.gather()
        cookies = {each["name"]: each["value"] for each in page.context.cookies()}
    with httpx.Client(base_url=server.url, verify=NO_TLS, cookies=cookies) as client:
        answers = [client.get(route) for route in ROUTES]
    assert [answer.status_code for answer in answers] == [200, 403, 403, 403]
    sent = net.sent + b"".join(answer.content + repr(answer.headers).encode() for answer in answers)
    assert SHOWN.encode() in sent  # the net does catch what is shown
    assert [secret for secret in (*SECRETS, IN_TAG) if secret.encode() in sent] == []


def test_no_name_reaches_an_adjudicator(study: None, server: Server, chromium: Browser) -> None:
    """N12, F9: answers carry pseudonyms; names are nowhere in what is sent."""
    screen = screen_of(1)
    with store.writing() as session:
        submitting.submit(
            session, account_id=1, slug="study", submission=submission(screen, "nice"), now=datetime.now(UTC)
        )
    with signed_in(chromium, server, ADJUDICATOR) as page:
        net = Net(page)
        net.visit(server.url + "/adjudicate")
        page.get_by_text("3 to decide · 0 decided").wait_for()
        page.locator(".board[data-view=item] .chip").first.wait_for()
        page.keyboard.press("g")
        page.locator(".board .suggestion:not(:empty)").first.wait_for()
        net.gather()
    sent = net.sent
    assert SHOWN.encode() in sent
    secrets = (RATER, ANNOTATOR, SOURCE_ID, IN_REFERENCE, IN_TAG, *OF_A_JUDGE)
    assert [secret for secret in secrets if secret.encode() in sent] == []


def test_what_is_shown_does_not_depend_on_the_roles(sqlite_database: str, server: Server) -> None:
    """The source's roles permuted: the same keys in the same order."""
    add_person("ann", "annotator")
    said = ["Ida is allergic to nuts.", "Ida likes plums.", "Otto owns a kayak.", "Otto sings."]
    permuted = [
        memory(must=said[:1], nice=said[1:2], irr=said[2:]),
        memory(must=said[3:], nice=said[1:3], irr=said[:1]),
        memory(nice=said[::-1]),
    ]
    now = datetime.now(UTC)
    shown = []
    with store.writing() as session:
        for number, memories in enumerate(permuted):
            slug = f"study-{number}"
            importing.import_items(session, as_file([record("i1", memory=memories)]), slug=slug, now=now)
            assignment.assign(session, slug=slug, annotators=["ann"], overlap=1, seed=1, now=now)
        token = accounts.sign_in(session, name="ann", password="correct horse", now=now)
    with httpx.Client(base_url=server.url, verify=NO_TLS, cookies={"accord_session": token}) as client:
        for number in range(len(permuted)):
            shown.append(client.get(f"/board/study-{number}/next").json()["item"])
    assert len(shown[0]["targets"]) == 4
    assert shown[0] == shown[1] == shown[2]
