"""Places and reservations: exactly so many people on each item, nothing lost, and nothing kept by whoever went away."""

from __future__ import annotations

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import rounds, sampling, store
from annotation.board import labelling
from annotation.errors import Conflict, NotFound, WrongUse
from annotation.judgments import current, first_labels
from annotation.people import accounts
from annotation.pool import opening as pool
from annotation.pool import plan as pool_plan
from annotation.quality import known, known_mixing
from annotation.timestamps import written
from tests import pools, studies
from tests.pools import held, later, open_pool, shown, take
from tests.studies import NOW, SLUG, submission, submit

# --- Taking ---------------------------------------------------------------------------------------------------------


def test_the_next_item_is_theirs_until_it_is_done_and_then_another_one_is(people: dict[str, int]) -> None:
    open_pool(places=2)
    first = shown(people["ann"])
    assert shown(people["ann"]).assignment == first.assignment, "whoever has an open item takes no other"
    assert submit(people["ann"], submission(first)).stored == 3
    assert shown(people["ann"]).assignment != first.assignment
    assert [item for item, name, _, _ in held() if name == "ann"] == ["i1", "i2"], "in the order of the import"


def test_n4_an_item_is_given_to_exactly_so_many_people(people: dict[str, int]) -> None:
    """N4: the second place is the last one; nobody has an item twice."""
    open_pool(places=2)
    assert (take(people["ann"]), take(people["bo"]), take(people["chen"])) == ("i1", "i1", "i2")
    assert [item for item, *_ in held()].count("i1") == 2


def test_f7_who_begins_when_another_one_is_through_gets_all(people: dict[str, int]) -> None:
    """F7: Ann finishes everything, then Bo begins."""
    open_pool(places=2)
    for expected in ("i1", "i2", "i3"):
        screen = shown(people["ann"])
        assert held()[-1][:2] == (expected, "ann")
        submit(people["ann"], submission(screen))
    assert shown(people["ann"]).state == "done"
    assert (shown(people["bo"]).state, shown(people["bo"]).progress.total) == ("item", 3)
    assert shown(people["bo"]).answers == ()


def test_what_was_assigned_beforehand_holds_places_and_comes_first(people: dict[str, int]) -> None:
    studies.assign("ann")
    open_pool(places=2)
    assert pools.state().free == 3, "each of the three items has one place left beside Ann's"
    assert take(people["ann"]) is not None
    assert {take(people[name]) for name in ("bo", "chen")} == {"i1", "i2"}
    assert all(name != "ann" or state == "open" for _, name, state, _ in held())


def test_items_assigned_to_more_people_than_there_are_places_have_none_free(three: dict[str, int]) -> None:
    studies.assign("ann", "bo")
    open_pool(places=1)
    assert (pools.state().places, pools.state().free, take(three["chen"])) == (6, 0, None)


def test_an_order_drawn_for_each_annotator_stays_the_same(three: dict[str, int]) -> None:
    open_pool(places=3, order="random", seed=4)
    first = {name: take(three[name]) for name in three}
    assert {name: take(three[name]) for name in three} == first
    assert len(set(first.values())) > 1, "people differ (seed 4)"


def test_the_most_disputed_item_comes_first_then_that_with_fewest_answers(three: dict[str, int]) -> None:
    """i2 is labelled differently by Ann and Bo, i1 alike, i3 by Ann alone: Chen takes i2, then i3, then i1."""
    open_pool(places=3)
    for name, count in (("ann", 3), ("bo", 2)):
        for _ in range(count):
            screen = shown(three[name])
            query = screen.item.query if screen.item else None
            disputed = query is not None and query.text == "Question 2?"
            submit(three[name], submission(screen, "must" if disputed and name == "bo" else "nice"))
    open_pool(places=3, order="disputed")
    taken = []
    for _ in range(3):
        taken.append(take(three["chen"]))
        submit(three["chen"], submission(shown(three["chen"])))
    assert taken == ["i2", "i3", "i1"]


def test_only_those_named_take_and_an_adjudicator_only_by_name(three: dict[str, int]) -> None:
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    open_pool(places=3)
    assert take(dana) is None
    open_pool(places=3, annotators=("bo", "dana"))
    assert (take(dana), take(three["bo"]), take(three["ann"])) == ("i1", "i1", None)
    assert studies.screen_of(three["ann"]).state == "unassigned"


