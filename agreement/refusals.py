"""Why can an analysis not be made that stands beside the coefficients? One code for each reason, and its words.

The reasons of the coefficients themselves are in `agreement.results`.
"""

from collections.abc import Mapping
from typing import Literal

from languages import worded

Refusal = Literal[
    "anonymous_raters",
    "has_parts",
    "few_raters",
    "few_people",
    "few_targets",
    "needs_numbers",
    "same_everywhere",
    "not_drawn",
    "few_labelled",
    "all_labelled",
    "no_spread",
    "few_groups",
    "few_clusters",
    "all_alike",
]

REFUSALS: Mapping[Refusal, str] = {
    "anonymous_raters": worded("it is not known who gave which label"),
    "has_parts": worded("the labels are sets or spans, which are more or less alike and not right or wrong"),
    "few_raters": worded("needs three raters or more on the same target"),
    "few_people": worded("needs two people or more who labelled the same targets as the judge"),
    "few_targets": worded("nobody has 30 targets that the judge and another person have labelled too"),
    "needs_numbers": worded("the labels are not numbers"),
    "same_everywhere": worded(
        "the judge compares to this person in the same way on every target, so nothing can be tested"
    ),
    "not_drawn": worded("the labelled targets are not a drawn sample whose chances are known"),
    "few_labelled": worded("needs two targets or more that people and the judge have scored"),
    "all_labelled": worded("people have scored every target: their mean needs no judge"),
    "no_spread": worded("the judge gives the same score to every target, so it cannot tell them apart"),
    "few_groups": worded("needs two groups or more"),
    "few_clusters": worded("needs two clusters or more in each group"),
    "all_alike": worded("every score is the same"),
}
