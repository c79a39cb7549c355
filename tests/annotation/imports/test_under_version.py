"""Label files of an earlier version of the codebook are read under it where somebody says so, and never by guess."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from annotation import judgments, next_version, projects, store
from annotation.codebook import Codebook
from annotation.errors import NotFound, RowsRefused
from annotation.imports import judge_import
from tests import studies
from tests.studies import NOW, SLUG, label_file, take_labels

MUST, NICE = "Ida is allergic to nuts.", "Ida likes plums."


@pytest.fixture(autouse=True)
def second_version(sqlite_database: str) -> None:
    """A study whose second version calls `nice` useful, and has `irr` no more."""
    studies.make_project([studies.record("i1")])
    with store.writing() as session:
        row, _ = projects.latest_codebook(session, projects.key_of(projects.find(session, SLUG)))
        body: dict[str, Any] = deepcopy(row.body)
        labels = [each for each in body["questions"][0]["labels"] if each["key"] != "irr"]
        body["questions"][0]["labels"] = [
            {**each, "key": "useful"} if each["key"] == "nice" else each for each in labels
        ]
        next_version.save(
            session,
            slug=SLUG,
            book=Codebook.model_validate(body),
            now=NOW + timedelta(days=1),
            maps={"role": {"nice": "useful"}},
        )


def file(*labels: tuple[str, str]) -> bytes:
    return label_file([("i1", target, "role", "ida", label) for target, label in labels])


def said() -> dict[str, str]:
    with store.reading() as session:
        return {each.target: each.label for each in judgments.current(session, slug=SLUG)}


def test_labels_of_the_version_before_are_refused_with_what_to_do() -> None:
    with pytest.raises(RowsRefused) as refused:
        take_labels(file((NICE, "nice")))
    assert "a label of version 1" in refused.value.refused[0].why
    assert "--codebook 1" in refused.value.refused[0].why
    assert not said()


def test_under_their_version_they_become_what_the_newest_calls_them_and_the_report_says_so() -> None:
    done = take_labels(file((NICE, "nice"), (MUST, "must")), codebook=1)
    assert done.judgments_added == 2
    assert sorted(said().values()) == ["must", "useful"]
    assert done.understood == (
        "Read under version 1 of the codebook; the newest is 2. "
        "What labels have become since (rows): role: nice is useful (1).",
    )


def test_a_label_that_answers_nothing_any_more_is_a_refused_row() -> None:
    with pytest.raises(RowsRefused) as refused:
        take_labels(file((NICE, "irr")), codebook=1)
    assert refused.value.refused[0].why == "the label 'irr' of version 1 of the codebook answers nothing any more"


def test_labels_of_the_newest_version_are_refused_under_the_one_before() -> None:
    with pytest.raises(RowsRefused):
        take_labels(file((NICE, "useful")), codebook=1)


def test_the_same_label_under_either_name_is_there_already() -> None:
    take_labels(file((NICE, "nice")), codebook=1)
    assert take_labels(file((NICE, "useful"))).judgments_skipped == 1
    assert take_labels(file((NICE, "nice")), codebook=1).judgments_skipped == 1


def test_a_version_that_there_is_not_is_said() -> None:
    with pytest.raises(NotFound, match="has no version 3; the newest is 2"):
        take_labels(file((NICE, "nice")), codebook=3)


def test_a_judge_is_read_under_the_version_too() -> None:
    with store.writing() as session:
        done = judge_import.import_scores(session, file((NICE, "nice")), slug=SLUG, file_name="j", now=NOW, codebook=1)
    assert (done.judgments_added, done.unparsed) == (1, ())
    assert "nice is useful (1)" in done.understood[0]
