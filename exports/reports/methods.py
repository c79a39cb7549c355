"""How was all of this computed? A paragraph or two that can go into a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agreement.coefficient import titles
from agreement.scale import has_parts
from exports.figures import count
from exports.reports import words
from exports.reports.cells import label_names, said_twice
from exports.reports.document import Section
from exports.study import Study, StudyQuestion, TextQuestion

LONGEST_LIST = 60

_YEAR = re.compile(r"\((19|20)\d\d\)")  # a definition that names its source needs no title


def methods(found: Study) -> Section:
    """The methods: what was labelled and by whom, the coefficients and intervals, and the judges."""
    asked = [list(_question(each)) for each in found.questions]
    labels = [[*_before(found), *asked[0], *_counted(found)]] if len(asked) == 1 else None
    parts = [*(labels or [list(_before(found)), *asked, list(_counted(found))]), _numbers(found), _judged(found)]
    return Section(words.METHODS, tuple(filter(None, (" ".join(sentences) for sentences in parts))))


def _before(found: Study) -> Iterator[str]:
    yield words.SUBJECT.format(title=found.title, round=found.round)
    if found.round_kind in words.OTHER_KINDS:
        yield words.OTHER_KINDS[found.round_kind]


def _question(question: StudyQuestion) -> Iterator[str]:
    """What was asked, who answered it, how often, and what was left out."""
    found = question.found
    labels = _labels(question)
    what = {
        "question": question.spec.text,
        "level": words.LEVELS[found.level],
        "labels": words.LIST.join(labels[:LONGEST_LIST]),
    }
    if not found.n_ratings:
        yield (words.NOBODY if labels else words.NOBODY_YET).format(**what)
        return
    yield (words.ASKED if labels else words.ASKED_SPANS).format(
        **what,
        raters=words.counted(words.N_RATERS, found.n_raters, count(found.n_raters)),
        ratings=words.counted(words.N_RATINGS, found.n_ratings, count(found.n_ratings)),
        targets=words.counted(words.N_TARGETS, found.n_targets, count(found.n_targets)),
        pairable=count(found.n_pairable_targets),
    )
    yield words.ANONYMOUS if found.anonymous else words.RATERS_ARE.format(names=words.listed(found.raters))
    if found.conditional:
        yield words.CONDITIONAL.format(condition=found.conditional)
    yield from _cannot(question)
    yield from _shown(question)
    parts = [words.counted(words.WHY_LEFT_OUT[why], n, count(n)) for why, n in found.excluded.items()]
    yield words.LEFT_OUT.format(parts=words.listed(parts)) if parts else words.NOTHING_LEFT_OUT


def _labels(question: StudyQuestion) -> list[str]:
    """What a label can be, or a set consist of; nothing for pieces and words, which are each item's own."""
    found = question.found
    if not has_parts(found.level):
        named = label_names(question)
        return [named[label] for label in found.labels]
    return [question.spec.label_texts.get(label, label) for label in question.spec.labels]


def _cannot(question: StudyQuestion) -> Iterator[str]:
    n = sum(one.n_cannot for one in question.answers)
    if n:
        yield words.CANNOT.format(answers=words.counted(words.N_CANNOT, n, count(n)))


def _shown(question: StudyQuestion) -> Iterator[str]:
    n, kept = (sum(getattr(one, name) for one in question.answers) for name in ("n_shown", "n_kept"))
    if n:
        text = question.spec.text
        yield words.SHOWN.format(question=text, n=count(n), kept=count(kept), changed=count(n - kept))


def _counted(found: Study) -> Iterator[str]:
    """What counts as a label, in all questions."""
    n = found.n_changed
    changed = words.counted(words.CHANGED, n, count(n)) if n else words.NONE_CHANGED
    yield words.FIRST.format(changed=changed)
    yield words.MISSING
    yield words.APART
    if not found.shows_labels:
        yield words.SHOWN_TO_NOBODY
    if any(sum(one.sure) for question in found.questions for one in question.answers):
        yield words.SURENESS
    if found.texts:
        yield words.TEXTS_ARE.format(questions=words.listed([_text(one) for one in found.texts]))


def _text(question: TextQuestion) -> str:
    return words.TEXT_OF.format(
        question=question.spec.text,
        answers=words.counted(words.N_ANSWERS, question.n_answers, count(question.n_answers)),
        targets=words.counted(words.N_TARGETS, question.n_targets, count(question.n_targets)),
    )


def _numbers(found: Study) -> Iterator[str]:
    """Which coefficients and which intervals there are."""
    given = list(dict.fromkeys(name for question in found.questions for name in _coefficients(question)))
    if given:
        yield words.GIVEN.format(coefficients=words.listed(given))
    if found.replicates:
        what = list(_drawn(found))
        yield words.INTERVALS.format(replicates=count(found.replicates), seed=found.seed, what=words.listed(what))
        yield words.PAIRED
    else:
        yield words.NO_INTERVALS


def _judged(found: Study) -> Iterator[str]:
    """How judges were set beside the raters, where there are some."""
    judges = _judges(found)
    if judges:
        yield words.JUDGES_ARE.format(names=words.listed(judges))
    for method in dict.fromkeys(test.method for question in found.questions for test in question.found.alternative):
        yield words.TESTED.format(method=method)


def _coefficients(question: StudyQuestion) -> Iterator[str]:
    """The coefficients of a question by their definitions."""
    found = question.found.coefficients
    names = titles(n_raters=question.found.n_raters)
    for key, one in found.items():
        if not said_twice(key, found):
            title, method = names[key], one.method
            is_named = method.startswith(title) or _YEAR.search(method)
            yield method if is_named else words.WITH_DEFINITION.format(title=title, definition=method)


def _judges(found: Study) -> list[str]:
    """Each judge once, with its runs where it has several."""
    judges = [judge for question in found.questions for judge in question.found.judges]
    runs = {(judge.name, judge.version): judge.runs for judge in judges if judge.runs}
    return [
        words.JUDGE_WITH_RUNS.format(judge=title, runs=words.LIST.join(runs[which])) if which in runs else title
        for which, title in {
            (judge.name, judge.version): " ".join(filter(None, (judge.name, judge.version))) for judge in judges
        }.items()
    ]


def _drawn(found: Study) -> Iterator[str]:
    """What was resampled, question by question where they differ."""
    drawn = [
        words.OVER_CLUSTERS.format(n=count(clusters.n), by=clusters.by) if clusters else words.OVER_TARGETS
        for clusters in (question.found.clusters for question in found.questions)
    ]
    if len(set(drawn)) == 1:
        yield drawn[0]
        return
    for what, question in zip(drawn, found.questions, strict=True):
        yield words.OF_QUESTION.format(what=what, question=question.spec.text)
