"""The boards that only show a codebook: fed like the real ones, by researchers' routes alone, and nothing is stored."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from sqlmodel import SQLModel, func, select
from starlette.applications import Starlette

from annotation import codebook, models, store
from annotation.people import accounts
from annotation.specimens import specimen
from pages.parts import unsaved
from tests.pages.study import House
from tests.pages.web import accord, ask

KINDS = {"item", "memory", "response", "pair"}


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


def get(app: Starlette, house: House, path: str, *, who: str = "rui", language: str = "en") -> httpx.Response:
    headers = {"accept-language": language}
    return ask(app, "GET", f"/gallery/board/{path}", token=house.tokens[who], headers=headers)


def post(app: Starlette, house: House, path: str, body: object) -> httpx.Response:
    headers = {"content-type": "application/json"}
    content = json.dumps(body).encode()
    return ask(app, "POST", f"/gallery/board/{path}", token=house.tokens["rui"], headers=headers, content=content)


def rows() -> dict[str, int]:
    """How many rows every table has."""
    assert models  # which the tables are in
    with store.reading() as session:
        tables = SQLModel.metadata.sorted_tables
        return {table.name: session.execute(select(func.count()).select_from(table)).scalar_one() for table in tables}


def work(screen: dict[str, Any], answers: list[dict[str, Any]]) -> dict[str, Any]:
    kept = {name: screen[name] for name in ("assignment", "revision", "codebook")}
    return {**kept, "account": screen["account"]["key"], "seen": 0, "answers": answers}


@pytest.mark.parametrize("name", codebook.built_in_names())
def test_every_protocol_shows_its_board_in_both_languages(app: Starlette, house: House, name: str) -> None:
    book = codebook.built_in(name)
    for language in ("en", "zh"):
        screen = get(app, house, f"{name}/next", language=language).json()
        assert screen["state"] == "item"
        assert {target["kind"] for target in screen["item"]["targets"]} == book.kinds
        assert [each["text"] for each in screen["questions"]] == [each.text[language] for each in book.questions]
        shown = specimen(book, language=language)
        assert shown is not None
    assert get(app, house, f"{name}/guideline").json()["blocks"]


def test_answers_are_checked_like_real_ones_and_go_nowhere(app: Starlette, house: House) -> None:
    screen = get(app, house, "stratmem-roles/next").json()
    before = rows()
    targets = [target["key"] for target in screen["item"]["targets"]]
    answers = [{"target": key, "question": "role", "label": "nice"} for key in targets]
    token = {"token": "a-token-of-a-preview"}
    assert post(app, house, "stratmem-roles/draft", work(screen, answers[:1])).json()["version"] == 1
    missing = post(app, house, "stratmem-roles/submit", {**work(screen, answers[1:]), **token})
    assert (missing.status_code, missing.json()["missing"]) == (422, [{"target": targets[0], "question": "role"}])
    done = post(app, house, "stratmem-roles/submit", {**work(screen, answers), **token}).json()
    assert (done["saved"], done["next"]["answers"]) == (0, [])
    skipped = post(app, house, "stratmem-roles/skip", {**work(screen, []), "reason": "hard"})
    assert skipped.json()["next"]["mark"]["state"] == "open"
    assert post(app, house, "stratmem-roles/preferences", {"break_minutes": 5}).status_code == 200
    assert rows() == before


def test_the_memories_of_a_bank_are_there(app: Starlette, house: House) -> None:
    assert len(get(app, house, "enpmr-validation/bank/1").json()["memories"]) > 5
    assert get(app, house, "stratmem-roles/bank/1").json() == {"memories": []}


def test_an_unsaved_codebook_is_shown_to_whoever_wrote_it_alone(app: Starlette, house: House) -> None:
    book = codebook.read(codebook.written(codebook.built_in("stratmem-roles")).replace("Nice", "Extra"), name="own")
    shown = specimen(book, language="en")
    assert shown is not None
    with store.reading() as session:
        ids = {each.name: each.id or 0 for each in accounts.people(session)}
    name = unsaved.keep(ids["rui"], book, shown)
    screen = get(app, house, f"{name}/next").json()
    assert screen["questions"][0]["labels"][1]["text"] == "Extra"
    other = get(app, house, f"{name}/next", who="ada")
    assert (other.status_code, "not any more" in other.json()["message"]) == (404, True)


def test_only_the_latest_unsaved_codebooks_of_a_person_are_kept() -> None:
    shown = specimen(codebook.built_in("stratmem-roles"), language="en")
    assert shown is not None
    books = [codebook.built_in(name) for name in codebook.built_in_names()]
    names = [unsaved.keep(99, book, shown) for book in books]
    assert [unsaved.kept(99, name) is not None for name in names] == [
        place >= len(names) - unsaved.KEPT_EACH for place in range(len(names))
    ]


@pytest.mark.parametrize("name", ["none", "~0", "%00"])
def test_an_unknown_preview_is_a_sentence(app: Starlette, house: House, name: str) -> None:
    answer = get(app, house, f"{name}/next")
    assert answer.status_code == 404
    assert "There is no such preview" in answer.json()["message"]
