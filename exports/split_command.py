"""The command `python -m exports split`: which split every item goes to, as a table of items and splits."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from annotation import store
from annotation.commands import output
from annotation.errors import Unreadable
from exports import files
from exports.near_duplicates import THRESHOLD
from exports.split_project import split_of_project
from exports.split_wishes import read_wishes
from exports.splits import LEFT_OUT, Split
from exports.whole_files import write_whole
from languages import worded

COLUMNS = ("item", "split")
NONE = "none"
SHOWN = 20

NO_TABLE = worded("{name}, row {row}: a table of splits has the columns item and split, with an item in each row.")


def export_split(
    project: Annotated[str, typer.Option("--project", help="The project's short name.")],
    out: Annotated[Path, typer.Option("--out", help="The file to write: a csv with the columns item and split.")],
    splits: Annotated[
        str, typer.Option(help="Shares, or counts with one split that takes the rest: test=200,train=rest.")
    ] = "train=.8,dev=.1,test=.1",
    group_by: Annotated[
        list[str] | None,
        typer.Option(help="What keeps items together: a tag, dialogue, memory or text; several times; none."),
    ] = None,
    stratify_by: Annotated[list[str] | None, typer.Option(help="A tag whose values are spread evenly.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same splits.")] = 0,
    earlier: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, help="A table of splits that stays as it is; new items are added to it."
        ),
    ] = None,
    similarity: Annotated[
        float, typer.Option(min=0, max=1, help="Texts this alike are near-duplicates; 0: only equal ones.")
    ] = THRESHOLD,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was reached as one JSON document.")] = False,
) -> None:
    """Write the split of every item: seeded, what belongs together kept together, stable when items are added."""
    groups = None if not group_by else [name for name in group_by if name != NONE]
    with output.refusals():
        store.require_current()
        before = read_table(earlier.read_bytes(), name=earlier.name) if earlier else None
        with store.reading() as session:
            found = split_of_project(
                session,
                slug=project,
                wishes=read_wishes(splits),
                seed=seed,
                group_by=groups,
                strata=stratify_by or (),
                earlier=before,
                near=similarity or None,
            )
        write_whole(out, [table(found.rows)])
        with store.writing() as session:
            files.record(session, slug=project, what="splits", format_name="csv", now=output.now(), account_id=None)
    if as_json:
        output.document(found.as_json())
    else:
        _tell(found)
    typer.echo(f"Wrote {out}.", err=True)


def table(rows: Sequence[tuple[str, str]]) -> bytes:
    """The table of items and splits as csv."""
    page = io.StringIO()
    csv.writer(page, lineterminator="\n").writerows([COLUMNS, *rows])
    return page.getvalue().encode()


def read_table(content: bytes, *, name: str = "splits.csv") -> dict[str, str]:
    """The split of each item that has one. Raises Unreadable, naming the row."""
    try:
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise Unreadable(worded(NO_TABLE, name=name, row=1)) from error
    if not rows or not set(COLUMNS) <= set(rows[0]):
        raise Unreadable(worded(NO_TABLE, name=name, row=1))
    item, split = (rows[0].index(column) for column in COLUMNS)
    found: dict[str, str] = {}
    for number, row in enumerate(rows[1:], start=2):
        if not row:
            continue
        if len(row) <= max(item, split) or not row[item] or row[item] in found:
            raise Unreadable(worded(NO_TABLE, name=name, row=number))
        found[row[item]] = row[split]
    return {each: place for each, place in found.items() if place}


def _tell(found: Split) -> None:
    for size in found.sizes:
        wished = f"wished {size.wished:g}, {size.wished_share:.1%}"
        typer.echo(f"{size.name:<12} {size.n:>6} items, {size.share:.1%}, in {size.n_groups} groups ({wished})")
    for stratum in found.strata:
        wished = f"wished {stratum.wished_share:.1%}"
        told = f"{stratum.split:<12} {stratum.n:>6} of {stratum.of} with {stratum.tag} {stratum.value}"
        typer.echo(f"{told}, {stratum.share:.1%} ({wished})")
    typer.echo(f"{found.text_method}: {len(found.near_duplicates)} pairs nearly the same.")
    for item, why in list(found.left_out.items())[:SHOWN]:
        typer.echo(f"Left out {item}: {LEFT_OUT[why]}.", err=True)
    if len(found.left_out) > SHOWN:
        typer.echo(f"… and {len(found.left_out) - SHOWN} more.", err=True)
