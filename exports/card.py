"""README.md of a release: a dataset card, with the block of metadata that Hugging Face reads.

It says who labelled, how they were found and paid, under which guideline, what they were shown, how items were drawn,
and what was withdrawn. What the database does not know is told by the researchers (exports.release_options); where they
say nothing, the card says that it is not stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from agreement.coefficient import titles
from annotation.people.background import Told
from exports.figures import count, interval, number
from exports.reports.cells import counted
from exports.reports.document import Block, Cell, Document, Figure, Section, Table
from exports.reports.markdown import as_markdown
from exports.reports.words import BACKGROUND
from exports.study import Study

NAME = "README.md"
NOT_STATED = "Not stated."
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


@dataclass(frozen=True)
class Facts:
    """What a card is written from: the manifest, what researchers say, the study, samples, and the tables there are.

    `configs` are the names of the tables with their splits and where each lies.
    """

    manifest: Mapping[str, Any]
    card: Mapping[str, Any]
    study: Study
    samples: Sequence[str]
    configs: Mapping[str, Mapping[str, str]]


def written_card(facts: Facts) -> bytes:
    """The card as its file has it."""
    head = yaml.safe_dump(metadata(facts), sort_keys=False, allow_unicode=True, width=110)
    return f"---\n{head}---\n\n{as_markdown(document(facts))}".encode()


def metadata(facts: Facts) -> dict[str, Any]:
    """The block that Hugging Face reads: language, licence, size, and which file is which split of which table."""
    told = facts.card
    size = facts.manifest["counts"]["gold"]
    return {
        **({"pretty_name": told["title"] or facts.manifest["title"]}),
        **({"license": told["license"]} if told["license"] else {}),
        **({"language": list(told["language"])} if told["language"] else {}),
        "annotations_creators": ["expert-generated"],
        "size_categories": [next((name for most, name in SIZES if size < most), "n>1M")],
        "tags": ["human-annotation", "conversational-memory"],
        "configs": [
            {
                "config_name": name,
                **({"default": True} if place == 0 else {}),
                "data_files": [{"split": split, "path": path} for split, path in files.items()],
            }
            for place, (name, files) in enumerate(facts.configs.items())
        ],
    }


def document(facts: Facts) -> Document:
    """What the card says below that block."""
    manifest, told = facts.manifest, facts.card
    until = f", with the data until {manifest['data_until']}" if manifest["data_until"] else ""
    subtitle = (
        f"{told['summary']} Release {manifest['number']} of the project {manifest['project']}{until}. "
        "python -m exports verify, of Accord, checks its files, its gold and its figures."
    )
    sections = (_contents(manifest), _gold(manifest), _agreement(manifest), _people(facts), _changes(manifest))
    return Document(told["title"] or manifest["title"], subtitle.strip(), sections)


def _contents(manifest: Mapping[str, Any]) -> Section:
    counts = manifest["counts"]
    said = (
        f"{count(counts['items'])} items, {count(counts['items_complete'])} of them complete; {count(counts['gold'])} "
        f"gold labels, {count(counts['undecided'])} targets undecided{_unjudgeable(counts)}; "
        f"{count(counts['judgments'])} judgments, "
        f"revisions counted, by {count(counts['raters'])} raters; {count(counts['decisions'])} decisions."
    )
    files = manifest["files"].items()
    rows: list[tuple[Cell, ...]] = [(name, counted(file["rows"]) if "rows" in file else "") for name, file in files]
    return Section("What it holds", (said, Table("Files", ("file", "rows"), tuple(rows))))


def _unjudgeable(counts: Mapping[str, int]) -> str:
    n = counts.get("cannot_be_judged", 0)
    return f", {count(n)} decided to be beyond judging" if n else ""


def _gold(manifest: Mapping[str, Any]) -> Section:
    own = len(manifest["decided_by_somebody_who_had_labelled_the_item"])
    stale = len(manifest["rule_gives_it_no_longer"])
    left_out = len({each["item"] for each in manifest["left_out"]})
    blocks: list[Block] = [
        manifest["rules"],
        Table(
            "Methods of decision",
            ("method", "gold labels"),
            tuple((method, counted(n)) for method, n in manifest["methods"].items()),
        ),
        f"Decided by somebody who had labelled the item: {count(own)}. Decided by a rule that the present answers no "
        f"longer fulfil: {count(stale)}. Items left out, since something of them has no label: "
        f"{count(left_out)}; manifest.json lists all three.",
    ]
    return Section("How labels became gold", tuple(blocks))


def _agreement(manifest: Mapping[str, Any]) -> Section:
    found = manifest["agreement"]
    rows: list[tuple[Cell, ...]] = []
    for question in found["questions"]:
        names = titles(n_raters=question["n_raters"])
        for key, one in question["coefficients"].items():
            value = Figure(number(one["value"])) if one["undefined"] is None else f"undefined: {one['undefined']}"
            shown = interval(_Interval(one["low"], one["high"]))
            rows.append((question["question"], names.get(key, key), value, shown, counted(one["n"])))
    columns = ("question", "coefficient", "value", "95 % interval", "targets")
    said = f"{found['what']} Round {found['round']}. More is in report/report.html."
    return Section("Agreement", (said, *([Table("Headline", columns, tuple(rows))] if rows else [])))


@dataclass(frozen=True)
class _Interval:
    low: float | None
    high: float | None


def _people(facts: Facts) -> Section:
    manifest, told = facts.manifest, facts.card
    newest = manifest["codebooks"][-1]
    shown = manifest["counts"]["labels_shown_beforehand"]
    said = {
        "People": _said(told["who"]),
        "Recruitment": _said(told["recruitment"]),
        "Pay": _said(told["pay"]),
        "Language": _said(", ".join(told["language"])),
        "Guideline": (
            f"Version {newest['version']} of the codebook ({newest['file']}), of {len(manifest['codebooks'])}; every "
            f"judgment says under which one it was given. {told['guideline']}"
        ),
        "Labels shown beforehand": (
            f"{count(shown)} judgments were given with a label in view (column prelabel of the table raw)."
            if shown
            else "None: people labelled without anybody's labels in view."
        ),
        "Sampling": " ".join(facts.samples) + (f" {told['sampling']}" if facts.samples else _said(told["sampling"])),
        "Withdrawals": f"{count(manifest['withdrawn_decisions'])} decisions. {_said(told['withdrawals'])}",
        **{title: told[title.lower()] for title in ("Source", "Contact", "Citation") if told[title.lower()]},
    }
    table = Table("Data statement", ("about", "said"), tuple((name, text.strip()) for name, text in said.items()))
    return Section("Who labelled, and how", (table, *_background(facts.study.background)))


def _background(found: Told | None) -> tuple[Block, ...]:
    """What annotators say of themselves, all of them together."""
    if found is None or not found.values:
        return ()
    rows = tuple(
        (BACKGROUND[name], value, counted(n)) for name, values in found.values.items() for value, n in values.items()
    )
    said = (
        f"{count(found.annotators - found.silent)} of {count(found.annotators)} annotators say something of themselves."
    )
    return said, Table("Annotators", ("asked about", "said", "people"), rows)


def _changes(manifest: Mapping[str, Any]) -> Section:
    found = manifest["changes"]
    said = (
        "This is the first release."
        if found is None
        else f"Beside release {found['since']}: {count(found['added'])} gold labels added, {count(found['changed'])} "
        f"changed, {count(found['withdrawn'])} withdrawn; tables/changes.csv has them by place."
    )
    return Section("Since the release before", (said,))


def _said(text: str) -> str:
    return text or NOT_STATED
