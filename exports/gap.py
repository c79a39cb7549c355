"""Why do raw agreement and kappa lie so far apart? One sentence for screens and reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from exports.figures import number
from languages import worded

if TYPE_CHECKING:
    from agreement.results import QuestionReport

LARGE_GAP = 0.2
GAP = worded(
    "Raw agreement is {percent:.0%}, but {kappa_name} only {kappa}: {share:.0%} of all answers are “{label}”, and "
    "people who answered at random with these shares would agree on {chance:.0%} already. Kappa counts what goes beyond"
    " that; AC1 ({ac1}) expects less chance agreement where one label prevails. Give both, with the shares."
)


def gap(question: QuestionReport, texts: Mapping[str, str]) -> str:
    """Why raw agreement and a chance-corrected coefficient lie far apart; empty where they do not.

    `texts` are the labels' words. Chance agreement is what Fleiss' kappa takes for it: (p - k) / (1 - k).
    """
    if not {"fleiss_kappa", "gwet_ac1"} <= question.coefficients.keys():
        return ""  # sets and spans have neither
    percent = question.coefficients["percent_agreement"].value
    kappa = question.coefficients["fleiss_kappa"].value
    ac1 = question.coefficients["gwet_ac1"].value
    if percent is None or kappa is None or ac1 is None or percent - kappa < LARGE_GAP or kappa == 1:
        return ""
    label, share = max(question.label_shares.items(), key=lambda each: each[1])
    return worded(
        GAP,
        percent=percent,
        kappa_name=worded("Scott's pi") if question.n_raters == 2 else worded("Fleiss' kappa"),
        kappa=number(kappa),
        share=share,
        label=texts.get(label, label),
        chance=(percent - kappa) / (1 - kappa),
        ac1=number(ac1),
    )
