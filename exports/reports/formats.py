"""Which formats has a report, and how is a study written in each?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from annotation.errors import NotFound
from exports.reports.contents import document
from exports.reports.html import as_html
from exports.reports.json import as_json
from exports.reports.latex import as_latex
from exports.reports.markdown import as_markdown
from exports.study import Study


@dataclass(frozen=True)
class ReportFormat:
    """A format: its name, the end of its files' names, its title and type, and how a study is written in it."""

    name: str
    suffix: str
    title: str
    media_type: str
    write: Callable[[Study], str]


FORMATS: Mapping[str, ReportFormat] = {
    one.name: one
    for one in (
        ReportFormat("html", "html", "HTML", "text/html", lambda found: as_html(document(found))),
        ReportFormat("md", "md", "Markdown", "text/markdown", lambda found: as_markdown(document(found))),
        ReportFormat("latex", "tex", "LaTeX", "application/x-tex", lambda found: as_latex(document(found))),
        ReportFormat("json", "json", "JSON", "application/json", as_json),
    )
}


def find(name: str) -> ReportFormat:
    """The format of this name. Raises NotFound for another."""
    if name not in FORMATS:
        raise NotFound(f"There is no report as {name!r}: there are {', '.join(FORMATS)}.")
    return FORMATS[name]
