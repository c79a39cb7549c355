"""What stands in a report, from the methods to the rows that were refused? The whole of it, for every format."""

from __future__ import annotations

from collections.abc import Sequence

from agreement.results import RefusedRow
from annotation.people.background import Told
from exports.figures import count
from exports.reports import discussion, groups, judges, people, words
from exports.reports.cells import counted
from exports.reports.document import Document, Section, Table
from exports.reports.methods import methods
from exports.study import Study, StudyQuestion, TextQuestion

MOST_REFUSED = 50


def document(found: Study) -> Document:
    """The report of a study."""
    title = words.TITLE.format(title=found.title)
    subtitle = words.SUBTITLE.format(slug=found.slug, round=found.round)
    questions = tuple(_question(question, found) for question in found.questions)
    refused = (_refused(found.rows_refused),) if found.rows_refused else ()
    texts = (_texts(found.texts),) if found.texts else ()
    people_are = (_background(found.background),) if found.background and found.background.values else ()
    return Document(title, subtitle, (methods(found), *people_are, *questions, *texts, *refused))


def _background(told: Told) -> Section:
    """What the annotators say of themselves, all together, for a data statement."""
    columns = (words.ASKED_ABOUT, words.SAID, words.PEOPLE)
    rows = tuple(
        (words.BACKGROUND[field], value, counted(n))
        for field, found in told.values.items()
        for value, n in found.items()
    )
    given = words.BACKGROUND_IS.format(n=count(told.annotators - told.silent), annotators=count(told.annotators))
    return Section(words.WHO_LABELLED, (given, Table(words.WHO_LABELLED, columns, rows)))


def _question(question: StudyQuestion, found: Study) -> Section:
    inner = list(people.sections(question))
    if question.discussed:
        inner.append(discussion.section(question.discussed))
    if question.found.judges:
        inner.append(judges.section(question, epsilon=found.epsilon, late=found.epsilon_is_late))
    if question.origins:
        inner.append(groups.by_origin(question.origins, without=judges.single_runs(question.found.judges)))
    if question.groups:
        inner.append(groups.section(question.groups, without=judges.single_runs(question.found.judges)))
    kind = words.OTHER_KINDS.get(found.round_kind)
    return Section(question.spec.text or question.spec.key, (kind,) if kind else (), tuple(inner))


def _texts(found: Sequence[TextQuestion]) -> Section:
    """The questions that are answered in free text, and who has answered them."""
    columns = (words.QUESTION, words.N_OF_ANSWERS, words.TARGETS)
    rows = tuple((one.spec.text, counted(one.n_answers), counted(one.n_targets)) for one in found)
    inner = tuple(Section(one.spec.text, (people.answers_table(one.answers),)) for one in found if one.answers)
    return Section(words.TEXTS, (Table(words.TEXTS_TABLE, columns, rows),), inner)


def _refused(rows: Sequence[RefusedRow]) -> Section:
    shown = rows[:MOST_REFUSED]
    more = words.REFUSED_MORE.format(shown=count(len(shown)), n=count(len(rows))) if len(rows) > len(shown) else ""
    drawn = tuple((counted(row.row), row.id, row.why) for row in shown)
    return Section(words.REFUSED, (Table(words.REFUSED_ARE, (words.ROW, words.ITEM, words.WHY), drawn, more),))
