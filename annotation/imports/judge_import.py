"""An LLM judge's scores, from a file into a project: parsed strictly, kept apart from people, saved all or nothing.

Scores are never replaced: another answer of the same judge is another run, another prompt or model another version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, select

from agreement.errors import BadOption
from agreement.judge_scores import Score, read_meanings, read_score
from agreement.scale import Scale, declared_scale, is_missing
from annotation import events, label_files, projects, store
from annotation import models as m
from annotation.asked import numbers_level
from annotation.codebook import Question
from annotation.errors import RefusedRow, RowsRefused, WrongUse
from annotation.imports import importing
from annotation.imports.row_places import RowPlaces
from annotation.label_files import LabelRow
from annotation.projects import key_of
from annotation.readers.json_rows import RowError
from annotation.values import BETWEEN, parts
from languages import message_of, worded

LONGEST_NAME = 200


class JudgeKey(NamedTuple):
    """Which judge: its name, its version and the run; version and run may be empty."""

    name: str
    version: str
    run: str

    @property
    def title(self) -> str:
        """The name with the version and the run, where there are any."""
        which = f"{self.name} {self.version}".strip()
        return f"{which}, run {self.run}" if self.run else which


@dataclass(frozen=True)
class ScoresTaken:
    """What an import of scores did.

    `judgments_skipped` were there already, `blank` rows hold no answer, `unparsed` answers are kept and give no label.
    `understood` says, in sentences, under which version of the codebook they were read, where not the newest.
    """

    judgments_added: int
    judgments_skipped: int
    blank: int
    unparsed: tuple[RefusedRow, ...]
    judges: tuple[JudgeKey, ...]
    rows_refused: tuple[RefusedRow, ...]
    understood: tuple[str, ...] = ()


def meanings(lines: Iterable[str]) -> dict[str, str]:
    """Which answers mean which label, from lines like `Must use=must`. Raises WrongUse for another line."""
    try:
        return read_meanings(lines)
    except BadOption as error:
        raise WrongUse(worded("{why}.", why=message_of(error))) from error


def import_scores(
    session: Session,
    file: bytes,
    *,
    slug: str,
    file_name: str,
    now: datetime,
    name: str = "",
    version: str = "",
    run: str = "",
    meanings: Mapping[str, str] | None = None,
    codebook: int | None = None,
    partial: bool = False,
    dry_run: bool = False,
    account_id: int | None = None,
) -> ScoresTaken:
    """Take a judge's scores into the project.

    The judge is `name`, else what the row's rater column says, else `file_name`; so are `version` and `run`, which are
    empty where nobody says. `meanings` maps answers to labels. An answer that gives no label is kept as unparsed; one
    outside the labels is refused, and so is another answer of the same judge, version and run on one target.
    `codebook` is the version of the project's codebook whose labels the file has, by default the newest.

    Raises RowsRefused (nothing is saved then) unless `partial` or `dry_run`, WrongUse, Unreadable, and NotFound.
    """
    given = JudgeKey(*(_name(text) for text in (name, version, run)))
    read = label_files.read(file, of="judge")
    project = projects.find(session, slug)
    projects.lock(session, project)
    places = RowPlaces.of(session, project, version=codebook)
    door = _Door(places, given, file_name, meanings or {}, _known(session, project))
    found = [(row, door.outcome(row)) for row in read.rows]
    refused = [*read.refused, *(each for _, each in found if isinstance(each, RefusedRow))]
    refused.sort(key=lambda row: row.row)
    if refused and not (partial or dry_run):
        raise RowsRefused(importing.refusal(refused), refused)
    scores = [each for _, each in found if isinstance(each, _NewScore)]
    taken = ScoresTaken(
        judgments_added=len(scores),
        judgments_skipped=sum(each == "known" for _, each in found),
        blank=sum(each == "blank" for _, each in found),
        unparsed=tuple(RefusedRow(each.row, each.item, each.why) for each in scores if each.label is None),
        judges=tuple(dict.fromkeys(each.judge for each in scores)),
        rows_refused=tuple(refused),
        understood=places.under.told(),
    )
    if not dry_run:
        _save(session, project, scores, places.under.codebook_id, now)
        _record(session, project, taken, account_id=account_id, now=now)
    return taken


@dataclass(frozen=True)
class _NewScore:
    judge: JudgeKey
    target_id: int
    question: str
    label: str | None
    answer: str
    row: int
    item: str
    why: str


_Place = tuple[JudgeKey, int, str]


@dataclass
class _Door:
    """What a row is checked against."""

    places: RowPlaces
    given: JudgeKey
    file_name: str
    meanings: Mapping[str, str]
    known: Mapping[_Place, str]
    seen: dict[_Place, int] = field(default_factory=dict)
    scales: dict[str, Scale] = field(default_factory=dict)

    def outcome(self, row: LabelRow) -> _NewScore | RefusedRow | str:
        """The score that a row gives, why it is refused, or `blank` or `known`."""
        try:
            return self._outcome(row)
        except RowError as error:
            return RefusedRow(row.row, row.item, message_of(error))

    def _outcome(self, row: LabelRow) -> _NewScore | str:
        target_id, kind = self.places.target(row.item, row.target)
        question = self.places.question(row.question, kind)
        score = self._read(row, question)
        if score.outcome == "missing":
            return "blank"
        if score.outcome == "refused":
            raise RowError(score.why)
        place = (self._judge(row), target_id, question.key)
        if place in self.seen:
            raise RowError(
                worded(
                    "the same judge has answered this target and question already in row {seen}", seen=self.seen[place]
                )
            )
        self.seen[place] = row.row
        if place in self.known:
            if self.known[place] == row.label:
                return "known"
            raise RowError(
                worded(
                    "the project has another answer of the same judge here, {known!r}: name a new run or version "
                    "for it",
                    known=self.known[place][:60],
                )
            )
        label = score.label if score.outcome == "label" else None
        return _NewScore(place[0], target_id, question.key, label, row.label, row.row, row.item, score.why)

    def _read(self, row: LabelRow, question: Question) -> Score:
        scale = self.scales.get(question.key)
        if scale is None:
            level = numbers_level(question)
            if level is None:
                return self._of_text(row, question)
            scale = self.scales[question.key] = declared_scale(level, question.label_keys)
        if question.kind != "one" and not is_missing(row.label):
            return self._of_parts(row, question)
        score = read_score(row.label, scale, names=self.meanings)
        if score.label is not None:
            self.places.under.taken(question.key, score.label)
        return score

    def _of_text(self, row: LabelRow, question: Question) -> Score:
        """A free text, which is compared with nobody's; measures of benchmarks take it for a prediction."""
        if is_missing(row.label):
            return Score("missing")
        return Score("label", self.places.checked(question, row.item, row.target, row.label))

    def _of_parts(self, row: LabelRow, question: Question) -> Score:
        """The labels, pieces or words that an answer names; an answer that holds anything else gives none."""
        named = self.meanings.get(row.label, row.label)
        answer = BETWEEN.join(self.meanings.get(part, part) for part in parts(named)) or named
        try:
            return Score("label", self.places.checked(question, row.item, row.target, answer))
        except RowError as error:
            return Score("unparsed", why=message_of(error))

    def _judge(self, row: LabelRow) -> JudgeKey:
        try:
            return JudgeKey(
                self.given.name or _name(row.rater) or self.file_name,
                self.given.version or _name(row.version),
                self.given.run or _name(row.run),
            )
        except WrongUse as error:
            raise RowError(message_of(error)) from error