def test_a_sample_is_all_that_is_taken(three: dict[str, int]) -> None:
    with store.writing() as session:
        sampling.sample(session, slug=SLUG, name="one", n=1, seed=1, now=NOW)
    open_pool(places=3, sample="one")
    assert pools.state().items == 1
    assert take(three["ann"]) is not None
    submit(three["ann"], submission(shown(three["ann"])))
    assert take(three["ann"]) is None


def test_who_is_paused_or_closed_takes_nothing_and_gives_back_what_is_only_reserved(people: dict[str, int]) -> None:
    open_pool(places=1)
    assert (take(people["ann"]), take(people["bo"])) == ("i1", "i2")
    with store.writing() as session:
        session.exec(select(m.Rater).where(m.Rater.name == "ann")).one().paused_at = NOW
        accounts.close(session, name="bo", now=NOW)
    assert (take(people["ann"]), take(people["bo"]), take(people["chen"])) == (None, None, "i1")
    assert [(item, state) for item, name, state, _ in held() if name in ("ann", "bo")] == [
        ("i1", "lapsed"),
        ("i2", "lapsed"),
    ]


# --- Reservations ---------------------------------------------------------------------------------------------------


def test_n5_the_place_of_whoever_never_finishes_comes_back(people: dict[str, int]) -> None:
    """N5: after the reservation's time, and not before; only submitted work counts."""
    open_pool(places=1, minutes=30)
    assert take(people["ann"]) == "i1"
    assert take(people["bo"], now=later(29)) == "i2"
    assert take(people["chen"], now=later(30)) == "i1"
    assert ("i1", "ann", "lapsed", False) in held()
    assert pools.state().done == 0


def test_a_draft_begins_the_reservation_anew(people: dict[str, int]) -> None:
    open_pool(places=1, minutes=30)
    screen = shown(people["ann"])
    studies.save_draft(people["ann"], studies.work_of(screen, {}), now=later(20))
    assert take(people["bo"], now=later(49)) == "i2"
    assert take(people["chen"], now=later(50)) == "i1"


def test_opening_the_item_begins_it_anew_too(people: dict[str, int]) -> None:
    open_pool(places=1, minutes=30)
    take(people["ann"])
    take(people["ann"], now=later(20))
    assert take(people["bo"], now=later(49)) == "i2"


def test_looking_at_it_again_from_the_list_does_not_and_writing_there_does(people: dict[str, int]) -> None:
    """Nobody knows whether somebody is at work on what is only open: the board that writes says so."""
    open_pool(places=1, minutes=30)
    screen = shown(people["ann"])
    assert (screen.reserved_until, screen.late) == (written(later(30)), False)
    with store.reading() as session:
        again = labelling.item_screen(
            session, account_id=people["ann"], slug=SLUG, assignment_id=screen.assignment or 0
        )
    assert again.reserved_until == written(later(30))
    kept = studies.save_draft(people["ann"], studies.work_of(screen, {}), now=later(20))
    assert (kept.reserved_until, kept.late) == (written(later(50)), False)


def test_whoever_writes_on_when_the_place_is_somebody_elses_is_told_and_loses_nothing(people: dict[str, int]) -> None:
    open_pool(places=1, minutes=30)
    screen = shown(people["ann"])
    target = screen.item.targets[0].key if screen.item else ""
    assert take(people["bo"], now=later(31)) == "i1"
    kept = studies.save_draft(people["ann"], studies.work_of(screen, {target: "must"}), now=later(32))
    assert (kept.reserved_until, kept.late) == (None, True)
    with store.reading() as session:
        back = labelling.item_screen(session, account_id=people["ann"], slug=SLUG, assignment_id=screen.assignment or 0)
    assert (back.late, back.draft is not None and back.draft.answers[0].label) == (True, "must")


def test_who_comes_back_gets_what_ran_out_first_with_its_draft(people: dict[str, int]) -> None:
    open_pool(places=1, minutes=30)
    screen = shown(people["ann"])
    target = screen.item.targets[0].key if screen.item else ""
    studies.save_draft(people["ann"], studies.work_of(screen, {target: "must"}))
    take(people["bo"], now=later(31))
    back = shown(people["ann"], now=later(31))
    assert held() == [("i1", "ann", "lapsed", False), ("i1", "bo", "open", False), ("i2", "ann", "open", False)]
    assert back.assignment != screen.assignment
    with store.writing() as session:
        session.exec(select(m.Assignment).join(m.Rater).where(m.Rater.name == "bo")).one().reserved_until = later(32)
    submit(people["ann"], submission(back), now=later(33))
    again = shown(people["ann"], now=later(33))
    assert (again.assignment, again.draft is not None) == (screen.assignment, True)


