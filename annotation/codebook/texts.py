"""What a codebook's texts and keys have to be, and which text is said in which language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict

from label_formats.text import UNSTORABLE
from languages import worded

KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
WHOLE = re.compile(r"-?\d+")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
NOBODY_SAID = frozenset({"none", "na", "n/a", "nan", "cannot judge"})  # what label files write for "nothing", "missing"


class Entry(BaseModel):
    """A frozen entry of a codebook; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def checked_text(text: dict[str, str]) -> dict[str, str]:
    """A text by language. Raises ValueError for what is no language or cannot be stored."""
    for language, words in text.items():
        if not LANGUAGE.fullmatch(language):
            raise ValueError(worded("{language!r} is not a language: write en, zh, ar …", language=language))
        if UNSTORABLE.search(words):
            raise ValueError(worded("the text has a character that cannot be stored (a NUL, or half of an emoji)"))
    return text


def with_english(text: dict[str, str]) -> dict[str, str]:
    """A text that has to be there, in English at least."""
    if not text.get("en", "").strip():
        raise ValueError(worded("a text in English (en) is needed"))
    return text


def checked_key(key: Any) -> str:
    """The key of a question or a label, as text. Raises ValueError for what is none."""
    plain = str(key) if isinstance(key, int) and not isinstance(key, bool) else key
    if not isinstance(plain, str) or not (KEY.fullmatch(plain) or WHOLE.fullmatch(plain)):
        raise ValueError(
            worded("{key!r} is not a key: letters, digits, '_', '.' and '-' (quote words such as yes and no)", key=key)
        )
    if plain.casefold().replace("_", " ") in NOBODY_SAID:
        raise ValueError(worded("{plain!r} cannot be a key: in label files it stands for no answer", plain=plain))
    return plain


Text = Annotated[dict[str, str], AfterValidator(checked_text)]
Optional = Text
Needed = Annotated[Text, AfterValidator(with_english)]
Key = Annotated[str, BeforeValidator(checked_key)]


def said(text: dict[str, str], language: str = "en") -> str:
    """The text in a language, else in that of which it is a kind (`zh` for `zh-Hant`), else in English, else empty."""
    return text.get(language) or text.get(language.split("-")[0]) or text.get("en", "")


def no_repeats(what: str, keys: Iterable[str]) -> None:
    """Raise ValueError for a key that is there twice."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            raise ValueError(worded("the {what} {key!r} is there twice", what=what, key=key))
        seen.add(key)
