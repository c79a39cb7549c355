"""`python -m annotation known`: what is known to be right, and mixing it into the queues."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from annotation import store
from annotation.commands import output
from annotation.commands.options import AsJson, File, Partial, Slug
from annotation.commands.rounds import DryRun, Items, Seed, Tag, tell_mixed, which
from annotation.quality import known, known_mixing

app = typer.Typer(help="Known answers: take them, list them, mix their items in, forget them.", no_args_is_help=True)


@app.command(name="list")
def list_known(project: Slug, as_json: AsJson = False) -> None:
    """List the items with known answers."""
    with output.refusals():
        store.require_current()
        with store.reading() as session:
            found = known.listed(session, slug=project)
    if as_json:
        output.document({"items": [asdict(each) for each in found]})
        return
    for each in found:
        origins = " and ".join(each.origins)
        typer.echo(f"{each.item:<24} {each.answers} answers from {origins}; {each.annotators} annotators meet it")


@app.command()
def decisions(project: Slug, tag: Tag = None, items: Items = None) -> None:
    """Take what is decided on items for known."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            done = known.from_decisions(session, slug=project, which=which(tag, items), now=output.now())
    typer.echo(f"{done} answers are new or changed.")


@app.command()
def file(file: File, project: Slug, partial: Partial = False, as_json: AsJson = False) -> None:
    """Take known answers from a label file (item, target, question, label); its comments are explanations."""
    nothing = {"added": 0, "changed": 0, "skipped": 0, "blank": 0}
    with output.refusals(nothing if as_json else None):
        store.require_current()
        with store.writing() as session:
            done = known.from_file(session, file.read_bytes(), slug=project, partial=partial, now=output.now())
    output.tell_refused(done.rows_refused)
    if as_json:
        output.document({**asdict(done), "rows_refused": output.refused_json(done.rows_refused)})
        return
    typer.echo(
        f"{done.added} answers added, {done.changed} changed; {done.skipped} were known already; "
        f"{done.blank} rows are blank; {len(done.rows_refused)} rows are refused."
    )


@app.command()
def forget(project: Slug, tag: Tag = None, items: Items = None) -> None:
    """Take the answers of items for known no longer."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            done = known.forget(session, slug=project, which=which(tag, items), now=output.now())
    typer.echo(f"{done} answers forgotten.")


@app.command()
def mix(
    project: Slug,
    each: Annotated[int, typer.Option(help="How many known items each annotator gets.")] = 5,
    tag: Tag = None,
    items: Items = None,
    seed: Seed = 0,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Mix known items into everybody's queue, at places drawn with the seed, for those who do not have them anyway."""
    with output.refusals():
        store.require_current()
        chosen = which(tag, items)
        if dry_run:
            with store.reading() as session:
                done = known_mixing.preview(session, slug=project, each=each, which=chosen, seed=seed)
        else:
            with store.writing() as session:
                done = known_mixing.mix_in(session, slug=project, each=each, which=chosen, seed=seed, now=output.now())
    tell_mixed(done.people, done.added, dry_run=dry_run, as_json=as_json)
