"""Are labels of our own export that are not for the headline left out, and counted?"""

import json
from pathlib import Path
from typing import Any, get_args

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

from agreement.report_command import app
from agreement.uses import USES, headline_of
from annotation.judgments import Use

HEAD = "item,question,rater,label,round,use\n"
HEADLINE = "".join(f"i{n},q,{rater},{'yn'[n % 2]},1,headline\n" for n in range(4) for rater in "ab")
DISSENT = "i1,q,c,y,1,escalated\n"


def run(folder: Path, text: str, *options: str) -> Result:
    path = folder / "labels.csv"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(app, [str(path), "--bootstrap", "20", "--json", *options])


def question(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    (only,) = json.loads(result.stdout)["questions"]
    return only


def test_the_uses_are_those_that_the_export_writes() -> None:
    assert get_args(Use) == USES


@pytest.mark.parametrize("use", USES[1:])
def test_a_label_for_anything_else_does_not_count_and_is_counted(use: str, tmp_path: Path) -> None:
    result = run(tmp_path, HEAD + HEADLINE + f"i1,q,c,y,2,{use}\ni2,q,c,,2,{use}\n")
    found = question(result)
    assert (found["n_raters"], found["n_ratings"], found["excluded"]) == (2, 8, {use: 1})
    assert found["coefficients"]["fleiss_kappa"]["value"] == 1.0
    assert f"Left out, by the column 'use': 1 {use}" in result.stderr


def test_a_question_of_which_everything_is_left_out_is_still_said(tmp_path: Path) -> None:
    assert "1 training" in run(tmp_path, HEAD + HEADLINE + "t1,other,a,y,2,training\n").stderr


def test_without_the_column_or_with_somebody_elses_all_labels_count(tmp_path: Path) -> None:
    without = pd.DataFrame({"item": ["i"], "rater": ["a"], "label": ["y"]})
    assert headline_of(without).table is without
    found = question(run(tmp_path, (HEAD + HEADLINE + DISSENT).replace("headline", "web").replace("escalated", "web")))
    assert (found["n_raters"], found["excluded"]) == (3, {})


def test_a_use_that_is_none_is_a_refused_row_and_a_blank_one_is_the_headline(tmp_path: Path) -> None:
    blank = HEAD + HEADLINE.replace("i0,q,a,y,1,headline", "i0,q,a,y,1,")
    assert question(run(tmp_path, blank))["n_ratings"] == 8
    result = run(tmp_path, HEAD + HEADLINE + "i1,q,c,y,1,headlin\n")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["rows_refused"] == [
        {"row": 10, "id": "i1", "why": f"its use 'headlin' is none of: {', '.join(USES)}"}
    ]


def test_of_several_independent_rounds_the_last_one_counts(tmp_path: Path) -> None:
    earlier = HEADLINE.replace(",1,", ",0,").replace(",b,y", ",b,n")
    found = question(run(tmp_path, HEAD + earlier + HEADLINE))
    assert (found["n_ratings"], found["excluded"], found["coefficients"]["fleiss_kappa"]["value"]) == (
        8,
        {"earlier_round": 8},
        1.0,
    )


def test_hidden_repeats_are_second_labels_where_that_is_asked_for(tmp_path: Path) -> None:
    repeats = "i0,q,a,y,2,repeat\ni1,q,a,y,2,repeat\ni2,q,a,y,2,repeat\n"
    found = question(run(tmp_path, HEAD + HEADLINE + repeats, "--occasion", "use"))
    assert found["n_ratings"] == 8
    assert found["self_agreement"][0]["n"] == 3
