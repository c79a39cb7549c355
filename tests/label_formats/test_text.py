"""Bytes to text: every encoding that is promised, byte for byte, and a refusal with the guess where it is not sure."""

from __future__ import annotations

import pytest

from label_formats import text
from label_formats.errors import BadFile
from label_formats.text import beginning, decode

CHINESE = "编号,提问\n00001,你好，请问今天几点开门？\n00002,我想换一份离家近的工作，你怎么看？\n"
TRADITIONAL = "編號,提問\n00001,昨天下雨了，我們沒有去爬山。\n00002,謝謝你的幫助，祝你有個美好的一天！\n"
WESTERN = "id,text\n1,Ein schöner Tag für Übermut, naïve et déçu, señor\n2,“3 € – it’s fine”\n"
UNICODE = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]


@pytest.mark.parametrize("encoding", UNICODE)
@pytest.mark.parametrize("words", [CHINESE, TRADITIONAL, WESTERN, 'id,text\r\n1,"👩‍👩‍👧 مرحبا"\r\n'])
def test_unicode_is_read_in_all_its_forms_with_and_without_a_mark(words: str, encoding: str) -> None:
    """G1: the mark is no part of the text."""
    assert decode(words.encode(encoding)) == words


@pytest.mark.parametrize(
    ("words", "encoding"),
    [(CHINESE, "gb18030"), (CHINESE, "gbk"), (CHINESE, "gb2312"), (TRADITIONAL, "big5"), (TRADITIONAL, "cp950")],
)
def test_chinese_encodings_are_recognized(words: str, encoding: str) -> None:
    assert decode(words.encode(encoding)) == words


@pytest.mark.parametrize(
    "words",
    [
        WESTERN,
        "caf\xe9",
        "d\xe9j\xe0 vu",
        "S\xe3o Paulo \xe9 \xf3timo, n\xe3o \xe9?",
        "\xbfQu\xe9 tal, se\xf1or?",
        "Sm\xf8rrebr\xf8d p\xe5 bordet",
    ],
)
def test_western_european_is_recognized_and_no_letter_becomes_a_mark(words: str) -> None:
    """G3: a cp1252 file is read as it was written, never with U+FFFD."""
    assert decode(words.encode("cp1252")) == words


@pytest.mark.parametrize(
    ("words", "encoding", "guess"),
    [
        ("こんにちは、今日は天気がいいですね。", "shift_jis", "Shift-JIS"),
        ("こんにちは、今日は天気がいいですね。", "euc_jp", "EUC-JP"),
        ("안녕하세요, 오늘 날씨가 좋네요.", "euc_kr", "EUC-KR"),
        ("Привет, как дела? Сегодня хорошая погода.", "cp1251", "cp1251"),
        ("Zażółć gęślą jaźń, dzień dobry", "cp1250", "cp1250"),
        ("你", "gb18030", "GB18030 or Big5"),
    ],
)
def test_what_is_not_sure_is_refused_with_the_guess_and_what_to_do(words: str, encoding: str, guess: str) -> None:
    with pytest.raises(BadFile, match=f"not UTF-8.*{guess}.*save it as UTF-8"):
        decode(words.encode(encoding))


@pytest.mark.parametrize(
    "words", ["jó reggelt, hűvös őszi idő", "Dvořák píše dobře, žluťoučký kůň"], ids=["Hungarian", "Czech"]
)
def test_central_european_is_not_taken_for_western(words: str) -> None:
    """Every byte of it is a letter of cp1252 as well: another one."""
    with pytest.raises(BadFile):
        decode(words.encode("cp1250"))


def test_a_broken_utf8_file_is_not_read_as_something_else() -> None:
    """Half a character at its end would make cp1252 of it, with two strange letters for each right one."""
    with pytest.raises(BadFile, match="not UTF-8 throughout: byte 112 in line 3 is broken"):
        decode(CHINESE.encode("utf-8")[:-2] + b",x\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_file_that_breaks_off_says_where(encoding: str) -> None:
    with pytest.raises(BadFile, match=f"begins as {encoding.upper()}.*is broken"):
        decode(CHINESE.encode(encoding)[:-1])


def test_a_nul_in_a_utf8_file_does_not_make_it_utf16() -> None:
    """N10: it costs its own row, which the reader refuses."""
    assert decode("你好\0，世界".encode()) == "你好\0，世界"
    assert decode(b"id,text\n1,a\0b\n") == "id,text\n1,a\0b\n"


def test_half_of_a_surrogate_pair_is_let_through_to_its_row() -> None:
    """N10."""
    assert decode("a\ud83db".encode("utf-8", "surrogatepass")) == "a\ud83db"
    assert decode(b"\xff\xfe" + "a\ud83db".encode("utf-16-le", "surrogatepass")) == "a\ud83db"


def test_a_file_beyond_the_limit_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "LARGEST", 10)
    with pytest.raises(BadFile, match=r"has 11 bytes; 10 can be read"):
        decode(b"a" * 11)


def test_a_beginning_is_looked_at_whatever_the_file_is() -> None:
    assert beginning(b'\xef\xbb\xbf[{"id": 1}]') == '[{"id": 1}]'
    assert beginning('{"任务": 1}'.encode("utf-16")) == '{"任务": 1}'
    assert beginning(CHINESE.encode("utf-8"), length=8) == "编号,", "a cut character is left away"
    assert beginning(b"\xff\xfe\xff", length=3) is not None
