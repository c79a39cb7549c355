"""Drafts on the server: kept for every device, never over another's work, gone with the submission."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import projects, store
from annotation.board.drafts import DraftElsewhere
from annotation.errors import Conflict, Invalid
from tests import studies
from tests.studies import NOW, SLUG, item_screen, save_draft, screen_of, submission, submit, work_of


def draft_of(account_id: int) -> dict[str, str | None] | None:
    """The labels of the draft on the screen, by target."""
    draft = screen_of(account_id).draft
    return None if draft is None else {answer.target: answer.label for answer in draft.answers}


def targets(account_id: int) -> list[str]:
    """The targets of the account's next item."""
    item = screen_of(account_id).item
    return [target.key for target in item.targets] if item else []


def test_a_draft_is_there_on_another_device(people_anywhere: dict[str, int]) -> None:
    """D10: half done on one device, continued on another."""
    ann = people_anywhere["ann"]
    first, second, _ = targets(ann)
    kept = save_draft(ann, work_of(screen_of(ann), {first: "must", second: "irr"}, active_ms=4_000))
    assert (kept.version, kept.saved_at) == (1, "2026-01-02T03:04:05Z")
    assert draft_of(ann) == {first: "must", second: "irr"}
    draft = screen_of(ann).draft
    assert draft is not None
    assert (draft.version, draft.active_ms, draft.saved_at) == (1, 4_000, "2026-01-02T03:04:05Z")
    assert studies.stored() == [], "a draft is no judgment"


def test_two_people_have_drafts_of_their_own(people_anywhere: dict[str, int]) -> None:
    """D8: one saving does not wipe the other's, and nobody sees the other's."""
    ann, bo = people_anywhere["ann"], people_anywhere["bo"]
    save_draft(ann, work_of(screen_of(ann), {targets(ann)[0]: "must"}))
    assert draft_of(bo) is None
    save_draft(bo, work_of(screen_of(bo), {targets(bo)[0]: "irr"}))
    assert list((draft_of(ann) or {}).values()) == ["must"]


def test_a_draft_from_another_device_is_not_overwritten_unseen(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    screen, (first, second, _) = screen_of(ann), targets(ann)
    save_draft(ann, work_of(screen, {first: "must"}))
    with pytest.raises(DraftElsewhere) as refused:
        save_draft(ann, work_of(screen, {second: "irr"}))
    assert refused.value.code == "draft_elsewhere"
    assert [answer.label for answer in refused.value.draft.answers] == ["must"]
    assert draft_of(ann) == {first: "must"}
    kept = save_draft(ann, work_of(screen, {second: "irr"}, seen=refused.value.draft.version))
    assert (kept.version, draft_of(ann)) == (2, {second: "irr"})


def test_saving_the_same_again_is_no_conflict(people: dict[str, int]) -> None:
    """An answer that was lost on its way back is sent again."""
    ann = people["ann"]
    sent = work_of(screen_of(ann), {targets(ann)[0]: "must"})
    save_draft(ann, sent)
    assert save_draft(ann, sent).version == 2
    assert draft_of(ann) == {targets(ann)[0]: "must"}


def test_an_answer_that_is_taken_back_leaves_the_draft(people: dict[str, int]) -> None:
    ann = people["ann"]
    first, second, _ = targets(ann)
    save_draft(ann, work_of(screen_of(ann), {first: "must", second: "irr"}))
    save_draft(ann, work_of(screen_of(ann), {second: "irr"}, seen=1))
    assert draft_of(ann) == {second: "irr"}
    save_draft(ann, work_of(screen_of(ann), {}, seen=2))
    assert draft_of(ann) is None, "it says what is stored: nothing"


def test_a_submission_takes_the_draft_away_and_a_late_draft_is_refused(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    screen = screen_of(ann)
    late = work_of(screen, {targets(ann)[0]: "irr"})
    save_draft(ann, late)
    submit(ann, submission(screen, "must"))
    assert studies.number_of(m.Draft) == 0
    with pytest.raises(Conflict) as refused:
        save_draft(ann, late)
    assert refused.value.code == "stale_revision"
    assert studies.number_of(m.Draft) == 0
    assert item_screen(ann, screen.assignment or 0).draft is None


def test_the_time_at_work_is_the_longest_that_any_device_says(people: dict[str, int]) -> None:
    ann = people["ann"]
    screen = screen_of(ann)
    save_draft(ann, work_of(screen, {targets(ann)[0]: "irr"}, active_ms=30_000))
    submit(ann, submission(screen, active_ms=12_000))
    with store.reading() as session:
        assert session.exec(select(m.Submission.active_ms)).one() == 30_000


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"account": "999"}, "other_account"),
        ({"assignment": 999}, "not_yours"),
        ({"revision": 1}, "stale_revision"),
        ({"codebook": 2}, "other_codebook"),
    ],
)
def test_a_draft_that_does_not_fit_is_refused(people: dict[str, int], changes: dict[str, object], code: str) -> None:
    ann = people["ann"]
    with pytest.raises(Conflict) as refused:
        save_draft(ann, work_of(screen_of(ann), {targets(ann)[0]: "must"}, note="n", **changes))
    assert refused.value.code == code
    assert studies.number_of(m.Draft) == 0
    assert screen_of(ann).mark.note == ""


