"""The text of a file in whichever encoding it was saved, or a refusal: nothing is replaced, nothing is guessed lightly.

UTF-8 and UTF-16, with and without a byte order mark, are told by their bytes alone; the rest is a matter of
plausibility, see `encoding`.
"""

from __future__ import annotations

import codecs
import re

from label_formats import encoding
from label_formats.errors import BadFile
from languages import worded

LARGEST = 200_000_000  # bytes of a file
MARKS = {  # the longer mark first: that of UTF-32 begins with that of UTF-16
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
LOOKED_AT = 100_000  # bytes
UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # what no file, database or screen can carry


def decode(file: bytes) -> str:
    """The text of a file, without a byte order mark; line ends stay as they are.

    Half of a surrogate pair is let through in Unicode, so that it costs its own row only: `check_storable` refuses it.
    Raises BadFile where the file is too large, broken, or in an encoding that is not sure, with the guess.

    >>> decode("你好，请问今天几点开门？".encode("gb18030"))
    '你好，请问今天几点开门？'
    """
    if len(file) > LARGEST:
        raise BadFile(
            worded("The file has {count:,} bytes; {largest:,} can be read. Split it.", count=len(file), largest=LARGEST)
        )
    for mark, name in MARKS.items():
        if file.startswith(mark):
            return _unicode(file[len(mark) :], name)
    if name := _utf16(file):
        return _unicode(file, name)
    try:
        return file.decode("utf-8", errors="surrogatepass")
    except UnicodeDecodeError as error:
        if _is_mostly_utf8(file):
            raise BadFile(
                worded("The file is not UTF-8 throughout: {place} is broken.", place=_place(file, error))
            ) from error
    name = encoding.guess(file)
    try:
        return file.decode(name)
    except UnicodeDecodeError as error:
        named = encoding.NAMED.get(name, name)
        place = _place(file, error)
        why = worded(
            "The file looks like {encoding}, but {place} is not. Save it as UTF-8.", encoding=named, place=place
        )
        raise BadFile(why) from error


def beginning(file: bytes, *, length: int = LOOKED_AT) -> str:
    """The first characters of a file, to recognize a format by: never an error, and no more than a look."""
    part = file[:length]
    name = next((name for mark, name in MARKS.items() if part.startswith(mark)), _utf16(part) or "utf-8")
    return part.decode(name, errors="ignore").lstrip("\ufeff")


def printable(text: str) -> str:
    """The text with what cannot be carried replaced; for messages only."""
    return UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _unicode(file: bytes, name: str) -> str:
    try:
        return file.decode(name, errors="surrogatepass")
    except UnicodeDecodeError as error:
        raise BadFile(
            worded(
                "The file begins as {encoding}, but {place} is broken.",
                encoding=name.upper(),
                place=_place(file, error),
            )
        ) from error


def _place(file: bytes, error: UnicodeDecodeError) -> str:
    line = file.count(bytes([10]), 0, error.start) + 1
    return worded("byte {start} in line {line}", start=error.start + 1, line=line)


def _utf16(file: bytes) -> str:
    """UTF-16 without a mark: where a text has plain letters or signs, every other byte is a NUL; '' for none."""
    part = file[:LOOKED_AT]
    fewest = len(part) / (4 if _is_utf8(part) else 50)
    first, second = part[::2].count(0), part[1::2].count(0)
    if max(first, second, 1) < fewest or not max(first, second) > 4 * min(first, second):
        return ""  # some letters of other scripts have a NUL in the other byte
    return "utf-16-le" if second > first else "utf-16-be"


def _is_utf8(part: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(part)  # whose last character may be cut
    except UnicodeDecodeError:
        return False
    return True


def _is_mostly_utf8(file: bytes) -> bool:
    """Whether a file that is not UTF-8 is so only here and there: most of what is not ASCII is right."""
    text = file.decode("utf-8", errors="replace")
    beyond_ascii = len(text) - len(text.encode("ascii", errors="ignore"))
    return beyond_ascii > 2 * text.count("\ufffd")
