"""Every kind of event that the code writes into the log has words on the screen."""

from __future__ import annotations

import re

from pages.parts.log_words import KINDS, kind, value
from pages.parts.menu import PAGES

WRITTEN = re.compile(r"""record\(\s*session,\s*"([a-z -]+)\"""")
CONSTANT = re.compile(r"""record\(\s*session,\s*([A-Z_]+),""")


def test_every_kind_that_is_written_is_known() -> None:
    written: set[str] = set()
    for room in ("annotation", "exports", "pages"):
        for file in (PAGES.parent / room).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            written |= set(WRITTEN.findall(source))
            for name in CONSTANT.findall(source):
                written |= set(re.findall(rf'^{name} = "([a-z -]+)"$', source, flags=re.MULTILINE))
    assert len(written) > 20
    assert sorted(written - set(KINDS)) == []


def test_what_is_not_known_is_shown_as_it_is_written() -> None:
    assert kind("something of a later version") == "something of a later version"
    assert value("note", "hard") == "hard"  # a note of somebody's, and no reason of ours
