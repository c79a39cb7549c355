"""Does a release hold? Every check in turn, on a folder or a zip file; no database is asked."""

from __future__ import annotations

import csv
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from agreement.errors import AgreementError
from annotation.errors import AccordError, Unreadable
from exports.verifying import comments, contents, figures, files, own_formats, published, splits
from exports.verifying.difference import Difference
from exports.verifying.opened import Opened
from languages import message_of, worded

CHECKS: tuple[tuple[str, Callable[[Opened], Iterator[Difference]]], ...] = (
    ("the files", files.files),
    ("the tables in both formats", files.tables),
    ("the gold, from raw and decisions", contents.gold_follows),
    ("the labels, from raw", contents.labels_follow),
    ("the soft labels, from raw", contents.shares_follow),
    ("the counts", contents.counts),
    ("the figures, from the labels", figures.figures),
    ("the splits", splits.splits),
    ("the gold of the splits", splits.released_gold),
    ("the published form", published.stratmem),
    ("the benchmarks' own forms", own_formats.own_formats),
    ("the comments", comments.comments),
)
NO_RELEASE = worded("{place} is neither a folder nor a zip file.")


def verify(place: Path) -> list[Difference]:
    """Everything that does not hold in a release; empty where it holds. Raises Unreadable where it is none."""
    if place.is_dir():
        return list(_differences(Opened(place)))
    if not zipfile.is_zipfile(place):
        raise Unreadable(worded(NO_RELEASE, place=str(place)))
    with tempfile.TemporaryDirectory(prefix="accord-verify-") as folder:
        try:
            with zipfile.ZipFile(place) as archive:
                archive.extractall(folder)
        except (zipfile.BadZipFile, OSError, EOFError) as error:
            return [Difference(place.name, f"the zip file is damaged: {error}")]
        return list(_differences(Opened(Path(folder))))


def _differences(release: Opened) -> Iterator[Difference]:
    """What each check finds; one that cannot be made says so."""
    _ = release.manifest  # whatever is no release is refused at once
    for what, check in CHECKS:
        try:
            yield from check(release)
        except (OSError, ValueError, KeyError, TypeError, csv.Error) as error:
            said = " ".join(str(error).split()) or type(error).__name__
            yield Difference("manifest.json", f"{what} could not be checked: {said}")
        except (AccordError, AgreementError) as error:
            yield Difference("manifest.json", f"{what} could not be checked: {message_of(error)}")
