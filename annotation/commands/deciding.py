"""`python -m annotation send-back`, `accept` and `undo-accept`: what an adjudicator does at the desk, by command.

A command acts for no account: what it accepts is decided by the rule, as `settle` decides, and not by an adjudicator.
"""

from __future__ import annotations

from typing import Annotated

import typer
from sqlmodel import select

from annotation import models as m
from annotation import projects, store
from annotation.commands import output
from annotation.commands.options import AsJson, Slug
from annotation.desk import accepting, bulk, sending_back
from annotation.desk.filters import Filters
from annotation.errors import NotFound
from annotation.timestamps import written
from languages import worded


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command(name="send-back")(send_back)
    app.command()(accept)
    app.command(name="undo-accept")(undo_accept)


def send_back(
    project: Slug,
    item: Annotated[str, typer.Option("--item", help="The item's id, as it was imported.")],
    annotator: Annotated[str, typer.Option("--annotator", help="Their name or their pseudonym.")],
    reason: Annotated[str, typer.Option("--reason", help="Why; the annotator reads it.")],
    as_json: AsJson = False,
) -> None:
    """Ask one annotator to look at one item again; it reopens for them alone, in a closed round too."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            found = projects.find(session, project)
            row = session.exec(select(m.Item).where(m.Item.project_id == found.id, m.Item.source_id == item)).first()
            if row is None:
                raise NotFound(worded("The project {slug!r} has no item {item!r}.", slug=project, item=item))
            rater = sending_back.rater_named(session, found, annotator)
            sending_back.send_back(
                session, found, item=row, rater=rater, account_id=None, reason=reason, now=output.now()
            )
            told = {"item": item, "rater": rater.pseudonym}
    if as_json:
        output.document(told)
        return
    typer.echo(f"Item {item} is sent back to {annotator}.")


def accept(
    project: Slug,
    share: Annotated[str, typer.Option("--share", help="Who gave the label, at least: 2/3, .75 or 1.")],
    min_raters: Annotated[int, typer.Option("--min-raters", help="Of this many raters or more.")] = 2,
    question: Annotated[str, typer.Option("--question", help="Only this question.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say how many it would be; decide nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Decide by majority what is disputed, where at least so large a share of so many raters agree."""
    with output.refusals():
        store.require_current()
        rule, filters = accepting.rule(share, min_raters), Filters(question=question)
        with store.reading() as session:
            seen = bulk.preview(session, slug=project, rule=rule, filters=filters, account_id=None)
        if not dry_run:
            with store.writing() as session:
                bulk.accept(
                    session,
                    slug=project,
                    rule=rule,
                    filters=filters,
                    account_id=None,
                    now=output.now(),
                    digest=seen.digest,
                )
    if as_json:
        counts = [{"question": each[0], "label": each[1], "count": each[2]} for each in seen.by]
        output.document({"accepted": 0 if dry_run else seen.total, "would_be": seen.total, "by": counts})
        return
    typer.echo(f"{seen.total} {'would be ' if dry_run else ''}decided.")
    for key, label, count in seen.by:
        typer.echo(f"  {key:<24} {label:<24} {count}")


def undo_accept(
    project: Slug,
    number: Annotated[
        int | None, typer.Option("--number", min=1, help="Which acceptance; without it they are listed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take back what is left of an acceptance by a rule that a command made; without a number list them."""
    with output.refusals():
        store.require_current()
        if number is not None:
            with store.writing() as session:
                undone = bulk.undo(session, slug=project, number=number, account_id=None, now=output.now())
        with store.reading() as session:
            found = bulk.runs(session, slug=project)
    if as_json:
        listed = [{"at": written(each.at), **_run_json(each)} for each in found]
        output.document({"undone": 0 if number is None else undone, "acceptances": listed})
        return
    if number is not None:
        typer.echo(f"{undone} decisions are taken back.")
        return
    if not found:
        typer.echo("Nothing has been accepted by a rule.")
    for each in found:
        by = "a command" if each.account_id is None else "an adjudicator"
        typer.echo(f"{each.number}: {written(each.at)}, by {by}: {each.rule}; {each.standing} of {each.accepted} stand")


def _run_json(each: bulk.Run) -> dict[str, object]:
    return {
        "number": each.number,
        "by_command": each.account_id is None,
        "rule": each.rule,
        "accepted": each.accepted,
        "standing": each.standing,
    }
