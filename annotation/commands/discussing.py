"""`python -m annotation discuss`: open a discussion of what people differ on, look at it beforehand, close it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from annotation import store
from annotation.commands import output
from annotation.commands.options import AsJson, Slug
from annotation.discussion import opening as discussion
from annotation.discussion.opening import Preview
from annotation.errors import WrongUse
from languages import worded


def register(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(discuss)


def discuss(
    project: Slug,
    preview: Annotated[bool, typer.Option("--preview", help="Say what would be discussed, and open nothing.")] = False,
    close: Annotated[bool, typer.Option("--close", help="Close the discussion that is open.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Draws everybody's own order of items.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Open a round in which people discuss what they differ on; the round before it has to be closed."""
    with output.refusals():
        if preview and close:
            raise WrongUse(worded("--preview and --close do not go together."))
        store.require_current()
        if close:
            _close(project, as_json=as_json)
            return
        if preview:
            with store.reading() as session:
                _tell(discussion.preview(session, slug=project), None, as_json=as_json)
            return
        with store.writing() as session:
            opened = discussion.open_discussion(session, slug=project, seed=seed, now=output.now())
    _tell(opened.about, opened.round, as_json=as_json)


def _close(project: str, *, as_json: bool) -> None:
    with store.writing() as session:
        number = discussion.close(session, slug=project, now=output.now())
    if as_json:
        output.document({"closed": number})
        return
    typer.echo(f"Round {number} is closed.")


def _tell(found: Preview, opened: int | None, *, as_json: bool) -> None:
    """Say what is discussed; as JSON with `round`, the round discussed, and `opened`, the new one or null."""
    if as_json:
        output.document({"opened": opened, **asdict(found)})
        return
    typer.echo(f"Round {opened} is open." if opened else f"Round {found.round} would be discussed.")
    typer.echo(
        f"{found.places} places on {found.targets} targets of {found.items} items, "
        f"by {found.people} people with {found.assignments} assignments."
    )
    if found.decided:
        typer.echo(f"Left out: {found.decided} places that an adjudicator has decided.")
    if found.alone:
        typer.echo(f"Left out: {found.alone} places that fewer than two people could talk about.")
    if found.imported or found.closed:
        typer.echo(f"Cannot take part: {found.imported} imported people, {found.closed} closed accounts.")
