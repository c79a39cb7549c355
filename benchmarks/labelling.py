"""How long does an annotator wait from Submit to the next item on the screen?

Real Chromium labels the items of the StratMem-Bench file by keyboard on the real server. The wait runs from the press
of Enter to the frame in which the next item is painted. In the same run, the same browser sends a POST of the same size
to a bare server on the loopback that does nothing, and reads an answer of the same size: no program can be quicker.

    python -m benchmarks.labelling ../shared/data/stratmem/StratMemBench.json
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from annotation import assignment, store
from annotation.imports import importing
from tests.browser.desk import Desk, add_person, signed_in
from tests.browser.windows import FLAGS
from tests.serving import Server

SUBMITS = 30
WARM_UP = 3

# Runs before the board's script: its listener would hear nothing of a key that the board has taken.
PRESSED = """addEventListener("keydown", event => {
  if (event.key === "Enter") window.pressed = performance.now();
}, true)"""

# From the press of Enter to the end of the frame that shows another assignment.
WATCH = """board => {
  window.waits = [];
  const painted = () => window.waits.push(performance.now() - window.pressed);
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(painted)))
    .observe(board, { attributes: true, attributeFilter: ["data-assignment"] });
}"""

BARE = """async ([sent, times]) => {
  const body = "x".repeat(sent), waits = [];
  for (let n = 0; n < times; n += 1) {
    const start = performance.now();
    await (await fetch("/", { method: "POST", body })).text();
    waits.push(performance.now() - start);
  }
  return waits;
}"""


def main() -> None:
    """Run both, and print the median, the 95th percentile and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="StratMemBench.json as published")
    file: Path = parser.parse_args().file
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        database = f"sqlite:///{folder}/accord.sqlite"
        patch.setenv("ACCORD_DATABASE_URL", database)
        items = prepare(file)
        with Server(database, log=Path(folder) / "server.log") as server, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            waits, sent, answered = label(chromium, server)
            bare = post_bare(chromium, sent=sent, answered=answered)
            chromium.close()
    print(f"{items} items; {SUBMITS} submits; {sent} bytes sent and {answered} bytes answered each (means)")
    show("submit to next item painted", waits)
    show("bare POST on the loopback", bare)
    print(f"ratio of medians {statistics.median(waits) / statistics.median(bare):.1f}")


def prepare(file: Path) -> int:
    """A study of the whole file, all of it given to one annotator; the number of items."""
    store.upgrade()
    now = datetime.now(UTC)
    with store.writing() as session:
        done = importing.import_items(session, file.read_bytes(), slug="study", now=now)
    add_person("ann", "annotator")
    with store.writing() as session:
        assignment.assign(session, slug="study", annotators=["ann"], overlap=1, seed=1, now=now)
    return done.items_added


def label(chromium: Browser, server: Server) -> tuple[list[float], int, int]:
    """Label by keyboard; the waits in milliseconds, and the mean sizes of what was sent and answered."""
    sent: list[int] = []
    answered: list[int] = []
    with signed_in(chromium, server, "ann") as page:
        page.add_init_script(PRESSED)
        page.goto(f"{server.url}/label?project=study")
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.board.evaluate(WATCH)
        for _ in range(WARM_UP + SUBMITS):
            for _ in desk.target_keys:
                page.keyboard.press("1")
            with page.expect_response("**/submit") as waiting:
                page.keyboard.press("Enter")
            current = desk.wait_for_item(other_than=current)
            sent.append(len(waiting.value.request.post_data or ""))
            answered.append(len(waiting.value.body()))
        waits = waits_of(page, WARM_UP + SUBMITS)
    return waits[WARM_UP:], round(statistics.mean(sent)), round(statistics.mean(answered))


def waits_of(page: Page, number: int) -> list[float]:
    """The waits that the page has recorded, once the last of them is there."""
    while len(found := page.evaluate("window.waits")) < number:
        page.wait_for_timeout(20)
    return list(found)


def post_bare(chromium: Browser, *, sent: int, answered: int) -> list[float]:
    """The same browser against a server that only answers; the waits in milliseconds."""
    with bare_server(answered) as address:
        page = chromium.new_page()
        page.goto(address)
        waits: list[float] = page.evaluate(BARE, [sent, WARM_UP + SUBMITS])
        page.close()
    return waits[WARM_UP:]


@contextmanager
def bare_server(answered: int) -> Iterator[str]:
    """The address of a server on the loopback that answers every POST with so many bytes."""

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_GET(self) -> None:
            self._answer(b"<!doctype html>")

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._answer(b"x" * answered)

        def _answer(self, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


def show(name: str, waits: list[float]) -> None:
    """Print one row of the result."""
    p95 = statistics.quantiles(waits, n=20)[-1]
    print(f"{name:<30} median {statistics.median(waits):7.1f} ms   p95 {p95:7.1f} ms")


if __name__ == "__main__":
    main()
