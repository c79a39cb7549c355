"""`python -m annotation judge` and `tuned`: what LLM judges said, and on what they were tuned."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from annotation import judges, store
from annotation.commands import output
from annotation.commands.options import AsJson, File, Partial, Slug, UnderCodebook
from annotation.imports import judge_import
from annotation.imports.judge_import import ScoresTaken
from annotation.item_choice import TheseItems


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(judge)
    app.command()(tuned)


def judge(
    file: File,
    project: Slug,
    name: Annotated[str, typer.Option(help="The judge's name [the rater column, else the file's name].")] = "",
    version: Annotated[str, typer.Option("--version", help="Of model and prompt [the version column].")] = "",
    run: Annotated[str, typer.Option(help="Which of several runs [the run column].")] = "",
    mapped: Annotated[
        list[str] | None, typer.Option("--map", metavar="OLD=NEW", help="What an answer means; may be repeated.")
    ] = None,
    codebook: UnderCodebook = None,
    partial: Partial = False,
    as_json: AsJson = False,
) -> None:
    """Take an LLM judge's scores: csv, tsv or jsonl with item, target, question, label; never counted as a person's."""
    nothing = {"judgments_added": 0, "judgments_skipped": 0, "blank": 0, "n_unparsed": 0}
    with output.refusals(nothing if as_json else None):
        meanings = judge_import.meanings(mapped or [])
        store.require_current()
        with store.writing() as session:
            done = judge_import.import_scores(
                session,
                file.read_bytes(),
                slug=project,
                file_name=file.stem,
                now=output.now(),
                name=name,
                version=version,
                run=run,
                meanings=meanings,
                codebook=codebook,
                partial=partial,
            )
    for sentence in done.understood:
        typer.echo(sentence, err=True)
    output.tell_refused(done.rows_refused)
    if as_json:
        output.document(_scores_json(done))
        return
    output.tell_refused(done.unparsed)
    typer.echo(
        f"Added {done.judgments_added} scores of {'; '.join(each.title for each in done.judges) or 'no judge'}, "
        f"of which {len(done.unparsed)} give no label; {done.judgments_skipped} were there already; "
        f"{done.blank} rows are blank; {len(done.rows_refused)} rows are refused."
    )


def tuned(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Item ids, one a line; empty for none.")],
    project: Slug,
    name: Annotated[str, typer.Option(help="The judge's name.")],
    version: Annotated[str, typer.Option("--version", help="The judge's version.")] = "",
) -> None:
    """Say on which items a judge was tuned: exactly these are left out where it is compared with people."""
    with output.refusals():
        store.require_current()
        ids = [line.strip() for line in file.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
        with store.writing() as session:
            count = judges.mark_tuned(
                session,
                slug=project,
                name=name,
                version=version,
                which=TheseItems(tuple(ids)) if ids else "none",
                now=output.now(),
            )
    typer.echo(f"{count} items are left out where {name} is compared with people.")


def _scores_json(done: ScoresTaken) -> dict[str, Any]:
    return {
        **asdict(done),
        "n_unparsed": len(done.unparsed),
        "unparsed": output.refused_json(done.unparsed),
        "judges": [each._asdict() for each in done.judges],
        "rows_refused": output.refused_json(done.rows_refused),
    }
