"""A file that is taken away while it is being written, for libraries that want a file to write to."""

from __future__ import annotations

import io
from typing import Any


class Pieces(io.RawIOBase):
    """Holds what was written since it was last taken. It knows its place and cannot go back."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[bytes] = []
        self._place = 0

    def writable(self) -> bool:
        """It is there to be written to."""
        return True

    def tell(self) -> int:
        """How many bytes were written in all."""
        return self._place

    def write(self, part: Any) -> int:
        """Keep the bytes until they are taken."""
        written = bytes(part)
        self._waiting.append(written)
        self._place += len(written)
        return len(written)

    def taken(self) -> bytes:
        """What is waiting; it is here no longer."""
        found = b"".join(self._waiting)
        self._waiting.clear()
        return found
