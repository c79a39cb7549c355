"""What is counted of a release's tables while they are written, each row looked at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from exports.following import Place, cannot, place_of

Row = Mapping[str, Any]


@dataclass
class Tally:
    """Counts of judgments, decisions and gold. `labels` is the gold by place, to be compared with an earlier one."""

    judgments: int = 0
    raters: set[str] = field(default_factory=set)
    uses: Counter[str] = field(default_factory=Counter)
    shown: int = 0
    decisions: int = 0
    withdrawn: int = 0
    until: str = ""
    methods: Counter[str] = field(default_factory=Counter)
    by_labeller: set[Place] = field(default_factory=set)
    undecided: Counter[str] = field(default_factory=Counter)  # by item
    unjudgeable: Counter[str] = field(default_factory=Counter)  # by item; an adjudicator has decided so
    items: set[str] = field(default_factory=set)
    not_given_any_more: list[Place] = field(default_factory=list)
    labels: dict[Place, str] = field(default_factory=dict)

    def of_raw(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Count revisions of judgments as they pass."""
        for row in rows:
            self.judgments += 1
            self.raters.add(row["rater"])
            self.uses[row["use"]] += row["label"] is not None and row["revision"] == 1
            self.shown += row["prelabel"] is not None
            self.until = max(self.until, row["time"])
            yield row

    def of_decisions(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Count revisions of decisions as they pass; who labelled and decided counts where that decision stands."""
        for row in rows:
            self.decisions += 1
            self.withdrawn += row["label"] is None and row["method"] == "adjudicator" and not cannot(row)
            self.until = max(self.until, row["time"])
            self.by_labeller.discard(place_of(row))
            if row["labelled"] and row["label"] is not None:
                self.by_labeller.add(place_of(row))
            yield row

    def of_gold(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Count what is decided and what is not as it passes."""
        for row in rows:
            self.items.add(row["item"])
            if row["label"] is None:
                of = self.unjudgeable if row["method"] else self.undecided
                of[row["item"]] += 1
            else:
                self.methods[row["method"]] += 1
                self.labels[place_of(row)] = row["label"]
                if not gives(row["method"], row["n_raters"], row["agreement"]):
                    self.not_given_any_more.append(place_of(row))
            yield row

    @property
    def complete(self) -> set[str]:
        """The items of which everything that is asked has a label."""
        return self.items - set(self.undecided) - set(self.unjudgeable)


def gives(method: str, n_raters: int, agreement: float | None) -> bool:
    """Whether a rule still gives a decision, by the labels that count now; a person's decision needs no rule."""
    if method not in ("unanimous", "majority"):
        return True
    share = agreement or 0.0
    return n_raters >= 2 and (share == 1 if method == "unanimous" else share > 0.5)
