"""What is a text of ours called in another language? Read from the catalog in `locale/`, once for each language.

The catalog is kept as it is written (`.po`) and compiled in memory when it is first asked, so that a fresh clone needs
no further step and nothing compiled can be older than its source.
"""

from __future__ import annotations

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path

from languages.choosing import Language

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "accord"


def path_of(language: Language) -> Path:
    """Where the catalog of a language lies."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


@cache
def translations(language: Language) -> gettext.NullTranslations:
    """The catalog of a language; English has none, since its texts stand in the code."""
    if language == "en":
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo  # here: whoever speaks English never needs them
    from babel.messages.pofile import read_po

    with path_of(language).open("rb") as file:
        catalog = read_po(file, locale=language, domain=DOMAIN)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
