"""What does a report say about a judge? Frozen values, like the rest of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agreement.figures import Compared, Estimate, RefusedRow, compared_as_json, estimates_as_json

MAJORITY_OF = "majority of "  # a judge's several runs; their number follows


def judge_title(name: str, version: str, run: str) -> str:
    """A judge's name with its version and run, where there are any.

    >>> judge_title("gpt-4o", "2024-08-06", "2")
    'gpt-4o 2024-08-06, run 2'
    """
    which = " ".join(filter(None, (name, version)))
    if not run:
        return which
    return f"{which}, {run}" if run.startswith(MAJORITY_OF) else f"{which}, run {run}"


@dataclass(frozen=True)
class AgainstReport:
    """A judge beside one rater, or beside what people say together or the gold (`kind`), on the `n` targets of both.

    `confusion` counts labels: rows are the people's, columns the judge's, both in the order of the scale.
    """

    kind: Literal["rater", "majority", "median", "gold"]
    rater: str | None
    n: int
    coefficients: Mapping[str, Estimate]
    confusion: tuple[tuple[int, ...], ...]

    def as_json(self) -> dict[str, Any]:
        """The comparison as the command line prints it."""
        head = {"kind": self.kind, "rater": self.rater, "n": self.n}
        return head | estimates_as_json(self.coefficients) | {"confusion": [list(row) for row in self.confusion]}


@dataclass(frozen=True)
class CeilingReport:
    """Does the judge agree with people as they agree with each other? Beside one `rater`, on the same `n` targets.

    Kind `person`: the judge with the rater (first), and the mean of the other people with the rater (second). Kind
    `majority`: the judge (first) and the rater (second), each with the majority of the other people.
    """

    kind: Literal["person", "majority"]
    rater: str
    n: int
    coefficients: Mapping[str, Compared]

    def as_json(self) -> dict[str, Any]:
        """The ceiling as the command line prints it."""
        found = compared_as_json(self.coefficients, first="judge", second="people")
        return {"kind": self.kind, "rater": self.rater, "n": self.n, "coefficients": found}


@dataclass(frozen=True)
class JudgeReport:
    """A judge against people. `unparsed` lists answers that gave no label; `n_elsewhere` are about other targets.

    `n_tuned` labels are left out, of targets that the judge was tuned on. Where `runs` are named this is the majority
    of those runs, and `consistency` says how far they agree with each other.
    """

    name: str
    n_labels: int
    n_elsewhere: int
    unparsed: tuple[RefusedRow, ...]
    against: tuple[AgainstReport, ...]
    version: str = ""
    run: str = ""
    n_tuned: int = 0
    ceiling: tuple[CeilingReport, ...] = ()
    runs: tuple[str, ...] = ()
    consistency: Mapping[str, Estimate] | None = None

    @property
    def title(self) -> str:
        """The name with the version and the run, where there are any."""
        return judge_title(self.name, self.version, self.run)

    def as_json(self) -> dict[str, Any]:
        """The judge as the command line prints it."""
        return {
            "name": self.name,
            "version": self.version,
            "run": self.run,
            "runs": list(self.runs),
            "n_labels": self.n_labels,
            "n_unparsed": len(self.unparsed),
            "n_elsewhere": self.n_elsewhere,
            "n_tuned": self.n_tuned,
            "against": [one.as_json() for one in self.against],
            "ceiling": [one.as_json() for one in self.ceiling],
            "consistency": None if self.consistency is None else estimates_as_json(self.consistency),
        }


@dataclass(frozen=True)
class JudgeDifference:
    """Two judges, or versions of one, beside the same majority of people or the same gold, on the same `n` targets."""

    kind: Literal["majority", "gold"]
    judges: tuple[str, str]
    n: int
    coefficients: Mapping[str, Compared]

    def as_json(self) -> dict[str, Any]:
        """The difference as the command line prints it."""
        found = compared_as_json(self.coefficients, first="first", second="second")
        return {"kind": self.kind, "judges": list(self.judges), "n": self.n, "coefficients": found}
