"""A judge's scores from a file: whose they are, what an answer means, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, select, text

from annotation import judges, store
from annotation import models as m
from annotation.errors import NotFound, RowsRefused, Unreadable, WrongUse
from annotation.imports import judge_import
from annotation.imports.judge_import import JudgeKey, ScoresTaken
from annotation.item_choice import TheseItems
from tests import studies
from tests.studies import NOW, SLUG, label_file, memory, record

MUST, NICE, IRR = "Ida is allergic to nuts.", "Ida likes plums.", "Otto owns a kayak."
COLUMNS = ("item", "target", "question", "label")


@pytest.fixture
def project(sqlite_database: str) -> None:
    """A study of one item, on SQLite."""
    studies.make_project([record("i1")])


def take(file: bytes, **options: Any) -> ScoresTaken:
    with store.writing() as session:
        return judge_import.import_scores(session, file, **{"slug": SLUG, "file_name": "gpt-4o", "now": NOW, **options})


def row(label: str = "must", target: str = MUST, **changes: str) -> list[str]:
    return list({"item": "i1", "target": target, "question": "role", "label": label, **changes}.values())


def file(*rows: list[str], columns: tuple[str, ...] = COLUMNS) -> bytes:
    return label_file(rows, columns=columns)


def stored() -> list[tuple[str | None, str]]:
    """Label and answer of every score."""
    with store.reading() as session:
        return [(each.label, each.answer) for each in session.exec(select(m.JudgeScore).order_by(m.JudgeScore.id))]  # type: ignore[arg-type]


def refused(*rows: list[str], **options: Any) -> list[tuple[int, str]]:
    """What is wrong with which of the given rows, counted from 1, where nothing is saved."""
    before = len(stored())
    with pytest.raises(RowsRefused) as found:
        take(file(*rows), **options)
    assert len(stored()) == before
    return [(each.row - 1, each.why) for each in found.value.refused]


def test_scores_are_kept_apart_from_peoples_labels(database: str) -> None:
    """C10: no rater, no judgment, nothing in the progress."""
    studies.make_project([record("i1")])
    done = take(file(row(), row("nice", NICE), row("irr", IRR)))
    assert (done.judgments_added, done.judges) == (3, (JudgeKey("gpt-4o", "", ""),))
    assert (studies.number_of(m.Rater), studies.number_of(m.Judgment)) == (0, 0)
    assert stored() == [("must", "must"), ("nice", "nice"), ("irr", "irr")]


def test_the_judge_is_the_named_one_else_the_rater_column_else_the_file(project: None) -> None:
    columns = (*COLUMNS, "rater", "version", "run")
    done = take(file([*row(), "claude", "2026-01", "2"], columns=columns))
    assert done.judges == (JudgeKey("claude", "2026-01", "2"),)
    done = take(file([*row(), "claude", "2026-01", "2"], columns=columns), name="other", version="v2", run="a")
    assert done.judges == (JudgeKey("other", "v2", "a"),)
    assert take(file(row())).judges == (JudgeKey("gpt-4o", "", ""),)


def test_the_same_answer_again_is_skipped_and_another_is_refused(database: str) -> None:
    studies.make_project([record("i1")])
    take(file(row()))
    done = take(file(row(), row("nice", NICE)))
    assert (done.judgments_added, done.judgments_skipped) == (1, 1)
    ((number, why),) = refused(row("irr"))
    assert (number, "another answer" in why, "run or version" in why) == (1, True, True)
    assert take(file(row("irr")), run="2").judgments_added == 1, "another run is another answer"


def test_an_answer_that_gives_no_label_is_kept_as_unparsed_and_a_blank_is_not_kept(project: None) -> None:
    """C1, C3: prose is never guessed at, and never a class of its own."""
    done = take(file(row("I see 5 reasons, so must"), row("I cannot rate this", NICE), row("", IRR)))
    assert (done.judgments_added, done.blank) == (2, 1)
    assert [each.row for each in done.unparsed] == [2, 3]
    assert stored() == [(None, "I see 5 reasons, so must"), (None, "I cannot rate this")]


def test_other_names_for_labels_are_mapped(project: None) -> None:
    done = take(file(row("Must use"), row("helpful", NICE)), meanings={"Must use": "must", "helpful": "nice"})
    assert (done.unparsed, [label for label, _ in stored()]) == ((), ["must", "nice"])


def test_a_row_about_nothing_in_the_project_is_refused_with_its_number(project: None) -> None:
    found = refused(row(item="i9"), row(target="Nobody said this."), row(question="colour"), row(), row("nice"))
    assert [number for number, _ in found] == [1, 2, 3, 5]
    assert "no item" in found[0][1]
    assert "no target" in found[1][1]
    assert "not a question" in found[2][1]
    assert "already in row 5" in found[3][1]


def test_the_good_rows_can_be_taken_alone(project: None) -> None:
    done = take(file(row(item="i9"), row()), partial=True)
    assert (done.judgments_added, [each.row for each in done.rows_refused]) == (1, [2])


def test_a_look_at_a_file_stores_nothing(project: None) -> None:
    done = take(file(row(item="i9"), row()), dry_run=True)
    assert (done.judgments_added, len(done.rows_refused)) == (1, 1)
    assert (stored(), studies.number_of(m.Judge), studies.number_of(m.Event)) == ([], 0, 2)


def test_jsonl_with_numbers_is_read(project: None) -> None:
    line = b'{"item": "i1", "target": "Ida likes plums.", "question": "role", "label": 4.0, "run": 2}\n'
    done = take(line)
    assert (done.judges[0].run, stored()) == ("2", [(None, "4.0")])


def test_a_name_that_cannot_be_shown_is_refused(project: None) -> None:
    with pytest.raises(WrongUse, match="cannot name a judge"):
        take(file(row()), name="a\nb")
    columns = (*COLUMNS, "rater")
    with pytest.raises(RowsRefused) as found:
        take(file([*row(), "a\tb"], columns=columns))
    assert "cannot name a judge" in found.value.refused[0].why


def test_what_is_no_table_and_what_is_no_project_are_refused(project: None) -> None:
    with pytest.raises(Unreadable, match="no column 'label'"):
        take(b"item,score\ni1,4\n")
    with pytest.raises(NotFound):
        take(file(row()), slug="other")


def test_the_same_text_twice_in_an_item_has_to_be_named_by_its_key(sqlite_database: str) -> None:
    studies.make_project([record("i1", memory=memory(must=["Twice."], irr=["Twice."]))])
    ((_, why),) = refused(row(target="Twice."))
    assert "more than once" in why


def test_scores_can_be_neither_changed_nor_deleted(database: str) -> None:
    studies.make_project([record("i1")])
    take(file(row()))
    for statement in ("UPDATE judge_score SET label = 'irr'", "DELETE FROM judge_score"):
        with pytest.raises(DatabaseError, match="append-only"), store.engine().begin() as connection:
            connection.execute(text(statement))
    assert stored() == [("must", "must")]


# --- What a project knows of its judges -------------------------------------------------------------------------------


def read(verb: Any) -> Any:
    with store.reading() as session:
        return verb(session, slug=SLUG)


def mark(session: Session, which: Any, **changes: Any) -> int:
    return judges.mark_tuned(session, **{"slug": SLUG, "name": "gpt-4o", "which": which, "now": NOW, **changes})


def test_judges_are_listed_with_their_runs_and_their_unparsed_answers(database: str) -> None:
    studies.make_project([record("i1")])
    take(file(row(), row("?", NICE)), run="1")
    take(file(row("nice")), run="2")
    take(file(row("nice")), version="v2")
    first, second = read(judges.listed)
    assert (first.title, first.runs, first.n_unparsed) == ("gpt-4o", {"1": 2, "2": 1}, 1)
    assert (second.title, second.runs, second.n_unparsed, second.n_tuned) == ("gpt-4o v2", {"": 1}, 0, 0)


def test_scores_are_read_with_the_answers_that_gave_no_label_and_the_tuned_items(database: str) -> None:
    studies.make_project([record("i1"), record("i2")])
    take(file(row("Must use"), row("?", NICE)), meanings={"Must use": "must"})
    with store.writing() as session:
        assert mark(session, TheseItems(("i2",))) == 1
    (found,) = read(judges.scores)
    assert (found.name, found.version, found.run, found.tuned) == ("gpt-4o", "", "", {"i2"})
    assert list(found.rows["label"]) == ["must", "?"], "as mapped, and as it came"
    assert list(found.rows.index) == [2, 3], "the rows of the file"
    with store.writing() as session:
        assert mark(session, "none") == 0
    assert read(judges.scores)[0].tuned == frozenset()


def test_marking_an_unknown_judge_or_item_changes_nothing(project: None) -> None:
    take(file(row()))
    with pytest.raises(NotFound, match="There are: gpt-4o"), store.writing() as session:
        mark(session, "all", name="other")
    with pytest.raises(NotFound, match="no item 'i9'"), store.writing() as session:
        mark(session, TheseItems(("i1", "i9")))
    assert read(judges.listed)[0].n_tuned == 0


def test_the_state_changes_with_every_score_and_mark(project: None) -> None:
    seen = [read(judges.state)]
    take(file(row()))
    seen.append(read(judges.state))
    with store.writing() as session:
        mark(session, "all")
    seen.append(read(judges.state))
    assert len(set(seen)) == 3
