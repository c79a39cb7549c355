"""From disagreement to a release that others can check, by five people in five windows of real Chromium.

Three annotators label and discuss, an adjudicator sends back, takes back and decides, a researcher opens, closes and
releases. The database and the release hold what was typed, and `verify` names what is changed in it afterwards.
"""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlmodel import col, select
from typer.testing import CliRunner

from annotation import models as m
from annotation import store
from annotation.__main__ import app as annotation
from exports.__main__ import app as exports
from tests.browser import five_people as five
from tests.browser.desk import KEYS
from tests.browser.test_main_job import pseudonyms, roles_by_text, text_of_place
from tests.exports.verifying.test_verify import change_row, row_of
from tests.serving import ROOT, Server

pytestmark = pytest.mark.browser

SETTLE = ["settle", "--project", "study", "--policy", "majority", "--json"]
REMARKS = [("Must 1.", five.REMARK), ("Must 1.", five.REPLY)]
MADE = {  # revisions by place: label, reason, why they differ
    "Nice 1.": [("nice", five.HELPS, None), (None, five.AGAIN, None), ("must", five.NEEDED, "ambiguous")],
    "Nice 3.": [("nice", five.ADDS, "slip")],
}
GOLD = {  # label and method of every place
    **{text: (role, "unanimous") for text, role in five.ROLE_OF.items()},
    "Irrelevant 2.": ("irr", "majority"),
    "Nice 1.": ("must", "adjudicator"),
    "Nice 3.": ("nice", "adjudicator"),
}


