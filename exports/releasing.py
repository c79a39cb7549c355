"""Making a release from a page: what it would hold, and making it in another process (exports.elsewhere)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session

from annotation import releases
from exports import gold
from exports.release_options import ReleaseOptions
from exports.tally import Tally


@dataclass(frozen=True)
class Preview:
    """What a release would hold now. `changes` by kind beside release `since`; None where it is the first."""

    decided: int
    undecided: int
    complete: int
    left_out: tuple[str, ...]
    since: int | None
    changes: Mapping[str, int]


@dataclass(frozen=True)
class Brief:
    """The release that was made, or the newest one, which has the same content."""

    number: int
    is_new: bool


def preview(session: Session, *, slug: str) -> Preview:
    """What a release of a project would hold. Raises NotFound."""
    from exports.changes import changes, counted, read_earlier

    tally, counts = Tally(), Counter[str]()
    for _ in tally.of_gold(gold.cells(session, slug=slug)):
        pass
    latest = releases.latest(session, slug)
    if latest is not None:
        earlier = read_earlier(latest.number, releases.archive(session, slug, latest.number))
        for _ in counted(changes(earlier.gold, tally.labels), counts):
            pass
    return Preview(
        decided=len(tally.labels),
        undecided=tally.undecided.total(),
        complete=len(tally.complete),
        left_out=tuple(dict.fromkeys((*tally.undecided, *tally.unjudgeable))),
        since=latest.number if latest else None,
        changes={kind: counts[kind] for kind in ("added", "changed", "withdrawn")} if latest else {},
    )


def release_here(session: Session, *, slug: str, options: Mapping[str, Any], account_id: int, now: str) -> Brief:  # noqa: ARG001
    """Make a release in this process, in transactions of its own. Raises what `exports.release.make` does."""
    from exports import release  # the statistics are imported only here

    made = release.make(
        slug=slug,
        options=ReleaseOptions.model_validate(options),
        account_id=account_id,
        now=datetime.fromisoformat(now),
    )
    return Brief(made.number, made.is_new)
