"""Codebooks that nobody has saved yet: kept in memory for whoever looks at their board, a few for each person."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock

from annotation.codebook import Codebook
from annotation.specimens import Specimen

MARK = "~"  # no built-in codebook's name begins so
KEPT = 100  # in all; a codebook has a million characters at most
KEPT_EACH = 5  # of one person

_lock = Lock()
_kept: OrderedDict[tuple[int, str], tuple[Codebook, Specimen]] = OrderedDict()


def keep(account_id: int, book: Codebook, shown: Specimen) -> str:
    """Keep a codebook with the item to show it on; the name under which its board is fed, for this person alone."""
    text = book.model_dump_json() + shown.content.model_dump_json()
    name = MARK + hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()[:16]
    with _lock:
        _kept[account_id, name] = (book, shown)
        _kept.move_to_end((account_id, name))
        own = [key for key in _kept if key[0] == account_id]
        for key in own[:-KEPT_EACH]:
            del _kept[key]
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return name


def kept(account_id: int, name: str) -> tuple[Codebook, Specimen] | None:
    """What this person has kept under a name, if it is still there."""
    with _lock:
        return _kept.get((account_id, name))
