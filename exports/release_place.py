"""Where is a release written? Into a zip file, or into a folder that is new, empty, or an earlier release."""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from pathlib import Path

from annotation.errors import WrongUse
from exports.manifest import FAMILY, NAME
from exports.whole_files import unwritable, write_whole
from languages import worded

NOT_EMPTY = worded("{place} holds other things than a release; name a folder that is new or empty.")


def check_place(out: Path) -> None:
    """Refuse, before anything is made, a folder that holds other things. Raises WrongUse."""
    is_other = out.is_dir() and any(out.iterdir()) and not _is_release(out)
    if is_other or (out.exists() and not out.is_dir() and not is_zip(out)):
        raise WrongUse(worded(NOT_EMPTY, place=str(out)))


def write_release(content: bytes, out: Path) -> None:
    """Write a release; one that is there is replaced as a whole.

    Raises WrongUse for a place that holds other things, and BadParameter for one that cannot be written.
    """
    check_place(out)
    if is_zip(out):
        write_whole(out, [content])
        return
    beside = out.parent / f".{out.name}.{os.getpid()}.part"
    try:
        beside.mkdir(parents=True)
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                archive.extractall(beside)
            if out.exists():
                shutil.rmtree(out)
            beside.replace(out)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise unwritable(out, error) from error


def is_zip(out: Path) -> bool:
    """Whether a place is meant as a zip file."""
    return out.suffix.lower() == ".zip"


def _is_release(folder: Path) -> bool:
    """Whether a folder holds a release of ours, which alone is ever replaced."""
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and str(found.get("format", "")).startswith(FAMILY)
