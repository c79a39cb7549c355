"""Who may ask what, as a table, and the visitors who ask it. A screen or route that is missing in it fails a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import pytest
from sqlmodel import col, select

from annotation import assignment, demo, store
from annotation import models as m
from annotation.people import accounts
from pages.gate import Addresses
from pages.parts import access
from pages.parts.menu import MENU
from pages.routes import routes
from tests import studies
from tests.passwords import hash_quickly
from tests.serving import Server, Tab

METHODS = ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST")  # POST last: /signout ends what it is sent with
WRITES = ("PUT", "DELETE", "PATCH", "POST")
SLUG = demo.SLUG
TITLE = b"StratMem roles, demo"
REFUSED = b"This page is for"
SIGNED_OUT = access.SIGNED_OUT.encode()

# `all` are the four roles. Another status than these is a fault: of the route, or of this table.
# An empty form or body is sent, so that nothing is changed; HEAD is answered like GET, and what is not here with 405.
ROUTES = """
GET   /healthz                                  200      anybody
GET   /favicon.ico                              308      anybody
GET   /signin                                   200|303  anybody
POST  /signin                                   401|429  anybody
GET   /signout                                  200|303  anybody
POST  /signout                                  303      anybody
GET   /account                                  200      all
POST  /account/end                              303      all
POST  /account/language                         303      all
GET   /account/password                         200      all
POST  /account/password                         400      all
GET   /account/background                       200      all
POST  /account/background                       303      all
GET   /board/{slug}/next                        200      annotator adjudicator
GET   /board/{slug}/item/{assignment:int}       200      annotator adjudicator
GET   /board/{slug}/items                       200      annotator adjudicator
GET   /board/{slug}/history/{assignment:int}    200      annotator adjudicator
GET   /board/{slug}/guideline                   200      annotator adjudicator
GET   /board/{slug}/bank/{assignment:int}       404      annotator adjudicator
POST  /board/{slug}/draft                       400      annotator adjudicator
POST  /board/{slug}/submit                      400      annotator adjudicator
POST  /board/{slug}/skip                        400      annotator adjudicator
POST  /board/{slug}/preferences                 400      annotator adjudicator
GET   /board/{slug}/talk/{assignment:int}       404      annotator adjudicator
POST  /board/{slug}/comment                     400      annotator adjudicator
GET   /desk/{slug}/queue                        200      adjudicator admin
GET   /desk/{slug}/item/{number:int}            200      adjudicator admin
GET   /desk/{slug}/suggestions/{number:int}     200      adjudicator admin
GET   /desk/{slug}/guideline                    200      adjudicator admin
GET   /desk/{slug}/accepted                     200      adjudicator admin
GET   /desk/{slug}/bank/{number:int}            404      adjudicator admin
POST  /desk/{slug}/preview                      400      adjudicator admin
POST  /desk/{slug}/accept                       400      adjudicator admin
POST  /desk/{slug}/undo                         400      adjudicator admin
POST  /desk/{slug}/send-back                    400      adjudicator admin
POST  /desk/{slug}/decide                       400      adjudicator admin
GET   /download/log.csv                         200      researcher admin
GET   /download/{slug}/{file}                   200      researcher admin
GET   /download/{slug}/report/{format}          404      researcher admin
GET   /download/{slug}/release/{number:int}     404      researcher admin
GET   /gallery/board/{name}/next                200      researcher admin
GET   /gallery/board/{name}/item/{number:int}   200      researcher admin
GET   /gallery/board/{name}/items               200      researcher admin
GET   /gallery/board/{name}/history/{number:int} 200     researcher admin
GET   /gallery/board/{name}/guideline           200      researcher admin
GET   /gallery/board/{name}/bank/{number:int}   200      researcher admin
POST  /gallery/board/{name}/draft               400      researcher admin
POST  /gallery/board/{name}/submit              400      researcher admin
POST  /gallery/board/{name}/skip                400      researcher admin
POST  /gallery/board/{name}/preferences         400      researcher admin
"""

# The address of a screen answers everybody who is signed in with Streamlit's empty page; what is drawn in it follows
# over the websocket, and is for these.
SCREENS = """
home        all
label       annotator adjudicator
differing   annotator adjudicator
projects    researcher admin
gallery     researcher admin
people      admin
log         researcher admin
progress    researcher admin
assign      researcher admin
rounds      researcher admin
quality     researcher admin
agreement   researcher admin
judges      researcher admin
results     researcher admin
item        researcher admin
adjudicate  adjudicator admin
export      researcher admin
release     researcher admin
codebook    researcher admin
settings    researcher admin
"""

Role = accounts.Role
EVERY_ROLE: tuple[Role, ...] = ("annotator", "adjudicator", "researcher", "admin")
Visitor = Literal["annotator", "adjudicator", "researcher", "admin", "nobody", "revoked", "expired", "closed", "forged"]
OUTSIDERS: tuple[Visitor, ...] = ("nobody", "revoked", "expired", "closed", "forged")
VISITORS: tuple[Visitor, ...] = (*EVERY_ROLE, *OUTSIDERS)
# Whose account each visitor has. Those whose sign-in has ended were admins, who could see everything before.
NAMES: dict[Visitor, str] = {
    "annotator": "ann",
    "adjudicator": demo.ADJUDICATOR,
    "researcher": "rui",
    "admin": "ada",
    "revoked": "ada",
    "expired": "ada",
    "closed": "cleo",
}


@dataclass(frozen=True)
class Row:
    """One line of the table: which statuses answer whom."""

    method: str
    path: str
    statuses: frozenset[int]
    who: frozenset[str]

    @property
    def public(self) -> bool:
        """Whether it answers without a sign-in."""
        return "anybody" in self.who


def _who(words: list[str]) -> frozenset[str]:
    return frozenset(EVERY_ROLE if words == ["all"] else words)


ROWS = [
    Row(method, path, frozenset(int(status) for status in statuses.split("|")), _who(who))
    for method, path, statuses, *who in (line.split() for line in ROUTES.strip().splitlines())
]
MAY_SEE = {name: _who(who) for name, *who in (line.split() for line in SCREENS.strip().splitlines())}


def there_is() -> tuple[set[tuple[str, str]], dict[str, frozenset[str]]]:
    """What the code has: methods and paths of its routes, and the screens with whom they are for."""
    found = {
        (method, str(route.path))
        for route in routes(Addresses())
        for method in (route.methods or ())
        if not (method == "HEAD" and "GET" in (route.methods or ()))
    }
    return found, {entry.name: frozenset(entry.roles) for entry in MENU}


class Guests:
    """The demo with people of each role, in the current database; a new token for any visitor."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        with pytest.MonkeyPatch.context() as patch, store.writing() as session:
            hash_quickly(patch)
            demo.make(session, now=now, only_if_empty=False)
        studies.add_people("ada", "cleo", role="admin")
        with store.writing() as session:
            four = [name for name, role in demo.PEOPLE if role in ("annotator", "adjudicator")]
            assignment.assign(session, slug=SLUG, annotators=four, overlap=len(four), seed=1, now=now)
            self._ids = {row.name: row.id or 0 for row in session.exec(select(m.Account)).all()}
            danas = select(m.Assignment).join(m.Rater).where(m.Rater.name == demo.ADJUDICATOR)
            for own in session.exec(danas):  # what one has yet to label, one may not see at the desk
                own.state = "done"

    def token(self, visitor: Visitor) -> str | None:
        """What the visitor's cookie holds; None where there is no cookie."""
        if visitor == "nobody":
            return None
        if visitor == "forged":
            return "x" * 43
        token = self.signed_in(visitor)
        self.end(visitor, token)
        return token

    def signed_in(self, visitor: Visitor) -> str:
        """A token that holds, of the account of any visitor who has one."""
        with store.writing() as session:
            account = session.get_one(m.Account, self._ids[NAMES[visitor]])
            account.closed_at = None
            return accounts.start(session, account_id=account.id or 0, now=self._now)

    def end(self, visitor: Visitor, token: str) -> None:
        """End the sign-in in the visitor's way; nothing where it is to hold."""
        with store.writing() as session:
            if visitor == "revoked":
                accounts.sign_out(session, token=token, now=self._now)
            elif visitor == "closed":
                accounts.close(session, name=NAMES[visitor], now=self._now)
            elif visitor == "expired":
                held = select(m.SignIn).where(m.SignIn.token_sha256 == accounts.token_hash(token))
                session.exec(held).one().expires_at = self._now

    def assignment_of(self, visitor: Visitor) -> int:
        """An item of the visitor's own where they have one, else of ann's."""
        owner = NAMES[visitor] if visitor in ("annotator", "adjudicator") else "ann"
        own = select(m.Assignment).join(m.Rater).where(m.Rater.account_id == self._ids[owner])
        with store.reading() as session:
            return session.exec(own.order_by(col(m.Assignment.id))).all()[0].id or 0


@dataclass(frozen=True)
class Place:
    """A server, its visitors, and the address of its database."""

    server: Server
    guests: Guests
    address: str

    @contextmanager
    def as_ours(self) -> Iterator[None]:
        """This process uses its database, as asking for a visitor's token needs."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ACCORD_DATABASE_URL", self.address)
            yield
            store.engine().dispose()


def address(screen: str) -> str:
    """What a tab asks for, for this screen."""
    return "" if screen == "home" else screen


def look_around(server: Server, guests: Guests, role: Role, *, refused_first: bool = False) -> None:
    """Open every screen, and find what the table says there."""
    order = sorted(MAY_SEE, key=lambda screen: (role in MAY_SEE[screen]) == refused_first)
    with Tab(server, token=guests.token(role)) as tab:
        for screen in order:
            frames = tab.show(address(screen))
            assert SIGNED_OUT not in frames, screen
            assert (REFUSED in frames) == (role not in MAY_SEE[screen]), (role, screen)
            if REFUSED in frames:
                assert TITLE not in frames, (role, screen)
