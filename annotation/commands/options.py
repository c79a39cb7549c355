"""Options that several commands have, each with one name and one help text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
File = Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)]
Slug = Annotated[str, typer.Option("--project", help="The project's short name.")]
Partial = Annotated[bool, typer.Option("--partial", help="Take the good rows where others are refused.")]
RoundNumber = Annotated[int | None, typer.Option("--round", min=1, help="The number of the round.")]
UnderCodebook = Annotated[
    int | None,
    typer.Option(
        "--codebook", min=1, metavar="N", help="The version of the codebook whose labels the file has [the newest]."
    ),
]
