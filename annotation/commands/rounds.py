"""`python -m annotation round|repeats|training|pause|resume`: which rounds there are, and quality while it is made."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated, Any

import typer

from annotation import round_list, rounds, store
from annotation.commands import output
from annotation.commands.options import AsJson, RoundNumber, Slug
from annotation.errors import WrongUse
from annotation.item_choice import TagIs, TheseItems, Which
from annotation.practice import calibration
from annotation.practice import training as trainings
from annotation.quality import pausing, repeats
from annotation.quality.mixing import Mixed
from languages import worded

app = typer.Typer(help="List, open, close and reopen rounds.", no_args_is_help=True)

Names = Annotated[str, typer.Option("--annotators", help="Names of accounts, with commas between them.")]
Tag = Annotated[str | None, typer.Option("--tag", metavar="NAME=VALUE", help="Only the items with this tag.")]
Items = Annotated[str | None, typer.Option("--items", help="Only these items: ids with commas between them.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same plan.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and store nothing.")]


class OpenedKind(StrEnum):
    """What kind of round is opened here; a discussion has a command of its own."""

    independent = "independent"
    calibration = "calibration"


def register(root: typer.Typer) -> None:
    """Add these commands to the command line."""
    root.add_typer(app, name="round")
    root.command(name="repeats")(plan_repeats)
    root.command(name="training")(train)
    root.command()(pause)
    root.command()(resume)


def which(tag: str | None, items: str | None) -> Which:
    """The items that two options mean; all of them where neither is given. Raises WrongUse."""
    if tag is not None and items is not None:
        raise WrongUse(worded("Give --tag or --items, not both."))
    if items is not None:
        return TheseItems.pasted(items.replace(",", "\n"))
    if tag is None:
        return "all"
    name, equals, value = tag.partition("=")
    if not equals:
        raise WrongUse(worded("{tag!r} is not written NAME=VALUE.", tag=tag))
    return TagIs(name.strip(), value.strip())


def names_of(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def tell_mixed(people: tuple[Mixed, ...], added: int, *, dry_run: bool, as_json: bool) -> None:
    """Say what is mixed into whose queue."""
    if as_json:
        output.document({"assignments_added": added, "people": [asdict(each) for each in people]})
        return
    typer.echo(f"{'Would add' if dry_run else 'Added'} {added} assignments.")
    for each in people:
        short = f", {each.wanted} were wanted" if len(each.placed) < each.wanted else ""
        typer.echo(f"  {each.annotator:<24} {len(each.placed)} items{short}")


@app.command(name="list")
def list_rounds(project: Slug, as_json: AsJson = False) -> None:
    """List the rounds of a project."""
    with output.refusals():
        store.require_current()
        with store.reading() as session:
            found = round_list.listed(session, slug=project)
    if as_json:
        output.document({"rounds": [_round_json(each) for each in found]})
        return
    for each in found:
        beside = f" beside round {each.beside}" if each.beside else ""
        state = "closed" if each.closed_at else "open"
        typer.echo(
            f"round {each.number}: {each.kind}{beside}, {state}; {each.annotators} annotators, "
            f"{each.done} of {each.assigned} assignments done, {each.items} items"
        )


@app.command(name="open")
def open_round(
    project: Slug,
    kind: Annotated[OpenedKind, typer.Option(help="A further independent round, or one for practice.")] = (
        OpenedKind.independent
    ),
    annotators: Annotated[str, typer.Option(help="Of a calibration: names of accounts, with commas.")] = "",
    tag: Tag = None,
    items: Items = None,
    sample: Annotated[str | None, typer.Option(help="Of a calibration: only the items of this sample.")] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Open a round. An independent one begins empty (assign), a calibration gives its items to all who are named."""
    to_come = 0
    with output.refusals():
        if kind is OpenedKind.independent and (annotators or tag or items or sample):
            raise WrongUse(worded("An independent round begins empty: choose items and people with assign."))
        store.require_current()
        with store.writing() as session:
            if kind is OpenedKind.calibration:
                opened = calibration.open_calibration(
                    session,
                    slug=project,
                    annotators=names_of(annotators),
                    which=which(tag, items),
                    sample=sample,
                    seed=seed,
                    now=output.now(),
                )
                number, to_come = opened.number, opened.to_come
            else:
                number = rounds.open_independent(session, slug=project, account_id=None, now=output.now())
    if as_json:
        output.document({"round": number, "kind": kind.value})
        return
    typer.echo(f"Round {number} is open ({kind.value}).")
    _tell_to_come(to_come)


