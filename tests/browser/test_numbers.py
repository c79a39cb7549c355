"""The Agreement and Judges screens in Chromium: what they offer to download is what scikit-learn computes."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sklearn.metrics import cohen_kappa_score
from sqlmodel import select

from annotation import models as m
from annotation import store
from tests.browser.desk import add_person, signed_in
from tests.serving import Server
from tests.studies import label_file, make_project, number_of, records, take_labels, texts

pytestmark = pytest.mark.browser

LABELS = ("irr", "nice", "must")
CONTENT = records(40)
Said = dict[tuple[str, str], str]


def said_by(name: str, *, right: float) -> Said:
    """What somebody says of each memory: the source's role, or anything."""
    draw = random.Random(name)
    return {
        (item["id"], text): role if draw.random() < right else draw.choice(LABELS)
        for item in CONTENT
        for text, role in texts(item)
    }


PEOPLE = {"eve": said_by("eve", right=0.85), "=bo": said_by("bo", right=0.7), "cai": said_by("cai", right=0.75)}
JUDGE = said_by("judge", right=0.8)


@pytest.fixture
def study(sqlite_database: str) -> None:
    """Three people's labels of 120 memories, and a researcher."""
    make_project(CONTENT)
    rows = [(item, text, "role", name, label) for name, said in PEOPLE.items() for (item, text), label in said.items()]
    take_labels(label_file(rows))
    add_person("rui", "researcher")


def kappa(one: Said, other: Said, *, weights: str | None = None) -> float:
    """Scikit-learn's, over the targets of both."""
    shared = sorted(one.keys() & other.keys())
    value: float = cohen_kappa_score(
        [one[place] for place in shared], [other[place] for place in shared], labels=list(LABELS), weights=weights
    )
    return value


def table(page: Page, name: str) -> list[Mapping[str, str]]:
    """The rows of the table that this download gives."""
    button = page.locator(f".st-key-sheet-role-{name} button")
    with page.expect_download() as waiting:
        button.click()
    content = Path(waiting.value.path()).read_bytes()
    assert content.startswith(b"\xef\xbb\xbf"), "X10: a spreadsheet has to see that it is UTF-8"
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def test_the_kappas_of_the_agreement_screen_are_scikit_learns(study: None, server: Server, chromium: Browser) -> None:
    with signed_in(chromium, server, "rui", at="/agreement?project=study") as page:
        expect(page.get_by_role("heading", name="Most disputed")).to_be_visible()
        expect(page.locator(".st-key-pairs").get_by_text("n = 120").first).to_be_visible()
        rows = table(page, "pairs")
        names = {"'=bo": "=bo"}  # X1: a name that a spreadsheet would run is made harmless
        for key, weights in (("cohen_kappa", None), ("linear_kappa", "linear"), ("quadratic_kappa", "quadratic")):
            found = {
                (names.get(row["first"], row["first"]), names.get(row["second"], row["second"])): float(row["value"])
                for row in rows
                if row["coefficient"] == key
            }
            assert len(found) == 3
            for (one, other), value in found.items():
                assert value == pytest.approx(kappa(PEOPLE[one], PEOPLE[other], weights=weights), abs=1e-12)
        shares = {(row["rater"], row["label"]): float(row["share"]) for row in table(page, "labels")}
        assert shares["eve", "must"] == pytest.approx(list(PEOPLE["eve"].values()).count("must") / 120)
        most = table(page, "disputed")
        assert {row["disagreement"] for row in most[:3]} == {max(row["disagreement"] for row in most)}
        the_most_disputed_target_is_one_click_away(page, most[0])


def the_most_disputed_target_is_one_click_away(page: Page, row: Mapping[str, str]) -> None:
    page.get_by_role("link", name=row["item"], exact=True).first.click()
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    expect(page.get_by_text("You came for this one.")).to_have_count(1)
    query = next(item["query"] for item in CONTENT if item["id"] == row["item"])
    expect(page.get_by_text(query)).to_be_visible()


def test_a_judge_comes_from_a_file_and_is_measured_as_scikit_learn_does(
    study: None, server: Server, chromium: Browser, tmp_path: Path
) -> None:
    rows = [(item, text, "role", label.upper()) for (item, text), label in JUDGE.items()]
    rows[0] = (*rows[0][:3], "I cannot rate this")
    unparsed = rows[0][:2]
    file = tmp_path / "gpt-4o.csv"
    file.write_bytes(label_file(rows, columns=("item", "target", "question", "label")))
    with signed_in(chromium, server, "rui", at="/judges?project=study") as page:
        expect(page.get_by_text("This project has no judge yet.")).to_be_visible()
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_text("Answers that give no label: 120.")).to_be_visible()
        assert number_of(m.JudgeScore) == 0, "nothing is saved before it was looked at"
        page.get_by_label("What its answers mean, one a line: OLD=NEW").fill("MUST=must\nNICE=nice\nIRR=irr")
        page.get_by_label("Version of model and prompt").fill("2026-01")
        expect(page.get_by_text("Answers that give no label: 1.")).to_be_visible()
        page.get_by_role("button", name="Add 120 scores").click()
        expect(page.get_by_text("Added 120 scores of gpt-4o 2026-01.")).to_be_visible()
        expect(page.get_by_role("heading", name="The ceiling: as people agree with each other")).to_be_visible()
        judge = {place: label for place, label in JUDGE.items() if place != unparsed}
        found = {
            (row["rater"], row["coefficient"]): row["value"] for row in table(page, "judges") if row["kind"] == "rater"
        }
        assert float(found["eve", "cohen_kappa"]) == pytest.approx(kappa(PEOPLE["eve"], judge), abs=1e-12)
        for name, rater in (("eve", "eve"), ("'=bo", "=bo"), ("cai", "cai")):
            expected = kappa(PEOPLE[rater], judge, weights="quadratic")
            assert float(found[name, "quadratic_kappa"]) == pytest.approx(expected, abs=1e-12)
        expect(page.get_by_text("Choose epsilon on the screen")).to_be_visible()
    with store.reading() as session:
        assert {rater.name for rater in session.exec(select(m.Rater))} == set(PEOPLE), "C10"
