"""Which texts of ours are there, and which of them does a catalog lack? Babel finds them in the code by their marks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from languages.catalog import DOMAIN, path_of
from languages.choosing import LANGUAGES, Language

ROOT = Path(__file__).parent.parent
ROOMS = ("agreement", "annotation", "exports", "label_formats", "languages", "pages")
# The marks: `meant` has its context first. Babel's own names are none of them.
KEYWORDS: Mapping[str, Any] = {"worded": None, "say": None, "meant": ((1, "c"), 2)}
WIDTH = 120


def extracted() -> Catalog:
    """Every marked text of the code, with the files that it is in."""
    template = Catalog(domain=DOMAIN, fuzzy=False)
    for room in ROOMS:
        for file, _line, message, comments, context in extract_from_dir(
            ROOT / room, method_map=[("**.py", "python")], keywords=KEYWORDS
        ):
            template.add(message, locations=[(f"{room}/{Path(file).as_posix()}", 0)], context=context)
            del comments
    return template


def read(language: Language) -> Catalog:
    """The catalog of a language as it is written."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update(language: Language) -> tuple[int, int]:
    """Bring a catalog to the texts that there are: new ones without a translation, old ones gone.

    Answers with how many texts there are, and how many of them are not translated.
    """
    catalog = read(language)
    catalog.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    with path_of(language).open("wb") as file:
        write_po(file, catalog, width=WIDTH, include_lineno=False, ignore_obsolete=True, sort_by_file=True)
    texts = [message for message in catalog if message.id]
    return len(texts), sum(not message.string for message in texts)


def translated() -> tuple[Language, ...]:
    """The languages that have a catalog."""
    return tuple(each for each in LANGUAGES if each != "en")
