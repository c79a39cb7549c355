"""A researcher reads a figure of a system and of an annotator, takes the table, and it is what one computes by hand.

The tables are recomputed here from what was put in, with pandas and none of our code.
"""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from annotation import store
from annotation.imports import importing
from tests import studies
from tests.browser.desk import add_person, signed_in
from tests.browser.test_researcher import choose_from
from tests.serving import Server
from tests.studies import NOW, as_file, records

pytestmark = pytest.mark.browser

ITEMS = 12


def downloaded(page: Page, folder: Path, *, which: int = 0) -> pd.DataFrame:
    """One of the tables that the screen offers, as it arrives on the researcher's disk."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download this table").nth(which).click()
    waiting.value.save_as(folder / "table.csv")
    return pd.read_csv(folder / "table.csv", keep_default_na=False, na_values=[""])


def cell(page: Page, row: str, column: str, *, table: int = 0) -> Locator:
    """The cell of a table in the first row that begins so."""
    drawn = page.locator(".accord-table").nth(table)
    expect(drawn).to_be_visible()
    heads = drawn.locator("th").all_inner_texts()
    return drawn.locator("tbody tr", has_text=row).first.locator("td").nth(heads.index(column))


def outputs() -> pd.DataFrame:
    """Two systems on twelve items that have a must, a nice and an irrelevant memory each.

    ember uses must and nice on all but the last three; hearth on the first half, and takes an irrelevant one besides on
    the others.
    """
    rows = []
    for place in range(1, ITEMS + 1):
        must, nice, irr = (f"{kind} {place}." for kind in ("Must", "Nice", "Irrelevant"))
        rows.append((f"i{place}", "ember", [must, nice] if place <= ITEMS - 3 else [must]))
        rows.append((f"i{place}", "hearth", [must, nice] if place <= ITEMS / 2 else [must, nice, irr]))
    return pd.DataFrame(rows, columns=["item", "system", "memory_used"])


def test_how_far_two_systems_differ_is_read_downloaded_and_recomputed(
    sqlite_database: str, server: Server, chromium: Browser, tmp_path: Path
) -> None:
    add_person("rui", "researcher")
    given = outputs()
    lines = [{**row, "setting": "base", "response": "Yes."} for row in given.to_dict("records")]
    with store.writing() as session:
        file = as_file(records(ITEMS))
        importing.import_items(session, file, slug="use", protocol="stratmem-usage", now=NOW)
        importing.import_items(session, "\n".join(map(json.dumps, lines)).encode(), slug="use", now=NOW)
    by_hand = given.assign(passes=[len(used) == 2 for used in given["memory_used"]]).groupby("system")["passes"].mean()
    with signed_in(chromium, server, "rui", at="/results?project=use") as page:
        expect(cell(page, "ember", "SMC")).to_contain_text(f"{100 * by_hand['ember']:.1f} %")
        choose_from(page.get_by_label("Differences from"), "other systems − hearth")
        difference = by_hand["ember"] - by_hand["hearth"]
        expect(cell(page, "ember", "SMC", table=1)).to_contain_text(f"+{100 * difference:.1f} pp")
        figures, differences = downloaded(page, tmp_path), downloaded(page, tmp_path, which=1)
    smc = figures.query("figure == 'smc' and scenario == 'all'").set_index("system")["value"]
    assert smc.to_dict() == by_hand.to_dict()
    [told] = differences.query("figure == 'smc' and scenario == 'all'").to_dict("records")
    assert (told["system"], told["minus_system"], told["n_paired"]) == ("ember", "hearth", ITEMS)
    assert told["difference"] == pytest.approx(difference)
    assert told["low"] < told["difference"] < told["high"]


def test_an_annotators_agreement_is_read_downloaded_and_recomputed(
    sqlite_database: str, server: Server, chromium: Browser, tmp_path: Path
) -> None:
    """Raw agreement of ann with bo and with chen over nine memories, and the mean of both."""
    add_person("rui", "researcher")
    studies.make_project()
    texts = [(item["id"], text) for item in records() for text, _ in studies.texts(item)]
    said = {"ann": ["must", "nice", "irr"] * 3, "bo": ["must", "nice", "nice"] * 3, "chen": ["must"] * 5 + ["irr"] * 4}
    for name in said:
        add_person(name, "annotator")
    studies.assign(*said)
    rows = [
        (item, text, "role", name, label)
        for name, labels in said.items()
        for (item, text), label in zip(texts, labels, strict=True)
    ]
    studies.take_labels(studies.label_file(rows), as_account=True)
    wide = pd.DataFrame(said)
    by_hand = sum((wide["ann"] == wide[other]).mean() for other in ("bo", "chen")) / 2
    with signed_in(chromium, server, "rui", at="/quality?project=study") as page:
        expect(page.get_by_role("heading", name="Agreement by question")).to_be_visible()
        expect(cell(page, "ann", "With others", table=1)).to_contain_text(f"{100 * by_hand:.0f} %")
        table = downloaded(page, tmp_path)
    [told] = table.query("annotator == 'rater-1' and figure == 'others'").to_dict("records")
    assert told["value"] == pytest.approx(by_hand)
    assert (told["question"], told["n"]) == ("role", 2 * len(texts))
    assert table.query("figure == 'known'")["undefined"].notna().all()
