"""Measures of the benchmarks: one module each, found by being here. Numbers from plain rows, no database.

Each has `NAME`, `TITLE`, `DEFINITIONS` (what each of its figures is), `concerns(material)`, `lacks(material)`, which
says what is missing, and `measure(material, draws)`; `flows(material)` where it counts what goes where.
"""

from exports.measures.material import Material, Place, ResponseFacts
from exports.measures.measure import Definition, Found, Measure, MeasureRow, every, measured
from exports.measures.ratios import Draws

__all__ = [
    "Definition",
    "Draws",
    "Found",
    "Material",
    "Measure",
    "MeasureRow",
    "Place",
    "ResponseFacts",
    "every",
    "measured",
]
