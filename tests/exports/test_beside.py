"""What is given beside a round: second labels make self-agreement, and everything is counted and left out."""

from __future__ import annotations

from sqlmodel import select

from annotation import models as m
from annotation import projects, store
from annotation.quality import repeats
from exports import sheets
from exports.study import Study, study
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit


def found(number: int | None = None) -> Study:
    with store.reading() as session:
        return study(session, slug=SLUG, round_number=number, bootstrap=0)


def labelled_twice() -> None:
    """Ann and Bo label three items; Ann says the same again of one memory in three, and of no other."""
    studies.make_project()
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "nice")
    with store.writing() as session:
        repeats.add(session, slug=SLUG, share=1.0, distance=1, now=NOW)
    while (screen := screen_of(people["ann"])).state == "item":
        sent = submission(screen, "irr")
        first, *others = sent.answers
        answers = (first.model_copy(update={"label": "must"}), *others)
        submit(people["ann"], sent.model_copy(update={"answers": answers}))


def test_second_labels_are_self_agreement_and_nothing_else(sqlite_database: str) -> None:
    labelled_twice()
    report = found().questions[0].found
    assert report.coefficients["percent_agreement"].value == 0  # ann: must, bo: nice; the second labels change nothing
    assert report.n_ratings == 18
    assert report.excluded == {"repeat": 9}
    (again,) = report.self_agreement
    assert (again.rater, again.n) == (pseudonym("ann"), 9)
    assert again.coefficients["percent_agreement"].value == 3 / 9  # one memory of three, in three items
    first, *_ = sheets.selves(report).rows
    assert first[:6] == (pseudonym("ann"), "percent_agreement", 3 / 9, None, None, 9)


def test_a_second_label_without_a_first_one_counts_nowhere(sqlite_database: str) -> None:
    """Taken back the first time: the second one must not slip into its place."""
    labelled_twice()
    with store.writing() as session:
        target = session.exec(select(m.Judgment).join(m.Round).where(m.Round.number == 1)).first()
        assert target is not None
        fields = target.model_dump(exclude={"id", "revision", "label"})
        session.add(m.Judgment(**fields, revision=2, label=None))
    report = found().questions[0].found
    assert report.n_ratings == 17
    assert report.self_agreement[0].n == 8
    assert report.excluded == {"repeat": 9}


def test_calibration_training_and_known_labels_are_counted_by_kind(sqlite_database: str) -> None:
    studies.make_project()
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(people["ann"], "must")
    with store.writing() as session:
        main = projects.find_round(session, projects.find(session, SLUG))
        for judgment in session.exec(select(m.Judgment)).all()[:3]:
            kind = ("calibration", "training", "known")[(judgment.id or 0) % 3]
            its_round = session.exec(select(m.Round).where(m.Round.kind == kind)).first()
            if its_round is None:
                its_round = m.Round(
                    project_id=main.project_id,
                    number=len(session.exec(select(m.Round)).all()) + 1,
                    kind=kind,
                    opened_at=NOW,
                    beside_id=main.id,
                )
                session.add(its_round)
                session.flush()
            fields = judgment.model_dump(exclude={"id", "round_id"})
            session.add(m.Judgment(**fields, round_id=its_round.id or 0))
    report = found().questions[0].found
    assert report.excluded == {"calibration": 1, "training": 1, "known": 1}
    assert report.n_ratings == 9


def test_a_round_without_any_beside_it_is_reported_as_before(sqlite_database: str) -> None:
    studies.make_project()
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    for each in people.values():
        studies.label_all(each)
    report = found().questions[0].found
    assert (report.excluded, report.self_agreement) == ({}, ())


def pseudonym(name: str) -> str:
    with store.reading() as session:
        return session.exec(select(m.Rater.pseudonym).where(m.Rater.name == name)).one()
