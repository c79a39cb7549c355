"""The command line: `python -m exports`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from annotation import store
from annotation.commands import output
from annotation.uncollected import uncollected
from exports import commands, files, gold, labels, libraries
from exports.measures_command import export_measures
from exports.split_command import export_split
from exports.whole_files import write_whole
from exports.writers import names

app = typer.Typer(
    help="Accord: write labels, gold and reports to files.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

commands.add_to(app)
app.command(name="split")(export_split)
app.command(name="measures")(export_measures)

Slug = Annotated[str, typer.Option("--project", help="The project's short name.")]
Out = Annotated[Path, typer.Option("--out", help="The file to write; one that is there is replaced.")]
SHOWN = 20


@app.command(name="labels")
def export_labels(
    project: Slug,
    out: Out,
    format_name: Annotated[str, typer.Option("--format", help=", ".join(names(tables=True)))] = "csv",
    shape: Annotated[
        Literal["long", "wide"], typer.Option(help="One row per judgment; or a column for each rater.")
    ] = "long",
) -> None:
    """Write every current judgment; the wide shape has the labels alone."""
    with output.refusals():
        store.require_current()
        with store.reading() as session:
            write_whole(out, labels.stream(session, slug=project, format_name=format_name, shape=shape))
        _log(project, "labels", format_name)
    typer.echo(f"Wrote {out}.", err=True)


@app.command(name="gold")
def export_gold(
    project: Slug,
    out: Out,
    format_name: Annotated[str, typer.Option("--format", help=", ".join(names()))] = "csv",
    only: Annotated[
        Literal["decided"] | None, typer.Option(help="In a table, leave out the rows without a decision.")
    ] = None,
) -> None:
    """Write the gold: as a table, or in the benchmark's own format."""
    with output.refusals():
        store.require_current()
        left_out: list[str] = []
        with store.reading() as session:
            pieces = gold.stream(
                session,
                slug=project,
                format_name=format_name,
                only_decided=only == "decided",
                left_out=left_out.append,
            )
            write_whole(out, pieces)
        _log(project, "gold", format_name)
    if left_out:
        shown = ", ".join(left_out[:SHOWN]) + (" …" if len(left_out) > SHOWN else "")
        typer.echo(f"Left out {len(left_out)} items with an undecided target: {shown}", err=True)
    typer.echo(f"Wrote {out}.", err=True)


@app.command(name="comments")
def export_comments(
    project: Slug,
    out: Out,
    format_name: Annotated[str, typer.Option("--format", help=", ".join(names(tables=True)))] = "csv",
) -> None:
    """Write what people said beside their labels: comments of discussions, flags, notes, skips; under pseudonyms."""
    commands.export_layer("comments", project, out, format_name=format_name, shape="long", names=False)


@app.command(name="report")
def export_report(
    project: Slug,
    out: Out,
    format_name: Annotated[
        Literal["html", "md", "latex", "json"], typer.Option("--format", help="html, md, latex, json")
    ] = "json",
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="The number of the round.")] = None,
) -> None:
    """Write the agreement of the raters, and of judges with them, with a methods paragraph for a paper."""
    from exports import reports  # the statistics are imported only here
    from exports.study import study

    with output.refusals():
        store.require_current()
        with store.reading() as session:
            found = study(session, slug=project, round_number=round_number)
        write_whole(out, [reports.find(format_name).write(found).encode()])
        _log(project, "report", format_name)
    typer.echo(f"Wrote {out}.", err=True)


def _log(slug: str, what: str, format_name: str) -> None:
    with store.writing() as session:
        files.record(session, slug=slug, what=what, format_name=format_name, now=output.now(), account_id=None)


if __name__ == "__main__":
    for name, value in libraries.SETTINGS.items():
        os.environ.setdefault(name, value)
    with uncollected():
        app(prog_name="python -m exports")
