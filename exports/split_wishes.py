"""Which splits are wished, and how large? Shares that make 1, or counts; one split may take the rest."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.errors import WrongUse
from languages import worded

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
REST = "rest"
CLOSE = 1e-9

HOW = worded("Write them as train=.8,dev=.1,test=.1, or as counts, test=200,train=rest.")


@dataclass(frozen=True)
class Wish:
    """A split and its share of the items, or their number; neither: the rest."""

    name: str
    share: float | None = None
    count: int | None = None

    @property
    def takes_rest(self) -> bool:
        """Whether it takes what the others leave."""
        return self.share is None and self.count is None


DEFAULT = (Wish("train", share=0.8), Wish("dev", share=0.1), Wish("test", share=0.1))


def read_wishes(text: str) -> tuple[Wish, ...]:
    """The splits of `train=.8,dev=.1,test=.1`, `train=80%,test=20%` or `test=200,train=rest`. Raises WrongUse.

    >>> read_wishes("test=200,train=rest")
    (Wish(name='test', share=None, count=200), Wish(name='train', share=None, count=None))
    """
    return checked([_read(part) for part in text.split(",")])


def checked(wishes: Sequence[Wish], *, n: int | None = None) -> tuple[Wish, ...]:
    """The same wishes where they can be, also of `n` items. Raises WrongUse."""
    names = [wish.name for wish in wishes]
    strange = next((name for name in names if not NAME.fullmatch(name)), None)
    if not names or strange is not None:
        raise _refused(worded("{name!r} is no name of a split: use letters and digits.", name=strange or ""))
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise _refused(worded("The split {name!r} is wished twice.", name=twice))
    open_ones = [wish for wish in wishes if wish.takes_rest]
    shares = [wish.share for wish in wishes if wish.share is not None]
    if len(open_ones) > 1 or (shares and any(wish.count is not None for wish in wishes)):
        raise _refused(worded("Splits are shares or counts, not both, and only one takes the rest."))
    if not shares and not open_ones:
        raise _refused(worded("Counts need a split that takes the rest, for the items that are added later."))
    _check_shares(shares, has_rest=bool(open_ones))
    wanted = sum(wish.count or 0 for wish in wishes)
    if n is not None and wanted > n:
        raise WrongUse(worded("The splits ask for {wanted} items, and there are {n}.", wanted=wanted, n=n))
    return tuple(wishes)


def wished_counts(wishes: Sequence[Wish], n: int) -> dict[str, float]:
    """How many of `n` items each split is wished to have."""
    given = {
        wish.name: wish.share * n if wish.share is not None else float(wish.count or 0)
        for wish in wishes
        if not wish.takes_rest
    }
    rest = max(n - math.fsum(given.values()), 0.0)
    return {wish.name: given.get(wish.name, rest) for wish in wishes}


def _read(part: str) -> Wish:
    name, sign, value = (each.strip() for each in part.partition("="))
    if not sign:
        raise _refused(worded("{part!r} says no size.", part=part.strip()))
    if value == REST:
        return Wish(name)
    if re.fullmatch(r"[0-9]{1,9}", value) and value not in ("0", "1"):
        return Wish(name, count=int(value))
    number = re.fullmatch(r"([0-9]*\.?[0-9]+|[0-9]+\.)(%?)", value)
    if not number:
        raise _refused(worded("{value!r} is neither a share nor a count.", value=value))
    return Wish(name, share=float(number[1]) / (100 if number[2] else 1))


def _check_shares(shares: Sequence[float], *, has_rest: bool) -> None:
    if any(not 0 <= share <= 1 for share in shares):
        raise _refused(worded("A share is a number from 0 to 1."))
    total = math.fsum(shares)
    if shares and (total > 1 + CLOSE or (not has_rest and total < 1 - CLOSE)):
        raise _refused(worded("The shares make {total:g}, and should make 1.", total=total))


def _refused(why: str) -> WrongUse:
    return WrongUse(worded("{why} {how}", why=why, how=HOW))
