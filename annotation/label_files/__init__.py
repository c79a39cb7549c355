"""Human labels and judges' answers in files, read into rows without touching a database (pure)."""

from annotation.label_files.guards import guarded, plain
from annotation.label_files.label_rows import LabelFile, LabelRow
from annotation.label_files.options import How, Who
from annotation.label_files.reading import formats, read
from annotation.label_files.spans import keyed

__all__ = ["How", "LabelFile", "LabelRow", "Who", "formats", "guarded", "keyed", "plain", "read"]
