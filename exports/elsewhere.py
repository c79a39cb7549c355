"""Computing in another process, so that nobody who labels waits for it.

A bootstrap takes the processor for seconds and the statistics libraries take memory; in the server both would be felt
by everybody. The process that computes has a lower priority, reads the database by itself, hands its result over and
ends. One computes at a time.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from annotation.errors import AccordError
from exports.study import NotComputable, Study, study
from exports.suggestions import Suggestions, suggestions

NICER = 10
LONGEST = 600  # seconds
ROOT = Path(__file__).parent.parent
UPDATED = "The result could not be read back. Start the server again: it may have been updated."

What = Literal["study", "suggestions"]
VERBS: Mapping[What, Callable[..., Any]] = {"study": study, "suggestions": suggestions}

_ONE_AT_A_TIME = threading.Lock()


def study_elsewhere(slug: str, *, round_number: int | None = None) -> Study:
    """The study of a project, as `exports.study.study` gives it. Raises what that raises, as NotComputable."""
    found = _computed("study", slug, round_number)
    if not isinstance(found, Study):
        raise NotComputable(UPDATED)
    return found


def suggestions_elsewhere(slug: str, *, round_number: int | None = None) -> Suggestions:
    """The suggestions of a project, as `exports.suggestions.suggestions` gives them. Raises NotComputable."""
    found = _computed("suggestions", slug, round_number)
    if not isinstance(found, Suggestions):
        raise NotComputable(UPDATED)
    return found


def _computed(what: What, slug: str, round_number: int | None) -> object:
    command = [sys.executable, "-m", "exports.elsewhere", what, slug, str(round_number or "")]
    with _ONE_AT_A_TIME:
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LONGEST, check=False)
        except subprocess.TimeoutExpired as error:
            raise NotComputable(
                f"It was not computed within {LONGEST // 60} minutes. The command line has no such limit: "
                f"python -m exports report --project {slug} --format json --out FILE"
            ) from error
    if done.returncode:
        said = done.stderr.decode("utf-8", errors="replace").strip().splitlines()
        raise NotComputable(said[-1] if said else f"The process that computes ended with {done.returncode}.")
    return pickle.loads(done.stdout)  # written by the same code, a moment ago


def main(what: What, slug: str, round_number: str) -> None:
    """Compute and write the result to standard output; one sentence and exit 1 where it cannot be."""
    from annotation.store import reading

    if hasattr(os, "nice"):
        os.nice(NICER)
    try:
        with reading() as session:
            found = VERBS[what](session, slug=slug, round_number=int(round_number) if round_number else None)
    except AccordError as error:
        sys.exit(str(error).replace("\n", " "))
    sys.stdout.buffer.write(pickle.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]
