"""Which splits are wished? As people write them, and what is refused."""

import pytest

from annotation.errors import WrongUse
from exports.split_wishes import Wish, read_wishes, wished_counts


def test_shares_percent_and_counts_are_read() -> None:
    assert read_wishes("train=.8, dev=0.1,test=10%") == (
        Wish("train", share=0.8),
        Wish("dev", share=0.1),
        Wish("test", share=0.1),
    )
    assert read_wishes("test=200,train=rest") == (Wish("test", count=200), Wish("train"))


def test_the_rest_is_what_the_others_leave() -> None:
    assert wished_counts(read_wishes("test=2,train=rest"), 12) == {"test": 2, "train": 10}
    assert wished_counts(read_wishes("train=.75,test=rest"), 8) == {"train": 6, "test": 2}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no size"),
        ("train", "no size"),
        ("train=.8,test=.1", r"make 0\.9"),
        ("train=.8,test=.4", r"make 1\.2"),
        ("train=.8,train=.2", "twice"),
        ("train=.8,test=20", "not both"),
        ("train=rest,test=rest", "only one"),
        ("train=20,test=20", "takes the rest"),
        ("train=most,test=.2", "neither a share nor a count"),
        ("train=-.2,test=.8", "neither a share nor a count"),
        ("../x=.2,test=.8", "no name"),
        ("train=nan,test=.2", "neither a share nor a count"),
    ],
)
def test_what_cannot_be_is_refused_with_an_example(text: str, why: str) -> None:
    with pytest.raises(WrongUse, match=why) as refused:
        read_wishes(text)
    assert "train=.8,dev=.1,test=.1" in str(refused.value)
