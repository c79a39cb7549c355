"""The reliability report of a study, in every format: the same numbers in each."""

from exports.reports.formats import FORMATS, ReportFormat, find

__all__ = ["FORMATS", "ReportFormat", "find"]
