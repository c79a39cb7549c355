"""How far do the raters of a file of labels agree, from the command line: `python -m agreement FILE`."""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from agreement.alternative_annotator import EPSILON_HELP
from agreement.coded import Table, column_of
from agreement.errors import AgreementError, BadOption, ColumnsMissing
from agreement.judge_file import judges_in, read_whole
from agreement.judge_scores import read_meanings
from agreement.label_file import long_table, read_label_file
from agreement.look_alikes import look_alikes
from agreement.plain import as_text
from agreement.report import report
from agreement.results import RefusedRow, Report
from agreement.scale import Level, has_parts
from agreement.tool_file import TOOLS, ToolFile, read_tool_file
from agreement.uses import ROUND, USE, Counted, headline_of

MOST_REFUSED_SHOWN = 20

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.command()
def main(
    file: Annotated[
        Path,
        typer.Argument(exists=True, dir_okay=False, help="csv, tsv, jsonl or xlsx, or an annotation tool's file"),
    ],
    item: Annotated[str | None, typer.Option(help="column of the items' ids [item]")] = None,
    target: Annotated[str | None, typer.Option(help="column of the targets within an item [target, if any]")] = None,
    question: Annotated[str | None, typer.Option(help="column of the questions [question, if any]")] = None,
    rater: Annotated[str | None, typer.Option(help="column of the raters [rater]")] = None,
    label: Annotated[str | None, typer.Option(help="column of the labels [label]")] = None,
    wide: Annotated[bool, typer.Option("--wide", help="rows are items, every other column is a rater")] = False,
    level: Annotated[Level, typer.Option(help="of all questions")] = "nominal",
    labels: Annotated[str | None, typer.Option(help="all labels in order: a,b,c [those seen, natural order]")] = None,
    bootstrap: Annotated[int, typer.Option(min=0, help="replicates for the intervals")] = 1000,
    cluster: Annotated[str | None, typer.Option(help="column of what is drawn as a whole [item, if need be]")] = None,
    seed: Annotated[int, typer.Option(min=0, help="of the replicates")] = 0,
    occasion: Annotated[str | None, typer.Option(help="column that tells a rater's repeated labels apart")] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="it is not known who gave which label")] = False,
    groups: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="file with the columns label and group")
    ] = None,
    judge: Annotated[
        list[Path] | None, typer.Option(exists=True, dir_okay=False, help="file of a judge's labels; may be repeated")
    ] = None,
    mapped: Annotated[
        list[str] | None, typer.Option("--map", metavar="OLD=NEW", help="what a judge's answer means; may be repeated")
    ] = None,
    gold: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="file of gold labels, for judges; never a rater")
    ] = None,
    tuned: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="file with a column item: the judges' tuning items")
    ] = None,
    epsilon: Annotated[
        float | None, typer.Option(min=0, max=1, help=f"put judges to the alternative annotator test; {EPSILON_HELP}")
    ] = None,
    format_name: Annotated[
        str | None, typer.Option("--format", help=f"the tool that wrote it, if not recognized: {', '.join(TOOLS)}")
    ] = None,
    partial: Annotated[bool, typer.Option("--partial", help="accept the good rows when some are refused")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON document on standard output")] = False,
) -> None:
    """Report how far the raters of a file of labels agree, and how far a judge agrees with them.

    The file is a long table, one row for each label, or with --wide one row for each item; or the export of Label
    Studio, Prodigy, Argilla or doccano, which is recognized, and read as is then said. Blank, N/A and "cannot
    judge" are missing. Of the labels that Accord exports only those for the headline (column use) count; with
    --occasion use, those of hidden repeats are second labels. A row is refused where a rater labels a target again or
    a label is not declared; rows are numbered as a spreadsheet shows them (in jsonl, by line). Exit 0: done; 1:
    refused; 2: wrong usage.
    """
    if wide and (rater or label):
        raise typer.BadParameter("with --wide every column beside the item is a rater: leave --rater and --label out")
    meanings = _meanings(mapped or [])
    given = {"item": item, "target": target, "question": question, "rater": rater, "label": label}
    names = {column: name for column, name in given.items() if name is not None}
    if cluster is not None:  # within the report the columns go by our names
        cluster = {name: column for column, name in names.items()}.get(cluster, cluster)
    try:
        content = file.read_bytes()
        tool = _of_a_tool(content, file.name, names, format_name=format_name, wide=wide)
        if tool is None:
            read = _read(content, names, also=(cluster, occasion), wide=wide, anonymous=anonymous)
            table, refused, left_out = read.table, read.refused, read.left_out
        else:  # the options named its fields, and not the columns of the files beside it
            table, refused, left_out, names = tool.table, tool.refused, {}, {}
        judges = [one for path in judge or [] for one in judges_in(path, names=names)]
        questions = column_of(table, "question").texts if "question" in table.columns else [""]
        found = report(
            table,
            levels=dict.fromkeys(questions, level) | (dict(tool.levels) if tool else {}),
            labels=dict.fromkeys(questions, _listed(labels)) if labels is not None else {},
            label_groups=dict.fromkeys(questions, _groups(groups)) if groups is not None else {},
            anonymous=anonymous,
            occasion=occasion,
            judges=judges,
            judge_names=meanings,
            gold=None if gold is None else _beside(gold, names, needed=("item", "label")),
            tuned=None if tuned is None else _beside(tuned, names, needed=("item",)),
            epsilon=epsilon,
            bootstrap=bootstrap,
            seed=seed,
            cluster=cluster,
            refused=refused,
            left_out=left_out,
        )
    except AgreementError as error:
        typer.echo(f"{file.name}: {error}", err=True)
        raise typer.Exit(1) from error
    for what, texts in _spelled(found, table, declared=labels is not None, anonymous=anonymous):
        for group in look_alikes(texts):
            typer.echo(f"{what} that look alike count as different: {', '.join(map(repr, group))}", err=True)
    text = json.dumps(found.as_json(), ensure_ascii=False, allow_nan=False) if as_json else as_text(found)
    typer.echo(text.encode())  # bytes: UTF-8 wherever this runs
    _say_refused(found.rows_refused, partial=partial)
    if found.rows_refused and not partial:
        raise typer.Exit(1)


