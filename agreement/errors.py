"""What can be wrong with a table of ratings? One class for each thing that a caller can act on."""

from collections.abc import Iterable


class AgreementError(Exception):
    """The ratings cannot be read; the message says what is wrong and what to do."""


class ColumnsMissing(AgreementError):
    """The table lacks a column that is needed."""

    def __init__(self, missing: Iterable[str], found: Iterable[str], advice: str = "") -> None:
        self.missing, self.found = tuple(missing), tuple(found)
        columns = ", ".join(repr(name) for name in self.missing)
        there = ", ".join(self.found) or "none"
        super().__init__(f"there is no column {columns}; the columns found are: {there}. {advice}".rstrip())


class UnreadableFile(AgreementError):
    """The file is not a table of labels at all."""


class BadScale(AgreementError):
    """The labels or the level declared for a question cannot be a scale."""


class TooManyLabels(AgreementError):
    """The label column holds free text or continuous scores, not labels."""


class SplitCluster(AgreementError):
    """One target stands in two clusters, so clusters cannot be drawn whole."""


class BadOption(AgreementError):
    """A choice that an analysis needs has no meaning; the message says which one and what it may be."""


class LibraryDiffers(AgreementError):
    """A library and our formula give two values for one coefficient: one of them is wrong."""


class SameJudge(AgreementError):
    """Two tables are of one judge and say neither which version nor which run they are."""

    def __init__(self, name: str, version: str) -> None:
        self.name, self.version = name, version
        which = f"{name!r}, version {version!r}" if version else repr(name)
        super().__init__(
            f"two tables are of the judge {which} and of the same run: give each a version or a run of its own"
        )
