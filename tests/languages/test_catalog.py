"""No text is left untranslated: the catalogs have every text that the code has, with what is filled in."""

from __future__ import annotations

import re

CHINESE = re.compile(r"[\u4e00-\u9fff]")
# What is written alike in both languages: keys, symbols, names of methods and of people, templates that only join.
ALIKE = frozenset(
    re.findall(
        r"\S+",
        "Enter Esc Del Ctrl Shift OK Id U p of MB Kappa kappa Cohen's Conger's Fleiss' Scott's pi Spearman's rho "
        "Kendall's tau W Gwet's AC Krippendorff's alpha YAML Excel Parquet CSV JSON Lines",
    )
)
WORD = re.compile(r"[A-Za-z'’]*[A-Za-z]['’]?[A-Za-z]*")
