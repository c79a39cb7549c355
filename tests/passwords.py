"""How do tests hash passwords? With little memory and work, which only a guesser has need of.

As the product hashes, one password takes a third of a second of a core, and the tests check hundreds. A hash names the
work that it took, so each is checked as it was made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argon2 import PasswordHasher

from annotation.people import accounts

if TYPE_CHECKING:
    import pytest  # not in the tests' server

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
OF_NOBODY = QUICK.hash("no password of anybody's")


def hash_quickly(patch: pytest.MonkeyPatch) -> None:
    """Let this process hash quickly as long as the patch holds."""
    patch.setattr(accounts, "_hasher", lambda: QUICK)
    patch.setattr(accounts, "_nobodys_hash", lambda: OF_NOBODY)
