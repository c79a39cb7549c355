"""A study whose every text is Chinese, people's names included: what is English on its screens is ours, and a fault."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from annotation import assignment, store
from annotation.demo import SAMPLES
from annotation.desk import adjudication
from annotation.imports import importing, judge_import, label_import
from annotation.people import accounts, preferences
from annotation.people.preferences import Preferences

SAMPLE = SAMPLES / "stratmem-zh.json"
SLUG = "1"
TITLE = "记忆研究"
PEOPLE: dict[str, accounts.Role] = {
    "甲": "annotator",
    "乙": "annotator",
    "丙": "annotator",
    "丁": "adjudicator",
    "戊": "researcher",
    "己": "admin",
}
LABELS = ("must", "nice", "irr")
WAITING = 2  # items that the third annotator has still to label


def furnish(now: datetime) -> dict[str, str]:
    """Fill the current database: people who chose Chinese, a project, labels, a judge and decisions; tokens by name."""
    with store.writing() as session:
        for name, role in PEOPLE.items():
            person = accounts.add(session, name=name, role=role, password="八个字的一个密码", now=now)
            preferences.save(session, account_id=person.id, chosen=Preferences(language="zh"))
        importing.import_items(session, SAMPLE.read_bytes(), slug=SLUG, title=TITLE, now=now, protocol="stratmem-roles")
        annotators = [name for name, role in PEOPLE.items() if role == "annotator"]
        assignment.assign(session, slug=SLUG, annotators=annotators, overlap=3, seed=1, now=now)
        label_import.import_labels(session, _file(_said()), slug=SLUG, now=now, as_account=True)
        judge_import.import_scores(session, _file(_judged()), slug=SLUG, file_name="评审", now=now)
        adjudication.settle(session, slug=SLUG, policy="unanimous", now=now)
        return {name: accounts.sign_in(session, name=name, password="八个字的一个密码", now=now) for name in PEOPLE}


def _memories() -> Iterator[tuple[int, str, str, str]]:
    for number, record in enumerate(json.loads(SAMPLE.read_text(encoding="utf-8"))):
        for role, entries in record["memory"].items():
            for entry in entries:
                yield number, record["id"], entry["fact"], role


def _said() -> Iterator[tuple[str, ...]]:
    """Mostly the source's role; the second annotator differs now and then, the third leaves the last items open."""
    memories = list(_memories())
    last = memories[-1][0]
    for place, (number, item, text, role) in enumerate(memories):
        other = LABELS[(LABELS.index(role) + 1) % len(LABELS)]
        yield item, text, "role", "甲", role
        yield item, text, "role", "乙", other if place % 4 == 0 else role
        if number <= last - WAITING:
            yield item, text, "role", "丙", role


def _judged() -> Iterator[tuple[str, ...]]:
    for place, (_, item, text, role) in enumerate(_memories()):
        yield item, text, "role", "评审", "nice" if place % 5 == 0 else role


def _file(rows: Any) -> bytes:
    page = io.StringIO()
    csv.writer(page).writerows([("item", "target", "question", "rater", "label"), *rows])
    return page.getvalue().encode("utf-8")
