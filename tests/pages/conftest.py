"""The study of these tests, fresh for each: a copy of one that is made once, since hashing passwords takes long."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner

from annotation import store
from tests.pages.matrix import EVERY_ROLE, Guests, Place, look_around
from tests.pages.study import House, furnish
from tests.passwords import hash_quickly
from tests.serving import Server


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


@pytest.fixture(scope="session")
def fresh_place(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server with the demo, of which nobody has opened a screen."""
    with _served(sqlite_template, tmp_path_factory.mktemp("fresh")) as place:
        yield place


@pytest.fixture(scope="session")
def warm_place(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server with the demo, of which everybody has opened everything; looking around takes half a minute."""
    with _served(sqlite_template, tmp_path_factory.mktemp("warm")) as place:
        with place.as_ours():
            for role in EVERY_ROLE:
                look_around(place.server, place.guests, role)
        yield place


@contextmanager
def _served(template: Path, folder: Path) -> Iterator[Place]:
    address = f"sqlite:///{folder / 'accord.sqlite'}"
    shutil.copy(template, folder / "accord.sqlite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", address)
        guests = Guests(datetime.now(UTC))
        store.engine().dispose()
    with Server(address, log=folder / "log") as server:
        yield Place(server, guests, address)
        assert "Traceback" not in server.log(), server.log()
