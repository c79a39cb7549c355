"""`python -m languages`: bring the catalogs in `locale/` to the texts that the code has now."""

from __future__ import annotations

from languages.catalog import path_of
from languages.extraction import ROOT, translated, update

for language in translated():
    number, missing = update(language)
    print(f"{path_of(language).relative_to(ROOT)}: {number:,} texts, {missing:,} without a translation")
