"""What are the few fixed words of studies and numbers called on a screen? By the names that the code has for them."""

from __future__ import annotations

from collections.abc import Mapping

from agreement.bootstrap import DRAWN_AS
from languages import meant, say

_ROUNDS: Mapping[str, str] = {
    "independent": meant("a round", "independent"),
    "discussion": meant("a round", "discussion"),
    "calibration": meant("a round", "calibration"),
    "training": meant("a round", "training"),
    "repeat": meant("a round", "items shown again"),
    "known": meant("a round", "known items"),
}
_SOURCES: Mapping[str, str] = {"people": meant("whose scores", "people"), "judge": meant("whose scores", "judge")}
_RANKS: Mapping[str, str] = {"best": meant("a need", "best"), "worst": meant("a need", "worst")}

# The tags that our readers give; others are called as their file calls them.
_TAGS: Mapping[str, str] = {
    "scenario": meant("a tag", "Scenario"),
    "persona": meant("a tag", "Persona"),
    "dialogue": meant("a tag", "Dialogue"),
    "need": meant("a tag", "Need"),
    "type": meant("a tag", "Type"),
    "theme": meant("a tag", "Theme"),
    "task": meant("a tag", "Task"),
}


def tag(name: str) -> str:
    """A tag, as a heading."""
    found = _TAGS.get(name)
    return say(found) if found else name.capitalize()


def round_kind(kind: str) -> str:
    """Of a round."""
    return say(_ROUNDS.get(kind, kind))


def cluster(name: str) -> str:
    """What is resampled as a whole."""
    return say(DRAWN_AS.get(name, name))


def source(name: str) -> str:
    """Whose scores are compared."""
    return say(_SOURCES.get(name, name))


def rank(which: str) -> str:
    """Which end of an order a need is at."""
    return say(_RANKS.get(which, which))