def _of_a_tool(
    content: bytes, file_name: str, names: Mapping[str, str], *, format_name: str | None, wide: bool
) -> ToolFile | None:
    """The labels of an annotation tool's file, where it is one; says how it was understood."""
    if wide and format_name is None:
        return None
    read = read_tool_file(content, names=names, file_name=file_name, format_name=format_name)
    if read is not None:
        typer.echo("\n".join(read.understood), err=True)
    return read


def _read(
    content: bytes, names: Mapping[str, str], *, also: Sequence[str | None], wide: bool, anonymous: bool
) -> Counted:
    """The file as a long table, without what is not for the headline, and the rows that could not be read.

    Says how a wide one was understood, and what was left out.
    """
    read = read_label_file(content, names=names)
    ours = [] if wide else [name for name in (USE, ROUND) if name in read.rows.columns]
    table = long_table(read.rows, names=names, also=(*also, *ours), wide=wide, without_raters=anonymous)
    if wide:
        raters = column_of(table, "rater").texts
        understood = f"rows are {len(column_of(table, 'item').texts)} items, columns are {len(raters)} raters"
        typer.echo(f"Read as wide: {understood}: {', '.join(raters)}", err=True)
    counted = headline_of(table, with_repeats=USE in also)
    total = Counter[str]()
    for of_question in counted.left_out.values():
        total.update(of_question)
    if total:
        said = ", ".join(f"{n} {why}" for why, n in total.items())
        typer.echo(f"Left out, by the column {USE!r}: {said} (labels that are not for the headline).", err=True)
    return replace(counted, refused=(*read.refused, *counted.refused))


def _spelled(found: Report, table: Table, *, declared: bool, anonymous: bool) -> Iterator[tuple[str, Iterable[str]]]:
    """What people have written freely: the labels where nobody declared them, and the names of the raters."""
    if not declared:
        for question in found.questions:
            if not has_parts(question.level):
                yield f"Labels of {question.question!r}" if question.question else "Labels", question.labels
    if not anonymous:
        yield "Raters", column_of(table, "rater").texts


def _beside(file: Path, names: Mapping[str, str], *, needed: Sequence[str]) -> pd.DataFrame:
    """A file that stands beside the labels, its columns under our names. Raises ColumnsMissing, UnreadableFile."""
    ours = {column: name for name, column in names.items() if name != "rater"}
    table = read_whole(file, names=names).table.rename(columns=ours)
    absent = [name for name in needed if name not in table.columns]
    if absent:
        raise ColumnsMissing(absent, table.columns, f"They are needed in {file.name}.")
    return table


def _groups(file: Path) -> dict[str, str]:
    """Which group each label belongs to."""
    table = _beside(file, {}, needed=("label", "group"))
    return dict(zip(table["label"].str.strip(), table["group"].str.strip(), strict=True))


def _meanings(mapped: Sequence[str]) -> dict[str, str]:
    try:
        return read_meanings(mapped)
    except BadOption as error:
        raise typer.BadParameter(str(error), param_hint="--map") from error


def _listed(labels: str) -> list[str]:
    """The labels between the commas; one that holds a comma stands in double quotes."""
    return next(csv.reader([labels], skipinitialspace=True), [])


def _say_refused(refused: Sequence[RefusedRow], *, partial: bool) -> None:
    """Name the refused rows, the first ones at least."""
    for row in refused[:MOST_REFUSED_SHOWN]:
        typer.echo(f"Row {row.row} ({row.id or 'no id'}) is refused: {row.why}", err=True)
    if len(refused) > MOST_REFUSED_SHOWN:
        typer.echo(f"… and {len(refused) - MOST_REFUSED_SHOWN} more rows", err=True)
    if refused:
        end = "the report is without them" if partial else "mend them, or accept the other rows with --partial"
        typer.echo(f"{len(refused)} rows are refused: {end}", err=True)
