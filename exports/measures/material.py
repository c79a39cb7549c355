"""What are measures computed from? Plain facts of items and responses, and what people, systems and judges say of them.

A *source* is who says something: `gold` (what is decided), `people` (the mean of the annotators' first labels, where
they are numbers), `source` (what the benchmark's file says already), or a judge by name. Predictions of systems are
imported as a judge's scores: the judge's name is the system, its version the setting.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.content import Memory

GOLD, PEOPLE, SOURCE, DECLARED = "gold", "people", "source", "declared"

Place = tuple[str, str, str]  # item, target key, question
Answers = Mapping[Place, str]


@dataclass(frozen=True)
class ItemFacts:
    """An item: its tags, its memories by key, the key of the memory that it recalls, and the bank that it shares."""

    id: str
    tags: Mapping[str, str] = field(default_factory=dict)
    memories: Mapping[str, Memory] = field(default_factory=dict)
    recalled: str = ""
    bank: Sequence[Memory] = ()


@dataclass(frozen=True)
class ResponseFacts:
    """A response and where it came from; `memory_used` are the texts that its file declares, None where it has no such
    field.
    """

    item: str
    key: str
    system: str
    setting: str
    memory_used: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Prediction:
    """Who predicted: a system in a setting, in one run; its answers by place; how many gave no label.

    It was tuned on the items `tuned`: nothing that it says of them counts, nor that it says nothing.
    """

    system: str
    setting: str
    run: str
    answers: Answers
    n_unparsed: int = 0
    tuned: frozenset[str] = frozenset()

    @property
    def title(self) -> str:
        """The judge's name with its version and run."""
        return ", ".join(filter(None, (f"{self.system} {self.setting}".strip(), self.run and f"run {self.run}")))

    @property
    def of(self) -> dict[str, str]:
        """The columns of a table that say who it is."""
        return {"system": self.system, "setting": self.setting, **({"run": self.run} if self.run else {})}


@dataclass(frozen=True)
class Material:
    """Everything there is: items by id, responses, what is decided, what the source says, people's means, predictions.

    `asked` are the keys of the questions that the codebooks ask. `cluster` is the tag that items stand together by;
    empty: each item for itself.
    """

    items: Mapping[str, ItemFacts] = field(default_factory=dict)
    responses: Sequence[ResponseFacts] = ()
    gold: Answers = field(default_factory=dict)
    source: Answers = field(default_factory=dict)
    people: Mapping[Place, float] = field(default_factory=dict)
    predictions: Sequence[Prediction] = ()
    asked: frozenset[str] = frozenset()
    cluster: str = ""

    def cluster_of(self, item: str) -> str:
        """What an item is drawn with: its value of the cluster's tag, else itself."""
        found = self.items.get(item)
        return found.tags.get(self.cluster, item) if found and self.cluster else item

    def has(self, question: str) -> bool:
        """Whether something is decided on a question."""
        return any(place[2] == question for place in self.gold)

    def predicted(self, question: str) -> bool:
        """Whether a judge or a system has answered a question."""
        return any(place[2] == question for each in self.predictions for place in each.answers)

    def gold_of(self, question: str, *, without: Collection[str] = ()) -> dict[str, str]:
        """What is decided on a question about whole items, by item."""
        return {
            item: label
            for (item, target, asked), label in self.gold.items()
            if not target and asked == question and item not in without
        }

    def scores(self, question: str) -> dict[str, dict[tuple[str, str], float]]:
        """By source the numbers that stand for a question about responses, by item and response.

        The gold where it is decided, the annotators' means, and each judge's score.
        """
        found = {GOLD: _numbers(self.gold, question)}
        found[PEOPLE] = {(item, key): value for (item, key, asked), value in self.people.items() if asked == question}
        found |= {each.title: _numbers(each.answers, question) for each in self.predictions}
        return {name: scores for name, scores in found.items() if scores}


def number(label: str) -> float | None:
    """The number that a label is; None for any other text."""
    try:
        value = float(label)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def _numbers(answers: Answers, question: str) -> dict[tuple[str, str], float]:
    found = {(item, key): number(label) for (item, key, asked), label in answers.items() if asked == question}
    return {place: value for place, value in found.items() if value is not None}
