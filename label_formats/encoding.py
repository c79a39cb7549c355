"""In which encoding were these bytes written, where they are not Unicode? Sure, or refused with the guesses named.

Programs in use write Chinese as GB18030 (with GBK and GB2312 within it) or Big5, and Western languages as cp1252. Each
of them decodes almost anything, so that decoding without an error proves nothing. What counts is whether the text
reads as a text of those languages: Chinese uses the common half of its characters, and a Western accented letter
stands among plain ones. Where several readings are plausible, charset-normalizer has to see a language in one of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from label_formats.errors import BadFile
from languages import worded

TAKEN = ("gb18030", "cp950", "cp1252")  # in which a file may be
OTHERS = ("cp949", "cp932", "euc_jp")  # which they are mistaken for
NAMED = {
    "gb18030": "GB18030",
    "cp950": "Big5",
    "big5": "Big5",
    "cp949": "EUC-KR",
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
}
LOOKED_AT = 50_000  # bytes of the lines that are not plain ASCII
COMMON = 0.85  # least share of common characters in a text of the language
LEAD = 0.1  # by which the coherence of one reading has to exceed that of any other

_GB_2312 = frozenset([0xA1, 0xA3, *range(0xB0, 0xD8)])  # first bytes: signs and the first level
_BIG5 = frozenset([0xA1, 0xA2, *range(0xA4, 0xC7)])
_NOT_ASCII = re.compile("[^\0-\x7f]")
_WESTERN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøœùúûüßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØŒÙÚÛÜ")
_SIGNS = frozenset("\u20ac\u2026\u2018\u2019\u201c\u201d\u201e\u2022\u2013\u2014\u2122\xa0¡£§©ª«®°±²³´µ·º»¼½¾¿×÷")
_WITHIN_WORDS = frozenset("\u2019\u2013\u2014·\xa0´\u2026")
_LETTER = "[^\\W\\d_]"
_SIGN_BETWEEN_LETTERS = re.compile(f"(?<={_LETTER})([^\\w\0-\x7f])(?={_LETTER})")


def guess(file: bytes) -> str:
    """The Python name of the encoding of a file that is not Unicode. Raises BadFile where it is not sure."""
    looked_at = _telling_lines(file)
    readings = {name: text for name in (*TAKEN, *OTHERS) if (text := _decoded(looked_at, name)) is not None}
    plausible = [name for name, text in readings.items() if _PLAUSIBLE[name](text)]
    name = plausible[0] if len(plausible) == 1 else _by_language(looked_at, plausible)
    if name in TAKEN:
        return name
    guesses = plausible or _by_charset_normalizer(looked_at)
    raise BadFile(_refusal(file, guesses))


def _telling_lines(file: bytes) -> bytes:
    """The first lines that hold other than ASCII, which are all that tells encodings apart."""
    telling: list[bytes] = []
    length = 0
    for line in file.split(b"\n"):
        if not line.isascii():
            telling.append(line)
            length += len(line)
        if length > LOOKED_AT:
            break
    return b"\n".join(telling)


def _decoded(part: bytes, name: str) -> str | None:
    try:
        return part.decode(name)
    except UnicodeDecodeError:
        return None


def _by_language(part: bytes, plausible: Sequence[str]) -> str:
    """Which of several plausible readings has a language that charset-normalizer sees; '' where none leads."""
    if len(plausible) < 2:
        return ""
    import charset_normalizer  # only here: nobody else shall wait for it

    found = charset_normalizer.from_bytes(part, cp_isolation=list(plausible))
    ranked = sorted(((each.coherence, each.encoding) for each in found), reverse=True)
    if not ranked or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD):
        return ""
    return ranked[0][1]


def _by_charset_normalizer(part: bytes) -> list[str]:
    """The encoding that is likeliest; none where nothing fits."""
    import charset_normalizer

    return [each.encoding for each in charset_normalizer.from_bytes(part)][:1]


def _refusal(file: bytes, guesses: Sequence[str]) -> str:
    try:
        file.decode("utf-8")
    except UnicodeDecodeError as error:
        line = file.count(bytes([10]), 0, error.start) + 1
        at = worded("byte {start}, line {line}", start=error.start + 1, line=line)
    names = " or ".join(NAMED.get(name, name) for name in guesses)
    looks = worded("It looks like {names}, but that is not sure enough", names=names)
    return worded(
        "The file is not UTF-8 ({at}). {looks}. Open it where it reads right and save it as UTF-8.",
        at=at,
        looks=looks if names else worded("No encoding fits it"),
    )


def _share(text: str, is_common: Callable[[str], bool]) -> float:
    """The share of the characters beyond ASCII that are common ones."""
    counts = Counter(_NOT_ASCII.findall(text))
    common = sum(count for character, count in counts.items() if is_common(character))
    return common / counts.total() if counts else 0.0


def _lead_byte(character: str, encoding: str) -> int:
    """The first byte of a character in an encoding of two bytes; 0 where it has no such."""
    encoded = character.encode(encoding, errors="ignore")
    return encoded[0] if len(encoded) == 2 else 0


def _is_simplified(text: str) -> bool:
    """The first level of GB 2312 has the 3,755 common characters."""
    return _share(text, lambda each: _lead_byte(each, "gb2312") in _GB_2312) >= COMMON


def _is_traditional(text: str) -> bool:
    """The first level of Big5 has the 5,401 common characters."""
    return _share(text, lambda each: _lead_byte(each, "big5") in _BIG5) >= COMMON


def _is_korean(text: str) -> bool:
    """The 2,350 common syllables of KS X 1001."""
    return _share(text, lambda each: "가" <= each <= "힣" and _lead_byte(each, "euc_kr") > 0) >= COMMON


def _is_japanese(text: str) -> bool:
    """Kana, which no Japanese text goes without, and Chinese characters of the first level of JIS X 0208."""
    kana = _share(text, lambda each: "\u3040" <= each <= "\u30ff")
    return kana >= 0.2 and _share(text, lambda each: 0xA1 <= _lead_byte(each, "euc_jp") <= 0xCF) >= COMMON


def _is_western(text: str) -> bool:
    """Letters of Western European languages and signs of print, which stand where such a text has them."""
    return (
        _share(text, lambda each: each in _WESTERN or each in _SIGNS) == 1.0
        and all(sign in _WITHIN_WORDS for sign in _SIGN_BETWEEN_LETTERS.findall(text))
        and _is_accented(text)
        and ("õ" not in text or "ã" in text)  # Portuguese has both; one alone is the Hungarian ő
    )


def _is_accented(text: str) -> bool:
    """Whether letters beyond ASCII are the fewer in the words that have them, as accents are."""
    words = [word for word in re.findall("\\w+", text) if not word.isascii()]
    return 2 * sum(len(_NOT_ASCII.findall(word)) for word in words) <= sum(map(len, words)) + len(words)


_PLAUSIBLE: dict[str, Callable[[str], bool]] = {
    "gb18030": _is_simplified,
    "cp950": _is_traditional,
    "cp1252": _is_western,
    "cp949": _is_korean,
    "cp932": _is_japanese,
    "euc_jp": _is_japanese,
}
