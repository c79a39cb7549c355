"""`python -m annotation …`: the database, imports, assignment, settling and status."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from annotation import assignment, store
from annotation import demo as demo_study
from annotation.codebook import Codebook, read_file
from annotation.commands import first, output
from annotation.commands.options import AsJson, File, Partial, RoundNumber, Slug
from annotation.desk import adjudication
from annotation.errors import WrongUse
from annotation.imports import importing
from annotation.imports.look import Imported
from annotation.readers.columns import ColumnMap
from annotation.status import Status, status, statuses
from languages import worded


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(init)
    app.command()(demo)
    app.command(name="import")(import_file)
    app.command()(assign)
    app.command()(settle)
    app.command(name="status")(show_status)


def init() -> None:
    """Make the database or bring it up to this version; at a terminal, then ask for the first account."""
    with output.refusals():
        store.upgrade()
    typer.echo("The database is ready.", err=True)
    first.offer()


def demo(
    if_empty: Annotated[
        bool, typer.Option("--if-empty", help="Do nothing where there is an account or a project.")
    ] = False,
) -> None:
    """Make the sample project and its accounts, and print their passwords once."""
    with output.refusals():
        store.upgrade()
        with store.writing() as session:
            sign_ins = demo_study.make(session, now=output.now(), only_if_empty=if_empty)
    if sign_ins is None:
        typer.echo("There are accounts or projects already; no demo was made.", err=True)
        return
    typer.echo("The demo project is ready. Sign in as one of these; the passwords are shown this once:")
    for each in sign_ins:
        typer.echo(f"  {each.name:<10} {each.password}   {each.role}")


def import_file(
    file: File,
    project: Slug,
    protocol: Annotated[
        str | None, typer.Option(help="The codebook of a new project: a built-in one's name, or a file.yaml.")
    ] = None,
    format_name: Annotated[str | None, typer.Option("--format", help="The file's format, if not recognized.")] = None,
    mapped: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="ROLE=COLUMN", help="What a column of a table is: id=编号; may be repeated."),
    ] = None,
    title: Annotated[str | None, typer.Option(help="The title of a new project.")] = None,
    partial: Partial = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and save nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take a benchmark's items, or responses to them, into a project, which is made if it is new."""
    nothing = {"items_added": 0, "items_skipped": 0, "memories": 0, "responses": 0}
    with output.refusals(nothing if as_json else None):
        columns = ColumnMap.parsed(mapped) if mapped else None
        book = _protocol(protocol)
        store.require_current()
        with store.writing() as session:
            done = importing.import_items(
                session,
                file.read_bytes(),
                slug=project,
                now=output.now(),
                protocol=book,
                format_name=format_name,
                columns=columns,
                title=title,
                partial=partial,
                dry_run=dry_run,
            )
    output.tell_refused(done.rows_refused)
    if as_json:
        output.document({**asdict(done), "rows_refused": output.refused_json(done.rows_refused)})
    else:
        typer.echo(_imported(done, would=dry_run))
    if dry_run and done.rows_refused and not partial:
        raise typer.Exit(1)


def _protocol(name: str | None) -> str | Codebook | None:
    """A built-in codebook's name as it is, or the codebook in a file."""
    if name is None or not name.endswith((".yaml", ".yml")):
        return name
    if not Path(name).is_file():
        raise WrongUse(worded("There is no file {name!r}.", name=name))
    return read_file(Path(name))


def _imported(done: Imported, *, would: bool) -> str:
    known = done.items_skipped + done.responses_skipped
    responses = f" and {done.responses} responses" if done.responses or done.responses_skipped else ""
    return (
        f"{'Would add' if would else 'Added'} {done.items_added} items with {done.memories} memories{responses}; "
        f"{known} were there already; {len(done.rows_refused)} rows are refused."
    )


def assign(
    project: Slug,
    annotators: Annotated[str, typer.Option(help="Names of accounts, with commas between them.")],
    overlap: Annotated[int, typer.Option(help="How many annotators label each item.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same plan.")] = 0,
    sample: Annotated[str | None, typer.Option(help="Only the items of this sample.")] = None,
    as_json: AsJson = False,
) -> None:
    """Give items to annotators: as many to each, in a seeded order. Run again, it only adds what is missing."""
    names = [name.strip() for name in annotators.split(",") if name.strip()]
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            done = assignment.assign(
                session, slug=project, annotators=names, overlap=overlap, seed=seed, sample=sample, now=output.now()
            )
    if as_json:
        output.document(asdict(done))
        return
    typer.echo(f"{done.assignments_added} assignments added.")
    if done.kept_away:
        typer.echo(
            f"{done.kept_away} were not made: the annotator met the item in a training, in a calibration or as a known "
            f"item. {done.items_short} items have fewer annotators than {overlap}."
        )
    for name, load in done.loads.items():
        typer.echo(f"  {name:<24} {load} items")


def settle(
    project: Slug,
    policy: Annotated[adjudication.Policy, typer.Option(help="Decide where all agree, or also where most do.")],
    round_number: RoundNumber = None,
    min_raters: Annotated[int, typer.Option("--min-raters", help="Decide with this many raters or more.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Decide by a rule what can be decided; ties stay for the adjudicator."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            done = adjudication.settle(
                session,
                slug=project,
                policy=policy,
                now=output.now(),
                round_number=round_number,
                min_raters=min_raters,
            )
    if as_json:
        output.document(asdict(done))
        return
    typer.echo(f"{done.decided} decided, {done.undecided} undecided.")


def show_status(
    project: Annotated[str | None, typer.Option("--project", help="One project; without it all.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say how far a project is, or all of them."""
    with output.refusals():
        store.require_current()
        with store.reading() as session:
            found = [status(session, slug=project)] if project else statuses(session)
    if as_json:
        output.document(_status_json(found[0]) if project else {"projects": [_status_json(each) for each in found]})
        return
    if not found:
        typer.echo("There is no project yet.", err=True)
    for each in found:
        typer.echo(
            f"{each.project}: {each.items} items, {each.targets} targets, {each.judgments} judgments; "
            f"{each.items_complete} of {each.items_assigned} assigned items complete"
        )
        for person in each.annotators:
            typer.echo(f"  {person.annotator:<24} {person.done} of {person.total} items")


def _status_json(found: Status) -> dict[str, Any]:
    return asdict(found)
