"""The screen Release: what the next one would hold, making it, and the list; its file leaves for researchers alone."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from sqlmodel import select
from starlette.applications import Starlette

from annotation import models as m
from annotation import releases, store
from annotation.desk import adjudication
from annotation.imports import label_import
from exports import release
from exports.release_options import ReleaseOptions
from exports.releasing import Brief
from tests import studies
from tests.pages.study import SAMPLE, House
from tests.pages.test_access import said
from tests.pages.test_researcher import Ask, ask, press  # noqa: F401 - a fixture
from tests.pages.web import accord
from tests.pages.web import ask as get
from tests.studies import NOW

LABELS = SAMPLE.parent / "stratmem-labels.csv"


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make releases in this process: another one would take its seconds again."""

    def made(slug: str, *, options: ReleaseOptions, account_id: int, now: Any) -> Brief:
        one = release.make(slug=slug, options=options, account_id=account_id, now=now)
        return Brief(one.number, one.is_new)

    monkeypatch.setattr("exports.elsewhere.release_elsewhere", made)


def settled() -> None:
    with store.writing() as session:
        label_import.import_labels(session, LABELS.read_bytes(), slug="demo", now=NOW, as_account=True)
    with store.writing() as session:
        adjudication.settle(session, slug="demo", policy="majority", now=NOW)


def test_a_release_is_made_listed_and_downloaded(app: Starlette, house: House, ask: Ask, here: None) -> None:  # noqa: F811
    settled()
    screen = ask("rui", "release")
    assert "There is no release yet." in said(screen)
    assert [each.value for each in screen.metric] == ["77", "20", "5", "7"]
    screen = press(screen, "Make the release")
    assert ["Release 1 is made" in each.value for each in screen.success] == [True]
    assert "77 gold labels, 20 undecided" in said(screen)
    again = press(screen, "Make the release")
    assert ["Nothing has changed since release 1" in each.value for each in again.success] == [True]
    answer = get(app, "GET", "/download/demo/release/1", token=house.tokens["rui"])
    assert answer.headers["content-disposition"] == 'attachment; filename="demo-release-1.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert {"README.md", "manifest.json", "tables/raw.csv"} <= {*archive.namelist()}
    with store.reading() as session:
        assert releases.archive(session, "demo", 1) == answer.content
        (one,) = releases.every(session, "demo")
        assert one.by == "rui"
        events = session.exec(select(m.Event).where(m.Event.kind == "exported")).all()
    assert [event.detail for event in events] == [{"what": "release", "format": "zip"}]


def test_splits_that_cannot_be_are_refused_beside_the_form(house: House, ask: Ask, here: None) -> None:  # noqa: F811
    screen = ask("rui", "release")
    next(each for each in screen.text_input if each.label == "Splits").set_value("train=.5")
    screen = press(screen, "Make the release")
    assert ["should make 1" in each.value for each in screen.error] == [True]
    assert studies.number_of(m.Release) == 0


def test_whoever_would_be_named_by_a_release_is_named_before_it_is_made(house: House, ask: Ask) -> None:  # noqa: F811
    """People from files have no pseudonym of ours."""
    assert "under the names of those files" not in said(ask("rui", "release"))
    labels = LABELS.read_bytes().replace(b",ann,", b",Jane Doe,").replace(b",bo,", b",r2,").replace(b",chen,", b",r3,")
    with store.writing() as session:
        label_import.import_labels(session, labels, slug="demo", now=NOW)
    assert "under the names of those files: Jane Doe, r2, r3" in said(ask("rui", "release"))


def test_who_labels_or_decides_gets_no_release(app: Starlette, house: House) -> None:
    for name in ("ann", "dana"):
        assert get(app, "GET", "/download/demo/release/1", token=house.tokens[name]).status_code == 403
    assert get(app, "GET", "/download/demo/release/1").status_code == 401
    missing = get(app, "GET", "/download/demo/release/9", token=house.tokens["rui"])
    assert (missing.status_code, missing.json()["error"]) == (404, "unknown_release")


def test_names_leave_by_choice_alone_and_the_log_says_so(app: Starlette, house: House) -> None:
    """X6."""
    with store.reading() as session:
        account = session.exec(select(m.Account).where(m.Account.name == "ann")).one()
    studies.label_all(account.id or 0, "nice", slug="demo")
    hidden = get(app, "GET", "/download/demo/layer-raw.csv", token=house.tokens["rui"]).text
    shown = get(app, "GET", "/download/demo/layer-raw.csv?names=1", token=house.tokens["rui"]).text
    assert (",ann," in hidden, ",ann," in shown) == (False, True)
    with store.reading() as session:
        events = session.exec(select(m.Event).where(m.Event.kind == "exported")).all()
    assert [event.detail for event in events] == [
        {"what": "raw", "format": "csv"},
        {"what": "raw", "format": "csv", "names": True},
    ]
