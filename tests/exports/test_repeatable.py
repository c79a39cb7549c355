"""The same labels, decisions and options give the same bytes of every file, whatever they are and wherever they lie."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from annotation import store
from annotation.desk import adjudication
from exports import release
from exports.release_options import checked
from tests import studies
from tests.exports.test_gold import decide
from tests.studies import NOW, SLUG, record, take_labels, votes

ROLES = st.sampled_from(["irr", "nice", "must"])
VOTES = st.lists(st.dictionaries(st.sampled_from("abc"), ROLES, min_size=1), min_size=1, max_size=2)
SPLITS = st.sampled_from(["", "train=.5,test=.5"])


@settings(
    max_examples=4, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(VOTES, st.sampled_from(["unanimous", "majority"]), ROLES | st.none(), SPLITS, st.integers(0, 9))
def test_the_same_study_made_twice_gives_the_same_release(
    sqlite_template: Any,
    tmp_path_factory: Any,
    said: list[dict[str, str]],
    policy: Any,
    decision: str | None,
    splits: str,
    seed: int,
) -> None:
    """Issue E, 3: two databases, made apart from each other."""
    found = []
    for _ in range(2):
        folder: Path = tmp_path_factory.mktemp("repeated")
        shutil.copy(sqlite_template, folder / "accord.sqlite")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{folder / 'accord.sqlite'}")
            _study_of(said, policy, decision)
            found.append(_sums(folder / "release", splits=splits, seed=seed))
            store.engine().dispose()
    assert found[0] == found[1]
    assert {"manifest.json", "README.md", "tables/raw.parquet", "report/report.json"} <= found[0].keys()


def _study_of(said: list[dict[str, str]], policy: Any, decision: str | None) -> None:
    content = [record("i1"), record("i2", query="What does Ida like?")]
    studies.make_project(content)
    dana = studies.add_people("dana", role="adjudicator")["dana"]
    for each in said:
        take_labels(votes(each, content=content), revise=True)
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy=policy, now=NOW)
    if decision is not None:
        decide(dana, "Ida likes plums.", decision)


def _sums(folder: Path, **options: Any) -> dict[str, str]:
    """The sha256 of every file of a release."""
    with store.reading() as session:
        release.build(session, slug=SLUG, options=checked(**options), folder=folder)
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
