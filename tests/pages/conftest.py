"""The study of these tests, fresh for each: a copy of one that is made once, since hashing passwords takes long."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner

from annotation import store
from tests.pages.study import House, furnish
from tests.passwords import hash_quickly


@pytest.fixture(scope="session", autouse=True)
def no_leftovers() -> Iterator[None]:
    """AppTest keeps a folder until the interpreter ends, which then complains about it."""
    yield
    module = sys.modules.get("streamlit.testing.v1.app_test")
    if module is not None:
        module.TMP_DIR.cleanup()


@pytest.fixture(scope="session", autouse=True)
def one_look_for_components() -> Iterator[None]:
    """An AppTest reads what every installed package says of itself, to find components: most of a short test's time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with little memory and work."""
    hash_quickly(monkeypatch)


@pytest.fixture(scope="session")
def furnished(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The study's database as a file to be copied, and the tokens in it."""
    path = tmp_path_factory.mktemp("furnished") / "accord.sqlite"
    shutil.copy(sqlite_template, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
        hash_quickly(patch)
        tokens = furnish(datetime.now(UTC))
        store.engine().dispose()
    return path, tokens


@pytest.fixture
def house(furnished: tuple[Path, dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A fresh copy of the study; this process uses it."""
    original, tokens = furnished
    path = tmp_path / "accord.sqlite"
    shutil.copy(original, path)
    monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{path}")
    yield House(f"sqlite:///{path}", tokens)
    store.engine().dispose()
