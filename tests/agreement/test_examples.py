"""Do the examples in the documentation of the package give what they print?"""

import doctest
import importlib
import pkgutil

import pytest

import agreement

MODULES = [found.name for found in pkgutil.walk_packages(agreement.__path__, "agreement.")]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
