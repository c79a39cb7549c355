"""A report downloads in each format for those who run a study; nobody else is kept waiting for it."""

from __future__ import annotations

import pytest
from sqlmodel import select
from starlette.applications import Starlette

from annotation import models as m
from annotation import store
from exports import files
from exports.study import NotComputable
from tests.pages.study import House
from tests.pages.web import accord, ask


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


def test_researchers_download_the_report_and_the_log_says_so(app: Starlette, house: House) -> None:
    answer = ask(app, "GET", "/download/demo/report/latex", token=house.tokens["rui"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-tex")
    assert answer.headers["content-disposition"] == 'attachment; filename="demo-report.tex"'
    assert r"\section{Agreement: A {*}small{*} \$study\$ \& \textless{}b\textgreater{}}" in answer.text
    with store.reading() as session:
        (event,) = session.exec(select(m.Event).where(m.Event.kind == "exported")).all()
    assert event.detail == {"what": "report", "format": "latex"}


def test_who_labels_or_decides_is_turned_away_before_anything_is_computed(
    app: Starlette, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "report", lambda *_, **__: pytest.fail("computed"))
    for name in ("ann", "dana"):
        answer = ask(app, "GET", "/download/demo/report/json", token=house.tokens[name])
        assert (answer.status_code, answer.json()["error"]) == (403, "wrong_role")
    assert ask(app, "GET", "/download/demo/report/json").status_code == 401


def test_what_is_not_there_or_cannot_be_computed_is_refused_and_not_logged(
    app: Starlette, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(*_: object, **__: object) -> str:
        raise NotComputable("The agreement was not computed.")

    monkeypatch.setattr(files, "report", refusing)
    for path, status, code in (
        ("/download/other/report/json", 404, "unknown_project"),
        ("/download/demo/report/pdf", 404, "unknown_file"),
        ("/download/demo/report/json", 409, "not_computable"),
    ):
        answer = ask(app, "GET", path, token=house.tokens["ada"])
        assert (answer.status_code, answer.json()["error"]) == (status, code)
    with store.reading() as session:
        assert session.exec(select(m.Event).where(m.Event.kind == "exported")).all() == []