def test_a_late_answer_takes_its_place_while_that_is_free(people: dict[str, int]) -> None:
    open_pool(places=1, minutes=30)
    screen = shown(people["ann"])
    with store.writing() as session:
        session.exec(select(m.Assignment)).one().state = "lapsed"
    assert submit(people["ann"], submission(screen), now=later(40)).stored == 3
    assert held() == [("i1", "ann", "done", False)]
    assert take(people["bo"], now=later(41)) == "i2"


def test_n4_a_late_answer_whose_place_is_taken_is_kept_and_left_out(people: dict[str, int]) -> None:
    """N4: kept, marked, and no part of the agreement, of settling or of the gold."""
    open_pool(places=1, minutes=30)
    screen = shown(people["ann"])
    other = shown(people["bo"], now=later(30))
    assert submit(people["ann"], submission(screen, "must"), now=later(31)).stored == 3
    submit(people["bo"], submission(other, "irr"), now=later(32))
    assert held()[:2] == [("i1", "ann", "done", True), ("i1", "bo", "done", False)]
    with store.reading() as session:
        uses = {(each.label, each.use) for each in current(session, slug=SLUG)}
        first = first_labels(session, slug=SLUG)
    assert uses == {("must", "surplus"), ("irr", "headline")}
    assert (set(first.table["label"]), first.left_out) == ({"irr"}, {"role": {"surplus": 3}})
    assert pools.state().done == 1


def test_a_skipped_item_is_somebody_elses_and_coming_back_late_is_surplus(people: dict[str, int]) -> None:
    open_pool(places=1)
    screen = shown(people["ann"])
    studies.skip(people["ann"], studies.skip_of(screen))
    assert take(people["bo"]) == "i1"
    submit(people["bo"], submission(shown(people["bo"])))
    back = studies.item_screen(people["ann"], screen.assignment or 0)
    submit(people["ann"], submission(back))
    assert held()[:2] == [("i1", "ann", "done", True), ("i1", "bo", "done", False)]


def test_what_was_planned_or_submitted_once_never_runs_out(people: dict[str, int]) -> None:
    studies.assign("ann")
    open_pool(places=2, minutes=1)
    screen = shown(people["bo"])
    sent = submission(screen)
    submit(people["bo"], sent)
    back = studies.item_screen(people["bo"], screen.assignment or 0)
    submit(people["bo"], submission(back, reopen=True, answers=()))
    take(people["chen"], now=later(600))
    assert {(name, state) for _, name, state, _ in held() if name != "chen"} == {("ann", "open"), ("bo", "open")}


def test_closing_the_round_frees_what_is_only_reserved(people: dict[str, int]) -> None:
    open_pool(places=1)
    take(people["ann"])
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=NOW)
    assert held() == [("i1", "ann", "lapsed", False)]
    assert take(people["bo"]) is None
    with store.writing() as session:
        rounds.reopen(session, slug=SLUG, account_id=None, now=NOW)
    assert (take(people["ann"]), take(people["bo"])) == ("i1", "i2")


def test_closing_the_pool_takes_nothing_from_whoever_is_at_work(people: dict[str, int]) -> None:
    open_pool(places=1)
    screen = shown(people["ann"])
    assert pools.close_pool() == 1
    assert (take(people["bo"]), take(people["ann"])) == (None, None)
    assert submit(people["ann"], submission(screen)).stored == 3
    assert held() == [("i1", "ann", "done", False)]


# --- What the board shows -------------------------------------------------------------------------------------------


def test_progress_is_what_is_done_of_what_can_still_be_taken(three: dict[str, int]) -> None:
    open_pool(places=1)
    assert studies.screen_of(three["ann"]).progress.total == 3
    submit(three["ann"], submission(shown(three["ann"])))
    take(three["bo"])
    progress = shown(three["ann"]).progress
    assert (progress.done, progress.total) == (1, 2), "one is Bo's now"


def test_the_board_says_when_all_is_in_other_hands_and_when_nothing_is_left(three: dict[str, int]) -> None:
    open_pool(places=1)
    for name in three:
        take(three[name])
    last = studies.add_people("eve")["eve"]
    assert shown(last).state == "taken"
    for name in three:
        submit(three[name], submission(shown(three[name])))
    assert shown(last).state == "empty"
    assert shown(three["ann"]).state == "done"


