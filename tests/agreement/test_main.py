"""Does `python -m agreement` report a file, refuse what it must, and say so in its exit?"""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agreement.report_command import app

LONG = "item,rater,label\ni1,a,1\ni1,b,1\ni2,a,2\ni2,b,2\ni3,a,1\ni3,b,2\n"


def run(tmp_path: Path, text: str, *options: str) -> Result:
    path = tmp_path / "labels.csv"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(app, [str(path), "--bootstrap", "20", *options])


def question(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    (only,) = json.loads(result.stdout)["questions"]
    return only


def test_json_is_one_document_on_standard_output(tmp_path: Path) -> None:
    found = question(run(tmp_path, LONG, "--json"))
    assert (found["question"], found["level"], found["labels"]) == ("", "nominal", ["1", "2"])
    assert found["pairs"][0]["raters"] == ["a", "b"]


def test_without_json_the_numbers_stand_in_a_table(tmp_path: Path) -> None:
    result = run(tmp_path, LONG, "--level", "ordinal")
    assert result.exit_code == 0
    for expected in (
        "ordinal: 1 < 2",
        "Raw agreement",
        "0.6667",
        "Cohen's kappa",
        "a - b",
        "these raters, other targets",
    ):
        assert expected in result.stdout


def test_an_undefined_coefficient_is_told_in_words(tmp_path: Path) -> None:
    result = run(tmp_path, "item,rater,label\ni1,a,y\ni1,b,y\n")
    assert "one_item: only one target was labelled by two raters" in result.stdout
    assert "nan" not in result.stdout.lower().split()


def test_labels_may_begin_with_a_minus_and_hold_a_comma(tmp_path: Path) -> None:
    found = question(run(tmp_path, "item,rater,label\ni,a,-3\ni,b,1\n", "--labels=-3,-2,-1,0,1", "--json"))
    assert found["labels"] == ["-3", "-2", "-1", "0", "1"]
    found = question(run(tmp_path, 'item,rater,label\ni,a,"yes, but"\ni,b,no\n', '--labels=no, "yes, but"', "--json"))
    assert found["labels"] == ["no", "yes, but"]


def test_declared_labels_and_level_hold_for_every_question(tmp_path: Path) -> None:
    rows = "item,question,rater,label\ni1,q1,a,1\ni1,q2,a,2\n"
    result = run(tmp_path, rows, "--labels", "1,2,3", "--level", "interval", "--json")
    found = json.loads(result.stdout)["questions"]
    assert [(one["question"], one["level"], one["labels"]) for one in found] == [
        ("q1", "interval", ["1", "2", "3"]),
        ("q2", "interval", ["1", "2", "3"]),
    ]


def test_columns_can_have_other_names(tmp_path: Path) -> None:
    rows = "id\tmemory\tasked\twho\tsaid\n1\tm1\trole\tann\tx\n1\tm2\trole\tann\ty\n1\tm1\trole\tbo c\tx\n"
    names = ("--item", "id", "--target", "memory", "--question", "asked", "--rater", "who", "--label", "said")
    found = question(run(tmp_path, rows, *names, "--cluster", "id", "--json"))
    assert (found["question"], found["n_targets"], found["clusters"]) == ("role", 2, {"by": "item", "n": 1})
    assert found["pairs"][0]["raters"] == ["ann", "bo c"]


def test_a11_a_wide_table_says_how_it_was_read(tmp_path: Path) -> None:
    wide = "item,a,b\ni1,1,1\ni2,2,2\ni3,1,2\n"
    result = run(tmp_path, wide, "--wide", "--json")
    assert "rows are 3 items, columns are 2 raters: a, b" in result.stderr
    assert question(result) == question(run(tmp_path, LONG, "--json"))


def test_a_wide_table_is_refused_until_it_is_said_to_be_one(tmp_path: Path) -> None:
    result = run(tmp_path, "item,a,b\ni1,1,1\n", "--json")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "the columns found are: item, a, b" in result.stderr
    assert "--wide" in result.stderr


def test_a_refused_row_is_exit_1_and_the_json_is_still_printed(tmp_path: Path) -> None:
    twice = LONG + "i1,a,2\ni4,a,9\n"
    result = run(tmp_path, twice, "--labels", "1,2", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["rows_refused"] == [
        {"row": 8, "id": "i1", "why": "a has labelled the same target in row 2"},
        {"row": 9, "id": "i4", "why": "the label '9' is none of: 1, 2"},
    ]
    assert "Row 8 (i1) is refused" in result.stderr
    accepted = run(tmp_path, twice, "--labels", "1,2", "--json", "--partial")
    assert (accepted.exit_code, json.loads(accepted.stdout)) == (0, found)


def test_many_refused_rows_are_named_in_json_and_counted_on_the_terminal(tmp_path: Path) -> None:
    result = run(tmp_path, LONG + "i1,a,1\n" * 30, "--json")
    assert len(json.loads(result.stdout)["rows_refused"]) == 30
    assert "… and 10 more rows" in result.stderr


@pytest.mark.parametrize(
    "options",
    [("--level", "ratio"), ("--bootstrap", "-1"), ("--nonsense",), ("--wide", "--rater", "a"), ("another-file.csv",)],
)
def test_wrong_usage_is_exit_2(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert run(tmp_path, LONG, *options).exit_code == 2


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, [str(tmp_path / "none.csv")]).exit_code == 2


def test_the_seed_decides_the_intervals(tmp_path: Path) -> None:
    first, again, other = (run(tmp_path, LONG, "--json", "--seed", seed).stdout for seed in "112")
    assert first == again != other
