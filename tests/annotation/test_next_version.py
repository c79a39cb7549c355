"""The rule for new versions of a codebook: add freely, map or refuse, confirm what is gone, lose no answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from annotation import codebook, judgments, next_version, projects, store
from annotation import models as m
from annotation.board import own_items
from annotation.board.submission import Answer
from annotation.codebook import Codebook
from annotation.errors import Conflict, InvalidCodebook
from annotation.next_version import NOWHERE, Gone, Plan, Saved
from annotation.old_answers import old_answers
from tests import studies

pytestmark = pytest.mark.usefixtures("database")
LATER = studies.NOW + timedelta(days=1)
Change = Callable[[dict[str, Any]], None]


def changed(*each: Change) -> Codebook:
    """The study's newest codebook with these changes."""
    with store.reading() as session:
        row, _ = projects.latest_codebook(session, projects.key_of(projects.find(session, studies.SLUG)))
        found = dict(row.body)
    for change in each:
        change(found)
    return Codebook.model_validate(found)


def renamed(old: str, new: str) -> Change:
    def change(book: dict[str, Any]) -> None:
        for label in book["questions"][0]["labels"]:
            if label["key"] == old:
                label["key"] = new

    return change


def without(label: str) -> Change:
    def change(book: dict[str, Any]) -> None:
        labels = book["questions"][0]["labels"]
        book["questions"][0]["labels"] = [each for each in labels if each["key"] != label]

    return change


def asking(**more: Any) -> Change:
    """One more question."""
    added = {
        "key": "tone",
        "about": "item",
        "level": "nominal",
        "text": {"en": "Which tone?"},
        "labels": [{"key": key, "text": {"en": key}} for key in ("warm", "cold")],
        **more,
    }
    return lambda book: book["questions"].append(added)


def field(name: str, value: Any) -> Change:
    return lambda book: book["questions"][0].update({name: value})


def plan(book: Codebook, maps: dict[str, dict[str, str]] | None = None) -> Plan:
    with store.reading() as session:
        return next_version.plan(session, slug=studies.SLUG, book=book, maps=maps)


def save(book: Codebook, **options: Any) -> Saved:
    with store.writing() as session:
        return next_version.save(session, slug=studies.SLUG, book=book, now=LATER, **options)


def labelled(label: str = "nice") -> int:
    """A study of three items, all labelled by ann; her account."""
    studies.make_project()
    ids = studies.add_people("ann")
    studies.assign("ann")
    studies.label_all(ids["ann"], label)
    return ids["ann"]


def current() -> list[str]:
    with store.reading() as session:
        return [each.label for each in judgments.current(session, slug=studies.SLUG)]


def states() -> list[str]:
    with store.reading() as session:
        return sorted(session.exec(select(m.Assignment.state)).all())


def test_j1_a_label_in_use_is_renamed_only_with_a_word_of_what_it_becomes() -> None:
    labelled()
    optional = changed(renamed("nice", "optional"))
    assert plan(optional).to_map == (Gone("role", 9, "nice"),)
    with pytest.raises(InvalidCodebook, match="role: 9 answers say nice"):
        save(optional)
    assert studies.number_of(m.Codebook) == 1
    assert save(optional, maps={"role": {"nice": "optional"}}) == Saved(2, 0, 0)
    assert current() == ["optional"] * 9
    assert {label for *_, label, _ in studies.stored()} == {"nice"}, "a judgment is never rewritten"


def test_j1_a_label_may_become_no_answer_and_its_items_are_open_again() -> None:
    labelled()
    gone = changed(without("nice"))
    assert plan(gone).reopened == 3
    assert save(gone, maps={"role": {"nice": NOWHERE}}).reopened == 3
    assert current() == []
    assert states() == ["open"] * 3


def test_j3_a_label_that_nobody_uses_any_more_is_removed_without_a_word() -> None:
    ann = labelled()
    with store.reading() as session:
        first = session.exec(select(m.Assignment.id).order_by(col(m.Assignment.position))).all()
    for assignment in first:
        again = studies.item_screen(ann, assignment or 0)
        studies.submit(ann, studies.submission(again, "irr"))
    assert plan(changed(without("nice"))).to_map == ()
    save(changed(without("nice")))
    assert current() == ["irr"] * 9
    with store.reading() as session:
        table = judgments.first_labels(session, slug=studies.SLUG).table
    assert set(table["label"]) == {"irr"}, "what is no label any more is not counted as a first word either"


