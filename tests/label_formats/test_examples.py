"""Do the examples in the documentation of the package give what they print?"""

import doctest
import importlib
import pkgutil

import pytest

import label_formats

MODULES = [found.name for found in pkgutil.walk_packages(label_formats.__path__, "label_formats.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
