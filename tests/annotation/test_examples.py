"""The examples in the docstrings: what is documented is what happens."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import annotation
import exports

MODULES = [
    found.name
    for room in (annotation, exports)
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
    if not found.name.endswith("__main__") and ".migrations" not in found.name
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