def test_two_labels_are_joined() -> None:
    labelled("must")
    save(changed(without("must")), maps={"role": {"must": "nice"}})
    assert current() == ["nice"] * 9


def test_labels_are_mapped_through_every_version_since() -> None:
    labelled()
    save(changed(renamed("nice", "optional")), maps={"role": {"nice": "optional"}})
    save(changed(renamed("optional", "extra")), maps={"role": {"optional": "extra"}})
    assert current() == ["extra"] * 9


@pytest.mark.parametrize(
    ("maps", "why"),
    [
        ({"role": {"nice": "better"}}, "nice cannot become better"),
        ({"role": {"must": "irr"}}, "must cannot be mapped"),
        ({"mood": {"nice": "irr"}}, "mood: nice cannot be mapped"),
    ],
)
def test_a_word_that_says_nothing_of_the_labels_is_refused(maps: dict[str, dict[str, str]], why: str) -> None:
    labelled()
    with pytest.raises(InvalidCodebook, match=why):
        save(changed(without("nice")), maps=maps)


@pytest.mark.parametrize(("name", "value"), [("about", "response"), ("level", "nominal")])
def test_what_an_answer_is_does_not_change_while_there_are_answers(name: str, value: str) -> None:
    labelled()
    with pytest.raises(InvalidCodebook, match=f"role: `{name}` is .* as the question has 9 answers"):
        save(changed(field(name, value)))


def test_what_an_answer_is_changes_freely_while_there_is_none() -> None:
    studies.make_project()
    assert save(changed(field("level", "nominal"))).version == 2


def test_a_question_in_use_is_removed_when_it_is_confirmed_and_its_judgments_stay() -> None:
    labelled()
    other = changed(asking(), lambda book: book["questions"].pop(0))
    assert plan(other).to_confirm == (Gone("role", 9),)
    with pytest.raises(InvalidCodebook, match="role: the question is gone, and 9 answers"):
        save(other)
    save(other, confirmed=["role"])
    assert studies.number_of(m.Judgment) == 9


def test_a_question_that_comes_back_has_to_fit_the_answers_from_before() -> None:
    labelled()
    with store.reading() as session:
        role = projects.latest_codebook(session, 1)[0].body["questions"][0]
    save(changed(asking(), lambda book: book["questions"].pop(0)), confirmed=["role"])
    with pytest.raises(InvalidCodebook, match="role: `level` is ordinal"):
        save(changed(lambda book: book["questions"].append({**role, "level": "nominal"})))
    save(changed(lambda book: book["questions"].append(role)))
    assert current() == ["nice"] * 9


def test_a_new_required_question_opens_items_again_and_says_how_many_before() -> None:
    ann = labelled()
    assert plan(changed(asking(required=False))).reopened == 0
    assert plan(changed(asking())).reopened == 3
    assert save(changed(asking())).reopened == 3
    screen = studies.screen_of(ann)
    assert (screen.state, screen.progress.done, screen.codebook) == ("item", 0, 2)
    assert len(screen.answers) == 3, "what was answered stays answered"


def test_items_that_lack_nothing_any_more_are_done_again() -> None:
    labelled()
    save(changed(asking()))
    assert save(changed(lambda book: book["questions"].pop())).completed == 3
    assert states() == ["done"] * 3


def test_an_item_that_nobody_has_submitted_is_never_done_by_a_new_version() -> None:
    studies.make_project()
    studies.add_people("ann")
    studies.assign("ann")
    assert save(changed(field("required", False))).completed == 0
    assert states() == ["open"] * 3


def test_drafts_go_on_with_the_answers_that_are_still_taken() -> None:
    studies.make_project()
    ids = studies.add_people("ann")
    studies.assign("ann")
    screen = studies.screen_of(ids["ann"])
    assert screen.item is not None
    one, two, three = (target.key for target in screen.item.targets)
    studies.save_draft(ids["ann"], studies.work_of(screen, {one: "nice", two: "must", three: "irr"}))
    book = changed(renamed("nice", "optional"), without("must"))
    assert plan(book).drafts == 1
    save(book, maps={"role": {"nice": "optional", "must": NOWHERE}})
    draft = studies.screen_of(ids["ann"]).draft
    assert draft is not None
    assert {each.target: each.label for each in draft.answers} == {one: "optional", three: "irr"}


