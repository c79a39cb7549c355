"""A file that is written whole or not at all: beside its place first, then moved there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import typer


def write_whole(out: Path, pieces: Iterable[bytes]) -> None:
    """Write the pieces to a file; one that is there is replaced. Raises BadParameter where it cannot be written."""
    beside = out.parent / f".{out.name}.{os.getpid()}.part"
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        try:
            with beside.open("wb") as stream:
                stream.writelines(pieces)
            beside.replace(out)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(out, error) from error


def unwritable(out: Path, error: OSError) -> typer.BadParameter:
    """That a place cannot be written, as the command line says it."""
    return typer.BadParameter(f"{out} cannot be written: {error.strerror}", param_hint="--out")
