"""The pause of the garbage collector: it ends as it began, whatever happens within and however many there are."""

from __future__ import annotations

import gc

import pytest

from annotation.uncollected import uncollected


def test_the_collector_pauses_and_goes_on() -> None:
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled(), "the outer pause goes on"
    assert gc.isenabled()


def test_it_goes_on_after_an_error() -> None:
    with pytest.raises(KeyError), uncollected():
        raise KeyError
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
