"""What is known of a project's labels, layer by layer, each a table with the same columns in every format.

raw (every revision), drafts, current, gold, soft, decisions, comments. People stand under pseudonyms, unless a
researcher chooses names. Two layers have a wide shape too: current, with a column for each rater, and soft, with one
for each label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlmodel import Session

from annotation import projects
from annotation.errors import NotFound, WrongUse
from exports import decided, gold, labels, raw, remarks, soft, writers
from exports.labels import Shape
from exports.naming import Names
from exports.writers import Columns
from languages import worded

COLUMNS: Mapping[str, Columns] = {
    "raw": raw.COLUMNS,
    "drafts": raw.DRAFTS,
    "current": labels.COLUMNS,
    "gold": gold.COLUMNS,
    "soft": soft.COLUMNS,
    "decisions": decided.COLUMNS,
    "comments": remarks.COLUMNS,
}
WIDE = ("current", "soft")
NO_SUCH = worded("There is no layer {name!r}. There are: {there}")
NOT_WIDE = worded("The layer {name!r} has no wide shape; {wide} have.")


def columns(name: str) -> Columns:
    """The columns of a layer in its long shape. Raises NotFound for a layer that there is not."""
    if name not in COLUMNS:
        raise NotFound(worded(NO_SUCH, name=name, there=", ".join(COLUMNS)))
    return COLUMNS[name]


def rows(session: Session, *, slug: str, name: str, names: bool = False) -> Iterator[Mapping[str, Any]]:
    """The rows of a layer in its long shape. Raises NotFound for the project or the layer."""
    columns(name)
    if name == "raw":
        return raw.rows(session, slug=slug, names=names)
    if name == "drafts":
        return raw.drafts(session, slug=slug, names=names)
    if name == "decisions":
        return decided.rows(session, slug=slug, names=names)
    if name == "comments":
        return remarks.rows(session, slug=slug, names=names)
    if name == "current":
        return labels.rows(session, slug=slug, called=_called(session, slug) if names else None)
    if name == "gold":
        return gold.cells(session, slug=slug, names=names)
    return soft.rows(session, slug=slug)


def stream(
    session: Session, *, slug: str, name: str, format_name: str, shape: Shape = "long", names: bool = False
) -> Iterator[bytes]:
    """A layer as a file, piece by piece.

    Raises NotFound for the project or the layer, and WrongUse for an unknown format or a shape that it has not.
    """
    writer = writers.find_table(format_name)
    columns(name)
    if shape == "long":
        return writer.table(rows(session, slug=slug, name=name, names=names), columns=columns(name))
    if name not in WIDE:
        raise WrongUse(worded(NOT_WIDE, name=name, wide=", ".join(WIDE)))
    if name == "soft":
        found, of_wide = soft.wide(session, slug=slug)
        return writer.table(found, columns=of_wide)
    called = _called(session, slug) if names else None
    return labels.stream(session, slug=slug, format_name=format_name, shape="wide", called=called)


def _called(session: Session, slug: str) -> dict[str, str]:
    """The name behind each pseudonym of a project."""
    project = projects.find(session, slug)
    hidden, shown = Names.of(session, project), Names.of(session, project, names=True)
    return {hidden.raters[key]: name for key, name in shown.raters.items()}
