"""Commands about layers and releases: `python -m exports layer|release|verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from annotation import store
from annotation.commands import output
from exports import files, layers, naming
from exports.whole_files import write_whole
from exports.writers import names as formats

Slug = Annotated[str, typer.Option("--project", help="The project's short name.")]


def add_to(app: typer.Typer) -> None:
    """Give an application these commands."""
    app.command(name="layer")(export_layer)
    app.command(name="release")(make_release)
    app.command(name="verify")(verify_release)


def export_layer(
    layer: Annotated[str, typer.Argument(help=", ".join(layers.COLUMNS))],
    project: Slug,
    out: Annotated[Path, typer.Option("--out", help="The file to write; one that is there is replaced.")],
    format_name: Annotated[str, typer.Option("--format", help=", ".join(formats(tables=True)))] = "csv",
    shape: Annotated[
        Literal["long", "wide"], typer.Option(help="Wide: current by rater, soft by label; the others are long.")
    ] = "long",
    names: Annotated[bool, typer.Option("--names", help="The names of accounts instead of pseudonyms.")] = False,
) -> None:
    """Write one layer of what is known: every revision, drafts, current, gold, soft, decisions, comments."""
    with output.refusals():
        store.require_current()
        with store.reading() as session:
            pieces = layers.stream(session, slug=project, name=layer, format_name=format_name, shape=shape, names=names)
            write_whole(out, pieces)
        with store.writing() as session:
            files.record(
                session,
                slug=project,
                what=layer,
                format_name=format_name,
                now=output.now(),
                account_id=None,
                names=names,
            )
    typer.echo(f"Wrote {out}.", err=True)


def make_release(
    project: Slug,
    out: Annotated[Path, typer.Option("--out", help="A folder that is new, empty or a release; or a file x.zip.")],
    splits: Annotated[str, typer.Option(help="train=.8,dev=.1,test=.1, or counts: test=200,train=rest.")] = "",
    group_by: Annotated[
        list[str] | None,
        typer.Option(help="A tag, or dialogue, memory, text: what stays in one split; may be given again."),
    ] = None,
    strata: Annotated[list[str] | None, typer.Option(help="A tag to keep in proportion; may be given again.")] = None,
    seed: Annotated[int, typer.Option(help="Of the splits and of the cut test file.")] = 0,
    new_splits: Annotated[
        bool, typer.Option("--new-splits", help="Split anew: items may leave the splits of the release before.")
    ] = False,
    card: Annotated[Path | None, typer.Option(help="A YAML file with what the database does not know.")] = None,
) -> None:
    """Freeze the gold with everything that it can be checked by, and write it to a folder or a zip file."""
    from exports import release, release_options  # the statistics are imported only here
    from exports.release_place import check_place, write_release

    with output.refusals():
        store.require_current()
        told = release_options.read_card(card) if card else release_options.CardTold()
        options = release_options.checked(
            splits=splits,
            group_by=tuple(group_by) if group_by else None,
            strata=tuple(strata or ()),
            seed=seed,
            keep_splits=not new_splits,
            card=told,
        )
        check_place(out)
        made = release.make(slug=project, options=options, account_id=None, now=output.now())
        write_release(made.content, out)
    n = made.manifest["counts"]["undecided"]
    if not made.is_new:
        typer.echo(f"Nothing has changed since release {made.number}: it is written again.", err=True)
    if n:
        left = len({each["item"] for each in made.manifest["left_out"]})
        typer.echo(f"{n} targets are undecided, and {left} items left out: they are listed.", err=True)
    with store.reading() as session:
        named = naming.named_by_files(session, slug=project)
    if named:
        typer.echo(f"People from files stand in it under the names of those files: {', '.join(named)}.", err=True)
    typer.echo(f"Wrote release {made.number} to {out}.", err=True)


def verify_release(
    place: Annotated[Path, typer.Argument(help="The folder of a release, or its zip file.", exists=True)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Check a release from nothing but its files; exit 1 and the differences where it does not hold."""
    from exports.verifying import verify  # the statistics are imported only here

    with output.refusals():
        found = verify(place)
    if as_json:
        output.document({"holds": not found, "differences": [each.as_json() for each in found]})
    for each in found if not as_json else ():
        typer.echo(str(each))
    typer.echo("The release holds." if not found else f"The release does not hold: {len(found)} differences.", err=True)
    if found:
        raise typer.Exit(1)
