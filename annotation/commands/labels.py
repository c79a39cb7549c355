"""`python -m annotation labels`: human judgments made elsewhere, from a plain table or another tool's own file."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from annotation import label_files, store
from annotation.commands import output
from annotation.commands.options import AsJson, File, Partial, RoundNumber, Slug, UnderCodebook
from annotation.imports import label_import
from annotation.label_files import How
from annotation.label_files.options import COLUMNS, renamings


def register(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(labels)


def labels(
    file: File,
    project: Slug,
    round_number: RoundNumber = None,
    as_account: Annotated[bool, typer.Option("--as-account", help="A rater may be the name of an account.")] = False,
    revise: Annotated[
        bool, typer.Option("--revise", help="A new label replaces the same rater's earlier one.")
    ] = False,
    format_name: Annotated[
        str | None,
        typer.Option("--format", help=f"The file's format, if not recognized: {', '.join(label_files.formats())}."),
    ] = None,
    item: Annotated[str | None, typer.Option(help="The column, or a tool's field, of the items' ids.")] = None,
    target: Annotated[str | None, typer.Option(help="The column, or a tool's field, of the targets.")] = None,
    question: Annotated[str | None, typer.Option(help="The column of the questions.")] = None,
    rater: Annotated[str | None, typer.Option(help="The column, or a tool's field, of the raters.")] = None,
    label: Annotated[str | None, typer.Option(help="The column of the labels.")] = None,
    mapped: Annotated[
        list[str] | None, typer.Option("--map", metavar="OLD=NEW", help="What a label is here; may be repeated.")
    ] = None,
    renamed: Annotated[
        list[str] | None, typer.Option("--rename", metavar="OLD=NEW", help="What a question is here; may be repeated.")
    ] = None,
    codebook: UnderCodebook = None,
    partial: Partial = False,
    as_json: AsJson = False,
) -> None:
    """Take human judgments that were made elsewhere.

    A table (csv, tsv, xlsx or jsonl) with item, target, question, rater, label, or the export of Label Studio, Prodigy,
    Argilla or doccano, which is recognized; how it was read is then said.
    """
    nothing = {"judgments_added": 0, "judgments_skipped": 0, "blank": 0}
    named = dict(zip(COLUMNS, (item, target, question, rater, label), strict=True))
    with output.refusals(nothing if as_json else None):
        how = How(
            format_name=format_name,
            file_name=file.name,
            columns={ours: theirs for ours, theirs in named.items() if theirs is not None},
            labels=renamings(mapped or []),
            questions=renamings(renamed or []),
        )
        store.require_current()
        with store.writing() as session:
            done = label_import.import_labels(
                session,
                file.read_bytes(),
                slug=project,
                now=output.now(),
                round_number=round_number,
                as_account=as_account,
                revise=revise,
                partial=partial,
                how=how,
                codebook=codebook,
            )
    for sentence in done.understood:
        typer.echo(sentence, err=True)
    output.tell_refused(done.rows_refused)
    if as_json:
        output.document({**asdict(done), "rows_refused": output.refused_json(done.rows_refused)})
        return
    dropped = sum(done.dropped.values())
    typer.echo(
        f"Added {done.judgments_added} judgments; {done.judgments_skipped} were there already; "
        f"{done.blank} rows are blank; {f'{dropped} answers are dropped; ' if dropped else ''}"
        f"{len(done.rows_refused)} rows are refused."
    )
