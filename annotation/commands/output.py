"""How commands speak: one JSON document or plain sentences, messages on standard error, and exit codes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import typer

from annotation.errors import AccordError, RefusedRow, RowsRefused, WrongUse

SHOWN_REFUSALS = 20


def now() -> datetime:
    """The moment that a command stamps on what it does."""
    return datetime.now(UTC)


def document(value: Any) -> None:
    """Print one JSON document."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def refused_json(refused: Sequence[RefusedRow]) -> list[dict[str, Any]]:
    """Refused rows as the JSON documents give them."""
    return [{"row": row.row, "id": row.id, "why": row.why} for row in refused]


def tell_refused(refused: Sequence[RefusedRow]) -> None:
    """Name the refused rows on standard error, the first of them where they are many."""
    for row in refused[:SHOWN_REFUSALS]:
        typer.echo(f"row {row.row}{f' ({row.id})' if row.id else ''}: {row.why}", err=True)
    if len(refused) > SHOWN_REFUSALS:
        typer.echo(f"… and {len(refused) - SHOWN_REFUSALS} more", err=True)


@contextmanager
def refusals(nothing: Mapping[str, int] | None = None) -> Iterator[None]:
    """Turn our own errors into a sentence on standard error and the exit code: 1 refused, 2 wrong usage.

    Where rows are refused, `nothing` is the JSON document that says so, which gets their list; None: there is none.
    """
    try:
        yield
    except AccordError as error:
        if isinstance(error, RowsRefused):
            if nothing is not None:
                document({**nothing, "rows_refused": refused_json(error.refused)})
            tell_refused(error.refused)
        typer.echo(str(error), err=True)
        raise typer.Exit(2 if isinstance(error, WrongUse) else 1) from error
