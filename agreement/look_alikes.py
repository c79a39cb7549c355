"""Which labels or raters would a person take for one, though they are written differently?

They are counted as different, for nobody but the researcher knows what was meant; a kappa that a spelling lowers should
not pass unseen.
"""

import unicodedata
from collections.abc import Iterable

from agreement.scale import as_number


def look_alikes(texts: Iterable[str]) -> list[tuple[str, ...]]:
    """Groups of texts that differ by case, width or spaces alone, or are the same number; in order of first appearance.

    >>> look_alikes(["Yes", "no", "yes", "1", "1.0"])
    [('Yes', 'yes'), ('1', '1.0')]
    """
    groups: dict[object, list[str]] = {}
    for text in dict.fromkeys(texts):
        number = as_number(text)
        plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
        groups.setdefault(plain if number is None else number, []).append(text)
    return [tuple(group) for group in groups.values() if len(group) > 1]
