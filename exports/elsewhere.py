"""Computing in another process, so that nobody who labels waits for it.

A bootstrap takes the processor for seconds and the statistics libraries take memory; in the server both would be felt
by everybody. The process that computes has a lower priority, reads the database by itself, hands its result over and
ends. One computes at a time.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from annotation.errors import AccordError
from annotation.uncollected import uncollected
from exports import libraries
from exports.measured import Results, results
from exports.quality import Quality, quality
from exports.release_options import ReleaseOptions
from exports.releasing import Brief, release_here
from exports.study import NotComputable, Study, study
from exports.suggestions import Suggestions, suggestions

NICER = 10
LONGEST = 600  # seconds
ROOT = Path(__file__).parent.parent
UPDATED = "The result could not be read back. Start the server again: it may have been updated."

What = Literal["study", "suggestions", "quality", "results", "release"]
VERBS: Mapping[What, Callable[..., Any]] = {
    "study": study,
    "suggestions": suggestions,
    "quality": quality,
    "results": results,
    "release": release_here,
}

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


def quality_elsewhere(slug: str, *, round_number: int | None = None) -> Quality:
    """Everybody's figures, as `exports.quality.quality` gives them. Raises NotComputable."""
    found = _computed("quality", slug, round_number)
    if not isinstance(found, Quality):
        raise NotComputable(UPDATED)
    return found


def results_elsewhere(slug: str, *, beside: Sequence[str] = (), cluster: str = "") -> Results:
    """The measures of a project, as `exports.measured.results` gives them. Raises NotComputable."""
    found = _computed("results", slug, None, options={"beside": list(beside), "cluster": cluster})
    if not isinstance(found, Results):
        raise NotComputable(UPDATED)
    return found


def release_elsewhere(slug: str, *, options: ReleaseOptions, account_id: int, now: datetime) -> Brief:
    """Make a release, as `exports.release.make` does. Raises what that raises, as NotComputable."""
    given = {"options": options.model_dump(mode="json"), "account_id": account_id, "now": now.isoformat()}
    found = _computed("release", slug, None, options=given)
    if not isinstance(found, Brief):
        raise NotComputable(UPDATED)
    return found


def _computed(
    what: What, slug: str, round_number: int | None, *, options: Mapping[str, object] | None = None
) -> object:
    """What the verb gives for a round, or for other options where there are any."""
    given = {"round_number": round_number} if options is None else options
    command = [sys.executable, "-m", "exports.elsewhere", what, slug, json.dumps(given)]
    with _ONE_AT_A_TIME:
        try:
            done = subprocess.run(
                command,
                cwd=ROOT,
                env={**libraries.SETTINGS, **os.environ},
                capture_output=True,
                timeout=LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise NotComputable(
                f"It was not computed within {LONGEST // 60} minutes. The command line has no such limit: "
                f"python -m exports report --project {slug} --format json --out FILE"
            ) from error
    if done.returncode:
        said = done.stderr.decode("utf-8", errors="replace").strip().splitlines()
        raise NotComputable(said[-1] if said else f"The process that computes ended with {done.returncode}.")
    return pickle.loads(done.stdout)  # written by the same code, a moment ago


def main(what: What, slug: str, options: str) -> None:
    """Compute and write the result to standard output; one sentence and exit 1 where it cannot be."""
    from annotation.store import reading

    if hasattr(os, "nice"):
        os.nice(NICER)
    try:
        with uncollected(), reading() as session:
            found = VERBS[what](session, slug=slug, **json.loads(options))
    except AccordError as error:
        sys.exit(str(error).replace("\n", " "))
    sys.stdout.buffer.write(pickle.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]
