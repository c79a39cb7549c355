"""Files of benchmarks, read into items: one module per format (pure).

A reader is a module of this folder with `NAME`, `TITLE`, `PROTOCOLS` (the codebooks that fit it), `recognizes(file)`
and `read(file)`. It is found by being here: nothing else has to change for a new benchmark.
"""

from annotation.readers.items import Reader, ReadFile, ReadItem, ReadResponse, find, names, title_of

__all__ = ["ReadFile", "ReadItem", "ReadResponse", "Reader", "find", "names", "title_of"]
