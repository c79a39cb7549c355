"""Gold follows from raw: which gold do these revisions and decisions give? Computed from the tables alone, no database.

It says the same as `exports.gold` and `discussion.consensus`, from the other side, so that a release can be checked by
somebody who has nothing but its files:

- The round that was decided on is the latest independent one, or the latest discussion of it. Of every rater the latest
  revision counts at each place; after a discussion the newest of each, whether said then or before. Surplus answers
  and those without a label do not count.
- The label of a place is that of the latest decision on it, which may say that it cannot be judged; the agreement is
  the share of the counted raters whose label it is.
- `unanimous` holds where all counted labels are the gold's, `majority` where more than half are. A tie follows from no
  rule.

Rows are mappings as the layers raw and decisions have them; None and the empty text are the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Place = tuple[str, str, str]  # item, target, question
Row = Mapping[str, Any]


@dataclass(frozen=True)
class PassOfLabelling:
    """A round as a release tells it: its number, its kind, and the number of the round that it is about."""

    number: int
    kind: str
    beside: int | None = None


@dataclass(frozen=True)
class Followed:
    """The gold of one place as it follows; without a label it is undecided. `holds`: its rule still gives it."""

    label: str | None
    method: str
    decided_by: str
    reason: str
    n_raters: int
    agreement: float | None
    holds: bool = True


def gold_from(
    raw: Iterable[Row], decisions: Iterable[Row], *, rounds: Sequence[PassOfLabelling]
) -> dict[Place, Followed]:
    """The gold of every place with a counted label or a decision."""
    labels = counted_labels(raw, rounds=rounds)
    standing = latest_decisions(decisions)
    return {place: _followed(labels.get(place, []), standing.get(place)) for place in {**labels, **standing}}


def counted_labels(raw: Iterable[Row], *, rounds: Sequence[PassOfLabelling]) -> dict[Place, list[str]]:
    """The labels that count where something is decided, by place."""
    first, talk = deciding(rounds)
    latest: dict[int, dict[tuple[Place, str], str | None]] = {each: {} for each in (first, talk) if each is not None}
    for row in raw:
        if row["round"] in latest:  # in the order of revisions
            latest[row["round"]][place_of(row), row["rater"]] = _said(row)
    said = {
        key: label for number in sorted(latest) for key, label in latest[number].items() if label is not None
    }  # a discussion comes after what it is about, and what was said in it counts
    found: dict[Place, list[str]] = defaultdict(list)
    for (place, _), label in said.items():
        if label:
            found[place].append(label)
    return found


def latest_decisions(decisions: Iterable[Row]) -> dict[Place, Row]:
    """The decision with the highest revision on each place."""
    found: dict[Place, Row] = {}
    for row in decisions:
        place = place_of(row)
        if place not in found or row["revision"] > found[place]["revision"]:
            found[place] = row
    return found


def deciding(rounds: Sequence[PassOfLabelling]) -> tuple[int | None, int | None]:
    """The numbers of the independent round that was decided on, and of the discussion of it, if there is one."""
    independent = max((each.number for each in rounds if each.kind == "independent"), default=None)
    talks = [each.number for each in rounds if each.kind == "discussion" and each.beside == independent]
    return independent, max(talks, default=None)


def place_of(row: Row) -> Place:
    """Item, target and question of a row; the item itself has the empty target."""
    return row["item"] or "", row["target"] or "", row["question"] or ""


def cannot(decision: Row) -> bool:
    """Whether an adjudicator has decided that a place cannot be judged: no label was given, but the kind of reason."""
    is_theirs = decision["method"] == "adjudicator"
    return is_theirs and not decision.get("given") and not decision["label"] and bool(decision.get("error_kind"))


def _said(row: Row) -> str | None:
    """The label of a revision, empty where it cannot be judged; None where it says nothing that counts."""
    is_answer = bool(row["label"] or row["cannot"]) and row["use"] != "surplus"
    return (row["label"] or "") if is_answer else None


def _followed(labels: Sequence[str], decision: Row | None) -> Followed:
    label = (decision["label"] or None) if decision else None
    if decision is None or (label is None and not cannot(decision)):
        return Followed(None, "", "", "", len(labels), None)
    same = sum(1 for each in labels if each == label)
    return Followed(
        label=label,
        method=decision["method"],
        decided_by=decision["decided_by"] or "",
        reason=decision["reason"] or "",
        n_raters=len(labels),
        agreement=same / len(labels) if labels and label is not None else None,
        holds=_holds(decision["method"], same, len(labels)),
    )


def _holds(method: str, same: int, n: int) -> bool:
    if method == "unanimous":
        return n >= 2 and same == n
    return method != "majority" or (n >= 2 and 2 * same > n)
