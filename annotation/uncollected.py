"""A pause of the garbage collector while a file is read and stored, or a whole export is written.

Hundreds of thousands of records are made then, and not one of them is garbage; the collector looks through them again
and again all the same, which takes as long as reading does. What is no longer used is freed as ever, by counting.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_pauses = 0
_was_on = False


@contextmanager
def uncollected() -> Iterator[None]:
    """Within it the collector is paused, for the whole process; it goes on once the last of several pauses is over."""
    global _pauses, _was_on
    with _lock:
        if not _pauses:
            _was_on = gc.isenabled()
            gc.disable()
        _pauses += 1
    try:
        yield
    finally:
        with _lock:
            _pauses -= 1
            if not _pauses and _was_on:
                _put_aside()
                gc.enable()


def _put_aside() -> None:
    """Count everything that was made meanwhile as old: the collector would look through all of it at once.

    Freezing does that without a look. What a server froze as it started stays frozen, and then this does as well.
    """
    was_frozen = gc.get_freeze_count() > 0
    gc.freeze()
    if not was_frozen:
        gc.unfreeze()
