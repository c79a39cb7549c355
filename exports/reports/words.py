"""Every sentence, heading and column of a report, in one place, to be translated from here.

The words of single coefficients, reasons and notes come with the numbers, from `agreement`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from languages import worded

TITLE = "Agreement: {title}"
SUBTITLE = "Project {slug}, round {round}"
CONSENSUS = "Consensus after a discussion, and not reliability: these raters had talked about their labels."
OTHER_KINDS: Mapping[str, str] = {  # what a round that is no independent one is called
    "discussion": CONSENSUS,
    "calibration": "A calibration round, and not reliability: these raters were practising, and may talk about it.",
    "training": "A training round, and not reliability: these raters were shown what is right after each item.",
    "repeat": "Items that were shown a second time: what they say of reliability is the agreement with oneself.",
    "known": "Items whose answer was known, mixed in to check: they are no sample of the project's items.",
}

# --- Who labelled -------------------------------------------------------------------------------------------------

WHO_LABELLED = "Who labelled"
BACKGROUND_IS = (
    "{n} of {annotators} annotators say something of themselves. Values that fewer than three people share stand "
    "together as “other”, or are left out."
)
ASKED_ABOUT, SAID, PEOPLE = "About", "Said", "People"
BACKGROUND = {
    "first_languages": "First languages",
    "age": "Age",
    "training": "Training",
    "experience": "Experience with such annotation",
}

# --- Methods ------------------------------------------------------------------------------------------------------

METHODS = "Methods"
SUBJECT = "Agreement was computed on the labels of the project “{title}”, round {round}."
ASKED = (
    "On “{question}” ({level}: {labels}), {raters} gave {ratings} on {targets}, {pairable} of them with two labels or "
    "more."
)
ASKED_SPANS = (
    "On “{question}” ({level}), {raters} gave {ratings} on {targets}, {pairable} of them with two labels or more."
)
NOBODY = "Nobody has answered “{question}” ({level}: {labels}) yet."
NOBODY_YET = "Nobody has answered “{question}” ({level}) yet."
RATERS_ARE = "The raters are {names}."
ANONYMOUS = "It is not known who gave which label, so nothing is said of single raters."
CONDITIONAL = "It was asked only where {condition}, and its agreement is about those targets alone."
LEFT_OUT = "Left out: {parts}."
NOTHING_LEFT_OUT = "No answer was left out."
WHY_LEFT_OUT: Mapping[str, tuple[str, str]] = {
    "missing": ("{n} missing answer", "{n} missing answers"),
    "repeated": ("{n} second label of the same target", "{n} second labels of the same target"),
    "escalated": ("{n} label of an annotator who was asked later", "{n} labels of annotators who were asked later"),
    "surplus": ("{n} surplus label", "{n} surplus labels"),
    "repeat": ("{n} label given when shown again", "{n} labels given when shown again"),
    "known": ("{n} label of an item whose answer is known", "{n} labels of items whose answer is known"),
    "training": ("{n} label of a training", "{n} labels of a training"),
    "calibration": ("{n} label of a calibration round", "{n} labels of a calibration round"),
    "discussion": ("{n} label of a discussion", "{n} labels of a discussion"),
}
SHOWN = (
    "A label was shown to the raters before they judged “{question}”: of {n} such labels they kept {kept} and changed "
    "{changed}. Agreement of people who see the same label beforehand can be higher than that of people who do not."
)
SHOWN_TO_NOBODY = "No label was shown to a rater beforehand."
CANNOT = "{answers} said that it cannot be judged: missing here, and counted by rater below."
N_CANNOT = ("{n} more answer", "{n} more answers")
TEXTS_ARE = "Free text has no coefficient: {questions}."
TEXT_OF = "“{question}” ({answers} on {targets})"
N_ANSWERS = ("{n} answer", "{n} answers")
SURENESS = "How sure raters say they are enters no coefficient."
FIRST = "What counts is each rater's first label of a target; {changed}."
NONE_CHANGED = "none was changed later"
CHANGED = (
    "{n} was changed later and counts as it was at first",
    "{n} were changed later and count as they were at first",
)
MISSING = (
    "Blank answers, N/A and “cannot judge” are missing, never a label of their own, and nothing is filled in: "
    "a coefficient rests on the targets with two labels or more, and its definition says where it heeds others."
)
APART = "Decisions of adjudicators and answers of LLM judges are nobody's label here."
GIVEN = "The coefficients are: {coefficients}."
INTERVALS = (
    "Intervals are 95 % percentile bootstrap intervals from {replicates} replicates (seed {seed}) over {what}; "
    "they speak of these raters on other targets, not of other raters."
)
OVER_CLUSTERS = "{n} clusters drawn whole (by {by})"
OVER_TARGETS = "single targets"
OF_QUESTION = "{what} (“{question}”)"
NO_INTERVALS = "No intervals were computed."
PAIRED = "Differences have paired intervals: each replicate draws the same targets for both sides."
JUDGES_ARE = (
    "LLM judges ({names}) are set beside the raters one by one, beside their majority (more than half of the labels of "
    "a target), beside their median where labels have an order, and beside the gold where there is some; targets "
    "without a majority, or with two middle labels, are left out there. Several runs of one judge are each given, and "
    "their majority. Items that a judge was tuned on are left out."
)
JUDGE_WITH_RUNS = "{judge} (runs {runs})"
TESTED = "Whether a judge could stand in for a rater: {method}."

# --- Agreement ----------------------------------------------------------------------------------------------------

AGREEMENT = "Agreement of all raters"
COEFFICIENTS = "Coefficients of agreement of all raters"
COEFFICIENT, VALUE, INTERVAL, TARGETS, ERROR = "Coefficient", "Value", "95 % interval", "Targets", "Standard error"
DEFINITION, REMARKS = "Definition", "Remarks"
GROUPED = "Agreement on groups of labels"
GROUPED_IS = "The same labels by their groups (nominal): {groups}."
GROUPED_COEFFICIENTS = "Coefficients of agreement on the groups of labels"
GROUP_SHARES, GROUP = "How often each group of labels was given", "Group"
PAIRS, PAIR = "Pairs of raters", "Pair"
PAIRS_ARE = "Every two raters on the targets that both labelled, with 95 % intervals"
PAIR_OF = "{first} and {second}"
ERROR_OF = "{coefficient}, s.e."
SELF, RATER = "Self-agreement", "Rater"
SELF_IS = "Each rater's first labels beside their second ones of the same targets, with 95 % intervals"

LABELS, LABEL, SHARE = "Labels", "Label", "Share"
PER_LABEL = (
    "Each label against all others: its share of all labels, on how many targets somebody gave it, and Fleiss' kappa"
)
TARGETS_WITH, KAPPA = "Targets with it", "Kappa"
BY_RATER = "Share of each label among a rater's labels (their number in brackets)"
RATER_WITH_N = "{rater} ({n})"
CONFUSIONS = "Pairs of labels that two raters gave to one target, counted"
MOST_CONFUSED = "The pairs of different labels that two raters most often gave to one target"
OTHER_LABEL, TIMES = "Other label", "Pairs"
DISPUTED = "Raters differ on {n} of {pairable} targets with two labels or more."

COURSE = "Agreement as the work went on"
COURSE_IS = "The share of the other raters' labels of the same target that are the same, over the labels of each step."
BY_DAY, DAY = "By the day on which a label was first given (UTC)", "Day"
BY_POSITION, POSITION = "By the position of the item in the rater's session", "Position"
SAME, N_LABELS = "Same label", "Labels"

ANSWERS = "Answers by rater"
ANSWERS_ARE = (
    "Labels, answers that it cannot be judged, and where asked how sure each rater was (shares of the labels that say "
    "so); where a label was shown beforehand, how many were kept and changed"
)
CANNOT_JUDGE, GUESS, FAIRLY_SURE, SURE = "Cannot judge", "Guess", "Fairly sure", "Sure"
WERE_SHOWN, KEPT, CHANGED_SHOWN = "Shown a label", "Kept", "Changed"
MOST_FREQUENT = "These are the {shown} most frequent of {n}."
TEXTS = "Free text"
TEXTS_TABLE = "Questions that are answered in free text: no coefficient"
QUESTION, N_OF_ANSWERS = "Question", "Answers"

DISCUSSED = "Before and after the discussion"
DISCUSSED_IS = (
    "Round {round} discussed what people differed on in round {before}. Disputed places (targets by questions): {n}; "
    "everybody says the same now on {agreed} of them. All targets count here; what was not disputed is carried over "
    "unchanged. What follows is consensus, and not reliability: these raters had talked about their labels."
)
NOT_COMPARED = "No coefficient is given: no target has two labels both before and after."
BEFORE_AND_AFTER = "Before and after the discussion, with paired 95 % intervals of the difference"
PAIRS_MOVED = "Pairs of raters before and after the discussion"
BEFORE, AFTER, AFTER_LESS_BEFORE = "Before", "After", "After less before"
WHO_MOVED = "Who moved"
WHO_MOVED_IS = (
    "Of the disputed places that each participant had answered: at how many the newest answer is another than the "
    "first, whether it went to what more than half of the others had said at first or away from it, and at how many "
    "it stayed"
)
PLACES, MOVED, TOWARD, AWAY, ASIDE, STAYED = (
    "Places",
    "Moved",
    "Toward the majority",
    "Away from it",
    "Elsewhere",
    "Stayed",
)

# --- Judges -------------------------------------------------------------------------------------------------------

JUDGES = "LLM judges"
JUDGE_COUNTS = "{labels} on these targets; {others}."
UNPARSED = ("{n} answer gave no label", "{n} answers gave no label")
ELSEWHERE = ("{n} is about a target that nobody labelled", "{n} are about targets that nobody labelled")
TUNED = (
    "{n} was left out, of a target that the judge was tuned on",
    "{n} were left out, of targets that the judge was tuned on",
)
AGAINST = "{judge} beside people, with 95 % intervals"
BESIDE = "Beside"
TOGETHER: Mapping[str, str] = {
    "majority": "the majority of raters",
    "median": "the median of raters",
    "gold": "the gold",
}
SINGLE_RUN = (
    "Its ceiling and what it confuses are given for the majority of the runs; those of this run are in the JSON."
)
BIAS = "Bias is the judge's mean less people's, in steps of the scale: below 0 the judge gives less."
JUDGE_CONFUSION = "{judge} (columns) where {beside} has the label (rows), in targets"
JUDGE_MOST_CONFUSED = "Where {beside} has another label than {judge}, the most frequent pairs"
JUDGES_LABEL = "Judge's label"
CEILING: Mapping[str, str] = {
    "person": "The ceiling: {judge}, and the other raters (mean), each with one rater on the same targets",
    "majority": "The ceiling: {judge}, and one rater, each with the majority of the other raters on the same targets",
}
JUDGE, PEOPLE, DIFFERENCE = "Judge", "People", "Judge less people"
CONSISTENCY = "{judge}: agreement of its runs ({runs}) with each other"
DIFFERENCES = "Differences between judges"
DIFFERENCES_ARE = "Two judges beside the same labels on the same targets, and the first less the second"
JUDGE_PAIR, FIRST_JUDGE, SECOND_JUDGE, LESS = "Judges", "First", "Second", "First less second"
ALTERNATIVE = "Alternative annotator test"
ALTERNATIVE_IS = (
    "Epsilon is {epsilon}, {when}. The winning rate is the share of raters against whom the judge wins; "
    "from .5 on the test is passed. Advantages are shares of targets on which the judge, or the rater, fits the other "
    "raters at least as well."
)
ALTERNATIVE_OUTCOME = "The outcome of the alternative annotator test for each judge"
ALTERNATIVE_PEOPLE = "The alternative annotator test, rater by rater"
BEFOREHAND = worded("chosen before the first scores of a judge were stored")
LATE = worded("chosen when scores of a judge were there already, and not beforehand, as the test asks")
NO_EPSILON = "No alternative annotator test was made: the project has chosen no epsilon beforehand."
WINNING, ADVANTAGE, PERSONS_ADVANTAGE, OUTCOME = "Winning rate", "Judge's advantage", "Raters' advantage", "Outcome"
RATERS_ADVANTAGE, P, ADJUSTED, WINS = "Rater's advantage", "p", "p, adjusted", "Judge wins"
PASSED, NOT_PASSED = "Passed", "Not passed"
YES, NO, NOT_TESTED = "yes", "no", "not tested"
POWERED_TITLE = "Prediction-powered estimate"
POWERED = "A prediction-powered estimate is not given: {why}."
POWERED_TABLE = (
    "What people's mean, or the share of a label, would be over all items that the sample was drawn from: the judge's, "
    "corrected by the drawn items that people labelled, with 95 % intervals"
)
ESTIMATE_OF, SAMPLE, ITEMS_LABELLED, ITEMS_OTHER = "Estimate of", "Sample", "Items with labels", "Other items"
ESTIMATE, PEOPLE_ALONE, POWER = "With the judge", "People alone", "Lambda"
MEAN, SHARE_OF = "the mean", "the share of {label}"

# --- Groups -------------------------------------------------------------------------------------------------------

GROUPS = "Scores by group"
GROUPS_ARE = (
    "Mean scores of the targets whose items share a tag. People, the judge and the difference rest on the same "
    "targets; intervals are bootstrapped over whole clusters ({by})."
)
BY_TAG = "By {tag}"
SCORES, SCORES_BESIDE = "Mean scores by {tag}", "Mean scores by {tag}, beside {judge}"
N_CLUSTERS = "Clusters"
ORIGINS = "Scores by system and setting"
ORIGINS_ARE = (
    "Mean scores of responses by where they came from. People, the judge and the difference rest on the same responses;"
    " intervals are bootstrapped over whole clusters ({by})."
)
BY_ORIGIN, BY_ORIGIN_BESIDE = "Mean scores by system and setting", "Mean scores by system and setting, beside {judge}"
SYSTEM, SETTING, SECOND = "System", "Setting", "Second"
PAIRED_DIFFERENCES = "Paired differences over the items that both have answered, beside {judge}"
PAIRED_OF_PEOPLE = "Paired differences over the items that both have answered"
WITHIN, FIRST_NAME, ITEMS, SCORES_OF = "Within", "First", "Items", "Scores of"
NO_SETTING = "—"
NOT_TESTED = "Groups were not tested against each other: {why}."
NEIGHBOURS = (
    "The best and the worst group against their neighbour in rank, scores of {source}: one-sided Mann-Whitney U test, "
    "corrected for ties; * p < .05, ** p < .01, *** p < .001"
)
TESTED_PAIRS = (
    "Every two groups by a permutation of whole clusters ({permutations}, seed {seed}), scores of {source}; p-values "
    "adjusted by Holm"
)
WHICH: Mapping[str, str] = {"best": "best", "worst": "worst"}
SOURCES: Mapping[str, str] = {"people": "people", "judge": "the judge"}
RANK, NEIGHBOUR, U, STARS = "Rank", "Neighbour", "U", "Stars"
OTHER_GROUP, MEAN_DIFFERENCE = "Other group", "Difference"

# --- What was refused ---------------------------------------------------------------------------------------------

REFUSED = "Rows that were refused"
REFUSED_ARE = "Rows that were refused, and why"
REFUSED_MORE = "These are the first {shown} of {n}."
ROW, ITEM, WHY = "Row", "Item", "Why"

# --- Parts of sentences -------------------------------------------------------------------------------------------

UNDEFINED = "Undefined: {why}"
ALL_OF_THEM = "All of them: {remark}"
OF_SOME = "{which}: {remark}"
LABEL_WITH_KEY = "{text} ({key})"
WITH_DEFINITION = "{title} ({definition})"
LIST, LIST_OF_LONG = ", ", "; "
LAST, LAST_OF_TWO = "{before}, and {last}", "{first} and {last}"
LEVELS: Mapping[str, str] = {
    "nominal": "nominal",
    "ordinal": "ordinal, in this order",
    "interval": "interval",
    "set": "sets of labels",
    "spans": "spans of text",
}
N_RATERS = ("{n} rater", "{n} raters")
N_RATINGS = ("{n} label", "{n} labels")
N_TARGETS = ("{n} target", "{n} targets")


def counted(forms: tuple[str, str], n: int, shown: str) -> str:
    """So many things in words, `shown` being the number as it is shown."""
    return forms[n != 1].format(n=shown)


def listed(names: Sequence[str]) -> str:
    """The names as a sentence lists them; where one has a comma, semicolons stand between them."""
    if len(names) < 2:
        return "".join(names)
    if any(LIST.strip() in name for name in names):
        return LIST_OF_LONG.join(names)
    if len(names) == 2:
        return LAST_OF_TWO.format(first=names[0], last=names[1])
    return LAST.format(before=LIST.join(names[:-1]), last=names[-1])
