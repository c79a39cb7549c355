"""Label files of other tools, read into rows (pure): what `annotation` and `agreement` both ask of a file.

It knows neither of them, no database and no frames: text in, frozen rows out.
"""

from label_formats.answers import Answer, Dropped, LabelsRead, Refused
from label_formats.errors import BadFile, NoSuchFormat
from label_formats.fields import Asked
from label_formats.formats import looks_like, names, read

__all__ = [
    "Answer",
    "Asked",
    "BadFile",
    "Dropped",
    "LabelsRead",
    "NoSuchFormat",
    "Refused",
    "looks_like",
    "names",
    "read",
]
