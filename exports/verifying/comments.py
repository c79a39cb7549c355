"""Are the comments about places and by people that the other tables know?

What was said cannot be checked: no other file has it. A flag, a note or a skip may be by somebody who has judged
nothing, so that only its round is known from elsewhere; its item is where every item is in the gold or the splits.
"""

from __future__ import annotations

from collections.abc import Iterator

from exports.following import Place, place_of
from exports.verifying.difference import Difference
from exports.verifying.opened import Opened

COMMENTS = "tables/comments.csv"
KINDS = ("comment", "flag", "note", "skip", "sent back")


def comments(release: Opened) -> Iterator[Difference]:
    """Rows of a kind, a round, a place or a person that there is not."""
    if next(release.rows("comments"), None) is None:
        return
    places: set[Place] = set()
    raters: set[str] = set()
    for row in release.plain_rows("raw"):
        places.add(place_of(row))
        raters.add(row["rater"])
    places |= {place_of(row) for row in release.plain_rows("gold")}
    items = {item for item, _, _ in places}
    items |= {row["item"] for row in release.plain_rows("splits")} if release.has("splits") else set()
    knows_all = len(items) >= release.manifest["counts"]["items"]
    rounds = {each.number: each.kind for each in release.rounds}
    for number, row in release.rows("comments"):
        place, is_comment = place_of(row), row["kind"] == "comment"
        if row["kind"] not in KINDS:
            yield Difference(COMMENTS, f"there is no kind {row['kind']!r}", number, place)
        if row["round"] not in rounds or (is_comment and rounds[row["round"]] != "discussion"):
            what = "discussion" if is_comment else "round"
            yield Difference(COMMENTS, f"there is no {what} {row['round']}", number, place)
        if (is_comment and place not in places) or (knows_all and row["item"] not in items):
            yield Difference(COMMENTS, "no other table knows this place", number, place)
        if is_comment and row["rater"] not in raters:
            yield Difference(COMMENTS, f"{row['rater']} has judged nothing in tables/raw.csv", number, place)
        if row["kind"] != "sent back" and row["by"] != row["rater"]:
            yield Difference(COMMENTS, f"it is {row['rater']}'s, and by {row['by']}", number, place)
