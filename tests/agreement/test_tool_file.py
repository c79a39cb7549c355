"""Does `python -m agreement FILE` take the files of annotation tools, and say how it read them?"""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agreement.errors import BadOption, UnreadableFile
from agreement.report_command import app
from agreement.tool_file import read_tool_file
from tests.label_formats.files import annotation, chosen, line, lines, result, task

SAID = "A 😀 text here"


def run(path: Path, *options: str) -> Result:
    return CliRunner().invoke(app, [str(path), "--bootstrap", "20", "--json", *options])


def questions(found: Result, code: int = 0) -> Any:
    assert found.exit_code == code, found.output
    return {each["question"]: each for each in json.loads(found.stdout)["questions"]}


@pytest.mark.parametrize(
    ("name", "question", "fleiss", "alpha", "n"),
    [
        ("label_studio_6_annotators.json", "hate", None, 0.3520, 1007),
        ("prodigy_6_annotators.jsonl", "HATE", 0.3514, 0.3521, 1008),
    ],
)
def test_the_files_of_six_annotators_have_their_agreement(
    name: str, question: str, fleiss: float | None, alpha: float, n: int, shared_data: Path
) -> None:
    """data/README.md: .3520 after dropping the cancelled and collapsing the duplicate; Fleiss .3514, alpha .3521."""
    found = questions(run(shared_data / "import" / name))[question]
    assert (found["n_targets"], found["n_raters"], found["n_ratings"]) == (168, 6, n)
    assert found["coefficients"]["krippendorff_alpha"]["value"] == pytest.approx(alpha, abs=5e-5)
    if fleiss is not None:
        assert found["coefficients"]["fleiss_kappa"]["value"] == pytest.approx(fleiss, abs=5e-5)


def test_how_a_file_was_read_is_said_on_standard_error(shared_data: Path) -> None:
    said = run(shared_data / "import" / "label_studio_6_annotators.json").stderr
    for expected in (
        "Read as label-studio.",
        "An item is named by the task's own id.",
        "Each control is a question: hate.",
        "Dropped: 1 cancelled by the annotator (row 4).",
        "Dropped: 1 answered again later by the same person (row 6).",
    ):
        assert expected in said


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("labelstudio_csv_test.json", "row 1: annotation 1 by 1: the control 'label' marks"),
        ("labelstudio_csv_test_colliding_keys.json", ""),
        ("doccano_example.invalid.2.csv", "no column 'item'"),
        ("doccano_example_out_of_order_columns.csv", "no column 'item'"),
        ("doccano_example.utf16.csv", "no column 'item'"),
        ("doccano_example_one_column_no_header.xlsx", "no column 'item'"),
    ],
)
def test_every_other_file_is_read_or_refused_with_the_reason(name: str, why: str, shared_data: Path) -> None:
    found = run(shared_data / "import" / name)
    assert found.exit_code == (1 if why else 0)
    assert why in found.stderr


def test_sets_and_marks_have_their_level_and_free_texts_are_left_out(tmp_path: Path) -> None:
    def of(person: int, *moods: str, end: int) -> dict[str, Any]:
        mark = result("part", {"start": 0, "end": end, "text": SAID[:end], "labels": ["X"]}, kind="labels")
        return annotation(person, chosen("mood", *moods), mark, result("why", {"text": ["so"]}, kind="textarea"))

    tasks = [task(of(1, "joy", "pride", end=3), of(2, "joy", end=4), number=n) for n in (1, 2, 3)]
    path = tmp_path / "export.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    found = run(path)
    assert {name: each["level"] for name, each in questions(found).items()} == {"mood": "set", "part.X": "spans"}
    for expected in ("sets of labels: 'mood'", "marked stretches: 'part.X'", "Left out: 6 free texts to 'why'."):
        assert expected in found.stderr


def test_refused_answers_are_named_and_the_others_count_with_partial(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    good = [line(by, label="X", number=number) for by in ("a", "b") for number in (1, 2)]
    path.write_text(lines(*good, line("", label="X")), encoding="utf-8")
    assert "Row 5 (-7) is refused: the line has no _annotator_id" in run(path).stderr
    assert questions(run(path), code=1)["X"]["n_ratings"] == 4
    assert questions(run(path, "--partial"))["X"]["n_ratings"] == 4


def test_a_field_of_the_tasks_names_the_items(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    given = [task(annotation(by, chosen("mood", "joy")), src_id="0001") for by in (1, 2)]
    path.write_text(json.dumps(given), encoding="utf-8")
    assert questions(run(path, "--item", "src_id"))["mood"]["n_targets"] == 1
    assert "has no column for a label" in run(path, "--label", "mood").stderr


def test_a_judge_beside_a_tool_s_file_is_a_plain_table(tmp_path: Path) -> None:
    path, judge = tmp_path / "export.json", tmp_path / "judge.csv"
    tasks = [
        task(annotation(1, chosen("mood", a)), annotation(2, chosen("mood", a)), src_id=a) for a in ("joy", "fear")
    ]
    path.write_text(json.dumps(tasks), encoding="utf-8")
    judge.write_text("item,question,label\njoy,mood,joy\nfear,mood,joy\n", encoding="utf-8")
    found = questions(run(path, "--item", "src_id", "--judge", str(judge)))["mood"]
    assert found["judges"][0]["against"][0]["percent_agreement"]["value"] == 0.5


def test_a_format_may_be_forced_and_must_be_known() -> None:
    content = lines(line(label="X")).encode()
    read = read_tool_file(content, names={}, format_name="prodigy")
    assert read is not None
    assert list(read.table["label"]) == ["accept"]
    with pytest.raises(BadOption, match="There are: label-studio"):
        read_tool_file(content, names={}, format_name="potato")
    with pytest.raises(UnreadableFile, match="no JSON"):
        read_tool_file(b"item,rater,label\na,b,c\n", names={}, format_name="prodigy")


@pytest.mark.parametrize("content", [b"", b"item,rater,label\na,b,c\n", b'{"item": "a", "rater": "b", "label": "c"}\n'])
def test_a_plain_table_is_none_of_them(content: bytes) -> None:
    assert read_tool_file(content, names={}) is None


def test_a_file_that_begins_as_json_and_is_no_text_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="not UTF-8"):
        read_tool_file(b'{"a": "\xff"}\n', names={})


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "gb18030"])
def test_a_tools_file_is_recognized_in_the_encoding_it_was_saved_in(encoding: str) -> None:
    records = [{"id": i, "text": "你好，请问今天几点开门？", "label": ["问题"], "annotator": "a"} for i in (1, 2)]
    content = "\n".join(json.dumps(each, ensure_ascii=False) for each in records).encode(encoding)
    found = read_tool_file(content, names={})
    assert found is not None
    assert list(found.table["label"]) == ["问题", "问题"]
