"""How long does an annotator wait when many label at once, and what does each cost the server?

So many simulated annotators work on the real server over real HTTP and websockets: each opens the labelling screen in
a tab, thinks, saves a draft or two, submits, and takes the next item from the answer. Each step has a fresh server on
the same database, and is compared with the step of one annotator.

    python -m benchmarks.load                                     1, 10, 25, 50 and 100 people, a minute each
    python -m benchmarks.load --people 25 --seconds 3600          an hour; memory is printed every minute
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks import crowd, meter
from benchmarks.annotator import Annotator, Record
from benchmarks.crowd import PUBLISHED, Crowd
from benchmarks.load_figures import Cores, Minute, Step, show, show_minute, summary, within
from tests.serving import Server

STEPS = (1, 10, 25, 50, 100)
ENTERS_EVERY = 0.2  # seconds; people do not all open their browsers at the same moment
MINUTE = 60.0
SUBMITS = 60  # a step lasts until about so many, however few people are at work


def main() -> None:
    """Prepare one study, run every step on it, and print what was seen."""
    chosen = arguments()
    with crowd.folder() as folder, crowd.database(folder, postgres=chosen.postgres) as address:
        needed = sum(items_needed(lasts(each, chosen.seconds, chosen.think), chosen.think) for each in chosen.people)
        prepared = crowd.gather(chosen.file, people=max(chosen.people), items=needed)
        kind = "PostgreSQL" if chosen.postgres else "SQLite"
        print(f"{kind}; {prepared.items} items each; think time {chosen.think:g} s; {meter.CORES} cores", flush=True)
        steps = []
        for people in chosen.people:
            with Server(address, log=folder / "server.log") as server:
                length = lasts(people, chosen.seconds, chosen.think)
                steps.append(asyncio.run(step(server, prepared, people, length, chosen.think)))
            show(steps[-1], steps[0])
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(each) for each in steps], indent=2) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=PUBLISHED, help="StratMemBench.json as published")
    parser.add_argument("--people", type=int, nargs="+", default=STEPS, help="annotators of each step")
    parser.add_argument("--seconds", type=float, default=60, help="how long each step is measured")
    parser.add_argument("--think", type=float, default=4, help="mean seconds before a submission (exponential)")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    return parser.parse_args()


def lasts(people: int, seconds: float, think: float) -> float:
    """How long a step is measured: a median of the few submissions of one person would say little."""
    return max(seconds, SUBMITS * think / people)


def items_needed(seconds: float, think: float) -> int:
    """More items than the quickest annotator of a step can get through."""
    opening = max(STEPS) * ENTERS_EVERY + think
    return round((seconds + opening) / think * 1.3) + 20


async def step(server: Server, prepared: Crowd, people: int, seconds: float, think: float) -> Step:
    """Let so many people work; measured from the moment when all of them are at work."""
    before = crowd.stored()
    record, stop = Record(), asyncio.Event()
    at_work, memory_start = await enter(server, prepared.tokens[:people], think, record, stop)
    start, used = time.perf_counter(), Used(server.pid)
    minutes = await watch(server, record, start, seconds)
    end, cores = time.perf_counter(), used.cores()
    memory_end = meter.memory_mb(server.pid)
    stop.set()
    await asyncio.gather(*at_work)
    submits = within(record.submits, start, end)
    return Step(
        people=people,
        seconds=end - start,
        submits=summary(submits),
        drafts=summary(within(record.drafts, start, end)),
        mounts=summary(record.mounts),
        errors=dict(record.errors),
        reconnected=record.reconnected,
        unconfirmed=crowd.stored() - before - len(record.submits),
        cpu_ms_per_submit=cores.server * (end - start) / max(1, len(submits)) * 1000,
        cores=cores,
        memory_start_mb=memory_start,
        memory_end_mb=memory_end,
        memory_per_person_mb=(memory_end - memory_start) / (people - 1) if people > 1 else None,
        minutes=tuple(minutes),
    )


async def enter(
    server: Server, tokens: Sequence[str], think: float, record: Record, stop: asyncio.Event
) -> tuple[list[asyncio.Task[None]], float]:
    """Let one person after the other begin. Their work, and the server's memory once the first of them has a screen."""
    at_work: list[asyncio.Task[None]] = []
    memory = 0.0
    for number, token in enumerate(tokens):
        seed = f"{len(tokens)} {number}"
        person = Annotator(server.url, token=token, seed=seed, think=think, record=record, stop=stop)
        at_work.append(asyncio.create_task(person.work()))
        while not (record.mounts or record.errors):  # the first screen loads what all the later ones use
            await asyncio.sleep(ENTERS_EVERY)
        memory = memory or meter.memory_mb(server.pid)
        await asyncio.sleep(ENTERS_EVERY)
    await asyncio.sleep(think)
    return at_work, memory


class Used:
    """The processor time used since this was made."""

    def __init__(self, server: int) -> None:
        self._server = server
        self._start = (time.perf_counter(), *self._read())

    def cores(self) -> Cores:
        """How many cores were busy on average, and for whom."""
        now = (time.perf_counter(), *self._read())
        passed, *used = (end - start for start, end in zip(self._start, now, strict=True))
        server, client, machine = (each / passed for each in used)
        return Cores(server, client, max(0.0, machine - server - client))

    def _read(self) -> tuple[float, float, float]:
        return meter.cpu_seconds(self._server), meter.cpu_seconds(os.getpid()), meter.machine_seconds()


async def watch(server: Server, record: Record, start: float, seconds: float) -> list[Minute]:
    """Let the time pass; after each whole minute, print and keep the memory and the waits of that minute."""
    minutes: list[Minute] = []
    for number in range(1, int(seconds // MINUTE) + 1):
        await asyncio.sleep(start + number * MINUTE - time.perf_counter())
        passed = within(record.submits, start + (number - 1) * MINUTE, start + number * MINUTE)
        minutes.append(Minute(number, meter.memory_mb(server.pid), summary(passed)))
        if seconds > MINUTE:
            show_minute(minutes[-1], record)
    await asyncio.sleep(max(0.0, start + seconds - time.perf_counter()))
    return minutes


if __name__ == "__main__":
    main()
