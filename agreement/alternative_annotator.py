"""Could a judge stand in for any one of these people? The alternative annotator test of Calderon, Reichart and Dror.

(ACL 2025.) Each person is left out in turn, and on every target the person and the judge are compared by how well they
fit the others who labelled it: by the share of the others who gave the same label, or, where labels have an order, by
minus the root mean squared distance to theirs (numbers on an interval scale, places in the order on an ordinal one).
The judge has the advantage on a target where it fits at least as well, and so has the person: on a draw both do.

The judge wins against a person where its share of advantages is greater than the person's less epsilon, the price of
people's work that is chosen beforehand: a one-sided one-sample t-test of the differences, over all people at a false
discovery rate of .05 (Benjamini and Yekutieli 2001). The winning rate omega is the share of people against whom it
wins, and from .5 on the test is passed. The average advantage probability rho compares judges with one another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from agreement.alternative_results import EPSILONS, AlternativeAnnotatorTest, PersonTest, Test
from agreement.errors import BadOption
from agreement.patterns import Floats
from agreement.ratings import Codes, Ratings
from agreement.refusals import Refusal
from agreement.scale import Scale
from languages import worded

FEWEST_TARGETS = 30
RECOMMENDED_PEOPLE = 3
FALSE_DISCOVERY_RATE = 0.05
PASSING = 0.5
EPSILON_HELP = "chosen before the labels are seen; the authors' rule of thumb: " + ", ".join(
    f"{value} for {whom}" for value, whom in EPSILONS.items()
)

Below30 = Literal["leave_out", "wilcoxon"]


def alternative_annotator_test(
    ratings: Ratings, judge: Codes, *, epsilon: float, name: str = "", below_30: Below30 = "leave_out"
) -> AlternativeAnnotatorTest:
    """Test whether the judge represents the people at least as well as each of them does, epsilon granted.

    `judge` (targets) are its labels as positions in the scale, -1 where there is none; `epsilon`, 0 to 1, has to be
    chosen beforehand (`EPSILON_HELP`). People with fewer than 30 targets are left out, or, where `below_30` says so,
    tested by Wilcoxon's signed ranks. Raises BadOption for another epsilon.
    """
    if not 0 <= epsilon < 1:
        raise BadOption(f"epsilon is {epsilon}: it is 0 or more and less than 1; {EPSILON_HELP}")
    scale = ratings.scale
    method = _method(scale, epsilon)
    refusal = _why_not(ratings)
    if refusal is not None:
        return _refused(ratings, name, epsilon, method, refusal, ())
    differences = [_advantages(ratings.codes, judge, rater, scale) for rater in range(len(ratings.raters))]
    people = _corrected(
        [
            _person(rater, *advantages, epsilon=epsilon, below_30=below_30)
            for rater, advantages in zip(ratings.raters, differences, strict=True)
        ]
    )
    counted = [one for one in people if one.test is not None or one.undefined is not None]
    tested = [one for one in counted if one.judge_wins is not None]
    if not tested:
        return _refused(ratings, name, epsilon, method, _why_none(people), people)
    winning_rate = sum(bool(one.judge_wins) for one in tested) / len(tested)
    return AlternativeAnnotatorTest(
        question=ratings.question,
        judge=name,
        epsilon=epsilon,
        method=method,
        undefined=None,
        winning_rate=winning_rate,
        judge_advantage=_mean([one.judge_advantage for one in counted]),
        person_advantage=_mean([one.person_advantage for one in counted]),
        passes=winning_rate >= PASSING,
        people=people,
        notes=tuple(_notes(people)),
    )


def _why_not(ratings: Ratings) -> Refusal | None:
    """Why these labels cannot be asked at all."""
    if ratings.anonymous:
        return "anonymous_raters"
    if ratings.scale.has_parts:
        return "has_parts"
    return "needs_numbers" if ratings.scale.level == "interval" and ratings.scale.numbers is None else None


def _refused(
    ratings: Ratings, name: str, epsilon: float, method: str, why: Refusal, people: tuple[PersonTest, ...]
) -> AlternativeAnnotatorTest:
    notes = tuple(_notes(people))
    return AlternativeAnnotatorTest(
        ratings.question, name, epsilon, method, why, None, None, None, None, people=people, notes=notes
    )


def _method(scale: Scale, epsilon: float) -> str:
    fit = "share of equal labels" if scale.level == "nominal" else "minus the root mean squared distance"
    return (
        f"alternative annotator test (Calderon, Reichart and Dror 2025), {fit}, epsilon {epsilon} (to be chosen"
        f" beforehand), Benjamini-Yekutieli at {FALSE_DISCOVERY_RATE}"
    )


def _advantages(codes: Codes, judge: Codes, rater: int, scale: Scale) -> tuple[Floats, Floats]:
    """Where the judge, and where this rater, fits the others at least as well: 0 or 1 for each target of theirs."""
    others = np.delete(codes, rater, axis=1)
    usable = (codes[:, rater] >= 0) & (judge >= 0) & (others >= 0).any(axis=1)
    of_judge, of_person = (_misfit(own[usable], others[usable], scale) for own in (judge, codes[:, rater]))
    draw = np.isclose(of_judge, of_person, rtol=0, atol=1e-12)
    return ((of_judge < of_person) | draw).astype(float), ((of_person < of_judge) | draw).astype(float)


def _misfit(own: Codes, others: Codes, scale: Scale) -> Floats:
    """How badly a label fits the others' of its target: both scores fall as it rises, and it is exact for integers."""
    if scale.level == "nominal":
        distances = (own[:, np.newaxis] != others).astype(float)
    else:
        numbers = scale.numbers if scale.level == "interval" and scale.numbers else range(len(scale.labels))
        values = np.array(numbers, dtype=float)
        distances = (values[own][:, np.newaxis] - values[others]) ** 2
    misfit: Floats = np.where(others >= 0, distances, 0.0).sum(axis=1)
    return misfit


