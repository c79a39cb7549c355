"""The HTML report is one file that runs nothing and asks for nothing (CASES I8)."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from exports import reports
from tests.exports.reports.made import made
from tests.exports.reports.test_formats import HOSTILE


class Tags(HTMLParser):
    """Which tags and attributes a page has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


PAGE = reports.find("html").write(made(HOSTILE, replicates=5))


def test_only_our_own_tags_are_there_and_each_is_closed() -> None:
    found = Tags(PAGE)
    assert found.open == []
    ours = "html head meta title style body main section h1 h2 h3 h4 p span"
    of_tables = "figure figcaption div table thead tbody tr th td"
    assert found.tags <= {*ours.split(), *of_tables.split()}
    attributes = "lang charset http-equiv content name class tabindex role aria-label scope"
    assert found.attributes <= set(attributes.split())


def test_nothing_is_asked_for() -> None:
    assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in PAGE
    style = PAGE[PAGE.index("<style>") : PAGE.index("</style>")]
    assert not re.search(r"url\(|@import|https?:", style)
    assert not re.search(r"\s(src|href|on\w+)=[^<]*?>", re.sub(r"&lt;.*?&gt;", "", PAGE))


def test_it_heeds_the_dark_and_paper() -> None:
    assert "prefers-color-scheme: dark" in PAGE
    assert "@media print" in PAGE
