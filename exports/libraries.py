"""How the libraries of numbers are to run in a process that writes files, whoever starts it: a command or a page.

They read it when they are loaded. One thread of OpenBLAS computes the same bytes for both; a second one would mostly
wait, on a core that annotators need; by the system's own allocator a release takes a tenth less memory than by Arrow's.
"""

from __future__ import annotations

from collections.abc import Mapping

SETTINGS: Mapping[str, str] = {"OPENBLAS_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}
