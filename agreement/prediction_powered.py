"""What would people's mean be over all targets, when they scored a drawn sample of them and a judge scored all?

Prediction-powered inference with power tuning, PPI++ (Angelopoulos, Duchi and Zrnic 2023): the judge's mean, corrected
by how far people differ from it where both scored. With n targets of people (Y, and f the judge's) and N others (g):

    theta = mean(Y) + lambda (mean(g) - mean(f)),  se² = var(Y - lambda f) / n + lambda² var(g) / N

and lambda = cov(Y, f) / ((1 + n / N) var(f and g)), held within 0 and 1, makes the variance smallest. A useless judge
costs nothing: lambda is then 0 and the estimate is people's mean.

It holds only for a sample that was drawn with known chances, which is why these have to be given. Where they are not
equal, targets count by their inverse (Hájek), and the judge's mean is that of all targets: the difference estimator
(Särndal, Swensson and Wretman 1992; Zrnic and Candès 2024), with w = 1 / chance:

    theta = lambda mean(all f) + sum(w (Y - lambda f)) / sum(w)

Its variance is that of the linearized terms, each target drawn by itself (for a sample of fixed size that is a little
too wide), and its lambda is the one that makes that variance smallest. For equal chances it is the
same family of estimates: the judge's mean of all is that of the others and of people's targets.
"""

from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from agreement.bootstrap import COVERAGE
from agreement.errors import BadOption
from agreement.patterns import Bools, Floats
from agreement.ratings import Codes
from agreement.refusals import Refusal
from agreement.scale import Scale

FEWEST_LABELLED = 2


@dataclass(frozen=True)
class MeanWithInterval:
    """A mean and its 95 % normal interval, of any targets like these."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PredictionPowered:
    """People's mean with the judge's help, and by people alone; both None where `undefined` says why.

    `power` is lambda, how far the judge was trusted. `n_without_judge` targets have no score of the judge and were left
    out, scored by people or not.
    """

    undefined: Refusal | None
    n_labelled: int
    n_unlabelled: int
    n_without_judge: int
    method: str
    power: float | None = None
    estimate: MeanWithInterval | None = None
    people_alone: MeanWithInterval | None = None

    def as_json(self) -> dict[str, Any]:
        """The estimate as a report shows it."""
        return asdict(self)


def scores(codes: Codes, scale: Scale, *, label: str | None = None) -> Floats:
    """Each target's mean score, or the share of its labels that are this `label`; NaN where it has no label.

    `codes` is targets x raters (-1 missing), or targets for one rater. Raises BadOption for labels that are no numbers.
    """
    table = codes if codes.ndim == 2 else codes[:, np.newaxis]
    if label is not None:
        values = np.array([float(one == label) for one in scale.labels])
    elif scale.numbers is not None:
        values = np.array(scale.numbers)
    else:
        raise BadOption("the labels are not numbers, so they have no mean: name the label whose share is wanted")
    given = table >= 0
    n = given.sum(axis=1)
    total = np.where(given, values[table], 0.0).sum(axis=1)
    means: Floats = np.divide(total, n, out=np.full(len(table), np.nan), where=n > 0)
    return means


def prediction_powered_mean(
    people: Floats, judge: Floats, *, probabilities: Floats | None, power: float | None = None
) -> PredictionPowered:
    """Estimate people's mean over all targets from those that were drawn for them and the judge's scores of all.

    All arrays are by target: `people` NaN where the target was not drawn, `judge` NaN where it gave no score,
    `probabilities` the chance with which each target was drawn for people (above 0 and at most 1), drawn or not; None
    where targets were not drawn by chance, which is refused. `power` is lambda, chosen by the data where it is None.

    Raises BadOption for chances that are none. For a share, score 1 and 0 (`scores` with a label).
    """
    scored = np.isfinite(judge)
    y, f = people[scored], judge[scored]
    labelled = np.isfinite(y)
    chances = None if probabilities is None else _checked(probabilities)[scored]
    form = _weighted if chances is not None and len(np.unique(chances)) > 1 else _equal
    refusal = _why_not(labelled, f, power) if chances is not None else "not_drawn"
    found, alone, lam = None, None, None
    if refusal is None and chances is not None:
        lam, found = form(y, f, labelled, chances, power)
        _, alone = form(y, f, labelled, chances, 0.0)
    return PredictionPowered(
        undefined=refusal,
        n_labelled=int(labelled.sum()),
        n_unlabelled=int((~labelled).sum()),
        n_without_judge=int((~scored).sum()),
        method=_METHODS[form is _weighted] + ("" if power is None else f", lambda {power} as given"),
        power=lam,
        estimate=found,
        people_alone=alone,
    )


_METHODS = {
    False: "PPI++ (Angelopoulos, Duchi and Zrnic 2023)",
    True: "difference estimator over inverse chances, power-tuned (Särndal 1992; Zrnic and Candès 2024)",
}


def _checked(probabilities: Floats) -> Floats:
    bad = np.flatnonzero(~((probabilities > 0) & (probabilities <= 1)))
    if len(bad):
        raise BadOption(
            f"target {bad[0]} was drawn with the probability {probabilities[bad[0]]}: it has to be above 0 and at most"
            " 1 for every target, drawn or not"
        )
    return probabilities


def _why_not(labelled: Bools, f: Floats, power: float | None) -> Refusal | None:
    if labelled.sum() < FEWEST_LABELLED:
        return "few_labelled"
    if labelled.all():
        return "all_labelled"
    return "no_spread" if power is None and (f == f[0]).all() else None


Found = tuple[float, MeanWithInterval]


def _equal(y: Floats, f: Floats, labelled: Bools, _: Floats, power: float | None) -> Found:
    """PPI++: the targets of people against the others."""
    y, f, g = y[labelled], f[labelled], f[~labelled]
    n, N = len(f), len(g)
    if power is None:
        covariance = float(((y - y.mean()) * (f - f.mean())).mean())
        pooled = float(np.concatenate([f, g]).var(ddof=1))
        power = min(max(covariance / ((1 + n / N) * pooled), 0.0), 1.0)
    value = y.mean() + power * (g.mean() - f.mean())
    variance = (y - power * f).var() / n + power**2 * g.var() / N
    return power, _interval(float(value), float(variance))


def _weighted(y: Floats, f: Floats, labelled: Bools, chances: Floats, power: float | None) -> Found:
    """The difference estimator: people's targets count by their inverse chance, the judge's mean is of all targets."""
    w = np.where(labelled, 1 / chances, 0.0)
    total = w.sum()
    y = np.where(labelled, y, 0.0)
    mean_y, mean_f = w @ y / total, w @ f / total
    # What each target adds to the error of people's weighted mean, and to that of the judge's against all targets.
    of_people = w * (y - mean_y) / total
    of_judge = w * (f - mean_f) / total - (f - f.mean()) / len(f)
    if power is None:
        spread = float(of_judge @ of_judge)
        power = min(max(float(of_people @ of_judge) / spread, 0.0), 1.0) if spread > 0 else 0.0
    value = mean_y + power * (f.mean() - mean_f)
    variance = ((of_people - power * of_judge) ** 2).sum()
    return power, _interval(float(value), float(variance))


def _interval(value: float, variance: float) -> MeanWithInterval:
    half = NormalDist().inv_cdf((1 + COVERAGE) / 2) * float(np.sqrt(variance))
    return MeanWithInterval(value, value - half, value + half)