def test_another_persons_item_takes_no_draft(people: dict[str, int]) -> None:
    ann, bo = people["ann"], people["bo"]
    sent = work_of(screen_of(ann), {}, note="mine").model_copy(update={"account": str(bo)})
    with pytest.raises(Conflict) as refused:
        save_draft(bo, sent)
    assert refused.value.code == "not_yours"


def test_a_closed_round_takes_no_draft(people: dict[str, int]) -> None:
    ann = people["ann"]
    screen = screen_of(ann)
    studies.close_round()
    with pytest.raises(Conflict) as refused:
        save_draft(ann, work_of(screen, {}))
    assert refused.value.code == "closed_round"
    assert not item_screen(ann, screen.assignment or 0).editable


def test_a_draft_is_checked_like_a_submission_but_for_what_is_missing(people: dict[str, int]) -> None:
    ann = people["ann"]
    screen, first = screen_of(ann), targets(ann)[0]
    with pytest.raises(Invalid, match="not a label"):
        save_draft(ann, work_of(screen, {first: "splendid"}))
    with pytest.raises(Conflict, match="not part of this item"):
        save_draft(ann, work_of(screen, {"m000000000000": "must"}))
    assert save_draft(ann, work_of(screen, {first: "must"})).version == 1


def test_note_and_flag_are_kept_at_once_and_their_history_is_in_the_log(people_anywhere: dict[str, int]) -> None:
    """D3: a comment is stored with whatever leaves the board first."""
    ann = people_anywhere["ann"]
    screen = screen_of(ann)
    save_draft(ann, work_of(screen, {}, note="看不懂 🎉", flagged=True))
    assert (screen_of(ann).mark.note, screen_of(ann).mark.flagged) == ("看不懂 🎉", True)
    save_draft(ann, work_of(screen, {}, seen=1))
    assert screen_of(ann).mark.note == "看不懂 🎉", "what is not sent is unchanged"
    submit(ann, submission(screen, note="clear now", flagged=False, seen=2))
    mark = item_screen(ann, screen.assignment or 0).mark
    assert (mark.note, mark.flagged, mark.state) == ("clear now", False, "done")
    with store.reading() as session:
        told = session.exec(select(m.Event.detail).where(m.Event.kind == "item marked").order_by(m.Event.id)).all()  # type: ignore[arg-type]
    assert [each.get("note") for each in told] == ["看不懂 🎉", "clear now"]
    assert [each.get("flagged") for each in told] == [True, False]


def test_a_draft_of_an_earlier_codebook_is_not_offered(people: dict[str, int]) -> None:
    ann = people["ann"]
    save_draft(ann, work_of(screen_of(ann), {targets(ann)[0]: "must"}))
    with store.writing() as session:
        project = projects.find(session, SLUG)
        row, book = projects.latest_codebook(session, projects.key_of(project))
        session.add(
            m.Codebook(
                project_id=row.project_id,
                version=2,
                body=book.model_dump(mode="json"),
                created_at=NOW + timedelta(days=1),
            )
        )
    assert draft_of(ann) is None
    assert save_draft(ann, work_of(screen_of(ann), {targets(ann)[0]: "irr"}, seen=1)).version == 2
