"""`python -m agreement FILE` reports a file of labels, `python -m agreement plan` says how many targets are needed."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

# Products here are many and narrow: with several threads a processor does twice as much, most of it waiting. This is
# read when NumPy is imported, and so it is imported below.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def run(arguments: Sequence[str]) -> None:
    """Report a file; or, where the first word is `plan` and no file is called so, plan how many targets are needed."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    if arguments[:1] == ["plan"] and not Path("plan").exists():
        from agreement.plan_command import app as planning

        planning(args=list(arguments[1:]), prog_name="python -m agreement plan")
    from agreement.report_command import app as reporting

    reporting(args=list(arguments), prog_name="python -m agreement")


if __name__ == "__main__":
    run(sys.argv[1:])
