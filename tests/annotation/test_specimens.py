"""The item on which a codebook shows itself: of the language spoken, with everything it asks about, of the project."""

from __future__ import annotations

import re

import pytest

from annotation import codebook, store
from annotation.board import preview as board_preview
from annotation.board.screen import ScreenAccount
from annotation.codebook import Codebook
from annotation.specimens import specimen, specimen_of
from tests import studies

CHINESE = re.compile("[\u4e00-\u9fff]")


def own(about: str) -> Codebook:
    """A codebook that no sample was written for."""
    labels = "labels: [{key: a, text: {en: A}}, {key: b, text: {en: B}}]"
    question = f"{{key: q, about: {about}, level: nominal, text: {{en: Q}}, {labels}}}"
    return codebook.read(f"name: own\ntitle: {{en: Own}}\nquestions:\n- {question}", name="own")


@pytest.mark.parametrize("name", codebook.built_in_names())
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_protocol_shows_itself_in_the_language_spoken(name: str, language: str) -> None:
    book = codebook.built_in(name)
    shown = specimen(book, language=language)
    assert shown is not None
    content = shown.content
    words = [content.scene, *(turn.text for turn in content.dialogue), content.query.text if content.query else ""]
    assert bool(CHINESE.search(" ".join(words))) == (language == "zh")
    account = ScreenAccount(key="1", name="rui")
    screen = board_preview.screen(book, shown, name=name, account=account, language=language)
    assert screen.item is not None
    assert {target.kind for target in screen.item.targets} == book.kinds


@pytest.mark.parametrize("about", ["item", "memory", "response", "pair"])
def test_a_codebook_of_ones_own_has_an_item_too(about: str) -> None:
    assert specimen(own(about), language="en") is not None


def test_a_projects_codebook_shows_itself_on_the_projects_first_item_that_fits(sqlite_database: str) -> None:
    studies.make_project()
    with store.reading() as session:
        shown = specimen_of(session, own("memory"), slug=studies.SLUG, language="en")
        sample = specimen_of(session, own("pair"), slug=studies.SLUG, language="en")
    assert shown is not None
    assert shown.content.query is not None
    assert shown.content.query.text == "Question 1?"
    assert sample == specimen(own("pair"), language="en"), "the project has no responses"
