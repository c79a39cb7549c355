"""How long does a release take, how long an export of labels, and how much memory do they need at most?

The commands as people run them, each in a process of its own on a SQLite database: `exports labels` as csv, and
`exports release`, with and without splits, and `exports verify` of it. The database holds a generated study: items of
five memories each, labelled by four people, three of whom mostly agree, and settled by majority. Memory is flat where a
study ten times as large takes hardly more; the small size is measured first, to say so.

    python -m benchmarks.exporting                          # 100,000 judgments; labels of 1,000,000
    python -m benchmarks.exporting --judgments 10000 --labels 0
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlmodel import col, select

from annotation import models as m
from annotation import projects, store
from annotation.desk import adjudication
from annotation.imports import importing
from annotation.people import raters
from annotation.projects import key_of
from benchmarks.meter import CORES
from tests import studies

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SLUG = "large"
MEMORIES, PEOPLE = 5, 4
ROLES = ("must", "nice", "irr")
AGREES = 0.8  # how often somebody gives the label that the source has
ITEMS_AT_ONCE, AT_ONCE = 2_000, 20_000
WORDS = ("lake", "rain", "sister", "train", "violin", "garden", "exam", "winter", "letter", "kitchen", "doctor")


@dataclass(frozen=True)
class Run:
    """One command: its seconds on the clock and of processor, its most memory in MB, and the MB that it wrote."""

    seconds: float
    processor: float
    memory: float
    written: float


def main() -> None:
    """Make each study, run the commands on it, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judgments", type=int, default=100_000, help="of the study that is released")
    parser.add_argument("--labels", type=int, default=1_000_000, help="of the study whose labels are exported; 0: none")
    asked = parser.parse_args()
    print(f"{CORES} cores, load {os.getloadavg()[0]:.1f} before the start")
    for n in (asked.judgments // 10, asked.judgments):
        with TemporaryDirectory() as folder:
            made = study(Path(folder), n)
            for name, command in commands(Path(folder)).items():
                show(f"{name}, {made:,} judgments", run(command, Path(folder)))
    for n in (asked.labels // 10, asked.labels) if asked.labels else ():
        with TemporaryDirectory() as folder:
            made = study(Path(folder), n, settled=False)
            show(f"labels csv, {made:,} judgments", run(commands(Path(folder))["labels csv"], Path(folder)))


def commands(folder: Path) -> dict[str, list[str]]:
    """The commands, by what they do."""
    project = ["--project", SLUG]
    split = ["--splits", "train=.8,dev=.1,test=.1", "--group-by", "text"]
    return {
        "labels csv": ["labels", *project, "--format", "csv", "--out", str(folder / "out" / "labels.csv")],
        "release": ["release", *project, "--out", str(folder / "out" / "release")],
        "release again": ["release", *project, "--out", str(folder / "out" / "release")],
        "release with splits": ["release", *project, *split, "--out", str(folder / "out" / "split")],
        "verify": ["verify", str(folder / "out" / "split")],
    }


def study(folder: Path, judgments: int, *, settled: bool = True) -> int:
    """Make a study of so many judgments in a process of its own, whose memory is not that of the commands; how many."""
    command = [sys.executable, "-c", f"from benchmarks.exporting import fill; fill({judgments}, settled={settled})"]
    subprocess.run(command, env=environment(folder), check=True)
    return judgments // (MEMORIES * PEOPLE) * MEMORIES * PEOPLE


def fill(judgments: int, *, settled: bool) -> None:
    """Fill the database of this process with a study of so many judgments."""
    store.upgrade()
    n_items = judgments // (MEMORIES * PEOPLE)
    drawn = random.Random(7)
    numbers = iter(range(n_items))
    while part := list(islice(numbers, ITEMS_AT_ONCE)):
        content = studies.as_file([item(number, drawn) for number in part])
        with store.writing() as session:
            importing.import_items(session, content, slug=SLUG, now=NOW)
    with store.writing() as session:
        rows = judged(session, drawn)
        while said := list(islice(rows, AT_ONCE)):
            store.insert_all(session, m.Judgment, said)
    if settled:
        with store.writing() as session:
            adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)


def item(number: int, drawn: random.Random) -> dict[str, Any]:
    """One record of the study, with texts of its own."""
    texts = [" ".join(drawn.choices(WORDS, k=9)) + f" {number}-{place}." for place in range(MEMORIES)]
    query = " ".join(drawn.choices(WORDS, k=12)) + "?"
    roles = studies.memory(must=texts[:1], nice=texts[1:3], irr=texts[3:])
    return studies.record(f"i{number:06}", query=query, history="", memory=roles)


def judged(session: Any, drawn: random.Random) -> Iterator[dict[str, Any]]:
    """A judgment of everybody on every memory."""
    project = projects.find(session, SLUG)
    round_id = key_of(projects.find_round(session, project))
    book = key_of(projects.latest_codebook(session, key_of(project))[0])
    people = [key_of(raters.imported(session, key_of(project), f"person-{place}")) for place in range(PEOPLE)]
    targets = session.exec(select(m.Target.id).where(m.Target.kind == "memory").order_by(col(m.Target.id))).all()
    for target in targets:
        role = drawn.choice(ROLES)
        for rater in people:
            yield {
                "round_id": round_id,
                "target_id": target,
                "rater_id": rater,
                "question": "role",
                "revision": 1,
                "label": role if drawn.random() < AGREES else drawn.choice(ROLES),
                "cannot": None,
                "confidence": None,
                "prelabel": None,
                "codebook_id": book,
                "origin": "file",
                "submission_id": None,
                "comment": "",
                "created_at": NOW,
            }


def environment(folder: Path) -> dict[str, str]:
    """The environment of a process that uses the database of a folder."""
    return os.environ | {"ACCORD_DATABASE_URL": f"sqlite:///{folder}/accord.sqlite"}


def run(arguments: list[str], folder: Path) -> Run:
    """Run a command of exports in a process of its own. Raises RuntimeError where it fails."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "exports", *arguments],
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"python -m exports {' '.join(arguments)} ended with {process.returncode}")
    written = sum(path.stat().st_size for path in (folder / "out").rglob("*") if path.is_file()) / 1e6
    return Run(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, written)


def show(name: str, found: Run) -> None:
    """Print one row of the result."""
    print(
        f"{name:<44} {found.seconds:6.1f} s (processor {found.processor:5.1f} s)   at most {found.memory:5.0f} MB   "
        f"{found.written:6.1f} MB written in all"
    )


if __name__ == "__main__":
    main()
