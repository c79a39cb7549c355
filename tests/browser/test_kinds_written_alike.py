"""The board writes an answer as the server keeps it, to the letter: else a draft would look like another person's."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser

from annotation import values
from annotation.codebook import Question
from annotation.values import Pieces
from pages.parts.board.board import HERE

pytestmark = pytest.mark.browser

SIGNS = ["a", " ", "é", "e\u0301", "中", "👩\u200d👧", "🇨🇳", "\u200f", "ق", "𠮷", "\n"]
KEYS = ["t1", "t2", "t10", "t09", "query", "r7f04831a9944", "m10a2", "m9b1", "m9b1-2", "m9b1-10"]


def test_spans_sets_and_offsets_come_out_as_on_the_server(chromium: Browser) -> None:
    """Spans joined where they touch, keys in natural order, offsets in code points whatever the script counts in."""
    draw = Random(7)
    texts = {key: "".join(draw.choices(SIGNS, k=draw.randint(6, 30))) for key in KEYS}
    spans = [[_span(draw, texts) for _ in range(draw.randint(1, 6))] for _ in range(200)]
    picked = [draw.sample(KEYS, draw.randint(1, 8)) for _ in range(100)]
    page = chromium.new_page()
    page.add_script_tag(content=(HERE / "values.js").read_text(encoding="utf-8"))
    written = page.evaluate("all => all.map(labelOfSpans)", spans)
    chosen = page.evaluate(
        "all => all.map((keys) => keys.reduce((label, key) => toggled({kind: 'pick', many: true}, label, key), null))",
        picked,
    )
    halves = page.evaluate(
        "texts => texts.map((text) => [...text].map((_, i) => placeOfPoint(text, i)))", [*texts.values()]
    )
    back = page.evaluate(
        "texts => texts.map((text) => [...text].map((_, i) => pointsBefore(text, placeOfPoint(text, i))))",
        [*texts.values()],
    )
    page.close()
    pieces = Pieces(turns=texts, memories=texts, responses={}, query="")
    assert written == [_kept("quote", "dialogue", of, pieces) for of in spans]
    assert chosen == [values.checked(_question("pick", "turns"), "|".join(keys), pieces=pieces) for keys in picked]
    for text, places, points in zip(texts.values(), halves, back, strict=True):
        assert places == [len(text[:at].encode("utf-16-le")) // 2 for at in range(len(text))]
        assert points == list(range(len(text)))


def _span(draw: Random, texts: dict[str, str]) -> dict[str, object]:
    key = draw.choice(KEYS)
    start = draw.randrange(len(texts[key]))
    return {"key": key, "start": start, "end": draw.randint(start + 1, len(texts[key]))}


def _kept(kind: str, of: str, spans: list[dict[str, object]], pieces: Pieces) -> str:
    label = "|".join(f"{span['key']}:{span['start']}-{span['end']}" for span in spans)
    return values.checked(_question(kind, of), label, pieces=pieces)


def _question(kind: str, of: str) -> Question:
    return Question.model_validate({"key": "q", "about": "item", "kind": kind, "of": [of], "text": {"en": "?"}})
