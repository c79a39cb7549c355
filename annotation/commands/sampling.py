"""`python -m annotation sample`: the part of a project's items that people label, drawn by chance."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from annotation import sampling, store
from annotation.commands import output
from annotation.commands.options import AsJson, Slug


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command(name="sample")(draw)


def draw(
    project: Slug,
    n: Annotated[int, typer.Option("--n", min=1, help="How many items to draw.")],
    by: Annotated[str, typer.Option("--by", help="Tags to stratify by, with commas between them.")] = "",
    allocation: Annotated[
        sampling.Allocation, typer.Option(help="From each stratum its share, or as many from each.")
    ] = "proportional",
    seed: Annotated[int, typer.Option(help="The same seed draws the same items.")] = 0,
    name: Annotated[str, typer.Option(help="What the sample is called.")] = "validation",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be drawn, and store nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Draw items for people to label, and keep the probability of each; `assign --sample NAME` gives them out."""
    tags = [tag.strip() for tag in by.split(",") if tag.strip()]
    with output.refusals():
        store.require_current()
        if dry_run:
            with store.reading() as session:
                drawn = sampling.plan(session, slug=project, n=n, seed=seed, by=tags, allocation=allocation)
        else:
            with store.writing() as session:
                drawn = sampling.sample(
                    session, slug=project, name=name, n=n, seed=seed, by=tags, allocation=allocation, now=output.now()
                )
    if as_json:
        strata = [{**asdict(each), "probability": each.probability} for each in drawn]
        output.document({"sample": name, "items": sum(each.drawn for each in drawn), "strata": strata})
        return
    typer.echo(f"{'Would draw' if dry_run else 'Drew'} {sum(each.drawn for each in drawn)} items.")
    for each in drawn if tags else []:
        typer.echo(f"  {', '.join(each.stratum) or '(none)':<32} {each.drawn} of {each.items}")
