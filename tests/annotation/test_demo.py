"""The demo: a study of our own that shows agreement, ties, decisions, and items still to label of every kind."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from sqlmodel import col, select

from annotation import codebook, demo, judgments, projects, store
from annotation import models as m
from annotation.content import Content
from annotation.desk import adjudication, disputes
from annotation.errors import WrongUse
from annotation.people import accounts
from annotation.status import status
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.usefixtures("quick_passwords")


def make(*, only_if_empty: bool = False) -> list[demo.SignIn] | None:
    with store.writing() as session:
        return demo.make(session, now=NOW, only_if_empty=only_if_empty)


def test_the_demo_has_people_work_disagreement_and_decisions(database: str) -> None:
    made = make()
    assert made is not None
    assert Counter(each.role for each in made) == {"annotator": 3, "adjudicator": 1, "researcher": 1}
    with store.reading() as session:
        now = status(session, slug=demo.SLUG)
        waiting = disputes.queue(session, slug=demo.SLUG)
        settled = adjudication.count(session, slug=demo.SLUG)
        methods = {each.method for each in session.exec(select(m.Decision)).all()}
        labels = Counter(judgments.long_table(session, slug=demo.SLUG)["label"])
    assert now.items == 12
    assert all(0 < each.done < each.total for each in now.annotators), "everybody has something left to try"
    assert (waiting.decided, waiting.to_decide > 0) == (demo.DECIDED_BY_HAND, True)
    assert settled.decided > 0
    assert methods == {"unanimous", "majority", "adjudicator"}
    assert set(labels) == {"irr", "nice", "must"}


def test_every_codebook_has_a_project_with_work_for_everybody(sqlite_database: str) -> None:
    make()
    annotators = {name for name, role in demo.PEOPLE if role == "annotator"}
    with store.reading() as session:
        assert sorted(each.protocol for each in projects.every(session)) == codebook.built_in_names()
        for each in demo.TO_LABEL:
            now = status(session, slug=each.slug)
            assert {person.annotator for person in now.annotators} == annotators
            assert {person.total for person in now.annotators} <= set(range(4, 14)), each.slug
            assert {person.done for person in now.annotators} == {0}


@pytest.mark.parametrize("made", demo.TO_LABEL, ids=lambda made: made.protocol)
def test_every_item_that_is_given_to_somebody_asks_something(sqlite_database: str, made: demo.ToLabel) -> None:
    studies.add_people("ann")
    with store.writing() as session:
        demo.make_to_label(session, made, ["ann"], now=NOW)
        _, book = projects.latest_codebook(session, projects.key_of(projects.find(session, made.slug)))
        given = {
            key: Content.model_validate(body)
            for key, body in session.exec(select(m.Item.id, m.Item.content).join(m.Assignment))
        }
        asked = set(session.exec(select(m.Target.item_id).where(col(m.Target.kind).in_(book.kinds))))
    assert set(given) == asked
    if "response" in book.kinds:
        assert all(len(content.responses) >= 2 for content in given.values())
    assert {is_chinese(content) for content in given.values()} == {True, False}


def is_chinese(content: Content) -> bool:
    """Whether people speak Chinese in it."""
    spoken = [turn.text for turn in content.dialogue] + ([content.query.text] if content.query else [])
    return any("\u4e00" <= sign <= "\u9fff" for text in spoken for sign in text)


def test_the_passwords_sign_in(sqlite_database: str) -> None:
    for each in make() or []:
        with store.writing() as session:
            token = accounts.sign_in(session, name=each.name, password=each.password, now=NOW)
            assert accounts.who(session, token=token, now=NOW) is not None


def test_the_demo_is_made_once(sqlite_database: str) -> None:
    make()
    assert make(only_if_empty=True) is None
    with pytest.raises(WrongUse, match="already"):
        make()
    assert studies.number_of(m.Account) == len(demo.PEOPLE)


def test_an_account_is_enough_not_to_be_empty(sqlite_database: str) -> None:
    studies.add_people("zoe", role="admin")
    assert make(only_if_empty=True) is None
    assert studies.number_of(m.Project) == 0


def test_the_demo_can_be_added_beside_other_people(sqlite_database: str) -> None:
    studies.add_people("ada", "zoe", role="adjudicator")
    assert make() is not None
    with store.reading() as session:
        deciders = {
            session.get_one(m.Account, each.account_id).name
            for each in session.exec(select(m.Decision)).all()
            if each.account_id
        }
    assert deciders == {"dana"}


def test_a_project_called_demo_is_left_alone(sqlite_database: str) -> None:
    studies.make_project(slug=demo.SLUG)
    assert make(only_if_empty=True) is None
    with pytest.raises(WrongUse, match="already"):
        make()
    assert (studies.number_of(m.Item), studies.number_of(m.Account)) == (3, 0)


@pytest.mark.parametrize("slug", ["demo-hlme-answer", "demo-stratmem-usage"])
def test_a_project_with_the_name_of_one_of_the_demos_is_left_alone(sqlite_database: str, slug: str) -> None:
    studies.make_project(slug=slug)
    with pytest.raises(WrongUse, match="already"):
        make()
    assert studies.number_of(m.Project) == 1


@pytest.mark.parametrize("name", ["stratmem.json", "stratmem-zh.json"])
def test_the_samples_are_ours(shared_data: Path, name: str) -> None:
    """None of their texts is from the published file."""
    published = (shared_data / "stratmem" / "StratMemBench.json").read_text(encoding="utf-8")
    samples = json.loads((demo.SAMPLES / name).read_text(encoding="utf-8"))
    texts = [text for sample in samples for text, _ in studies.texts(sample)] + [each["query"] for each in samples]
    assert not [text for text in texts if text in published]


def test_the_samples_labels_are_of_the_samples() -> None:
    with (demo.SAMPLES / "stratmem-labels.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["rater"] for row in rows} == {name for name, role in demo.PEOPLE if role == "annotator"}
    assert len({(row["item"], row["target"], row["rater"]) for row in rows}) == len(rows)


def test_the_demo_leaves_a_study_alone_that_has_no_accounts_yet(sqlite_database: str) -> None:
    """`make run` after an import must not mix the demo into a real database."""
    studies.make_project()
    assert make(only_if_empty=True) is None
    assert studies.number_of(m.Account) == 0
