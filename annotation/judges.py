"""Which LLM judges does a project have, what did each say, and which items was it tuned on?

What is read here goes to the numbers and to researchers; nothing that labels, decides or writes gold imports it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete
from sqlmodel import Session, col, func, select

from annotation import events, item_choice, projects, store
from annotation import models as m
from annotation.errors import NotFound
from annotation.item_choice import Which
from annotation.projects import key_of
from annotation.versions import LabelMaps
from languages import worded

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class JudgeState:
    """A judge of a project: its runs by name with the number of scores, the answers without a label, tuned items."""

    id: int
    name: str
    version: str
    runs: Mapping[str, int]
    n_unparsed: int
    n_tuned: int

    @property
    def title(self) -> str:
        """Its name, and its version where it has one."""
        return f"{self.name} {self.version}".strip()


@dataclass(frozen=True, eq=False)
class RunScores:
    """What one run of a judge said: columns item, target, question and label, named by the row of its file.

    Labels are in the newest codebook's words. An answer that gave no label stands there as it came, its `parsed` empty
    and else 1. `tuned` are the items that its judge was tuned on.
    """

    name: str
    version: str
    run: str
    rows: pd.DataFrame
    tuned: frozenset[str]


def listed(session: Session, *, slug: str) -> list[JudgeState]:
    """The judges of a project, by name and version. Raises NotFound."""
    project = projects.find(session, slug)
    tuned = _tuned(session, project)
    runs: dict[int, dict[str, tuple[int, int]]] = {}
    for judge_id, run, number, with_label in session.exec(
        select(
            m.JudgeRun.judge_id, m.JudgeRun.name, func.count(col(m.JudgeScore.id)), func.count(col(m.JudgeScore.label))
        )
        .select_from(m.JudgeRun)
        .join(m.Judge)
        .outerjoin(m.JudgeScore)
        .where(m.Judge.project_id == project.id)
        .group_by(col(m.JudgeRun.judge_id), m.JudgeRun.name)
        .order_by(m.JudgeRun.name)
    ):
        runs.setdefault(judge_id, {})[run] = (number, with_label)
    return [
        JudgeState(
            id=judge.id or 0,
            name=judge.name,
            version=judge.version,
            runs={run: number for run, (number, _) in runs.get(judge.id or 0, {}).items()},
            n_unparsed=sum(number - with_label for number, with_label in runs.get(judge.id or 0, {}).values()),
            n_tuned=len(tuned.get(judge.id or 0, ())),
        )
        for judge in _of(session, project)
    ]


def scores(session: Session, *, slug: str) -> list[RunScores]:
    """What every run of every judge of a project said. Raises NotFound."""
    import pandas as pd

    project = projects.find(session, slug)
    tuned = _tuned(session, project)
    found: dict[tuple[int, str, str, str], list[tuple[int, str, str, str, str, str]]] = {}
    maps = LabelMaps.of(session, key_of(project))
    for judge_id, name, version, run, row, item, target, question, given, book, answer in session.execute(
        select(  # type: ignore[call-overload]
            m.Judge.id,
            m.Judge.name,
            m.Judge.version,
            m.JudgeRun.name,
            m.JudgeScore.row,
            m.Item.source_id,
            m.Target.key,
            m.JudgeScore.question,
            m.JudgeScore.label,
            m.JudgeScore.codebook_id,
            m.JudgeScore.answer,
        )
        .select_from(m.JudgeScore)
        .join(m.JudgeRun)
        .join(m.Judge)
        .join(m.Target)
        .join(m.Item)
        .where(m.Judge.project_id == project.id)
        .order_by(m.Judge.name, m.Judge.version, m.JudgeRun.name, m.JudgeScore.id)
        .execution_options(yield_per=5_000)
    ):
        rows = found.setdefault((judge_id, name, version, run), [])
        label = maps.now(book, question, given)
        if given is not None and label is None:
            continue  # what it said is no answer any more
        rows.append((row, item, target, question, answer if label is None else label, "" if label is None else "1"))
    columns = ["row", "item", "target", "question", "label", "parsed"]
    return [
        RunScores(
            name,
            version,
            run,
            pd.DataFrame(rows, columns=columns).set_index("row").astype("string"),
            frozenset(tuned.get(judge_id, ())),
        )
        for (judge_id, name, version, run), rows in found.items()
    ]


def mark_tuned(
    session: Session,
    *,
    slug: str,
    name: str,
    version: str = "",
    which: Which,
    account_id: int | None = None,
    now: datetime,
) -> int:
    """Say on which items a judge was tuned, exactly these; how many they are.

    Raises NotFound for an unknown project, judge, tag or item id; nothing is changed then.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    judge = _find(session, project, name, version)
    items = item_choice.chosen(session, project, which)
    session.connection().execute(delete(m.TunedItem).where(col(m.TunedItem.judge_id) == judge.id))
    store.insert_all(session, m.TunedItem, [{"judge_id": key_of(judge), "item_id": item} for item in items])
    detail = {"judge": f"{name} {version}".strip(), "which": item_choice.told(which), "items": len(items)}
    events.record(session, "tuned items set", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    return len(items)


def first_scored_at(session: Session, *, slug: str) -> datetime | None:
    """When the first score of any judge of a project was stored; None where there is none."""
    project = projects.find(session, slug)
    return session.exec(
        select(func.min(m.JudgeScore.created_at))
        .select_from(m.JudgeScore)
        .join(m.JudgeRun)
        .join(m.Judge)
        .where(m.Judge.project_id == project.id)
    ).one()


def state(session: Session, *, slug: str) -> tuple[int, int]:
    """What changes with every new score or mark of a project; zeros where it has no judge."""
    project = projects.find(session, slug)
    latest = session.exec(
        select(func.max(m.JudgeScore.id)).join(m.JudgeRun).join(m.Judge).where(m.Judge.project_id == project.id)
    ).one()
    marked = session.exec(
        select(func.max(m.Event.id)).where(m.Event.project_id == project.id, m.Event.kind == "tuned items set")
    ).one()
    return latest or 0, marked or 0


def _of(session: Session, project: m.Project) -> Sequence[m.Judge]:
    return session.exec(
        select(m.Judge).where(m.Judge.project_id == project.id).order_by(m.Judge.name, m.Judge.version)
    ).all()


def _find(session: Session, project: m.Project, name: str, version: str) -> m.Judge:
    for judge in _of(session, project):
        if (judge.name, judge.version) == (name, version):
            return judge
    there = ", ".join(f"{judge.name} {judge.version}".strip() for judge in _of(session, project)) or "none yet"
    raise NotFound(
        worded(
            "The project has no judge {name!r} of the version {version!r}. There are: {there}",
            name=name,
            version=version,
            there=there,
        )
    )


def _tuned(session: Session, project: m.Project) -> dict[int, list[str]]:
    """The ids of the items that each judge was tuned on."""
    tuned: dict[int, list[str]] = {}
    for judge_id, item in session.exec(
        select(m.TunedItem.judge_id, m.Item.source_id)
        .join(m.Judge)
        .join(m.Item)
        .where(m.Judge.project_id == project.id)
    ):
        tuned.setdefault(judge_id, []).append(item)
    return tuned
