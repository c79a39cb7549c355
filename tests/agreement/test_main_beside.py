"""Does the command line read what stands beside a file of labels: runs, gold, tuning items, groups, occasions?"""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agreement.report_command import app

LABELS = "item,rater,label\n" + "".join(
    f"i{item},{rater},{label}\n"
    for rater, said in (("a", "yynnyn"), ("b", "yynyyn"), ("c", "ynnnyn"))
    for item, label in enumerate(said)
)


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def run(folder: Path, text: str, *options: str) -> Result:
    return CliRunner().invoke(app, [write(folder, "labels.csv", text), "--bootstrap", "20", *options])


def question(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    (only,) = json.loads(result.stdout)["questions"]
    return only


RUNS = "item,label,run,version\n" + "".join(
    f"i{item},{label},{run},2024-08\n"
    for run, said in (("1", "yynnyn"), ("2", "yynyyy"), ("3", "yyynyn"))
    for item, label in enumerate(said)
)


def test_a_judge_file_with_runs_is_each_run_and_their_majority(tmp_path: Path) -> None:
    judge = write(tmp_path, "gpt.csv", RUNS)
    found = question(run(tmp_path, LABELS, "--judge", judge, "--json"))["judges"]
    assert [(one["name"], one["version"], one["run"]) for one in found] == [
        ("gpt", "2024-08", "1"),
        ("gpt", "2024-08", "2"),
        ("gpt", "2024-08", "3"),
        ("gpt", "2024-08", "majority of 3 runs"),
    ]
    assert found[3]["runs"] == ["1", "2", "3"]
    assert found[3]["consistency"]["percent_agreement"]["value"] == pytest.approx(2 / 3)  # three of six are unanimous
    text = run(tmp_path, LABELS, "--judge", judge).stdout
    assert "Judge gpt 2024-08, majority of 3 runs: 6 labels" in text
    assert "Agreement of the runs 1, 2, 3: Raw agreement 0.6667" in text


def test_two_judges_are_compared_in_words_too(tmp_path: Path) -> None:
    judges = [
        write(tmp_path, f"{name}.csv", f"item,label\ni0,y\ni1,{label}\ni2,n\n")
        for name, label in (("gy", "y"), ("hn", "n"))
    ]
    options = [option for judge in judges for option in ("--judge", judge)]
    (found,) = question(run(tmp_path, LABELS, *options, "--json"))["judge_differences"]
    assert (found["kind"], found["judges"], found["n"]) == ("majority", ["gy", "hn"], 3)
    assert found["coefficients"]["percent_agreement"]["difference"]["value"] == pytest.approx(1 / 3)
    text = run(tmp_path, LABELS, *options).stdout
    assert "Between judges: both with the same, on the same targets" in text
    assert "gy - hn" in text
    assert "Ceiling of gy: the judge, and people, with the same on the same targets" in text
    assert "a and the majority of the others" in text


def test_gold_and_tuning_items_come_from_files(tmp_path: Path) -> None:
    judge = write(tmp_path, "gpt.csv", "item,label\n" + "".join(f"i{n},y\n" for n in range(6)))
    gold = write(tmp_path, "gold.csv", "item,label\ni0,y\ni1,y\ni2,n\n")
    tuned = write(tmp_path, "tuned.csv", "item\ni0\n")
    result = run(tmp_path, LABELS, "--judge", judge, "--gold", gold, "--tuned", tuned, "--json")
    found = question(result)
    (of_gold,) = [one for one in found["judges"][0]["against"] if one["kind"] == "gold"]
    assert (of_gold["n"], of_gold["percent_agreement"]["value"]) == (2, 0.5)
    assert (found["judges"][0]["n_tuned"], found["n_raters"]) == (1, 3)
    assert "1 left out: tuned on" in run(tmp_path, LABELS, "--judge", judge, "--tuned", tuned).stdout


def test_a_tuning_file_without_items_is_refused(tmp_path: Path) -> None:
    tuned = write(tmp_path, "tuned.csv", "id\ni0\n")
    result = run(tmp_path, LABELS, "--tuned", tuned)
    assert result.exit_code == 1
    assert "there is no column 'item'" in result.stderr
    assert "tuned.csv" in result.stderr


def test_anonymous_ratings_have_no_pairs(tmp_path: Path) -> None:
    found = question(run(tmp_path, "item,1,2,3\ni1,y,n,y\ni2,n,n,n\n", "--wide", "--anonymous", "--json"))
    assert (found["anonymous"], found["pairs"]) == (True, [])
    assert found["coefficients"]["conger_kappa"]["undefined"] == "anonymous_raters"
    assert found["coefficients"]["alpha_nominal"]["value"] is not None
    text = run(tmp_path, "item,label\ni1,y\ni1,n\ni2,n\ni2,n\n", "--anonymous").stdout
    assert "It is not known who gave which label" in text
    assert "anonymous_raters: it is not known who gave which label" in text


def test_repeated_labels_are_told_apart_by_a_column(tmp_path: Path) -> None:
    head, *rows = LABELS.splitlines()
    again = "\n".join([f"{head},day", *(f"{row},1" for row in rows), "i0,a,n,2"]) + "\n"
    found = question(run(tmp_path, again, "--occasion", "day", "--json"))
    assert found["excluded"] == {"repeated": 1}
    assert [(one["rater"], one["n"]) for one in found["self_agreement"]] == [("a", 1)]
    text = run(tmp_path, again, "--occasion", "day").stdout
    assert "first with second label" in text
    assert run(tmp_path, LABELS, "--occasion", "day").exit_code == 1


def test_groups_of_labels_come_from_a_file(tmp_path: Path) -> None:
    groups = write(tmp_path, "groups.csv", "label,group\ny,any\nn,any\n")
    found = question(run(tmp_path, LABELS, "--groups", groups, "--json"))
    assert found["grouped"]["labels"] == ["any"]
    assert found["grouped"]["coefficients"]["percent_agreement"]["value"] == 1.0
    assert "By group of labels (nominal: any)" in run(tmp_path, LABELS, "--groups", groups).stdout
