"""Has every refusal its words?"""

from typing import get_args

from agreement.refusals import REFUSALS, Refusal


def test_every_refusal_has_its_words() -> None:
    assert tuple(REFUSALS) == get_args(Refusal)
