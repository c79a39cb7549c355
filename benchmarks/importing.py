"""How many items a second are imported, and how much memory does it take at most?

The command as people run it, `python -m annotation import`, in a process of its own on a fresh SQLite database: a
generated ENPMR file of the released size (50 personas, 2,692 dialogues, 11,846 memories), StratMem-Bench repeated under
new ids until it has 20,000 items, and a table of 20,000 texts. Each is imported a second time, when nothing is new.

    python -m benchmarks.importing StratMemBench.json
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import crowd
from benchmarks.meter import CORES, machine_seconds
from tests import enpmr_files

FILES = ("enpmr", "stratmem", "table")
ITEMS = 20_000
BUSY_OVER = 5.0  # seconds
LABEL_STUDIO = 10.9  # seconds for 20,000 tasks; another run on another day, on a machine like this one


@dataclass(frozen=True)
class Run:
    """One import: what the command said, its seconds on the clock and of processor, and its most memory in MB."""

    said: dict[str, Any]
    seconds: float
    processor: float
    memory: float


def main() -> None:
    """Import both files twice, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=crowd.PUBLISHED, help="StratMemBench.json as published")
    published = parser.parse_args().file
    print(f"{CORES} cores; before the start, {busy_before():.1f} of them were busy with other work")
    print(f"Label Studio, {ITEMS:,} tasks, measured on another day: {LABEL_STUDIO} s")
    for name in FILES:
        with TemporaryDirectory() as folder:
            file = Path(folder) / name
            make(name, published, file)
            database = {"ACCORD_DATABASE_URL": f"sqlite:///{folder}/accord.sqlite"}
            run(["init"], database)
            for again in ("", ", again"):
                show(f"{name}{again}", file, run(["import", str(file), "--project", name, "--json"], database))


def make(name: str, published: Path, file: Path) -> None:
    """Write a file in a process of its own: a child is told to have had at least the memory of its parent."""
    process = get_context("spawn").Process(target=write, args=(name, published, file))
    process.start()
    process.join()
    if process.exitcode:
        raise RuntimeError(f"the file {name} could not be made")


def write(name: str, published: Path, file: Path) -> None:
    """Write one of the files."""
    file.write_bytes({"enpmr": full_enpmr, "stratmem": lambda: many_stratmem(published), "table": many_texts}[name]())


def full_enpmr() -> bytes:
    """The generated file of the released size."""
    return enpmr_files.as_file(enpmr_files.full_size())


def many_stratmem(published: Path) -> bytes:
    """The published records over and over, each time under other ids."""
    records = json.loads(published.read_text(encoding="utf-8"))
    repeated = (
        {**records[place % len(records)], "id": f"{place // len(records)}-{place % len(records)}"}
        for place in range(ITEMS)
    )
    return json.dumps(list(repeated), ensure_ascii=False).encode("utf-8")


def many_texts() -> bytes:
    """A table of short texts, which is what the tasks of other tools mostly are."""
    rows = (f'{number:05},"Text {number}: what should I bring on Sunday, and is it far?"' for number in range(ITEMS))
    return "\n".join(["id,text", *rows]).encode("utf-8")


def run(arguments: list[str], environment: dict[str, str]) -> Run:
    """Run the command in a process of its own. Raises RuntimeError where it fails."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "annotation", *arguments],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    output = process.stdout.read() if process.stdout else b""
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"python -m annotation {' '.join(arguments)} ended with {process.returncode}")
    said = json.loads(output) if output.startswith(b"{") else {}
    return Run(said, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def busy_before() -> float:
    """How many cores are busy with something else, over a few seconds."""
    start, used = time.perf_counter(), machine_seconds()
    time.sleep(BUSY_OVER)
    return (machine_seconds() - used) / (time.perf_counter() - start)


def show(name: str, file: Path, run: Run) -> None:
    """Print one row of the result."""
    items = run.said["items_added"] + run.said["items_skipped"]
    print(
        f"{name:<16} {file.stat().st_size / 1e6:6.1f} MB  {items:6,} items  {run.said['memories']:7,} memories   "
        f"{run.seconds:6.1f} s (processor {run.processor:5.1f} s)  {items / run.seconds:6,.0f} items/s   "
        f"at most {run.memory:5.0f} MB"
    )


if __name__ == "__main__":
    main()
