"""Which language somebody is answered in: the one they chose, the sign-in page's, else their browser's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlmodel import select
from starlette.applications import Starlette
from streamlit.testing.v1 import AppTest

from annotation import models as m
from annotation import store
from annotation.people import accounts, preferences
from languages import speak
from pages.parts.language import COOKIE
from tests.pages.study import House
from tests.pages.test_access import asked_by, said, through_the_frame
from tests.pages.web import accord, ask

ZH = {"accept-language": "zh-CN,zh;q=0.9,en;q=0.8"}


@pytest.fixture(autouse=True)
def english_after_all() -> Iterator[None]:
    """The language of this thread is English again."""
    yield
    speak("en")


@pytest.fixture
def app() -> Starlette:
    """Our routes behind the gate."""
    return accord()


def language_of(name: str) -> str:
    """What somebody has chosen; empty: nothing."""
    with store.reading() as session:
        account = accounts.find(session, name)
        assert account is not None
        return preferences.read(account).language


def choose(app: Starlette, house: House, name: str, language: str) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    content = f"language={language}".encode()
    answer = ask(app, "POST", "/account/language", token=house.tokens[name], headers=form, content=content)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account?done=language")


# --- Before the sign-in ---------------------------------------------------------------------------------------------


def test_the_sign_in_page_speaks_the_browser_s_language(app: Starlette, house: House) -> None:
    page = ask(app, "GET", "/signin", headers=ZH).text
    assert '<html lang="zh">' in page
    assert "<h1>登录</h1>" in page
    assert '<html lang="en">' in ask(app, "GET", "/signin").text


def test_another_language_is_one_click_away_and_stays_chosen_in_this_browser(app: Starlette, house: House) -> None:
    assert '<a href="/signin?language=zh" lang="zh" hreflang="zh">中文</a>' in ask(app, "GET", "/signin").text
    answer = ask(app, "GET", "/signin?language=zh&next=/log")
    assert (answer.status_code, answer.headers["location"]) == (303, "/signin?next=%2Flog")
    assert f"{COOKIE}=zh;" in answer.headers["set-cookie"]
    page = ask(app, "GET", "/signin", headers={"cookie": f"{COOKIE}=zh", "accept-language": "en"}).text
    assert "<h1>登录</h1>" in page
    assert ">English</a>" in page


@pytest.mark.parametrize("asked", ["tlh", "", "../en", "zh%0d%0aSet-Cookie:%20x=y"])
def test_a_language_that_there_is_not_sets_nothing(app: Starlette, house: House, asked: str) -> None:
    answer = ask(app, "GET", f"/signin?language={asked}")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


def test_the_refusal_of_a_sign_in_is_in_the_browser_s_language(app: Starlette, house: House) -> None:
    form = {"content-type": "application/x-www-form-urlencoded", **ZH}
    answer = ask(app, "POST", "/signin", headers=form, content=b"name=ann&password=wrong")
    assert answer.status_code == 401
    assert "用户名或密码不正确。" in answer.text


# --- A choice of one's own ------------------------------------------------------------------------------------------


def test_a_choice_on_the_account_page_holds_everywhere(app: Starlette, house: House) -> None:
    choose(app, house, "ann", "zh")
    assert language_of("ann") == "zh"
    page = ask(app, "GET", "/account?done=language", token=house.tokens["ann"], headers={"accept-language": "en"}).text
    assert "<h1>我的账号</h1>" in page
    assert "已设为您的语言" in page
    assert '<option value="zh" selected lang="zh">中文</option>' in page
    refused = ask(app, "GET", "/board/none/next", token=house.tokens["ann"], headers={"accept-language": "en"}).json()
    assert refused["message"] == "您的工作中没有这个项目。"
    assert "<h1>要退出登录吗？</h1>" in ask(app, "GET", "/signout", token=house.tokens["ann"]).text


def test_without_a_choice_it_is_the_browser_s_again(app: Starlette, house: House) -> None:
    choose(app, house, "ann", "zh")
    choose(app, house, "ann", "")
    assert language_of("ann") == ""
    assert "<h1>Your account</h1>" in ask(app, "GET", "/account", token=house.tokens["ann"]).text
    page = ask(app, "GET", "/account", token=house.tokens["ann"], headers=ZH).text
    assert "<h1>我的账号</h1>" in page
    assert "跟随浏览器（中文）" in page


def test_what_is_no_language_of_ours_is_kept_as_none(app: Starlette, house: House) -> None:
    choose(app, house, "ann", "tlh")
    assert language_of("ann") == ""


def test_one_s_language_is_nobody_else_s(app: Starlette, house: House) -> None:
    choose(app, house, "ann", "zh")
    assert "<h1>Your account</h1>" in ask(app, "GET", "/account", token=house.tokens["bo"]).text


def test_the_other_choices_for_the_board_stay_as_they_are(app: Starlette, house: House) -> None:
    with store.writing() as session:
        account = accounts.find(session, "ann")
        assert account is not None
        account.preferences = {"break_minutes": 45}
    choose(app, house, "ann", "zh")
    with store.reading() as session:
        found = session.exec(select(m.Account).where(m.Account.name == "ann")).one()
        assert found.preferences == {"break_minutes": 45, "language": "zh"}


# --- Screens --------------------------------------------------------------------------------------------------------


@pytest.fixture
def screen(house: House, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], AppTest]:
    """A screen as somebody sees it."""

    def asked(name: str, page: str) -> AppTest:
        asked_by(monkeypatch, house.tokens[name])
        return through_the_frame(page)

    return asked


def test_a_screen_is_in_english_unless_something_else_is_asked_for(screen: Callable[[str, str], AppTest]) -> None:
    app = screen("rui", "log")
    assert app.title[0].value == "Log"
    assert not app.get("bidi_component")


def test_the_button_at_the_top_changes_the_language_at_once_and_for_good(
    screen: Callable[[str, str], AppTest],
) -> None:
    app = screen("rui", "log")
    next(button for button in app.button if button.label == "中文").click()
    app.run()
    assert app.title[0].value == "日志"
    assert language_of("rui") == "zh"
    next(button for button in app.button if button.label == "English").click()
    app.run()
    assert app.title[0].value == "Log"
    assert language_of("rui") == "en"


def test_what_became_of_a_button_is_said_in_the_language_of_whoever_pressed_it(
    screen: Callable[[str, str], AppTest], app: Starlette, house: House
) -> None:
    choose(app, house, "rui", "zh")
    speak("zh")  # this thread: AppTest asks it again how each choice is written
    shown = screen("rui", "assign")
    shown.multiselect[0].set_value(["ann", "bo"]).run()
    assert "将新增 12 个指派" in said(shown)
    next(button for button in shown.button if button.label == "指派").click()
    shown.run()
    assert [each.value.replace("\\", "") for each in shown.success] == ["已新增 12 个指派。"]


# --- What the codebook says -----------------------------------------------------------------------------------------


def test_the_board_asks_its_questions_in_the_annotator_s_language(app: Starlette, house: House) -> None:
    def texts(name: str) -> list[str]:
        asked = ask(app, "GET", "/board/demo/next", token=house.tokens[name]).json()["questions"][0]
        return [label["text"] for label in asked["labels"]]

    assert texts("ann") == ["Irrelevant", "Nice", "Must"]
    choose(app, house, "ann", "zh")
    assert texts("ann") == ["无关", "加分", "必要"]
    assert ask(app, "GET", "/board/demo/guideline", token=house.tokens["ann"]).json()["title"] == "记忆的作用"
