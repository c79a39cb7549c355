"""Every format shows the same: the same texts, literally, and the same numbers, rounded alike, as the JSON has."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from annotation.errors import NotFound
from exports import reports
from exports.figures import count, interval, number, p_value, share
from exports.reports.contents import document
from exports.reports.document import Cell, Document, Figure, Section, Table
from exports.study import Study
from tests.exports.reports import reading
from tests.exports.reports.made import Texts, made
from tests.exports.reports.reading import Seen

READERS: dict[str, Callable[[str], Seen]] = {
    "html": reading.html,
    "md": reading.markdown,
    "latex": reading.latex,
}

# CASES I8, and what each of the three formats has of its own.
HOSTILE = Texts(
    title="<img src=x onerror=alert(1)> & 50% of $x_1$ | a\\b {c} ~ ^ # `d` *e* _f_ #",
    question="1. Is **this** <script>alert(1)</script> [a link](https://example.org) or www.example.org?",
    labels=("1", "2", "3"),
    label_texts=("[2cm]", "* | -- \\\\ ''x''", "\\input{secret} &amp; <b>"),
    raters=("a|b", '# $y$ & "z" --- ,,', "名字 🙂 <!-- --> ]]>"),
    judges=("gpt_4o|{x}", "</td></tr></table>"),
    tag="<u>&need|",
    tag_values=("=1+1", "- [ ] |x\\|"),
    refused="no such item: \\end{document}\n\n# <img src=x onerror=alert(1)>",
)


@pytest.fixture(scope="module")
def plain() -> Study:
    return made()


@pytest.fixture(scope="module")
def hostile() -> Study:
    return made(HOSTILE)


def seen_of(found: Document) -> Seen:
    """What a document says, with no format at all."""
    seen = Seen([found.title, found.subtitle])
    for section in found.sections:
        _see(section, seen)
    seen.texts = [" ".join(text.split()) for text in seen.texts]
    return seen


def _see(section: Section, seen: Seen) -> None:
    seen.texts.append(section.title)
    for block in section.blocks:
        if isinstance(block, Table):
            seen.texts += [block.caption, *([block.note] if block.note else [])]
            rows = [tuple(_shown(cell) for cell in row) for row in block.rows]
            seen.tables.append([tuple(" ".join(name.split()) for name in block.columns), *rows])
        else:
            seen.texts.append(block)
    for inner in section.sections:
        _see(inner, seen)


def _shown(cell: Cell) -> str:
    if isinstance(cell, Figure):
        return f"{cell.text} ({cell.below})" if cell.below else cell.text
    return " ".join(cell.split())


@pytest.mark.parametrize("texts", ["plain", "hostile"])
@pytest.mark.parametrize("name", READERS)
def test_what_is_read_in_a_format_is_what_the_report_says(
    name: str, texts: str, request: pytest.FixtureRequest
) -> None:
    """Every text is literal (CASES I8), and every table has its rows, columns and figures."""
    study: Study = request.getfixturevalue(texts)
    said, read = seen_of(document(study)), READERS[name](reports.find(name).write(study))
    assert read.tables == said.tables
    assert read.texts == said.texts


# The means over all that people, or a judge, have scored: reports show those over what both have.
LEFT_TO_JSON = ("people_all", "judge_all")


def figures_of(told: Any) -> Iterator[str]:
    """Every number of the JSON that a report shows, as it is to be shown."""
    for one in told if isinstance(told, list) else ():
        yield from figures_of(one)
    if not isinstance(told, dict):
        return
    if {"value", "low", "high"} <= set(told):
        yield number(told["value"])
        yield from [] if told["low"] is None else [interval(_Ends(told["low"], told["high"]))]
    for key, one in told.items():
        if key in LEFT_TO_JSON or (key == "standard_error" and one is None):
            continue
        yield from SHOWN[key](one) if key in SHOWN else figures_of(one)


def _counts(told: Any) -> list[str]:
    if isinstance(told, list):
        return [figure for one in told for figure in _counts(one)]
    return [count(told)] if isinstance(told, int) else []


COUNTS = (
    *("n", "n_targets", "n_raters", "n_ratings", "n_pairable_targets", "n_disputed", "n_clusters", "n_unparsed"),
    *("n_answers", "n_labels", "n_cannot", "n_shown", "n_kept", "n_changed"),
    *("n_places", "n_agreed", "n_moved", "n_toward", "n_away", "n_elsewhere", "n_stayed"),
)
SHOWN: dict[str, Callable[[Any], list[str]]] = {
    **dict.fromkeys((*COUNTS, "confusion", "confusions"), _counts),
    **dict.fromkeys(("label_shares", "shares"), lambda told: [share(part) for part in told.values()]),
    "confidence": lambda told: [share(part / sum(told.values())) for part in told.values()] if told else [],
    **dict.fromkeys(("p_value", "p_adjusted"), lambda told: [p_value(told)]),
    **dict.fromkeys(
        ("power", "winning_rate", "judge_advantage", "person_advantage", "standard_error", "u"),
        lambda told: [number(told)],
    ),
}


class _Ends:
    def __init__(self, low: float, high: float) -> None:
        self.low: float | None = low
        self.high: float | None = high


def shown_in_json(study: Study) -> dict[str, Any]:
    """The JSON without what other formats leave to it: ceilings and confusions of single runs, some repetitions."""
    told: dict[str, Any] = json.loads(reports.find("json").write(study))
    for question in told["questions"]:
        several = {judge["name"] for judge in question["judges"] if judge["runs"]}
        single = [one for one in question["judges"] if one["name"] in several and not one["runs"]]
        titles = {f"{one['name']} {one['version']}, run {one['run']}".strip() for one in single}
        for judge in question["judges"]:
            if judge in single:
                judge["ceiling"] = []
            for compared in judge["ceiling"]:
                _without_errors(compared)
            for beside in judge["against"]:
                if judge in single or beside["kind"] not in ("majority", "gold"):
                    del beside["confusion"]
        for compared in question["judge_differences"]:
            _without_errors(compared)
        for compared in (question["discussion"]["compared"], *question["discussion"]["compared"]["pairs"]):
            _without_errors(compared)
        for name in ("groups", "origins"):
            question[name] = [one for one in question[name] if one["judge"] not in titles]
    return told


def _without_errors(compared: dict[str, Any]) -> None:
    for sides in compared["coefficients"].values():
        for side in sides.values():
            side.pop("standard_error", None)


@pytest.mark.parametrize("name", READERS)
def test_every_number_of_the_json_stands_in_every_other_format(name: str, plain: Study) -> None:
    """The same numbers, rounded the same way."""
    read = READERS[name](reports.find(name).write(plain))
    cells = [cell for table in read.tables for row in table for cell in row]
    parts = {part.removesuffix(")") for cell in cells for part in cell.split(" (")}
    parts |= {word.strip("();,") for text in read.texts for word in text.split()}
    wanted = set(figures_of(shown_in_json(plain)))
    assert len(wanted) > 300
    assert wanted <= parts, wanted - parts


def test_only_the_formats_that_there_are_can_be_asked_for() -> None:
    assert set(reports.FORMATS) == {"html", "md", "latex", "json"}
    with pytest.raises(NotFound, match="pdf"):
        reports.find("pdf")
