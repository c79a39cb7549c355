"""In which text do spans without a key lie? In the only one that there is; where there are more, nobody guesses."""

from __future__ import annotations

import re
from collections.abc import Collection

_WITHOUT_KEY = re.compile(r"(?<![^|])(\s*)([0-9]+-[0-9]+\s*)(?![^|])")


def keyed(label: str, keys: Collection[str]) -> str:
    """The label with the key of the only text before each span that has none.

    >>> keyed("2-8|query:0-3", ["query"]), keyed("2-8", ["t1", "t2"]), keyed("none", ["query"])
    ('query:2-8|query:0-3', '2-8', 'none')
    """
    if len(keys) != 1:
        return label
    (key,) = keys
    return _WITHOUT_KEY.sub(lambda found: f"{found[1]}{key}:{found[2]}", label)
