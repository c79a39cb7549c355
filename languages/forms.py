"""How a number or a day is written in the language spoken now: as the Unicode locale data has it, through Babel."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Literal

from babel.dates import format_date
from babel.numbers import format_decimal

from languages.choosing import Language
from languages.speaking import say, spoken

# Short, and the same in English whichever of its countries one is used to: no month is a number.
_DAYS: Mapping[Language, str] = {"en": "d MMM y", "zh": "y年M月d日"}


def whole(number: int) -> str:
    """A whole number, its thousands grouped: "12,345"."""
    return format_decimal(number, locale=spoken())


def percent(share: float, *, digits: Literal[0, 1] = 0) -> str:
    """A share of 1 in hundredths: "45 %"."""
    hundredths = f"{100 * share:.{digits}f}"
    return say("{share} %", share=hundredths)


def day(moment: date | datetime) -> str:
    """A day: "3 Mar 2026". Its time zone is the moment's own."""
    return format_date(moment, _DAYS[spoken()], locale=spoken())
