"""`python -m annotation pool` and `escalate`: items that annotators take themselves, and one more where they differ."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from annotation import projects, store
from annotation.commands import output
from annotation.commands.options import AsJson, Slug
from annotation.errors import WrongUse
from annotation.pool import escalation, escalation_plan
from annotation.pool import opening as pool
from annotation.pool import plan as pool_plan
from annotation.pool.escalation import EscalationState
from annotation.pool.opening import PoolState
from languages import worded

Names = Annotated[
    str | None, typer.Option("--annotators", help="Names of accounts, with commas; 'all': every annotator.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(name="pool")(set_pool)
    app.command(name="escalate")(escalate)


def set_pool(
    project: Slug,
    places: Annotated[int | None, typer.Option(help="How many different annotators label each item.")] = None,
    minutes: Annotated[int | None, typer.Option(help="How long an item that was taken stays reserved.")] = None,
    order: Annotated[
        pool_plan.Order | None, typer.Option(help="As imported, drawn for each annotator, or most disputed first.")
    ] = None,
    annotators: Names = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same orders.")] = None,
    sample: Annotated[str | None, typer.Option(help="Only the items of this sample; 'all': every item.")] = None,
    close: Annotated[bool, typer.Option("--close", help="Nobody takes any more; reservations are freed.")] = False,
    as_json: AsJson = False,
) -> None:
    """Open the pool of the current round, change it, close it, or say how full it is: without options only that.

    What is not named stays as it was, or is 2 places, 60 minutes, in the order of the import, for every annotator.
    """
    chosen = _chosen(places=places, minutes=minutes, order=order, seed=seed)
    chosen |= _names(annotators)
    if sample is not None:
        chosen["sample"] = None if sample == "all" else sample
    with output.refusals():
        if close and chosen:
            raise WrongUse(worded("A pool is closed without any other setting."))
        store.require_current()
        if chosen or close:
            with store.writing() as session:
                if close:
                    pool.close(session, slug=project, now=output.now())
                else:
                    wanted = pool_plan.changed(projects.planned_round(session, projects.find(session, project)), chosen)
                    pool.set_up(session, slug=project, pool=wanted, now=output.now())
        with store.reading() as session:
            found = pool.state(session, slug=project)
    if as_json:
        output.document(_pool_json(found))
    else:
        typer.echo(_pool_told(found))


def escalate(
    project: Slug,
    under: Annotated[
        float | None, typer.Option(help="Ask one more where a smaller share of an item's pairs of answers agrees.")
    ] = None,
    cap: Annotated[int | None, typer.Option(help="At most so many people label an item.")] = None,
    annotators: Names = None,
    seed: Annotated[int | None, typer.Option(help="The same seed asks the same people.")] = None,
    off: Annotated[bool, typer.Option("--off", help="Ask nobody any more.")] = False,
    run: Annotated[bool, typer.Option("--run", help="Ask now, for every item that needs it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask one more annotator where people agree too little; without options say how many items that are."""
    chosen = _chosen(under=under, cap=cap, seed=seed) | _names(annotators)
    asked = 0
    with output.refusals():
        if off and (chosen or run):
            raise WrongUse(worded("--off stands alone: nobody is asked any more."))
        store.require_current()
        with store.writing() as session:
            if off:
                escalation.switch_off(session, slug=project, now=output.now())
            if chosen:
                its_round = projects.planned_round(session, projects.find(session, project))
                wanted = escalation_plan.changed(its_round, chosen)
                escalation.set_up(session, slug=project, chosen=wanted, now=output.now())
            if run:
                asked = escalation.run(session, slug=project, now=output.now())
        with store.reading() as session:
            found = escalation.state(session, slug=project)
    if as_json:
        output.document(_escalation_json(found, asked))
    else:
        typer.echo(_escalation_told(found, asked))


def _chosen(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _names(annotators: str | None) -> dict[str, Any]:
    if annotators is None:
        return {}
    names = tuple(name.strip() for name in annotators.split(",") if name.strip())
    return {"annotators": () if names == ("all",) else names}


def _pool_json(found: PoolState) -> dict[str, Any]:
    counts = {name: value for name, value in asdict(found).items() if name != "pool"}
    return {"pool": found.pool.model_dump(mode="json") if found.pool else None, **counts}


def _pool_told(found: PoolState) -> str:
    if found.pool is None:
        return "The round has no pool; --places 2 opens one."
    nobodys = f" ({found.of_nobody} can be taken by nobody)" if found.of_nobody else ""
    return (
        f"{'Open' if found.pool.is_open else 'Closed'}: {found.items} items with {found.places} places; "
        f"{found.done} done, {found.open + found.reserved} with annotators ({found.reserved} of them reserved), "
        f"{found.free} free{nobodys}."
    )


def _escalation_json(found: EscalationState, asked: int) -> dict[str, Any]:
    counts = {"under": found.under, "at_cap": found.at_cap, "open": found.asked, "done": found.done}
    return {
        "escalation": found.chosen.model_dump(mode="json") if found.chosen else None,
        "asked_now": asked,
        "items": counts,
    }


def _escalation_told(found: EscalationState, asked: int) -> str:
    if found.chosen is None:
        return "Nobody is asked; --under 0.7 --cap 3 switches it on."
    return (
        f"{'On' if found.chosen.is_on else 'Off'}: {asked} asked now; {found.under} finished items are under "
        f"{found.chosen.under}, {found.at_cap} of them with {found.chosen.cap} people already; "
        f"{found.asked} answers are asked for, {found.done} given."
    )