def test_an_open_board_learns_of_the_new_version() -> None:
    studies.make_project()
    ids = studies.add_people("ann")
    studies.assign("ann")
    open_board = studies.screen_of(ids["ann"])
    save(changed(asking()))
    with pytest.raises(Conflict) as refused:
        studies.submit(ids["ann"], studies.submission(open_board))
    assert refused.value.code == "other_codebook"


def test_two_who_change_the_same_version_do_not_overwrite_each_other() -> None:
    studies.make_project()
    save(changed(asking()), seen=1)
    with pytest.raises(Conflict, match="version 2 meanwhile"):
        save(changed(asking(key="other")), seen=1)


def test_the_same_codebook_again_is_no_version() -> None:
    studies.make_project()
    with pytest.raises(InvalidCodebook, match="the same as version 1"):
        save(changed())


def test_who_changed_what_and_why_is_kept() -> None:
    studies.make_project()
    ids = studies.add_people("rui", role="researcher")
    save(changed(asking()), note=" Tone matters. ", account_id=ids["rui"])
    with store.reading() as session:
        row, _ = projects.latest_codebook(session, 1)
        event = session.exec(select(m.Event).where(m.Event.kind == next_version.CHANGED)).one()
        assert (row.version, row.note, row.account_id) == (2, "Tone matters.", ids["rui"])
        assert (event.account_id, event.detail["version"]) == (ids["rui"], 2)


def test_what_is_shown_beforehand_is_in_the_new_labels() -> None:
    studies.make_project()
    with store.writing() as session:
        one, two = session.exec(select(m.Target.id).where(m.Target.kind == "memory").limit(2)).all()
        session.add(m.Prelabel(target_id=one or 0, question="role", label="nice"))
        session.add(m.Prelabel(target_id=two or 0, question="role", label="must"))
    book = changed(renamed("nice", "optional"), without("must"))
    save(book, maps={"role": {"nice": "optional", "must": NOWHERE}})
    with store.reading() as session:
        assert session.exec(select(m.Prelabel.label)).all() == ["optional"]


def test_sets_are_read_in_the_newest_order_of_their_labels() -> None:
    """Equal answers are equal texts, also where a version turns the labels round."""
    several = codebook.read(
        "name: own\ntitle: {en: Own}\nquestions:\n- {key: role, about: item, kind: several, text: {en: Which}, "
        "labels: [{key: a, text: {en: A}}, {key: b, text: {en: B}}, {key: c, text: {en: C}}]}",
        name="own",
    )
    studies.make_project()
    save(several)
    ids = studies.add_people("ann")
    studies.assign("ann")
    screen = studies.screen_of(ids["ann"])
    answer = Answer(target="", question="role", label="a|c")
    studies.submit(ids["ann"], studies.submission(screen, answers=(answer,)))
    turned = changed(lambda book: book["questions"][0]["labels"].reverse())
    save(turned)
    assert current() == ["c|a"]
    save(changed(without("a")), maps={"role": {"a": NOWHERE}})
    assert current() == ["c"]


def test_answers_to_a_question_as_it_was_are_listed_until_the_item_is_submitted_again() -> None:
    ann = labelled()
    save(changed(renamed("nice", "optional")), maps={"role": {"nice": "optional"}})
    with store.reading() as session:
        found = old_answers(session, slug=studies.SLUG)
    assert [(each.rater, each.item, each.question, each.version, each.count) for each in found] == [
        ("ann", item, "role", 1, 3) for item in ("i1", "i2", "i3")
    ]
    with store.reading() as session:
        first = session.exec(select(m.Assignment).join(m.Item).where(m.Item.source_id == "i1")).one().id or 0
    again = studies.item_screen(ann, first)
    assert {each.label for each in again.answers} == {"optional"}
    studies.submit(ann, studies.submission(again, "optional"), now=LATER)
    with store.reading() as session:
        assert [each.item for each in old_answers(session, slug=studies.SLUG)] == ["i2", "i3"]
        listed = own_items.items(session, account_id=ann, slug=studies.SLUG)
        assert {each.position for each in listed if each.changed} == {
            each.position for each in listed if each.assignment != first
        }, "their annotator sees which items to look at again"
        assert old_answers(session, slug=studies.SLUG, account_id=ann + 1) == [], "and nobody else's"


def test_a_question_that_only_speaks_another_language_needs_no_second_look() -> None:
    labelled()
    save(changed(lambda book: book["questions"][0]["text"].update(fr="Quel rôle ?"), asking(required=False)))
    with store.reading() as session:
        assert old_answers(session, slug=studies.SLUG) == []
