"""The Parquet files of a release load with Hugging Face's library, split by split, as its card says.

The library is asked in a process of its own and never goes to the net. Where it is not installed, pyarrow reads the
same files by the same card (tests/exports/test_release.py).
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from exports.release_place import write_release
from tests.exports.test_release import SPLITS, made, study

SCRIPT = """
import json, sys
import datasets
folder = sys.argv[1]
names = datasets.get_dataset_config_names(folder)
found = {name: dict(datasets.load_dataset(folder, name).num_rows) for name in names}
print(json.dumps({"by name": found, "default": dict(datasets.load_dataset(folder).num_rows)}))
"""


@pytest.mark.skipif(importlib.util.find_spec("datasets") is None, reason="the library datasets is not installed")
def test_a_release_loads_with_the_library_of_hugging_face(sqlite_database: str, tmp_path: Path) -> None:
    study(6)
    one = made(splits=SPLITS, group_by=["text"], seed=3)
    write_release(one.content, tmp_path / "release")
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "release")],
        env=environment,
        capture_output=True,
        check=True,
        cwd=tmp_path,
    )
    found = json.loads(done.stdout.decode().splitlines()[-1])
    rows = {name: file.get("rows") for name, file in one.manifest["files"].items()}
    assert found["default"] == {name: rows[f"data/{name}.parquet"] for name in ("train", "test")}
    assert found["by name"]["gold-labels"] == found["default"]
    for name in ("labels", "gold", "raw", "decisions", "soft", "splits"):
        assert found["by name"][name] == {"full": rows[f"tables/{name}.parquet"]}
