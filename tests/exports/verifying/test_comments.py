"""Comments that no other table can bear out are named by their row: a place, a round or a person that there is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from annotation import store
from exports import release
from exports.release_options import checked
from exports.verifying import verify
from tests.exports.test_comments import commented  # noqa: F401 - a fixture
from tests.exports.verifying.test_verify import change_row
from tests.studies import SLUG


@pytest.mark.parametrize(
    ("number", "column", "to", "said"),
    [
        (0, "target", "nowhere", "no other table knows this place"),
        (0, "round", 1, "there is no discussion 1"),
        (1, "round", 9, "there is no round 9"),
        (2, "by", "rater-1", "it is rater-2's, and by rater-1"),
        (2, "kind", "remark", "there is no kind 'remark'"),
    ],
)
def test_what_is_not_there_is_named(
    commented: None,  # noqa: F811
    tmp_path: Path,
    number: int,
    column: str,
    to: Any,
    said: str,
) -> None:
    folder = tmp_path / "release"
    with store.reading() as session:
        release.build(session, slug=SLUG, options=checked(), folder=folder)
    assert verify(folder) == []
    change_row(folder, "comments", number, column, to)
    found = verify(folder)
    assert [(each.file, each.row, each.what) for each in found] == [("tables/comments.csv", number + 2, said)]
