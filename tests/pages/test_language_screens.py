"""A crawl of every screen and page in Chinese: no word of ours on them is English."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from starlette.applications import Starlette
from streamlit.testing.v1 import AppTest

from annotation import store
from annotation.codebook import built_in, built_in_names
from languages import speak
from tests.pages import chinese
from tests.pages.drawn import MARKUP, texts
from tests.pages.matrix import MAY_SEE, ROWS
from tests.pages.study import House
from tests.pages.test_access import asked_by, through_the_frame
from tests.pages.web import accord, ask

WORD = re.compile(r"[A-Za-z][A-Za-z'’]+")
TEMPLATE = re.compile(r"\{[^}]*\}")  # what the board's script fills in
# Names, of methods and people after whom they are named, of formats and keys: written so in Chinese too.
NAMES = frozenset(
    re.findall(
        r"\S+",
        """
        Accord English Chromium UTC Enter Esc Del Ctrl Shift
        CSV csv tsv JSONL jsonl JSON json HTML html Markdown md LaTeX tex xlsx parquet
        StratMem Bench stratmem roles role zh
        OLD NEW item target question rater label version run python annotation settle
        must nice only Lines Alpha Parquet Excel
        Cohen's Fleiss Fleiss' kappa Kappa Conger's Scott's pi Krippendorff's alpha Gwet's AC Brennan Prediger
        YAML MB AI MIQ EARL Gwet
        Spearman's rho Kendall's tau Mann Whitney ENPMR Holm PPI Dawid Skene McGraw Wong Passonneau Jaccard MASI
        Wilcoxon epsilon Epsilon alternative annotator test
        train dev rest cc by en not stated
        """,
    )
)
BY_ROLE: dict[str, str] = {role: name for name, role in chinese.PEOPLE.items()}
SCREENS = [(role, screen) for screen, roles in MAY_SEE.items() for role in BY_ROLE if role in roles]


@pytest.fixture(scope="module")
def furnished(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The Chinese study's database as a file to be copied, and the tokens in it."""
    path = tmp_path_factory.mktemp("chinese") / "accord.sqlite"
    shutil.copy(sqlite_template, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
        tokens = chinese.furnish(datetime.now(UTC))
        store.engine().dispose()
    return path, tokens


@pytest.fixture
def study(furnished: tuple[Path, dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A fresh copy of it; this process uses it."""
    original, tokens = furnished
    path = tmp_path / "accord.sqlite"
    shutil.copy(original, path)
    monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
    yield House(f"sqlite:///{path}", tokens)
    store.engine().dispose()
    speak("en")


@cache
def keys() -> frozenset[str]:
    """The words that keys and names of built-in codebooks are made of: the gallery shows them, since files use them."""
    books = [built_in(name) for name in built_in_names()]
    named = [book.name for book in books]
    named += [question.key for book in books for question in book.questions]
    named += [key for book in books for question in book.questions for key in question.label_keys]
    return frozenset(word for name in named for word in WORD.findall(name))


def english(said: list[str]) -> dict[str, list[str]]:
    """The English words that are no names, each with the texts that have it."""
    found: dict[str, list[str]] = {}
    for text in said:
        for word in WORD.findall(TEMPLATE.sub("", text)):
            if word not in NAMES | keys():
                found.setdefault(word, []).append(text.strip()[:120])
    return found


def screen_of(study: House, monkeypatch: pytest.MonkeyPatch, role: str, screen: str) -> AppTest:
    asked_by(monkeypatch, study.tokens[BY_ROLE[role]])
    app = through_the_frame(screen)
    assert not app.exception
    return app


@pytest.mark.parametrize(("role", "screen"), SCREENS)
def test_a_screen_in_chinese_has_no_english_of_ours(
    study: House, monkeypatch: pytest.MonkeyPatch, role: str, screen: str
) -> None:
    said = texts(screen_of(study, monkeypatch, role, screen))
    assert len(said) > 1
    assert english(said) == {}


def test_a_screen_that_one_may_not_see_says_so_in_chinese(study: House, monkeypatch: pytest.MonkeyPatch) -> None:
    said = texts(screen_of(study, monkeypatch, "annotator", "people"))
    assert any("此页面仅供管理员使用" in text for text in said)
    assert english(said) == {}


PLAIN = [row.path for row in ROWS if row.method == "GET" and row.who >= {"annotator"} and "{" not in row.path]


@pytest.fixture
def app() -> Starlette:
    """Our routes behind the gate."""
    return accord()


def page(app: Starlette, path: str, **options: str | None) -> str:
    answer = ask(app, "GET", path, headers={"accept": "text/html", "accept-language": "zh"}, **options)  # type: ignore[arg-type]
    return answer.text


@pytest.mark.parametrize("path", PLAIN)
def test_a_plain_page_in_chinese_has_no_english_of_ours(app: Starlette, study: House, path: str) -> None:
    text = page(app, path, token=study.tokens["甲"])
    assert '<html lang="zh">' in text
    assert english([MARKUP.sub(" ", text)]) == {}


def test_the_pages_of_signing_in_and_out_are_in_chinese(app: Starlette, study: House) -> None:
    for path, token in (("/signin", None), ("/signout", study.tokens["甲"])):
        assert english([MARKUP.sub(" ", page(app, path, token=token))]) == {}
