"""What does the alternative annotator test say? Frozen values, with a reason in place of a test that cannot be made."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from agreement.refusals import Refusal
from languages import worded

Test = Literal["t", "wilcoxon"]
# What the authors propose (Calderon, Reichart and Dror 2025), and for whom.
EPSILONS: Mapping[float, str] = {
    0.2: worded("experts"),
    0.15: worded("skilled annotators"),
    0.1: worded("crowd workers"),
}


@dataclass(frozen=True)
class PersonTest:
    """The judge against one person, on the `n` targets that both and somebody else have labelled.

    The advantages are shares of these targets, None where there is none. `test` is None where none was made: the person
    has too few targets, or (`undefined`) no test can be. `p_adjusted` and `judge_wins` heed all people's tests.
    """

    rater: str
    n: int
    judge_advantage: float | None
    person_advantage: float | None
    test: Test | None = None
    undefined: Refusal | None = None
    p_value: float | None = None
    p_adjusted: float | None = None
    judge_wins: bool | None = None


@dataclass(frozen=True)
class AlternativeAnnotatorTest:
    """The outcome for one judge and one question, or `undefined`, why there is none.

    `winning_rate` is over the people who were tested, the advantages are over all who have enough targets; `passes` is
    whether the winning rate is .5 or more. `notes` are what a reader should know beside it.
    """

    question: str
    judge: str
    epsilon: float
    method: str
    undefined: Refusal | None
    winning_rate: float | None
    judge_advantage: float | None
    person_advantage: float | None
    passes: bool | None
    people: tuple[PersonTest, ...]
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The test as a report shows it."""
        return asdict(self) | {"people": [asdict(one) for one in self.people], "notes": list(self.notes)}
