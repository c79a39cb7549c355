"""Does a judge agree with people as well as they agree with each other? On the same targets, each person in turn.

A judge cannot be expected to agree with people more than another person does. Beside one person stand, on the same
targets, the judge and the mean of the other people; and, that person left out of it, the majority of the others is met
both by the judge and by the person. Both come with the paired difference, judge minus people.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from agreement.difference import Contest, asked_of_pair, nothing_compared, without_value
from agreement.estimates import Asked, Draws, Resampled
from agreement.figures import Compared, Reason
from agreement.judge_results import CeilingReport
from agreement.lineup import Lineup
from agreement.patterns import Patterns

Kind = Literal["person", "majority"]


@dataclass(frozen=True, eq=False)
class Ceiling:
    """What is asked of a judge and people beside one rater, or why nothing can be and by which `keys`."""

    kind: Kind
    rater: str
    contest: Contest | None
    undefined: Reason = "one_rater"
    keys: tuple[str, ...] = ()

    def asked(self) -> Iterator[Asked]:
        """All that has to be resampled."""
        if self.contest:
            yield from self.contest.asked()

    def report(self, found: Mapping[Asked, Resampled], *, draws: Draws) -> CeilingReport:
        """The ceiling once everything is resampled."""
        if self.contest is None:
            return CeilingReport(self.kind, self.rater, 0, dict.fromkeys(self.keys, _none(self.undefined)))
        return CeilingReport(self.kind, self.rater, self.contest.n, self.contest.compared(found, draws=draws))


def ceilings(lineup: Lineup, judge: int) -> list[Ceiling]:
    """The ceilings of the judge at this place, both kinds for each rater; none where it is not known who they are."""
    if lineup.ratings.anonymous:
        return []
    raters = lineup.ratings.raters
    between_people: dict[tuple[int, int], dict[str, Asked]] = {}
    for first in range(len(raters)):
        for second in range(first):
            pair = lineup.every.pair(second, first, beside=(judge,))
            between_people[second, first] = asked_of_pair(pair)
    beside_a_person = [_beside_person(lineup, rater, judge, between_people) for rater in range(len(raters))]
    return [*beside_a_person, *(_with_majority(lineup, rater, judge) for rater in range(len(raters)))]


def _beside_person(
    lineup: Lineup, rater: int, judge: int, between_people: Mapping[tuple[int, int], Mapping[str, Asked]]
) -> Ceiling:
    every, raters = lineup.every, lineup.ratings.raters
    others = [other for other in range(len(raters)) if other != rater]
    if not others:
        return Ceiling("person", raters[rater], None, "one_rater", _keys(lineup, rater, judge))
    same: dict[bytes, dict[str, Asked]] = {}  # where all have labelled everything, every other person gives one pair
    of_judge = [_once(same, every.pair(rater, judge, beside=(other,))) for other in others]
    of_people = [between_people[min(rater, other), max(rater, other)] for other in others]
    codes = every.codes
    met = (codes[:, rater] >= 0) & (codes[:, judge] >= 0) & (codes[:, others] >= 0).any(axis=1)
    keys = list(of_judge[0])
    return Ceiling(
        "person",
        raters[rater],
        Contest(
            int(every.counts[met].sum()),
            {key: [one[key] for one in of_judge] for key in keys},
            {key: [one[key] for one in of_people] for key in keys},
        ),
    )


def _once(known: dict[bytes, dict[str, Asked]], pair: Patterns) -> dict[str, Asked]:
    return known.setdefault(pair.columns.tobytes(), asked_of_pair(pair))


def _with_majority(lineup: Lineup, rater: int, judge: int) -> Ceiling:
    raters = lineup.ratings.raters
    if len(raters) < 3:
        reason: Reason = "one_rater" if len(raters) < 2 else "two_raters"
        return Ceiling("majority", raters[rater], None, reason, _keys(lineup, rater, judge))
    others = lineup.places["others", raters[rater]]
    of_judge = lineup.every.pair(others, judge, beside=(rater,))
    of_person = lineup.every.pair(others, rater, beside=(judge,))
    first, second = asked_of_pair(of_judge), asked_of_pair(of_person)
    contest = Contest(
        of_judge.n_targets,
        {key: [one] for key, one in first.items()},
        {key: [one] for key, one in second.items()},
    )
    return Ceiling("majority", raters[rater], contest)


def _keys(lineup: Lineup, rater: int, judge: int) -> tuple[str, ...]:
    """What would be asked, were there enough people."""
    return tuple(asked_of_pair(lineup.every.pair(rater, judge)))


def _none(reason: Reason) -> Compared:
    nothing = without_value(reason, method="the judge beside people, on the same targets")
    return nothing_compared(nothing, nothing, reason=reason)
