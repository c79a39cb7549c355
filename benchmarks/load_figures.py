"""What a step of the load benchmark found: its figures, and how they are printed."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.annotator import Record


@dataclass(frozen=True)
class Waits:
    """Waits in milliseconds."""

    count: int
    p50: float
    p95: float
    max: float


@dataclass(frozen=True)
class Cores:
    """How many cores were busy: with the server, with these annotators, with everything else on the machine."""

    server: float
    client: float
    others: float


@dataclass(frozen=True)
class Minute:
    """The state after a minute of measuring: memory of the server, and the submissions in this minute."""

    minute: int
    memory_mb: float
    submits: Waits


@dataclass(frozen=True)
class Step:
    """What so many annotators saw in a step, and what the server used for it."""

    people: int
    seconds: float
    submits: Waits
    drafts: Waits
    mounts: Waits
    errors: dict[str, int]
    reconnected: int  # an idle connection was closed by the server just as a request began
    unconfirmed: int  # submissions in the database that no annotator was told of; below 0: told, but not stored
    cpu_ms_per_submit: float
    cores: Cores
    memory_start_mb: float  # with one person at work
    memory_end_mb: float
    memory_per_person_mb: float | None  # each after the first
    minutes: tuple[Minute, ...]


def within(waits: Sequence[tuple[float, float]], start: float, end: float) -> list[float]:
    """The waits that ended between these moments."""
    return [wait for moment, wait in waits if start <= moment < end]


def summary(waits: Sequence[float]) -> Waits:
    """Their number, median, 95th percentile and maximum; zeros where there are none."""
    if len(waits) < 2:
        only = waits[0] if waits else 0.0
        return Waits(len(waits), only, only, only)
    return Waits(
        len(waits), statistics.median(waits), statistics.quantiles(waits, n=20, method="inclusive")[-1], max(waits)
    )


def show(done: Step, first: Step) -> None:
    """Print one step, and its ratios to the first one."""
    waits = done.submits
    print(
        f"{done.people:>4} people  submit p50 {waits.p50:6.1f}  p95 {waits.p95:6.1f}  max {waits.max:6.1f} ms  "
        f"(x{waits.p50 / (first.submits.p50 or 1):.1f} / x{waits.p95 / (first.submits.p95 or 1):.1f})  "
        f"{waits.count} submits, {sum(done.errors.values())} errors, {done.reconnected} reconnected, "
        f"{done.unconfirmed} unconfirmed\n"
        f"             draft p50 {done.drafts.p50:.1f} p95 {done.drafts.p95:.1f} ms ({done.drafts.count}); "
        f"screen opened p50 {done.mounts.p50:.0f} max {done.mounts.max:.0f} ms\n"
        f"             {done.cpu_ms_per_submit:.1f} CPU-ms per submit; cores: server {done.cores.server:.2f}, "
        f"client {done.cores.client:.2f}, others {done.cores.others:.2f}; memory {done.memory_start_mb:.0f} to "
        f"{done.memory_end_mb:.0f} MB, {done.memory_per_person_mb or 0:.2f} MB a person",
        flush=True,
    )
    for error, count in done.errors.items():
        print(f"             error, {count} times: {error}", flush=True)


def show_minute(minute: Minute, record: Record) -> None:
    """Print one minute of a long step, and every error so far."""
    waits = minute.submits
    print(
        f"  minute {minute.minute:>3}: {minute.memory_mb:6.1f} MB; {waits.count} submits, "
        f"p50 {waits.p50:.1f} p95 {waits.p95:.1f} ms; errors so far {dict(record.errors)}",
        flush=True,
    )
