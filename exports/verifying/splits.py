"""Are the splits disjoint and complete, is no group in two of them, and does each have the gold of its items?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from exports.following import Row, place_of
from exports.verifying.difference import Difference
from exports.verifying.opened import Opened

GOLD, SPLITS = "tables/gold.csv", "tables/splits.csv"


def splits(release: Opened) -> Iterator[Difference]:
    """Items without a split or with two, groups in several, and items to test on that should not be."""
    told = release.manifest["splits"]
    if told is None:
        return
    names, kept_out_of = [each["name"] for each in told["splits"]], told["kept_out"]["of"]
    seen: set[str] = set()
    of_group: dict[int, dict[str, str]] = defaultdict(dict)
    for number, row in release.rows("splits"):
        if row["item"] in seen:
            yield Difference(SPLITS, f"item {row['item']} is there twice", number)
        seen.add(row["item"])
        if row["split"] in names:
            of_group[row["group"]].setdefault(row["split"], row["item"])
        if why := _wrong(row, names, kept_out_of):
            yield Difference(SPLITS, f"item {row['item']} {why}", number)
    for group, there in of_group.items():
        if len(there) > 1:
            said = ", ".join(f"{item} in {split}" for split, item in there.items())
            yield Difference(SPLITS, f"group {group} is in several splits: {said}")
    n_items = release.manifest["counts"]["items"]
    if len(seen) != n_items:
        yield Difference(SPLITS, f"{len(seen)} items have a row, and the project has {n_items}")


def _wrong(row: Row, names: Sequence[str], kept_out_of: Sequence[str]) -> str:
    """What is wrong with one item's split; empty where nothing is."""
    if row["split"] is None:
        return "" if row["left_out"] else "is in no split, and nothing says why"
    if row["split"] not in names:
        return f"is in {row['split']!r}, which is no split"
    return f"is in {row['split']}, though {row['kept_out']}" if row["kept_out"] and row["split"] in kept_out_of else ""


def released_gold(release: Opened) -> Iterator[Difference]:
    """Rows of data/ that are not the gold of the complete items of that split."""
    import pyarrow.parquet as pq  # here, since it takes long to load

    undecided = {row["item"] for row in release.plain_rows("gold") if not row["label"]}
    wanted = {place_of(row): row["label"] for row in release.plain_rows("gold") if row["item"] not in undecided}
    places = {row["item"]: row["split"] for row in release.plain_rows("splits")} if release.has("splits") else None
    for name in [file for file in release.manifest["files"] if file.startswith("data/")]:
        split = name.removeprefix("data/").removesuffix(".parquet")
        if not (release.folder / name).is_file():
            continue
        try:
            rows = pq.read_table(release.folder / name).to_pylist()
        except (OSError, ValueError) as error:
            yield Difference(name, f"it cannot be read ({type(error).__name__})")
            continue
        for number, row in enumerate(rows, start=2):
            place = place_of(row)
            if places is not None and places.get(row["item"]) != split:
                yield Difference(name, f"its item is in the split {places.get(row['item'])!r}", number, place)
            if wanted.pop(place, None) != row["label"]:
                yield Difference(name, f"label {row['label']!r} is not the one of {GOLD}", number, place)
    for place in wanted:
        if places is None or places.get(place[0]):
            yield Difference("data", f"no split has the gold {wanted[place]!r}", place=place)