def _person(rater: str, of_judge: Floats, of_person: Floats, *, epsilon: float, below_30: Below30) -> PersonTest:
    n = len(of_judge)
    if n == 0:
        return PersonTest(rater, 0, None, None)
    found = PersonTest(rater, n, float(of_judge.mean()), float(of_person.mean()))
    if n < FEWEST_TARGETS and below_30 == "leave_out":
        return found
    differences = of_person - of_judge
    if (differences == differences[0]).all():
        return replace(found, undefined="same_everywhere")
    test: Test = "wilcoxon" if n < FEWEST_TARGETS else "t"
    return replace(found, test=test, p_value=_p_value(differences - epsilon, test))


def _p_value(excess: Floats, test: Test) -> float:
    """The chance of so low a mean (t) or so low ranks (Wilcoxon), were there none."""
    from scipy import stats

    if test == "t":
        return float(stats.ttest_1samp(excess, 0.0, alternative="less").pvalue)
    return float(stats.wilcoxon(excess, alternative="less").pvalue)


def _corrected(people: Sequence[PersonTest]) -> tuple[PersonTest, ...]:
    """The people with the p-values that heed how many were tested."""
    from scipy.stats import false_discovery_control

    tested = {place: one.p_value for place, one in enumerate(people) if one.p_value is not None}
    if not tested:
        return tuple(people)
    adjusted = dict(zip(tested, false_discovery_control(list(tested.values()), method="by").tolist(), strict=True))
    return tuple(
        replace(one, p_adjusted=adjusted[place], judge_wins=adjusted[place] <= FALSE_DISCOVERY_RATE)
        if place in adjusted
        else one
        for place, one in enumerate(people)
    )


def _why_none(people: Sequence[PersonTest]) -> Refusal:
    if not any(one.n for one in people):
        return "few_people"
    return "same_everywhere" if any(one.undefined for one in people) else "few_targets"


def _notes(people: Sequence[PersonTest]) -> Iterator[str]:
    with_targets = [one for one in people if one.n]
    if 0 < len(with_targets) < RECOMMENDED_PEOPLE:
        yield worded(
            "three people are recommended, these are {n}: there is no group for the judge to fit", n=len(with_targets)
        )
    few = [one for one in people if one.test is None and one.undefined is None]
    if few:
        names = ", ".join(f"{one.rater} ({one.n})" for one in few)
        yield worded("left out, with fewer than {n} targets: {names}", n=FEWEST_TARGETS, names=names)
    alike = [one.rater for one in people if one.undefined]
    if alike:
        yield worded("not tested, as every target compares alike: {names}", names=", ".join(alike))
    by_ranks = [one.rater for one in people if one.test == "wilcoxon"]
    if by_ranks:
        names = ", ".join(by_ranks)
        yield worded("by Wilcoxon's signed ranks, with fewer than {n} targets: {names}", n=FEWEST_TARGETS, names=names)


def _mean(shares: Sequence[float | None]) -> float:
    return float(np.mean([share for share in shares if share is not None]))
