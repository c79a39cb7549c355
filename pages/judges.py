"""Can an LLM judge be trusted here? Its scores beside people's, question by question, and where they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import streamlit as st

from annotation import judges, judgments
from annotation.errors import AccordError
from annotation.judges import JudgeState
from annotation.people.accounts import Person
from annotation.status import status
from annotation.store import reading, writing
from exports import sheets
from exports.figures import number
from exports.study import Study, StudyQuestion
from languages import say, told, whole, worded
from pages.parts import grouped, item_choice, judged, outcome, score_file, sheet
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.choose import choose_project
from pages.parts.figures import interval
from pages.parts.literal import literal
from pages.parts.menu import STUDY
from pages.parts.pick import pick_question, pick_round
from pages.parts.quiet import quiet
from pages.parts.report import state_of, study_of
from pages.parts.tables import Figure, Remark, table, titles_of

TITLE = worded("Judges")
NONE_YET = worded("This project has no judge yet. Add one's scores from a file.")
APART = worded("A judge is never counted as a person, and no annotator or adjudicator sees what it said.")
NO_PEOPLE = worded("Nobody has labelled anything yet that judges could be compared with.")
JUDGE = worded("Judge")
BESIDE = worded("Beside people")
CONFUSED = worded("Where people give one label and the judge another: targets, and their share of the row")
CEILING = worded("The ceiling: as people agree with each other")
ONE_RUN = worded("one run")
COMPARED = worded("One judge beside another")
TEST = worded("Alternative annotator test")
CONSISTENCY = worded("Its runs with each other")
POWERED = worded("A mean for all targets, with the judge's help (PPI++)")
LEFT_OUT = worded(
    "Targets with a label of this judge: {labels:,}. Answers without a label: {unparsed:,}. Tuned on: {tuned:,}."
)
TUNED = worded("Items that it was tuned on")
TUNED_IS = worded(
    "Examples in its prompt, and whatever prompt or model was chosen on. They are left out of all comparisons."
)
MOST_CONFUSED = 60  # labels; of more there is no picture
SET, SET_NOW = worded("Set"), worded("{title}: {count:,} items are left out.")


def listing(found: Sequence[JudgeState]) -> None:
    """Draw the judges that there are."""
    rows = [
        (
            Remark(each.name, each.version),
            say(", ").join(f"{run or say(ONE_RUN)}: {whole(count)}" for run, count in each.runs.items()),
            each.n_unparsed,
            each.n_tuned,
        )
        for each in found
    ]
    table((say("Judge"), say("Scores"), say("Without a label"), say("Items tuned on")), rows)


def compare(slug: str, found: Study, question: StudyQuestion) -> None:
    """Draw one judge beside people, and judges beside each other."""
    judges_of = question.found.judges
    titles = [each.title for each in judges_of]
    title = st.selectbox(say(JUDGE), titles, width=420) if len(titles) > 1 else titles[0]
    judge = next(each for each in judges_of if each.title == title)
    st.subheader(say(BESIDE), anchor=False)
    quiet(say(LEFT_OUT, labels=judge.n_labels, unparsed=len(judge.unparsed), tuned=judge.n_tuned))
    judged.beside_people(judge)
    sheet.offer(sheets.against(judges_of), slug=slug, question=question.spec.key)
    labels = [question.spec.label_texts.get(label, label) for label in question.found.labels]
    beside = next((each for each in judge.against if each.kind in ("gold", "majority") and each.n), None)
    if beside is not None and 0 < len(beside.confusion) <= MOST_CONFUSED:
        st.markdown(f"**{literal(say(judged.TOGETHER[beside.kind]))}**")
        quiet(say(CONFUSED))
        judged.confused(judge, labels, beside=beside)
        sheet.offer(sheets.judge_confusion(judge, beside, question.found.labels), slug=slug, question=question.spec.key)
    grouped.draw_origins(question.origins, slug=slug, question=question.spec.key, judge=judge.title)
    grouped.draw_beside(question.groups, judge=judge.title)
    if judge.ceiling:
        st.subheader(say(CEILING), anchor=False)
        judged.ceilings(judge)
        sheet.offer(sheets.ceiling(judges_of), slug=slug, question=question.spec.key)
    st.subheader(say(TEST), anchor=False)
    judged.alternative(question.found.alternative, found.epsilon, late=found.epsilon_is_late)
    if question.found.alternative:
        sheet.offer(sheets.alternative(question.found.alternative), slug=slug, question=question.spec.key)
    st.subheader(say(POWERED), anchor=False)
    which = f"{judge.name} {judge.version}".strip()
    own = [one for one in question.powered if one.judge == which]
    judged.powered(own, question.spec.label_texts)
    if judge.consistency:
        st.subheader(say(CONSISTENCY), anchor=False)
        names = titles_of(question.found)
        rows = [
            (say(names.get(key, key)), Figure(number(one.value)), Figure(interval(one)), one.n)
            for key, one in judge.consistency.items()
        ]
        table((say("Coefficient"), say("Value"), say("95 % interval"), say("Targets")), rows)
    if question.found.judge_differences:
        st.subheader(say(COMPARED), anchor=False)
        judged.judges_compared(question.found)
        sheet.offer(sheets.judge_differences(question.found.judge_differences), slug=slug, question=question.spec.key)


def mark(slug: str, judge: JudgeState) -> Callable[[Person], str]:
    """The verb that says on which items a judge was tuned."""

    def verb(person: Person) -> str:
        which = item_choice.chosen(f"tuned-{slug}")
        with writing() as session:
            count = judges.mark_tuned(
                session,
                slug=slug,
                name=judge.name,
                version=judge.version,
                which=which,
                account_id=person.id,
                now=datetime.now(UTC),
            )
        return say(SET_NOW, title=judge.title, count=count)

    return verb


def ask_tuned(slug: str, known: Sequence[JudgeState]) -> None:
    """Draw the choice of the items that a judge was tuned on."""
    st.subheader(say(TUNED), anchor=False)
    outcome.say_outcome(TUNED)
    quiet(say(TUNED_IS))
    by_title = {each.title: each for each in known}
    title = st.selectbox(say(JUDGE), list(by_title), width=420, key="tuned-judge")
    with reading() as session:
        tags = status(session, slug=slug).tags
    is_chosen = item_choice.ask(f"tuned-{slug}", tags)
    st.button(say(SET), disabled=not is_chosen, on_click=act, args=(mark(slug, by_title[title]), TUNED))


require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
state = state_of(slug)
with reading() as session:
    known = judges.listed(session, slug=slug)
    rounds = judgments.rounds(session, slug=slug)
quiet(say(APART))
if not known:
    st.write(say(NONE_YET))
elif state[0] == (0, 0):
    listing(known)
    st.write(say(NO_PEOPLE))
else:
    listing(known)
    number_of_round = pick_round(rounds)
    try:
        found = study_of(slug, number_of_round, state)
    except AccordError as error:
        st.error(literal(told(error)))
    else:
        compare(slug, found, pick_question([each for each in found.questions if each.found.judges]))
score_file.ask(slug)
if known:
    ask_tuned(slug, known)
