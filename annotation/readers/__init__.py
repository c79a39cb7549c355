"""Files of benchmarks, read into items: one module per format (pure).

A reader is a module of this folder with `NAME`, `PROTOCOL` (the codebook that fits it), `recognizes(file)` and
`read(file)`. It is found by being here: nothing else has to change for a new benchmark.
"""

from annotation.readers.items import Reader, ReadFile, ReadItem, find, names

__all__ = ["ReadFile", "ReadItem", "Reader", "find", "names"]
