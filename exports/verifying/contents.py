"""Does the gold follow from the raw layer and the decisions? Do the labels, shares and the counts of the manifest?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from annotation.values import parts
from exports.following import Followed, Place, Row, counted_labels, gold_from, place_of
from exports.manifest import of_tally
from exports.tally import Tally
from exports.verifying.difference import Difference
from exports.verifying.opened import Opened

GOLD, RAW, DECISIONS, LABELS, SOFT = (f"tables/{name}.csv" for name in ("gold", "raw", "decisions", "labels", "soft"))
NEAR = 1e-9
COUNTED = ("judgments", "decisions", "gold", "undecided", "cannot_be_judged", "raters", "items_complete")


def gold_follows(release: Opened) -> Iterator[Difference]:
    """Gold rows that say something else than the raw layer and the decisions do, and decided places that have none."""
    followed = gold_from(release.plain_rows("raw"), release.plain_rows("decisions"), rounds=release.rounds)
    seen: set[Place] = set()
    labels: dict[Place, str] = {}
    for number, row in release.rows("gold"):
        place = place_of(row)
        if place in seen:
            yield Difference(GOLD, "this place is there twice", number, place)
        seen.add(place)
        if row["label"]:
            labels[place] = row["label"]
        yield from _of_row(number, place, row, followed.get(place, Followed(None, "", "", "", 0, None)))
    for place, each in followed.items():
        if place not in seen and each.label is not None and _is_asked(release, place, labels):
            yield Difference(GOLD, f"the decision {each.label!r} has no row", place=place)


def _of_row(number: int, place: Place, row: Row, wanted: Followed) -> Iterator[Difference]:
    for column in ("label", "method", "decided_by", "reason", "n_raters", "agreement"):
        found, right = row[column], getattr(wanted, column)
        if isinstance(right, float) and found is not None:
            holds = math.isclose(found, right, rel_tol=NEAR)
        else:
            holds = (found or None) == (right or None) or (column == "agreement" and found == right)
        if not holds:
            source = RAW if column in ("n_raters", "agreement") else DECISIONS
            said = f"{column} is {found!r}, and from {source} it is {right!r}"
            yield Difference(GOLD, said, number, place)


def _is_asked(release: Opened, place: Place, labels: Mapping[Place, str]) -> bool:
    """Whether a question is asked at a place at all: one that depends on another's answer may not be."""
    question = release.book.question(place[2])
    if question is None:
        return False
    parent = question.ask_if
    if parent is None:
        return True
    said = labels.get((place[0], place[1], parent.question))
    return said is None or said in parent.labels


def shares_follow(release: Opened) -> Iterator[Difference]:
    """Soft labels whose share is not that of the counted raters of the raw layer."""
    counted = counted_labels(release.plain_rows("raw"), rounds=release.rounds)
    for number, row in release.rows("soft"):
        place = place_of(row)
        given = counted.get(place, [])
        question = release.book.question(place[2])
        is_set = question is not None and question.kind != "one"
        n = sum(row["label"] in (parts(label) if is_set else (label,)) for label in given)
        wanted = (n, len(given))
        share = n / len(given) if given else 0.0
        if (row["n"], row["n_raters"]) != wanted or not math.isclose(row["share"], share, rel_tol=NEAR):
            said = f"{row['label']!r} has {row['n']} of {row['n_raters']}, share {row['share']}"
            yield Difference(SOFT, f"{said}; in {RAW} {n} of {len(given)}, {share}", number, place)


def labels_follow(release: Opened) -> Iterator[Difference]:
    """Current labels that are not the latest revision of the raw layer, and latest revisions that have no row."""
    latest: dict[tuple[Place, str, int], tuple[str | None, str | None]] = {}
    for row in release.plain_rows("raw"):
        latest[place_of(row), row["rater"], row["round"]] = row["label"], row["cannot"]
    for number, row in release.rows("labels"):
        place = place_of(row)
        wanted = latest.pop((place, row["rater"], row["round"]), (None, None))
        if (row["label"], row["cannot"]) != wanted:
            said = f"{row['rater']} has {row['label'] or row['cannot']!r}, and in {RAW} {wanted[0] or wanted[1]!r}"
            yield Difference(LABELS, said, number, place)
    for (place, rater, _), (label, cannot) in latest.items():
        if label or cannot:
            yield Difference(LABELS, f"{label or cannot!r} of {rater} has no row", place=place)


def counts(release: Opened) -> Iterator[Difference]:
    """Numbers of the manifest that are not those of the tables, and lists of it that do not follow from them."""
    tally = Tally()
    for passing, table in ((tally.of_raw, "raw"), (tally.of_decisions, "decisions"), (tally.of_gold, "gold")):
        for _ in passing(release.plain_rows(table)):
            pass
    told, found = release.manifest, of_tally(tally, n_items=0)
    for name in COUNTED:
        if told["counts"].get(name, 0) != found["counts"][name]:
            said = f"counts {name} is {told['counts'].get(name)}, and in the tables it is {found['counts'][name]}"
            yield Difference("manifest.json", said)
    for name, of_tables in found.items():
        if name not in ("counts", "rules") and told[name] != of_tables:
            yield Difference("manifest.json", f"{name} is not what the tables say")
