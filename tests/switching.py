"""`streamlit run`, for tests: the process takes up another database when it is told to, instead of starting anew.

A start costs seconds of a core, and more than a hundred tests need a server. `tests.serving.Server.take_up` writes the
database's address into a file and signals; the file is gone when it is taken.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

from streamlit.web.cli import main

ADDRESS_FILE = "ACCORD_TESTS_ADDRESS_FILE"


def take_up(*_: object) -> None:
    """Work on the database that the file names from now on."""
    file = Path(os.environ[ADDRESS_FILE])
    os.environ["ACCORD_DATABASE_URL"] = file.read_text(encoding="utf-8")
    file.unlink()


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, take_up)
    main()
