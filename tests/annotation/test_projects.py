"""Names of projects: what can be one, and what is suggested."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import projects
from annotation.errors import WrongUse
from annotation.projects import SLUG, suggest_slug


@given(st.text(), st.lists(st.text()))
def test_a_suggested_short_name_can_always_be_one(title: str, taken: list[str]) -> None:
    suggested = suggest_slug(title, taken=taken)
    assert SLUG.fullmatch(suggested)
    assert suggested not in taken
    assert SLUG.fullmatch(suggest_slug(title, taken=[suggested, *taken]))


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("StratMem-Bench.v2", "stratmem-bench-v2"),
        ("Größe & Café", "groe-cafe"),
        ("记忆", "project"),
        ("  --  ", "project"),
        ("x" * 300, "x" * 59),
    ],
)
def test_it_is_made_of_the_titles_letters(title: str, slug: str) -> None:
    assert suggest_slug(title, taken=[]) == slug


@pytest.mark.parametrize(
    ("slug", "title"), [("Big", None), ("", None), ("a b", None), ("a", "tab\there"), ("a", "x" * 201)]
)
def test_a_name_that_cannot_be_is_refused(slug: str, title: str | None) -> None:
    with pytest.raises(WrongUse):
        projects.check(slug=slug, protocol="stratmem-roles", title=title)
