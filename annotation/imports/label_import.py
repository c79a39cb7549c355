"""Human judgments made elsewhere, from a label file into a project: checked row by row, then saved all or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from annotation import events, label_files, projects, store
from annotation import models as m
from annotation.codebook import Question
from annotation.errors import RefusedRow, RowsRefused
from annotation.imports import importing, labelled
from annotation.imports.row_places import RowPlaces
from annotation.label_files import How, LabelRow
from annotation.people import accounts, raters
from annotation.projects import key_of
from annotation.readers.json_rows import RowError
from annotation.values import LONGEST_WORDS, Said
from annotation.versions import LabelMaps
from languages import message_of, worded


@dataclass(frozen=True)
class LabelsTaken:
    """What an import of labels did: judgments added, rows that said nothing new or were blank, and refused rows.

    `format` says what kind of file it was, `understood` how it was read; `dropped` counts by reason the answers that
    do not count (`annotation.label_files.LabelFile`).
    """

    judgments_added: int
    judgments_skipped: int
    blank: int
    rows_refused: tuple[RefusedRow, ...]
    format: str = "table"
    dropped: Mapping[str, int] = field(default_factory=dict)
    understood: tuple[str, ...] = ()


def import_labels(
    session: Session,
    file: bytes,
    *,
    slug: str,
    now: datetime,
    round_number: int | None = None,
    as_account: bool = False,
    revise: bool = False,
    partial: bool = False,
    how: How | None = None,
    codebook: int | None = None,
) -> LabelsTaken:
    """Take the judgments of a label file into the project.

    They go to the round that is named here, else in the row, else to the first independent round. A rater who is not
    known becomes an imported person; the name of an account needs `as_account`. A judgment that is there already is
    skipped; another label by the same rater is refused without `revise`, and a new revision with it.

    `how` says what the file does not say itself: its format, and what its columns, questions and labels are called.
    `codebook` is the version of the project's codebook whose labels the file has, by default the newest.

    Raises RowsRefused (nothing is saved then) unless `partial`, Unreadable, and NotFound for the project, the round,
    the version or the format.
    """
    read = label_files.read(file, how=how)
    project = projects.find(session, slug)
    projects.lock(session, project)
    places = RowPlaces.of(session, project, version=codebook)
    door = _Door.of(session, project, places, round_number, as_account=as_account, revise=revise)
    refused = list(read.refused)
    taken: list[dict[str, Any]] = []
    skipped = blank = 0
    for row in read.rows:
        try:
            judgment = door.judgment(row)
        except RowError as error:
            refused.append(RefusedRow(row.row, row.item, message_of(error)))
            continue
        if judgment:
            taken.append(judgment)
        elif row.label or row.cannot:
            skipped += 1
        else:
            blank += 1
    refused.sort(key=lambda row: row.row)
    if refused and not partial:
        raise RowsRefused(" ".join([*read.understood, *places.under.told(), importing.refusal(refused)]), refused)
    _save(session, project, taken, door, now)
    events.record(
        session,
        "labels imported",
        now=now,
        project_id=key_of(project),
        detail={"added": len(taken), "refused": len(refused)},
    )
    understood = (*read.understood, *places.under.told())
    return LabelsTaken(len(taken), skipped, blank, tuple(refused), read.format, dict(read.dropped), understood)


def _save(session: Session, project: m.Project, taken: list[dict[str, Any]], door: _Door, now: datetime) -> None:
    """Store the judgments, and the raters that they need; a judgment whose time the file does not give is of now."""
    ids: dict[str, int] = {}
    names = dict.fromkeys(row["rater"] for row in taken)
    # Imported people first: the new pseudonym of an account must not be the name of one of them.
    for name in sorted(names, key=lambda name: accounts.name_key(name) in door.accounts):
        account = door.accounts.get(accounts.name_key(name))
        rater = (
            raters.of_account(session, key_of(project), account)
            if account
            else raters.imported(session, key_of(project), name)
        )
        ids[name] = key_of(rater)
    rows = [
        {
            **{key: value for key, value in row.items() if key != "rater"},
            "rater_id": ids[row["rater"]],
            "codebook_id": door.places.under.codebook_id,
            "origin": "file",
            "submission_id": None,
            "created_at": row["created_at"] or now,
        }
        for row in taken
    ]
    store.insert_all(session, m.Judgment, rows)
    if rows:
        labelled.count_as_done(session, project)


@dataclass
class _Door:
    """What a row is checked against, read once for the whole file."""

    places: RowPlaces
    rounds: dict[int, int]
    default_round: int
    forced_round: int | None
    accounts: dict[str, m.Account]
    as_account: bool
    revise: bool
    current: dict[tuple[int, int, str, str], tuple[int, Said]]
    frozen: dict[int, int]  # rounds that have been discussed since, and in which one
    seen: dict[tuple[int, int, str, str], int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        session: Session,
        project: m.Project,
        places: RowPlaces,
        round_number: int | None,
        *,
        as_account: bool,
        revise: bool,
    ) -> _Door:
        rounds = session.exec(select(m.Round).where(m.Round.project_id == project.id).order_by(m.Round.number)).all()  # type: ignore[arg-type]
        forced = projects.find_round(session, project, round_number).number if round_number is not None else None
        return cls(
            places=places,
            rounds={each.number: key_of(each) for each in rounds},
            default_round=next(each.number for each in rounds if each.kind == "independent"),
            forced_round=forced,
            accounts=_accounts(session, project),
            as_account=as_account,
            revise=revise,
            current=_current(session, project, places.under.maps),
            frozen={each.beside_id: each.number for each in rounds if each.kind == "discussion" and each.beside_id},
        )

    def judgment(self, row: LabelRow) -> dict[str, Any] | None:
        """The judgment that a row makes; None where it is blank or says what is known. Raises RowError."""
        target_id, kind = self.places.target(row.item, row.target)
        question = self.places.question(row.question, kind)
        round_id = self._round(row)
        rater = self._rater(row)
        if not row.label and not row.cannot:
            return None
        key = (round_id, target_id, question.key, rater)
        if key in self.seen:
            raise RowError(
                worded(
                    "{rater!r} has answered this target and question already in row {seen}",
                    rater=row.rater,
                    seen=self.seen[key],
                )
            )
        given = self._said(row, question)
        self.seen[key] = row.row
        revision, known = self.current.get(key, (0, Said()))
        now = self.places.under.maps.now(self.places.under.codebook_id, question.key, given.label)
        if (known.label, known.cannot) == (now, given.cannot) and given.confidence in (None, known.confidence):
            return None
        if round_id in self.frozen:
            raise RowError(
                worded(
                    "these answers have been discussed since and stay as they are; what is said now belongs to round "
                    "{later}",
                    later=self.frozen[round_id],
                )
            )
        if known.answers and not self.revise:
            raise RowError(
                worded(
                    "{rater!r} has said {label!r} here; --revise replaces it, and keeps it as history",
                    rater=row.rater,
                    label=known.label or known.cannot,
                )
            )
        return {
            "round_id": round_id,
            "target_id": target_id,
            "rater": row.rater,
            "question": question.key,
            "revision": revision + 1,
            "label": given.label,
            "cannot": given.cannot,
            "confidence": given.confidence,
            "comment": row.comment,
            "created_at": row.time,
        }

    def _said(self, row: LabelRow, question: Question) -> Said:
        """What a row says to a question: a label, or why it cannot be judged, and how sure the rater was."""
        if row.confidence is not None and not question.confidence:
            raise RowError(worded("the question {question!r} asks for no confidence", question=question.key))
        if not row.cannot:
            label = label_files.plain(row.label) if row.guarded and question.kind == "text" else row.label
            given = self.places.checked(question, row.item, row.target, label)
            return Said(label=given, confidence=row.confidence)
        if row.label:
            raise RowError(worded("the row has a label and says why there is none; it can only say one of them"))
        if not question.cannot_judge:
            raise RowError(worded("the question {question!r} has to be answered by a label", question=question.key))
        if len(row.cannot) > LONGEST_WORDS:
            raise RowError(worded("the reason is longer than {most} characters", most=LONGEST_WORDS))
        return Said(cannot=row.cannot, confidence=row.confidence)

    def _round(self, row: LabelRow) -> int:
        named = self.forced_round if self.forced_round is not None else row.round
        number = named if named is not None else self.default_round
        if number not in self.rounds:
            raise RowError(worded("the project has no round {number}", number=number))
        return self.rounds[number]

    def _rater(self, row: LabelRow) -> str:
        """One name for one person: account and imported rater of one name stay apart.

        An account goes by its name and, as in our own exports, by its pseudonym in this project.
        """
        account = self.accounts.get(accounts.name_key(row.rater))
        if account is None:
            return f"imported {row.rater}"
        if not self.as_account:
            raise RowError(
                worded(
                    "{rater!r} is the name or the pseudonym of an account; --as-account enters the labels as theirs",
                    rater=row.rater,
                )
            )
        return f"account {account.id}"


def _accounts(session: Session, project: m.Project) -> dict[str, m.Account]:
    """The accounts by what a file may call them: their name, or their pseudonym in this project."""
    people = accounts.people(session)
    by_id = {account.id: account for account in people}
    own = session.exec(select(m.Rater).where(m.Rater.project_id == project.id, col(m.Rater.account_id).is_not(None)))
    by_pseudonym = {accounts.name_key(rater.pseudonym): by_id[rater.account_id] for rater in own}
    return by_pseudonym | {account.name_key: account for account in people}


def _current(
    session: Session, project: m.Project, maps: LabelMaps
) -> dict[tuple[int, int, str, str], tuple[int, Said]]:
    """The latest revision and what it says by now, by round, target, question and rater."""
    rows = session.exec(
        select(m.Judgment, m.Rater)
        .join(m.Rater)
        .where(m.Rater.project_id == project.id)
        .order_by(col(m.Judgment.revision))
    )
    return {
        (judgment.round_id, judgment.target_id, judgment.question, _rater_key(rater)): (
            judgment.revision,
            Said(
                maps.now(judgment.codebook_id, judgment.question, judgment.label), judgment.cannot, judgment.confidence
            ),
        )
        for judgment, rater in rows
    }


def _rater_key(rater: m.Rater) -> str:
    return f"account {rater.account_id}" if rater.account_id is not None else f"imported {rater.name}"
