"""How many targets does an interval need, from the command line: `python -m agreement plan`."""

import json
from typing import Annotated

import typer

from agreement.errors import AgreementError
from agreement.plan import Plan, plan

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.command()
def main(
    agreement: Annotated[float, typer.Option(help="value of the coefficient that is expected")],
    shares: Annotated[str, typer.Option(help="how often each label is used, in order: .5,.3,.2")],
    width: Annotated[float, typer.Option(help="of the 95 % interval that is wanted, from end to end")],
    raters: Annotated[int, typer.Option(help="who label every target")] = 3,
    coefficient: Annotated[str, typer.Option(help="by its key in the report")] = "fleiss_kappa",
    per_cluster: Annotated[int, typer.Option(help="targets that stand together, as in one dialogue")] = 1,
    likeness: Annotated[float, typer.Option(help="correlation of two targets of one cluster")] = 0.1,
    seed: Annotated[int, typer.Option(min=0, help="of the simulated studies")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON document on standard output")] = False,
) -> None:
    """Say how many targets an interval of the wanted width needs, by simulating studies.

    Exit 0: done; 1: it cannot be planned; 2: wrong usage.
    """
    try:
        found = plan(
            agreement=agreement,
            shares=_numbers(shares),
            raters=raters,
            width=width,
            coefficient=coefficient,
            per_cluster=per_cluster,
            likeness=likeness,
            seed=seed,
        )
    except AgreementError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    typer.echo(json.dumps(found.as_json(), allow_nan=False) if as_json else as_text(found))


def as_text(found: Plan) -> str:
    """The plan in sentences."""
    clusters = f" in {found.n_clusters} clusters of {found.per_cluster}" if found.per_cluster > 1 else ""
    alike = f", likeness in a cluster {found.likeness}" if found.per_cluster > 1 else ""
    lines = [
        f"{found.n_targets} targets{clusters}, give or take {found.monte_carlo_error} (Monte-Carlo error).",
        f"{found.title} {found.agreement}, {found.raters} raters, shares {', '.join(map(str, found.shares))}{alike}:"
        f" 95 % intervals are {found.width:.3f} wide on average, and {100 * found.share_as_narrow:.0f} % of them"
        f" {found.wanted_width} or less.",
        f"{found.studies} simulated studies, percentile bootstrap, {found.replicates} replicates, seed {found.seed}.",
    ]
    return "\n".join([*lines, *([found.note] if found.note else [])])


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is not numbers with commas between them", param_hint="--shares") from error
