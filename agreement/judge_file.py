"""Which judges are in a file of labels, in which versions and runs, and what did each say?"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from agreement.errors import UnreadableFile
from agreement.judge import JudgeTable
from agreement.label_file import LabelFile, long_table, read_label_file


def read_whole(file: Path, *, names: Mapping[str, str]) -> LabelFile:
    """The rows of a file of which none may be refused. Raises UnreadableFile where one is."""
    read = read_label_file(file.read_bytes(), names=names)
    if read.refused:
        first = read.refused[0]
        raise UnreadableFile(f"{file.name}, row {first.row}: {first.why}")
    return read


def judges_in(file: Path, *, names: Mapping[str, str]) -> Iterator[JudgeTable]:
    """The judges in a file: one for each name in its rater column, or one with the file's name; by version and run.

    The columns `version` and `run` are read where there are any. Raises UnreadableFile or ColumnsMissing.
    """
    rater = names.get("rater", "rater")
    table = read_whole(file, names=names).table
    table = table if rater in table else table.assign(**{rater: file.stem})
    rows = long_table(table, names=names, wide=False)
    which = [rows["rater"].astype("str")]
    which += [
        table[name].astype("str") if name in table else rows["rater"].astype("str").str[:0]
        for name in ("version", "run")
    ]
    for (name, version, run), chosen in rows.groupby(which, sort=False):
        yield JudgeTable(str(name) or file.stem, chosen, version=str(version), run=str(run))
