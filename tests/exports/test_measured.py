"""What is measured of a project: gathered from one, or from several with the same items; and what is lacking."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from annotation import store
from annotation.demo import SAMPLES
from annotation.desk import adjudication
from annotation.errors import NotFound
from annotation.imports import importing, judge_import
from exports import measured
from exports.__main__ import app
from exports.elsewhere import results_elsewhere
from exports.measured import Results
from exports.measures import Found
from exports.study import study
from tests import studies
from tests.studies import NOW, label_file, records, take_labels, votes

USED = {"i1": ["Must 1.", "Nice 1."], "i2": ["Must 2.", "Irrelevant 2."], "i3": ["Must 3."]}


def outputs() -> bytes:
    """A system's response to each of the study's items: the first passes, the others do not."""
    rows = [
        {"item": item, "system": "hearth", "setting": "base", "response": f"Answer {item}.", "memory_used": texts}
        for item, texts in USED.items()
    ]
    return "\n".join(map(json.dumps, rows)).encode()


def make(slug: str, protocol: str, *, with_outputs: bool = True) -> None:
    with store.writing() as session:
        file = studies.as_file(records())
        importing.import_items(session, file, slug=slug, protocol=protocol, now=NOW)
        if with_outputs:
            importing.import_items(session, outputs(), slug=slug, now=NOW)


def settled(slug: str) -> None:
    with store.writing() as session:
        adjudication.settle(session, slug=slug, policy="majority", now=NOW)


def found_of(*slugs: str, name: str = "stratmem") -> Found:
    with store.reading() as session:
        every = measured.results(session, slug=slugs[0], beside=slugs[1:], replicates=20).found
    return next(each for each in every if each.name == name)


def value(found: Found, measure: str, *, way: str = "pooled", **of: str) -> float | None:
    (row,) = [
        row
        for row in found.rows
        if (row.measure, row.way) == (measure, way) and all(row.of.get(key) == of[key] for key in of)
    ]
    return row.ratio.value


def test_without_a_question_about_roles_the_files_own_stand(sqlite_database: str) -> None:
    make("use", "stratmem-usage")
    found = found_of("use")
    assert value(found, "smc", scenario="all", use="declared") == pytest.approx(1 / 3)
    assert value(found, "pes", scenario="all", use="declared") == pytest.approx(1 / 3)
    assert value(found, "cir", scenario="all", use="declared") == pytest.approx(1 / 3)


def test_roles_are_those_that_are_decided_where_they_are_asked_for(sqlite_database: str) -> None:
    make("roles", "stratmem-roles")
    assert found_of("roles").lacks == ["roles of the memories, decided or from the benchmark's file"]
    # Everybody says that the first item's nice memory is a must too, and leaves the third one open.
    rows = list(csv.reader(io.StringIO(votes({"a": "source", "b": "source"}, content=records()[:2]).decode())))
    changed = [[*row[:4], "must" if row[1] == "Nice 1." else row[4]] for row in rows[1:]]
    take_labels(label_file(changed), slug="roles")
    settled("roles")
    found = found_of("roles")
    assert value(found, "smc", scenario="must-only") == 1.0
    (whole,) = [row for row in found.rows if row.measure == "smc" and row.of["scenario"] == "all"]
    assert (whole.ratio.value, whole.ratio.n, whole.n_missing) == (0.5, 2, 1)


def test_roles_use_and_scores_may_be_projects_of_their_own(sqlite_database: str) -> None:
    make("roles", "stratmem-roles", with_outputs=False)
    take_labels(votes({"a": "source", "b": "source"}), slug="roles")
    settled("roles")
    make("miq", "stratmem-integration")
    scores = [(item, f"Answer {item}.", "miq", "a", str(5 - place)) for place, item in enumerate(USED)]
    take_labels(label_file(scores), slug="miq")
    found = found_of("roles", "miq")
    assert value(found, "smc", scenario="all", use="declared") == pytest.approx(1 / 3)
    assert value(found, "miq", scenario="all", score="people") == 5.0
    assert value(found, "miq_irr", scenario="all", score="people") == 4.0


def test_a_judges_word_on_the_use_of_memories_stands_apart(sqlite_database: str) -> None:
    make("use", "stratmem-usage")
    with store.reading() as session:
        material = measured.gather(session, slugs=["use"])
    rows = [
        (each.item, f"{each.key}.{key}", "used", "no" if memory.text.startswith("Irr") else "yes")
        for each in material.responses
        for key, memory in material.items[each.item].memories.items()
    ]
    with store.writing() as session:
        file = label_file(rows, columns=("item", "target", "question", "label"))
        judge_import.import_scores(session, file, slug="use", file_name="judge", name="ds", now=NOW)
    found = found_of("use")
    assert value(found, "smc", scenario="all", use="ds") == 1.0
    assert value(found, "smc", scenario="all", use="declared") == pytest.approx(1 / 3)


def test_a_systems_predictions_come_as_a_judges_scores_free_texts_too(sqlite_database: str) -> None:
    with store.writing() as session:
        sample = (SAMPLES / "hlme-extraction.jsonl").read_bytes()
        importing.import_items(session, sample, slug="eie", protocol="hlme-extraction", now=NOW)
    with store.reading() as session:
        said = measured.gather(session, slugs=["eie"]).source
    take_labels(label_file((*place, rater, label) for place, label in said.items() for rater in "ab"), slug="eie")
    settled("eie")
    whole = [(*place, label) for place, label in said.items()]
    without_objects = [row for row in whole if row[2] != "object"]
    for name, rows in (("whole", whole), ("no-objects", without_objects)):
        with store.writing() as session:
            file = label_file(rows, columns=("item", "target", "question", "label"))
            judge_import.import_scores(session, file, slug="eie", file_name="f", name=name, version="Large", now=NOW)
    found = found_of("eie", name="hlme-extraction")
    assert value(found, "eie_f1", system="whole", setting="Large") == 1.0
    assert value(found, "eie_acc", system="no-objects") == 1.0
    assert (value(found, "eie_f1", system="no-objects") or 0) < 1.0
    with store.reading() as session:
        compared = study(session, slug="eie", bootstrap=10)
    assert compared.rows_refused == ()
    assert {each.question for each in compared.report.questions} == {"emotion", "polarity", "intensity", "evidence"}


def test_systems_that_answered_the_same_items_are_compared_in_pairs(sqlite_database: str, tmp_path: Path) -> None:
    """hearth complies with one item of three and ember with all: -2/3, by the command as in the results."""
    make("use", "stratmem-usage")
    whole = {"i1": ["Must 1.", "Nice 1."], "i2": ["Must 2.", "Nice 2."], "i3": ["Must 3.", "Nice 3."]}
    rows = [
        {"item": item, "system": "ember", "setting": "base", "response": f"Ember {item}.", "memory_used": texts}
        for item, texts in whole.items()
    ]
    with store.writing() as session:
        importing.import_items(session, "\n".join(map(json.dumps, rows)).encode(), slug="use", now=NOW)
    [smc] = [each for each in found_of("use").differences if each.measure == "smc" and each.of["scenario"] == "all"]
    assert (smc.first["system"], smc.second["system"], smc.ratio.n_clusters) == ("ember", "hearth", 3)
    assert smc.ratio.value == pytest.approx(2 / 3)
    out = tmp_path / "differences.csv"
    arguments = ["measures", "--project", "use", "--bootstrap", "20", "--out", str(out)]
    assert CliRunner().invoke(app, [*arguments, "--differences"]).exit_code == 0
    told = [row for row in csv.DictReader(io.StringIO(out.read_text("utf-8-sig"))) if row["figure"] == "smc"]
    assert [row["difference"] for row in told if row["scenario"] == "all"] == [str(smc.ratio.value)]
    assert CliRunner().invoke(app, [*arguments, "--differences", "--format", "md"]).exit_code == 2
    assert CliRunner().invoke(app, [*arguments, "--format", "md"]).exit_code == 0
    assert "| ember − hearth | base | all | declared with the outputs | +66.7 pp" in out.read_text()


def test_intervals_are_over_items_or_a_tag_that_every_item_has(sqlite_database: str) -> None:
    make("use", "stratmem-usage")
    with store.reading() as session:
        by_item = measured.results(session, slug="use", replicates=20)
        by_persona = measured.results(session, slug="use", cluster="persona", replicates=20)
        with pytest.raises(NotFound, match="'mood'"):
            measured.results(session, slug="use", cluster="mood")
    first, second = (each.found[0].rows[0].ratio for each in (by_item, by_persona))
    assert (first.n_clusters, second.n_clusters, second.low) == (3, 1, None)


def test_it_is_computed_elsewhere_too(sqlite_database: str) -> None:
    make("use", "stratmem-usage")
    found = results_elsewhere("use")
    assert isinstance(found, Results)
    with store.reading() as session:
        assert found.as_json() == measured.results(session, slug="use").as_json()


@pytest.mark.parametrize("format_name", ["csv", "json", "md"])
def test_the_command_writes_every_figure_and_says_what_is_lacking(
    sqlite_database: str, tmp_path: Path, format_name: str
) -> None:
    make("use", "stratmem-usage")
    make("roles", "stratmem-roles", with_outputs=False)
    out = tmp_path / "measures"
    arguments = ["measures", "--project", "use", "--bootstrap", "20", "--format", format_name, "--out", str(out)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    text = out.read_text(encoding="utf-8-sig")
    if format_name == "json":
        (told,) = json.loads(text)["measures"]
        assert told["definitions"]["smc"]["denominator"] == "responses to items with a must or a nice memory"
        assert all(row["value"] is not None or row["undefined"] for row in told["rows"])
    elif format_name == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        smc = next(row for row in rows if row["figure"] == "smc" and row["scenario"] == "all")
        assert (smc["system"], smc["use"], smc["n"]) == ("hearth", "declared", "3.0")
    else:
        assert "| hearth | base | all | declared with the outputs | 33.3 %" in text
        assert "Denominator: responses to items with a must or a nice memory." in text
    lacking = CliRunner().invoke(app, ["measures", "--project", "roles", "--out", str(out)])
    assert lacking.exit_code == 0
    assert "Not computed: Memory use (StratMem). Missing: roles of the memories" in lacking.stderr
    assert CliRunner().invoke(app, ["measures", "--project", "none", "--out", str(out)]).exit_code == 1