def test_five_people_come_from_disagreement_to_a_release_that_can_be_checked(
    sqlite_database: str, server: Server, chromium: Browser, tmp_path: Path
) -> None:
    """F1, J6, K7, N6."""
    five.study()
    with five.five_windows(chromium, server) as windows:
        typed = label_and_discuss(windows, server)
        done = CliRunner().invoke(annotation, SETTLE)
        assert json.loads(done.stdout) == {"decided": 10, "undecided": 2}
        five.decide_withdraw_send_back_and_decide_otherwise(windows["dana"], server)
        typed |= five.correct(windows["bo"], server)
        five.decide_what_came_back(windows["dana"], server)
        archive = released(windows["rui"], server, tmp_path)
    the_database_holds(typed)
    folder = tmp_path / "release"
    with zipfile.ZipFile(archive) as there:
        there.extractall(folder)
    the_release_holds(folder, typed)
    whole = subprocess.run(
        [sys.executable, "-m", "exports", "verify", str(archive)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (whole.returncode, whole.stdout) == (0, "")
    one_byte_is_named(Path(shutil.copytree(folder, tmp_path / "byte")))
    one_label_is_named(Path(shutil.copytree(folder, tmp_path / "label")))
    one_decision_is_named(Path(shutil.copytree(folder, tmp_path / "decision")))


# --- What they do -----------------------------------------------------------------------------------------------------


def label_and_discuss(windows: dict[str, Page], server: Server) -> five.Typed:
    """The independent round and its discussion, closed; what was typed."""
    typed = set().union(*(five.label(windows[name], name) for name in five.ANNOTATORS))
    rui = windows["rui"]
    rui.reload()
    five.confirm(rui, "Close the round", "Close it", "The round is closed.")
    expect(rui.get_by_text("on which people differ: 4. To discuss: 4")).to_be_visible()
    five.confirm(rui, "Open a discussion", "Open the discussion", "The discussion is open, as round 2.")
    typed |= five.discuss(windows["ann"], server, "ann", {}, says=five.REMARK)
    typed |= five.discuss(windows["bo"], server, "bo", {"Must 1.": KEYS["must"]}, says=five.REPLY, after=1)
    typed |= five.discuss(windows["chen"], server, "chen", dict.fromkeys(five.DIFFERING, "="))
    five.confirm(rui, "Close the discussion", "Close it now", "The discussion is closed.")
    return typed


def released(page: Page, server: Server, folder: Path) -> Path:
    """Make the release on its screen, and download it."""
    page.goto(server.url + five.RELEASE)
    page.get_by_role("button", name="Make the release").click()
    expect(page.get_by_text("Release 1 is made.")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download 1 (zip)").click()
    waiting.value.save_as(folder / waiting.value.suggested_filename)
    return folder / "study-release-1.zip"


# --- What there is then -----------------------------------------------------------------------------------------------


def the_database_holds(typed: five.Typed) -> None:
    """Every label that was typed, once, each remark, and each decision behind the one that it supersedes."""
    text_of = text_of_target()
    with store.reading() as session:
        labels = session.exec(
            select(m.Round.number, m.Rater.name, m.Judgment.target_id, m.Judgment.label)
            .select_from(m.Judgment)
            .join(m.Round)
            .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
        ).all()
        remarks = session.exec(select(m.Comment.target_id, m.Comment.text).order_by(col(m.Comment.id))).all()
        made = session.exec(
            select(m.Decision).where(m.Decision.method == "adjudicator").order_by(col(m.Decision.id))
        ).all()
    assert sorted((number, who, text_of[target], label or "") for number, who, target, label in labels) == sorted(typed)
    assert [(text_of[target], words) for target, words in remarks] == REMARKS
    chains: dict[str, list[m.Decision]] = {}
    for each in made:
        chains.setdefault(text_of[each.target_id], []).append(each)
    assert {text: [(each.label, each.reason, each.error_kind) for each in own] for text, own in chains.items()} == MADE
    for own in chains.values():
        assert [each.supersedes_id for each in own] == [None, *(each.id for each in own[:-1])]


def the_release_holds(folder: Path, typed: five.Typed) -> None:
    """The same, under pseudonyms, and the gold that follows from it."""
    texts, names = text_of_place(), pseudonyms()
    raw, gold, decisions = (
        [(texts[row["item"], row["target"]], row) for row in table(folder, name)]
        for name in ("raw", "gold", "decisions")
    )
    said = [(int(row["round"]), names[row["rater"]], text, row["label"]) for text, row in raw]
    assert sorted(said) == sorted(typed)
    assert {text: (row["label"], row["method"]) for text, row in gold} == GOLD
    assert {row["decided_by"] for _, row in gold if row["method"] == "adjudicator"} == {"adjudicator-1"}  # N6
    chains: dict[str, list[tuple[str | None, str, str | None]]] = {}
    for text, row in decisions:
        if row["method"] == "adjudicator":
            chains.setdefault(text, []).append((row["label"] or None, row["reason"], row["error_kind"] or None))
    assert chains == MADE
    spoken = [(row["kind"], names[row["rater"]], row["text"]) for row in table(folder, "comments")]
    assert spoken == [
        ("comment", "ann", five.REMARK),
        ("comment", "bo", five.REPLY),
        ("sent back", "bo", five.WHY_BACK),
    ]
    published = roles_by_text(json.loads((folder / "gold/stratmem.json").read_text(encoding="utf-8")))
    assert published == {place: GOLD[place[1]][0] for place in roles_by_text(five.CONTENT)}
    told = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert (told["counts"]["gold"], told["counts"]["undecided"], told["left_out"]) == (len(GOLD), 0, [])


def text_of_target() -> dict[int, str]:
    texts = text_of_place()
    with store.reading() as session:
        asked = select(m.Target.id, m.Item.source_id, m.Target.key).join(m.Item).where(m.Target.kind == "memory")
        rows = session.exec(asked).all()
    return {target_id or 0: texts[item, key] for target_id, item, key in rows}


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"tables/{name}.csv").open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


# --- What is changed is named -----------------------------------------------------------------------------------------


def told(folder: Path) -> list[str]:
    """What the command says of a release that was changed."""
    done = CliRunner().invoke(exports, ["verify", str(folder)])
    assert done.exit_code == 1
    return done.stdout.splitlines()


def one_byte_is_named(copy: Path) -> None:
    file = copy / "gold/stratmem.json"
    content = bytearray(file.read_bytes())
    content[content.index(b"Nice 3.") + 5] ^= 1
    file.write_bytes(content)
    found = told(copy)
    assert any(each.startswith("gold/stratmem.json: the file is another one than was released") for each in found)


def one_label_is_named(copy: Path) -> None:
    """Chen's new answer, with every sum made right again."""
    names = {name: pseudonym for pseudonym, name in pseudonyms().items()}
    number, row = row_of(copy, "raw", item="i2", rater=names["chen"], round="2")
    change_row(copy, "raw", number, "label", "must")
    where = f"item i2 target {row['target']} role"
    wanted = f"{names['chen']} has 'nice', and in tables/raw.csv 'must'"
    found = told(copy)
    assert any(each.startswith("tables/labels.csv, row ") and where in each and wanted in each for each in found)


def one_decision_is_named(copy: Path) -> None:
    """The last one of dana's, with every sum made right again."""
    number, row = row_of(copy, "decisions", item="i1", method="adjudicator", revision="3")
    change_row(copy, "decisions", number, "label", "irr")
    wanted = f"item i1 target {row['target']} role: label is 'must', and from tables/decisions.csv it is 'irr'"
    assert any(each.startswith("tables/gold.csv, row ") and each.endswith(wanted) for each in told(copy))
