"""Is there anything at this address? Streamlit answers every address with its page, as if all of them existed.

Behind the gate, so that whoever is signed out learns nothing of what there is.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from languages import worded
from pages.parts.menu import HOME, MENU
from pages.plain_page import refused

NOT_HERE = worded("Accord has no page of this address. Check how it is written, or choose from the start.")
OTHER_METHODS = worded("Nothing is shown at this address: Accord's own pages send to it.")

# The first page of a Streamlit application answers at the root alone.
SCREENS = frozenset("/" if entry is HOME else f"/{entry.name}" for entry in MENU)
STREAMLITS = ("/_stcore/", "/static/", "/media/", "/component/")
STREAMLITS_FILES = frozenset({"/favicon.png", "/manifest.json"})


class Unknown:
    """The middleware that answers 404 where neither screen nor route is, and 405 where a route takes other methods."""

    def __init__(self, app: ASGIApp, *, routes: Sequence[BaseRoute]) -> None:
        self.app = app
        self.routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is addressed to something that there is."""
        answer = self._refused(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    def _refused(self, scope: Scope) -> Response | None:
        path = scope["path"]
        if (path.rstrip("/") or "/") in SCREENS or path in STREAMLITS_FILES or path.startswith(STREAMLITS):
            return None
        found = [(route.matches(scope)[0], route) for route in self.routes]
        if any(match is Match.FULL for match, _ in found):
            return None
        # A route that takes other methods would leave the request to Streamlit, and its page would be the answer.
        methods = {each for match, route in found if match is Match.PARTIAL for each in getattr(route, "methods", ())}
        visit = HTTPConnection(scope)
        if not methods:
            return refused(visit, status=404, error="not_found", message=NOT_HERE)
        answer = refused(visit, status=405, error="wrong_method", message=OTHER_METHODS)
        answer.headers["Allow"] = ", ".join(sorted(methods))
        return answer
