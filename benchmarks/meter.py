"""How much processor time and memory has a process used, and how busy was the machine beside it? Read from /proc."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
USER_AND_SYSTEM = slice(11, 13)  # of /proc/<pid>/stat, counted from the state, which is behind the name
BUSY = (0, 1, 2, 5, 6)  # of the first line of /proc/stat: user, nice, system, irq, softirq; not idle, iowait, steal


def cpu_seconds(pid: int) -> float:
    """The processor seconds that a process has used, in user mode and in the kernel."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    fields = stat.rpartition(")")[2].split()  # the name before it may hold blanks
    return sum(int(field) for field in fields[USER_AND_SYSTEM]) / TICKS


def machine_seconds() -> float:
    """The processor seconds that everything on this machine has used."""
    with Path("/proc/stat").open(encoding="ascii") as lines:
        fields = lines.readline().split()[1:]
    return sum(int(fields[place]) for place in BUSY) / TICKS


def memory_mb(pid: int) -> float:
    """The resident memory of a process in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise ProcessLookupError(f"process {pid} has no memory any more: it has ended")
