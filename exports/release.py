"""A release: gold with everything that it can be checked by, frozen. What is written, and in which order?

`build` writes the files of a release into a folder, from the database as it is; `make` keeps it for good, unless the
newest release has the same content: then that one is it. Nothing in it depends on the moment at which it is made.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, select

from annotation import codebook_history, projects, releases, store
from annotation import models as m
from annotation.codebook.writing import written as as_yaml
from exports import card, changes, files, gold, layers, manifest, reports, soft, study, two_nice
from exports.changes import Earlier, read_earlier
from exports.counted import Answered
from exports.kept import Kept, keeping
from exports.release_files import Folder, zipped
from exports.release_options import ReleaseOptions
from exports.release_splits import Placed, place_items
from exports.spool import Spool
from exports.study import Study
from exports.tally import Tally
from exports.writers import GoldItem, Writer
from exports.writers.batches import ROWS_AT_ONCE
from exports.writers.stratmem import NAME as STRATMEM

TABLES = ("labels", "gold", "raw", "decisions", "soft", "comments")
REPORTS = ("html", "md", "json")
WHOLE = "full"  # the name of the split that everything is in, where a table has no splits


@dataclass(frozen=True)
class Made:
    """A release that was made, or the one that has this content already."""

    number: int
    manifest: Mapping[str, Any]
    content: bytes
    is_new: bool


def make(*, slug: str, options: ReleaseOptions, account_id: int | None, now: datetime) -> Made:
    """Make a release of a project and keep it; the newest one where its content is the same.

    Raises NotFound for the project, WrongUse for splits that cannot be, NotComputable for figures that cannot be
    computed, and Conflict where somebody else has made one meanwhile; nothing is kept then.
    """
    with tempfile.TemporaryDirectory(prefix="accord-release-") as place:
        with store.reading() as session:
            latest = releases.latest(session, slug)
            earlier = read_earlier(latest.number, releases.archive(session, slug, latest.number)) if latest else None
            told = build(session, slug=slug, options=options, folder=Path(place) / "files", earlier=earlier)
            if latest is not None and latest.manifest["content_sha256"] == told["content_sha256"]:
                content = releases.archive(session, slug, latest.number)
                return Made(latest.number, latest.manifest, content, is_new=False)
        archive = Path(place) / "release.zip"
        zipped(Path(place) / "files", archive)
        content = archive.read_bytes()
    with store.writing() as session:
        releases.keep(
            session,
            slug=slug,
            number=told["number"],
            manifest=told,
            content=content,
            account_id=account_id,
            now=now,
        )
    return Made(told["number"], told, content, is_new=True)


def build(
    session: Session, *, slug: str, options: ReleaseOptions, folder: Path, earlier: Earlier | None = None
) -> dict[str, Any]:
    """Write the files of a release into a folder; its manifest. Raises what `make` does."""
    project = projects.find(session, slug)
    out, tally = Folder(folder), Tally()
    with keeping(GoldItem) as kept, keeping(list[Answered]) as answered:
        spool = Spool(kept)
        formats = files.own_formats(session, project)
        _write_tables(session, slug, out, tally, spool if formats else None, answered)
        placed = _write_splits(session, slug, options, out, tally, earlier)
        for writer in formats:
            _write_gold(writer, spool, options, out, tally, placed)
    found = study.study(session, slug=slug)
    for name in REPORTS:
        one = reports.find(name)
        out.write(f"report/report.{one.suffix}", [one.write(found).encode()])
    for version in codebook_history.versions(session, slug=slug):
        out.write(manifest.codebook_file(version.number), [as_yaml(version.book).encode()])
    told = _told(session, project, found, options, out, tally, placed, earlier)
    return _finished(told, session, project, found, options, out, placed)


def _write_tables(
    session: Session, slug: str, out: Folder, tally: Tally, spool: Spool | None, answered: Kept[list[Answered]]
) -> None:
    """The layers as tables, csv and parquet; what is needed again is kept as the gold passes."""
    of_layer: Mapping[str, Callable[[], Iterator[Mapping[str, Any]]]] = {
        "gold": lambda: tally.of_gold(_gold(session, slug, spool, answered)),
        "soft": lambda: soft.from_answered(session, answered, slug=slug),
        "raw": lambda: tally.of_raw(layers.rows(session, slug=slug, name="raw")),
        "decisions": lambda: tally.of_decisions(layers.rows(session, slug=slug, name="decisions")),
    }
    for table in TABLES:
        layer = "current" if table == "labels" else table
        rows = of_layer[table]() if table in of_layer else layers.rows(session, slug=slug, name=layer)
        out.table(f"tables/{table}", rows, columns=layers.columns(layer))


def _gold(
    session: Session, slug: str, spool: Spool | None, answered: Kept[list[Answered]]
) -> Iterator[Mapping[str, Any]]:
    """The rows of the table gold; complete items go to the spool as they pass, and labels that count to `answered`."""
    found = gold.by_item(session, slug=slug, names=False, with_sources=spool is not None)
    for item in spool.passing(found) if spool else found:
        answered.add(list(item.answered))
        yield from map(gold.as_cells, item.rows)


def _write_splits(
    session: Session, slug: str, options: ReleaseOptions, out: Folder, tally: Tally, earlier: Earlier | None
) -> Placed:
    """Which item is in which split, and the gold of the complete items of each as a table of its own."""
    kept = earlier.splits if earlier and options.keep_splits else {}
    placed = place_items(session, slug=slug, options=options, earlier=kept)
    if placed.split is not None:
        out.table("tables/splits", placed.rows(tally.complete), columns=placed.COLUMNS)
    for name in placed.names or (WHOLE,):
        wanted = placed.of_split(name, tally.complete)
        rows = _gold_rows(out.path / "tables" / "gold.parquet", wanted)
        out.table(f"data/{name}", rows, columns=gold.COLUMNS, formats=("parquet",))
    return placed


def _gold_rows(file: Path, items: frozenset[str]) -> Iterator[dict[str, Any]]:
    """The gold of these items, from the table that has been written; a part of it at a time."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(file) as found:
        for part in found.iter_batches(batch_size=ROWS_AT_ONCE, use_threads=False):
            yield from (row for row in part.to_pylist() if row["item"] in items)