@app.command()
def close(project: Slug, round_number: RoundNumber = None) -> None:
    """Close the current round, or the one named: it takes no more answers, and nothing of it is lost."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            rounds.close(session, slug=project, account_id=None, now=output.now(), round_number=round_number)
    typer.echo("The round is closed.")


@app.command()
def reopen(project: Slug, round_number: RoundNumber = None) -> None:
    """Open the current round again, or the one named."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            rounds.reopen(session, slug=project, account_id=None, now=output.now(), round_number=round_number)
    typer.echo("The round is open.")


def plan_repeats(
    project: Slug,
    share: Annotated[float, typer.Option(help="What share of everybody's own items comes again.")] = 0.1,
    distance: Annotated[int, typer.Option(help="How many items later at least.")] = 20,
    seed: Seed = 0,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Have a share of everybody's own items come again, unsaid, for the agreement with oneself."""
    with output.refusals():
        store.require_current()
        if dry_run:
            with store.reading() as session:
                done = repeats.preview(session, slug=project, share=share, distance=distance, seed=seed)
        else:
            with store.writing() as session:
                done = repeats.add(session, slug=project, share=share, distance=distance, seed=seed, now=output.now())
    tell_mixed(done.people, done.added, dry_run=dry_run, as_json=as_json)


def train(
    project: Slug,
    annotators: Names = "",
    tag: Tag = None,
    items: Items = None,
    pass_mark: Annotated[float, typer.Option("--pass-mark", help="The share of known answers to be met.")] = 0.8,
    attempts: Annotated[int, typer.Option(help="How often it may be tried.")] = 3,
    seed: Seed = 0,
    let_pass: Annotated[str | None, typer.Option("--let-pass", help="Let this annotator go on by hand.")] = None,
    as_json: AsJson = False,
) -> None:
    """Train annotators on items whose answers are known, before any others; without names, say how everybody stands."""
    to_come = 0
    with output.refusals():
        store.require_current()
        if annotators or let_pass:
            with store.writing() as session:
                if let_pass:
                    trainings.let_pass(session, slug=project, annotator=let_pass, account_id=None, now=output.now())
                if annotators:
                    chosen = which(tag, items)
                    _, to_come = trainings.preview(session, slug=project, which=chosen, annotators=names_of(annotators))
                    trainings.open_training(
                        session,
                        slug=project,
                        annotators=names_of(annotators),
                        which=chosen,
                        pass_mark=pass_mark,
                        attempts=attempts,
                        seed=seed,
                        now=output.now(),
                    )
        with store.reading() as session:
            found = trainings.trainings(session, slug=project)
    _tell_to_come(to_come)
    if as_json:
        output.document({"trainings": [_training_json(each) for each in found]})
        return
    for training in found:
        typer.echo(f"round {training.number}: {training.items} items, to pass {training.pass_mark:g}")
        for each in training.people:
            typer.echo(
                f"  {each.annotator:<24} {each.state.replace('_', ' ')}; attempt {each.attempt} of {each.attempts}, "
                f"{each.right} of {each.places} right"
            )


def pause(project: Slug, annotator: Annotated[str, typer.Argument(help="The account's name.")]) -> None:
    """Have an annotator wait in a project; their board says so."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            pausing.pause(session, slug=project, annotator=annotator, account_id=None, now=output.now())
    typer.echo(f"{annotator} is paused.")


def resume(project: Slug, annotator: Annotated[str, typer.Argument(help="The account's name.")]) -> None:
    """Have a paused annotator go on."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            pausing.resume(session, slug=project, annotator=annotator, account_id=None, now=output.now())
    typer.echo(f"{annotator} goes on.")


def _tell_to_come(count: int) -> None:
    """Say how much of what is practised on its annotators have still to label in the main round."""
    if count:
        typer.echo(f"{count} of these assignments wait in the same annotators' queues of the main round too.", err=True)


def _round_json(each: round_list.RoundLine) -> dict[str, Any]:
    closed = each.closed_at.isoformat().replace("+00:00", "Z") if each.closed_at else None
    return {**asdict(each), "opened_at": each.opened_at.isoformat().replace("+00:00", "Z"), "closed_at": closed}


def _training_json(each: trainings.Training) -> dict[str, Any]:
    closed = each.closed_at.isoformat().replace("+00:00", "Z") if each.closed_at else None
    return {**asdict(each), "closed_at": closed}
