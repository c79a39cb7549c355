"""The marks are what the catalog is extracted by."""

from __future__ import annotations

from languages.extraction import extracted


def test_texts_are_found_by_each_of_the_marks() -> None:
    found = {(each.context, each.id) for each in extracted()}
    assert (None, "Sign in") in found  # worded, in pages/signin.py
    assert (None, "{share} %") in found  # say, in languages/forms.py
    assert ("a screen", "Label") in found  # meant, in pages/parts/menu.py


def test_it_is_told_where_a_text_is() -> None:
    (where,) = [each.locations for each in extracted() if each.id == "Stay signed in"]
    assert where == [("pages/signin.py", 0)]
