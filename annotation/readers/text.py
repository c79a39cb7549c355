"""The text of a file in whichever encoding it was saved, as `label_formats.text` reads it, or Unreadable."""

from __future__ import annotations

from annotation.errors import Unreadable
from label_formats import text
from label_formats.errors import BadFile


def decode(file: bytes) -> str:
    """The text of a file, without a byte order mark; line ends stay as they are.

    Raises Unreadable where the file is too large, broken, or in an encoding that is not sure, with the guess.
    """
    try:
        return text.decode(file)
    except BadFile as error:
        raise Unreadable(*error.args) from error
