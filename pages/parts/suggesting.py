"""Suggestions for the adjudicator: computed in another process, once for each state of a project's labels."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, TimeoutError
from threading import Lock

from exports.elsewhere import suggestions_elsewhere
from exports.suggestions import Suggestions

WAITS = 5.0  # seconds; a browser that still waits then is told to ask again
MOST_KEPT = 8

Key = tuple[str, str, tuple[int, int]]

_POOL = ThreadPoolExecutor(max_workers=1, thread_name_prefix="suggestions")
_FOUND: dict[Key, Future[Suggestions]] = {}
_LOCK = Lock()


def suggestions_of(slug: str, *, fingerprint: str, state: tuple[int, int]) -> Suggestions | None:
    """The suggestions of a project at this state of its judgments; None: not yet, ask again. Raises NotComputable."""
    key = (slug, fingerprint, state)
    with _LOCK:
        found = _FOUND.get(key)
        if found is None:
            while len(_FOUND) >= MOST_KEPT:
                del _FOUND[next(iter(_FOUND))]
            found = _FOUND[key] = _POOL.submit(suggestions_elsewhere, slug)
    try:
        return found.result(timeout=WAITS)
    except TimeoutError:
        return None
    except Exception:
        with _LOCK:
            _FOUND.pop(key, None)  # the next one who asks may have more luck
        raise
