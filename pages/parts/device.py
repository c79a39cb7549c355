"""What kind of browser is this? A few words for its owner, such as “Firefox on Windows”."""

from __future__ import annotations

from collections.abc import Mapping

from languages import say, worded

UNKNOWN = worded("Unknown browser")
_ON = " on "

# Each names itself after those that it descends from, so the first of these that is found counts.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chromium/", "Chromium"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Windows", "Windows"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device_of(headers: Mapping[str, str]) -> str:
    """The browser and its system; only words of our own, whatever was sent."""
    said = headers.get("user-agent", "")
    browser = _first(_BROWSERS, said)
    if browser == "Chrome" and _is_bare_chromium(headers.get("sec-ch-ua", "")):
        browser = "Chromium"
    system = _first(_SYSTEMS, said)
    return f"{browser or UNKNOWN}{_ON}{system}" if system else browser or UNKNOWN


def in_words(device: str) -> str:
    """The same in the language spoken now, of what was kept at the sign-in."""
    browser, on, system = device.partition(_ON)
    if on:
        return say("{browser} on {system}", browser=UNKNOWN if browser == UNKNOWN else browser, system=system)
    return say(UNKNOWN) if browser in ("", UNKNOWN) else browser


def _is_bare_chromium(brands: str) -> bool:
    """Whether a browser that calls itself Chrome to old sites names only Chromium among its brands."""
    return "Chromium" in brands and "Google Chrome" not in brands


def _first(marks: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in marks if mark in text), "")