def _name(text: str) -> str:
    """A name as it is kept. Raises WrongUse where it cannot be shown on one line."""
    plain = text.strip()
    if not plain.isprintable() or len(plain) > LONGEST_NAME:
        raise WrongUse(
            worded(
                "{plain!r} cannot name a judge: it has to be one line of at most {most} signs",
                plain=plain[:40],
                most=LONGEST_NAME,
            )
        )
    return plain


def _known(session: Session, project: m.Project) -> dict[_Place, str]:
    """The answers that are stored, by judge, target and question."""
    rows = session.exec(
        select(  # type: ignore[call-overload]
            m.Judge.name,
            m.Judge.version,
            m.JudgeRun.name,
            m.JudgeScore.target_id,
            m.JudgeScore.question,
            m.JudgeScore.answer,
        )
        .select_from(m.JudgeScore)
        .join(m.JudgeRun)
        .join(m.Judge)
        .where(m.Judge.project_id == project.id)
    )
    return {(JudgeKey(*judge), target_id, question): answer for *judge, target_id, question, answer in rows}


def _save(session: Session, project: m.Project, scores: Sequence[_NewScore], codebook_id: int, now: datetime) -> None:
    runs = {judge: _run_id(session, project, judge, now) for judge in dict.fromkeys(each.judge for each in scores)}
    rows: list[dict[str, Any]] = [
        {
            "run_id": runs[each.judge],
            "target_id": each.target_id,
            "question": each.question,
            "label": each.label,
            "answer": each.answer,
            "row": each.row,
            "codebook_id": codebook_id,
            "created_at": now,
        }
        for each in scores
    ]
    store.insert_all(session, m.JudgeScore, rows)


def _run_id(session: Session, project: m.Project, key: JudgeKey, now: datetime) -> int:
    """The run's row, made where it is new, and its judge's too."""
    judge = session.exec(
        select(m.Judge).where(
            m.Judge.project_id == project.id, m.Judge.name == key.name, m.Judge.version == key.version
        )
    ).first() or m.Judge(project_id=key_of(project), name=key.name, version=key.version, created_at=now)
    session.add(judge)
    session.flush()
    run = session.exec(
        select(m.JudgeRun).where(m.JudgeRun.judge_id == judge.id, m.JudgeRun.name == key.run)
    ).first() or m.JudgeRun(judge_id=key_of(judge), name=key.run, created_at=now)
    session.add(run)
    session.flush()
    return key_of(run)


def _record(session: Session, project: m.Project, taken: ScoresTaken, *, account_id: int | None, now: datetime) -> None:
    detail = {
        "judges": [judge.title for judge in taken.judges],
        "added": taken.judgments_added,
        "unparsed": len(taken.unparsed),
        "refused": len(taken.rows_refused),
    }
    events.record(session, "judge imported", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
