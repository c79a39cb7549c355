"""The command `python -m exports measures`: what the gold and the models' outputs say of the systems."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from annotation import store
from annotation.commands import output
from annotation.errors import WrongUse
from exports import files
from exports.whole_files import write_whole
from languages import worded

if TYPE_CHECKING:
    from exports.measured import Results


def export_measures(
    project: Annotated[
        list[str],
        typer.Option("--project", help="The project; more of them where roles, use and scores are projects apart."),
    ],
    out: Annotated[Path, typer.Option("--out", help="The file to write; one that is there is replaced.")],
    format_name: Annotated[Literal["csv", "json", "md"], typer.Option("--format", help="csv, json, md")] = "csv",
    cluster: Annotated[
        str, typer.Option(help="The tag whose values are drawn as a whole for the intervals; else items.")
    ] = "",
    bootstrap: Annotated[int, typer.Option(min=0, help="How often it is drawn for the intervals.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same intervals.")] = 0,
    differences: Annotated[
        bool, typer.Option("--differences", help="In csv: the paired differences between systems instead.")
    ] = False,
) -> None:
    """Write the measures of the benchmarks, by system and setting with intervals, and say what others lack.

    json and md have the differences between systems, and between settings, beside the figures.
    """
    from exports.measured import results  # the statistics are imported only here

    with output.refusals():
        if differences and format_name != "csv":
            raise WrongUse(worded("--differences is for csv; json and md have them beside the figures."))
        store.require_current()
        with store.reading() as session:
            found = results(
                session, slug=project[0], beside=project[1:], cluster=cluster, replicates=bootstrap, seed=seed
            )
        write_whole(out, [(_differences if differences else WRITERS[format_name])(found)])
        with store.writing() as session:
            files.record(
                session,
                slug=project[0],
                what="measures",
                format_name=format_name,
                now=output.now(),
                account_id=None,
            )
    for each in found.found:
        if each.lacks:
            typer.echo(f"Not computed: {each.title}. Missing: {'; '.join(each.lacks)}.", err=True)
    typer.echo(f"Wrote {out}.", err=True)


def _csv(found: Results) -> bytes:
    from exports.measure_tables import sheet

    return sheet(found).as_csv()


def _differences(found: Results) -> bytes:
    from exports.difference_tables import sheet

    return sheet(found).as_csv()


def _json(found: Results) -> bytes:
    return (json.dumps(found.as_json(), ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def _md(found: Results) -> bytes:
    from exports.measure_tables import as_markdown

    return as_markdown(found).encode()


WRITERS: Mapping[str, Callable[[Results], bytes]] = {"csv": _csv, "json": _json, "md": _md}
