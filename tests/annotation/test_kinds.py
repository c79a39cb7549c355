"""Questions of every kind from the board to the gold: what is stored, what waits, and what is due."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, select

from annotation import judgments, store
from annotation import models as m
from annotation.board.screen import Screen
from annotation.board.submission import Answer, Submission
from annotation.codebook import Codebook
from annotation.desk import adjudication, disputes
from annotation.desk import shown as desk
from annotation.errors import Invalid
from annotation.imports.look import Imported
from annotation.imports.response_import import join, save
from annotation.readers import ReadFile, ReadResponse
from tests import studies
from tests.studies import NOW, SLUG, item_screen, screen_of, submit

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def labels(*keys: str) -> list[dict[str, Any]]:
    return [{"key": key, "text": {"en": key}} for key in keys]


def question(key: str, about: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "about": about, "text": {"en": f"{key}?"}, **more}


BOOK = Codebook.model_validate(
    {
        "name": "every-kind",
        "title": {"en": "Every kind"},
        "questions": [
            question("need", "item", level="nominal", labels=labels("PN", "LB"), cannot_judge=True, confidence=True),
            question("feelings", "item", kind="several", labels=labels("joy", "hope", "pride")),
            question("cause", "item", kind="text", required=False),
            question("evidence", "item", kind="pick", of=["turns", "memories"]),
            question("score", "response", level="interval", labels=labels("1", "2", "3")),
            question("used", "pair", level="nominal", labels=labels("yes", "no")),
            question("words", "pair", kind="quote", of=["response"], ask_if={"question": "used", "labels": ["yes"]}),
        ],
    }
)


@pytest.fixture
def ann(database: str) -> int:
    """An annotator with one item: a dialogue, three memories, two responses, and a question of every kind."""
    studies.make_project([studies.record("i1")])
    with store.writing() as session:
        project = session.exec(select(m.Project)).one()
        session.exec(select(m.Codebook)).one().body = BOOK.model_dump(mode="json")
        save(session, project, [response("alpha", f"Plums, as you like them {FAMILY}!"), response("beta", "A kayak?")])
    ann = studies.add_people("ann", "bo")["ann"]
    studies.assign("ann", "bo")
    return ann


def response(system: str, text: str, **more: Any) -> ReadResponse:
    made = {"row": 1, "item": "i1", "setting": "base", "memory_used": "", "raw": {"response": text}, **more}
    return ReadResponse(system=system, text=text, **made)


def answers(screen: Screen, *, need: str | None = "PN", used: str = "no") -> list[Answer]:
    """An answer to everything that is asked, with these where they matter."""
    item = screen.item
    assert item is not None
    said = {"feelings": "pride|joy", "evidence": f"t2|{item.memories[0].key}", "score": "2", "used": used}
    given = [Answer(target="", question=key, label=said[key]) for key in ("feelings", "evidence")]
    given.append(
        Answer(target="", question="need", label=need, confidence=2)
        if need
        else Answer(target="", question="need", cannot="not enough context")
    )
    for target in item.targets:
        if target.kind == "response":
            given.append(Answer(target=target.key, question="score", label="2"))
        if target.kind == "pair":
            given.append(Answer(target=target.key, question="used", label=used))
    return given


def sent(screen: Screen, given: list[Answer], *, token: str = "token-of-the-test-1", **more: Any) -> Submission:
    return Submission(
        account=screen.account.key,
        assignment=screen.assignment or 0,
        revision=screen.revision,
        codebook=screen.codebook,
        answers=tuple(given),
        token=token,
        **more,
    )


def stored(question: str) -> list[tuple[str | None, str | None, int | None]]:
    with store.reading() as session:
        rows = select(m.Judgment.label, m.Judgment.cannot, m.Judgment.confidence).where(m.Judgment.question == question)
        return list(session.exec(rows.order_by(col(m.Judgment.id))).all())


def test_the_screen_has_responses_and_pairs_and_nothing_of_where_they_came_from(ann: int) -> None:
    screen = screen_of(ann)
    assert screen.item is not None
    assert [target.kind for target in screen.item.targets] == ["item", *["response", "pair", "pair", "pair"] * 2]
    pair = screen.item.targets[2]
    assert pair.key == f"{pair.response}.{pair.memory}"
    assert pair.text == next(each.text for each in screen.item.memories if each.key == pair.memory)
    sent_to_the_browser = screen.model_dump_json()
    assert not [word for word in ("alpha", "beta", "base") if f'"{word}"' in sent_to_the_browser]


def test_what_is_typed_is_stored_in_one_form(ann: int) -> None:
    screen = screen_of(ann)
    submit(ann, sent(screen, answers(screen)))
    assert stored("feelings") == [("joy|pride", None, None)]
    assert stored("need") == [("PN", None, 2)]
    assert stored("evidence")[0][0] == f"{screen.item.memories[0].key}|t2" if screen.item else False
    again = item_screen(ann, screen.assignment or 0)
    assert again.mark.state == "done"
    assert {each.question: each.confidence for each in again.answers}["need"] == 2


def test_cannot_judge_completes_an_item_and_is_no_rating(ann: int) -> None:
    """Rule 3 of the numbers: missing, never a class, and counted by annotator."""
    screen = screen_of(ann)
    submit(ann, sent(screen, answers(screen, need=None)))
    assert stored("need") == [(None, "not enough context", None)]
    assert item_screen(ann, screen.assignment or 0).mark.state == "done"
    with store.reading() as session:
        assert "need" not in {each.question for each in judgments.current(session, slug=SLUG)}
        [unable] = judgments.cannot_judge(session, slug=SLUG)
    assert (unable.item, unable.question, unable.rater, unable.reason) == (
        "i1",
        "need",
        "rater-1",
        "not enough context",
    )


def test_a_dependent_question_is_needed_where_it_is_asked_and_refused_where_it_is_not(ann: int) -> None:
    screen = screen_of(ann)
    assert screen.item is not None
    pairs = [target for target in screen.item.targets if target.kind == "pair"]
    with pytest.raises(Invalid) as incomplete:
        submit(ann, sent(screen, answers(screen, used="yes")))
    assert incomplete.value.code == "incomplete"
    words = [Answer(target=pair.key, question="words", label=f"{pair.response}:0-5") for pair in pairs]
    with pytest.raises(Invalid) as unasked:
        submit(ann, sent(screen, [*answers(screen), *words]))
    assert unasked.value.code == "not_asked"
    submit(ann, sent(screen, [*answers(screen, used="yes"), *words]))
    assert [label for label, _, _ in stored("words")] == [word.label for word in words]


def test_offsets_in_a_response_with_joined_emoji_end_where_the_text_ends(ann: int) -> None:
    screen = screen_of(ann)
    assert screen.item is not None
    texts = {each.key: each.text for each in screen.item.responses}
    pair = next(each for each in screen.item.targets if each.kind == "pair" and FAMILY in texts[each.response])
    end = len(texts[pair.response])
    base = [each for each in answers(screen) if (each.target, each.question) != (pair.key, "used")]
    used = Answer(target=pair.key, question="used", label="yes")
    for label, fits in ((f"{pair.response}:0-{end}", True), (f"{pair.response}:0-{end + 1}", False)):
        given = [*base, used, Answer(target=pair.key, question="words", label=label)]
        if fits:
            assert studies.save_draft(ann, studies.work_of(screen, {}, answers=tuple(given))).version == 1
        else:
            with pytest.raises(Invalid, match="outside the text"):
                submit(ann, sent(screen, given))


@pytest.mark.parametrize("question", [each.key for each in BOOK.questions if each.key not in ("words", "cause")])
def test_two_people_who_differ_land_at_the_adjudicator_whatever_the_kind(ann: int, question: str) -> None:
    """N3: every kind of question, not only some of them."""
    other = {"need": "LB", "feelings": "none", "evidence": "none", "score": "3", "used": "yes"}
    with store.reading() as session:
        bo = session.exec(select(m.Account.id).where(m.Account.name == "bo")).one() or 0
    mine, theirs = screen_of(ann), screen_of(bo)
    submit(ann, sent(mine, answers(mine)))
    changed = [
        each.model_copy(update={"label": other[question]}) if each.question == question else each
        for each in answers(theirs)
    ]
    assert theirs.item is not None
    if question == "used":
        pairs = [each for each in theirs.item.targets if each.kind == "pair"]
        changed += [Answer(target=each.key, question="words", label="none") for each in pairs]
    if question == "evidence":
        changed = [each for each in changed if each.question != "evidence"]
        changed.append(Answer(target="", question="evidence", label="none"))
    else:  # memories are shown in another order to everybody, and the same one has to be picked
        mine_picked = next(each.label for each in answers(mine) if each.question == "evidence")
        changed = [
            each.model_copy(update={"label": mine_picked}) if each.question == "evidence" else each for each in changed
        ]
    submit(bo, sent(theirs, changed, token="token-of-the-test-2"))
    with store.reading() as session:
        [waiting] = disputes.queue(session, slug=SLUG).items
        dana = desk.item(session, slug=SLUG, number=waiting.number, account_id=0 or ann)
    assert {place.question for place in dana.places if place.state == "disputed"} == {question}


def test_settling_counts_only_what_is_asked(ann: int) -> None:
    with store.reading() as session:
        bo = session.exec(select(m.Account.id).where(m.Account.name == "bo")).one() or 0
    for number, who in enumerate((ann, bo)):
        screen = screen_of(who)
        given = [each for each in answers(screen) if each.question != "evidence"]
        given.append(Answer(target="", question="evidence", label="none"))
        submit(who, sent(screen, given, token=f"token-of-the-test-{number}"))
    with store.writing() as session:
        settled = adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW)
    # need, feelings, evidence; two scores; six pairs used "no", so no words are asked for; the optional text is open
    assert (settled.decided, settled.undecided) == (11, 0)


def test_responses_join_items_and_the_same_file_again_adds_nothing(ann: int) -> None:
    with store.reading() as session:
        project = session.exec(select(m.Project)).one()
        found = join(
            session,
            project,
            [
                response("alpha", f"Plums, as you like them {FAMILY}!"),
                response("beta", "Something else."),
                response("gamma", "New."),
                response("alpha", "x", item="i9"),
            ],
            [],
        )
    assert found.skipped == 1
    assert [row.why.split(";")[0].split(",")[0] for row in found.refused] == [
        "the project has another response of this system and setting",
        "the item is assigned already",
        "there is no item with this id",
    ]


def test_two_systems_with_one_text_are_two_responses_with_neutral_keys(database: str) -> None:
    """E10 for responses: both shown, separate answers; the keys do not say which came first."""
    studies.make_project([studies.record("i1")])
    with store.writing() as session:
        project = session.exec(select(m.Project)).one()
        save(session, project, [response("alpha", "Same."), response("beta", "Same.")])
    with store.reading() as session:
        keys = session.exec(select(m.Target.key).where(m.Target.kind == "response").order_by(m.Target.key)).all()
        systems = session.exec(select(m.ResponseOrigin.system).order_by(m.ResponseOrigin.system)).all()
    assert len(set(keys)) == 2
    assert keys[1] == f"{keys[0]}-2"
    assert list(systems) == ["alpha", "beta"]
    assert ReadFile([], []).responses == []
    assert Imported(0, 0, 0, 1, ()).adds