def test_a_project_with_a_pool_is_among_the_work_of_whoever_can_take(three: dict[str, int]) -> None:
    open_pool(places=1, annotators=("ann",))
    with store.reading() as session:
        assert [each.total for each in labelling.work(session, account_id=three["ann"])] == [3]
        assert labelling.work(session, account_id=three["bo"]) == []
        assert labelling.guideline(session, account_id=three["ann"], slug=SLUG)
        with pytest.raises(NotFound):
            labelling.guideline(session, account_id=three["bo"], slug=SLUG)


# --- Setting it up --------------------------------------------------------------------------------------------------


def test_opening_changing_and_closing_are_in_the_log(three: dict[str, int]) -> None:
    assert open_pool(places=2)
    assert not open_pool(places=2), "nothing changes"
    assert open_pool(places=3)
    pools.close_pool()
    with pytest.raises(Conflict, match="no open pool"):
        pools.close_pool()
    with store.reading() as session:
        told = [(each.kind, each.detail.get("places")) for each in session.exec(select(m.Event)).all()]
        assert told[-3:] == [("pool opened", 2), ("pool changed", 3), ("pool closed", None)]


def test_a_pool_that_cannot_be_is_refused_with_a_reason(three: dict[str, int]) -> None:
    with pytest.raises(WrongUse, match="places"):
        pool_plan.checked(places=0)
    with pytest.raises(NotFound, match="nobody"):
        open_pool(annotators=("nobody",))
    studies.add_people("rui", role="researcher")
    with pytest.raises(WrongUse, match="only annotator"):
        open_pool(annotators=("rui",))
    with pytest.raises(NotFound, match="sample"):
        open_pool(sample="none")
    studies.close_round()
    with pytest.raises(Conflict, match="independent round"):
        open_pool()


def test_the_preview_counts_places_before_anything_is_opened(three: dict[str, int]) -> None:
    studies.assign("ann")
    submit(three["ann"], submission(studies.screen_of(three["ann"])))
    with store.reading() as session:
        found = pool.preview(session, slug=SLUG, pool=pool_plan.checked(places=3))
    assert (found.items, found.places, found.done, found.open, found.reserved, found.free) == (3, 9, 1, 2, 0, 6)
    assert pools.state().pool is None


def test_a_label_file_that_comes_late_is_surplus_where_the_place_is_taken(three: dict[str, int]) -> None:
    open_pool(places=1, minutes=30)
    take(three["ann"])
    other = shown(three["bo"], now=later(31))
    submit(three["bo"], submission(other), now=later(31))
    rows = [("i1", text, "role", "ann", label) for text, label in (("Must 1.", "must"), ("Nice 1.", "nice"))]
    studies.take_labels(studies.label_file([*rows, ("i1", "Irrelevant 1.", "role", "ann", "irr")]), as_account=True)
    assert held() == [("i1", "ann", "done", True), ("i1", "bo", "done", False)]


def test_nobody_gets_what_they_labelled_in_a_file(three: dict[str, int]) -> None:
    studies.take_labels(studies.label_file([("i1", "Must 1.", "role", "ann", "must")]), as_account=True)
    open_pool(places=2)
    assert studies.screen_of(three["ann"]).progress.total == 2
    assert take(three["ann"]) == "i2"


def test_what_is_mixed_into_the_queue_of_a_pool_is_reserved_as_anything_there(three: dict[str, int]) -> None:
    """Else whoever reads the messages of the browser could tell a known item from the others."""
    open_pool(places=1, minutes=30)
    submit(three["ann"], submission(shown(three["ann"])))
    plain = shown(three["ann"])
    rows = [("i3", text, "role", "must") for text, _ in studies.texts(studies.records()[2])]
    with store.writing() as session:
        file = studies.label_file(rows, columns=("item", "target", "question", "label"))
        known.from_file(session, file, slug=SLUG, now=NOW)
        known_mixing.mix_in(session, slug=SLUG, each=1, now=NOW)
        mixed = session.exec(
            select(m.Assignment.id).join(m.Round).where(m.Round.kind == "known", m.Assignment.rater_id == 1)
        ).one()
    with store.reading() as session:
        seen = labelling.item_screen(
            session, account_id=three["ann"], slug=SLUG, assignment_id=mixed or 0, now=later(5)
        )
    assert (plain.reserved_until, seen.reserved_until) == (written(later(30)), written(later(35)))
    kept = studies.save_draft(three["ann"], studies.work_of(seen, {}), now=later(6))
    assert (kept.reserved_until, kept.late) == (written(later(36)), False)