def _write_gold(
    writer: Writer, spool: Spool, options: ReleaseOptions, out: Folder, tally: Tally, placed: Placed
) -> None:
    """The gold in a benchmark's own format: whole, and of each split; StratMem's test file cut to two nice."""
    whole = placed.of_split(WHOLE, tally.complete)
    out.write(f"gold/{writer.NAME}.{writer.SUFFIX}", writer.gold(spool.items(whole)))
    for name in placed.names:
        of_split = placed.of_split(name, tally.complete)
        out.write(f"gold/{writer.NAME}-{name}.{writer.SUFFIX}", writer.gold(spool.items(of_split)))
    if writer.NAME == STRATMEM:
        tested = placed.of_split("test" if "test" in placed.names else WHOLE, tally.complete)
        out.write("gold/stratmem-test-two-nice.json", two_nice.cut(spool.items(tested), seed=options.seed))


def _told(
    session: Session,
    project: m.Project,
    found: Study,
    options: ReleaseOptions,
    out: Folder,
    tally: Tally,
    placed: Placed,
    earlier: Earlier | None,
) -> dict[str, Any]:
    """The manifest but for the files that follow from it."""
    of_project = manifest.of_project(session, project)
    n_items = of_project.pop("n_items")
    content = {name: file.sha256 for name, file in sorted(out.files.items())}
    wished = options.model_dump(mode="json")
    counts: Counter[str] = Counter()
    if earlier is not None:
        rows = changes.counted(changes.changes(earlier.gold, tally.labels), counts)
        out.table("tables/changes", rows, columns=changes.COLUMNS)
    return {
        "format": manifest.FORMAT,
        "number": earlier.number + 1 if earlier else 1,
        **of_project,
        **manifest.of_tally(tally, n_items=n_items),
        "options": wished,
        "agreement": manifest.of_study(found),
        "splits": placed.split.as_json() if placed.split else None,
        "changes": earlier
        and {"since": earlier.number, **{kind: counts[kind] for kind in ("added", "changed", "withdrawn")}},
        "software": manifest.software(),
        "content_sha256": hashlib.sha256(json.dumps([content, wished], sort_keys=True).encode()).hexdigest(),
    }


def _finished(
    told: dict[str, Any],
    session: Session,
    project: m.Project,
    found: Study,
    options: ReleaseOptions,
    out: Folder,
    placed: Placed,
) -> dict[str, Any]:
    """The manifest with every file, after the card is written; the card lists the files but itself."""
    listed = {**told, "files": {name: file.as_json() for name, file in sorted(out.files.items())}}
    configs = _configs(out, placed)
    facts = card.Facts(listed, options.card.model_dump(mode="json"), found, _samples(session, project), configs)
    out.write(card.NAME, [card.written_card(facts)])
    told["files"] = {name: file.as_json() for name, file in sorted(out.files.items())}
    out.write(manifest.NAME, [manifest.written_manifest(told)])
    return told


def _configs(out: Folder, placed: Placed) -> dict[str, dict[str, str]]:
    """The tables that can be loaded, each with its splits; one without rows has none that could be."""
    data = {name: f"data/{name}.parquet" for name in placed.names or (WHOLE,)}
    tables = {name: {WHOLE: f"tables/{name}.parquet"} for name in (*TABLES, "splits")}
    found = {"gold-labels": data, **tables}
    filled = {
        name: {split: path for split, path in files.items() if path in out.files and out.files[path].rows}
        for name, files in found.items()
    }
    return {name: files for name, files in filled.items() if files}


def _samples(session: Session, project: m.Project) -> list[str]:
    """How items were drawn for people to label, sample by sample."""
    found = session.exec(select(m.Sample).where(m.Sample.project_id == project.id).order_by(col(m.Sample.id))).all()
    told = []
    for each in found:
        drawn = session.exec(select(m.SampledItem.drawn).where(m.SampledItem.sample_id == each.id)).all()
        strata = f" by {', '.join(each.strata)}" if each.strata else ""
        told.append(f"Sample {each.name}: {sum(drawn)} of {len(drawn)} items drawn{strata}, seed {each.seed}.")
    return told
