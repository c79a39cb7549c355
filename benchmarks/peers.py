"""How long does an annotator wait from Submit to the next item in Accord, in Potato and in Label Studio?

The same browser labels the same items in each tool, on servers that run side by side on this machine, in turns of a few
items, so that a busy moment does not fall on one tool alone. The wait runs from the press of the key or button that
submits to the frame in which the texts of other memories are painted. How to make the environments: peers.md.

    python -m benchmarks.peers --potato FOLDER --label-studio FOLDER
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from benchmarks import crowd
from benchmarks.meter import CORES, machine_seconds
from benchmarks.tools.accord import accord
from benchmarks.tools.label_studio import label_studio
from benchmarks.tools.potato import potato
from benchmarks.tools.tool import Tool, item
from tests.browser.windows import FLAGS, PATIENCE_MS

WARM_UP = 3
TURNS = 3
SUBMITS = 10  # in each turn
BUSY_OVER = 5.0  # seconds
SETTLES_MS = 500  # a person reads the item meanwhile; what a page still asks for is not in the next wait
WINDOW = ViewportSize(width=1280, height=800)

# Runs before the page's own scripts, in every document of the tab: a tool may load the page anew for each item, so
# the moment of the press is kept in the tab's session storage, and moments count from the epoch.
WATCH = """([texts, submits]) => {
  if (window !== top) return;
  const now = () => performance.timeOrigin + performance.now();
  const kept = name => JSON.parse(sessionStorage.getItem(`benchmark ${name}`));
  const keep = (name, value) => sessionStorage.setItem(`benchmark ${name}`, JSON.stringify(value));
  const shadows = root => [...root.querySelectorAll("*")].map(each => each.shadowRoot).filter(Boolean);
  const roots = root => [root, ...shadows(root).flatMap(roots)];
  let root = null;
  const painted = () => {
    if (!root?.querySelector(texts)) root = roots(document).find(each => each.querySelector(texts)) ?? null;
    const found = root ? [...root.querySelectorAll(texts)].filter(each => each.checkVisibility()) : [];
    return found.map(each => each.textContent).join("\\n");
  };
  const look = () => {
    const pressed = kept("pressed"), shown = painted();
    if (!pressed) return;
    if (!shown || shown === pressed.shown) return requestAnimationFrame(look);
    keep("pressed", null);
    setTimeout(() => window.benchmarkWaited(now() - pressed.at));
  };
  const press = () => {
    keep("pressed", { at: now(), shown: painted() });
    requestAnimationFrame(look);
  };
  if (submits.key) addEventListener("keydown", event => event.key === submits.key && press(), true);
  if (submits.button) addEventListener("click", event => event.target.closest(submits.button) && press(), true);
  requestAnimationFrame(look);
}"""


class Run:
    """One tool in a tab of its own, and the waits in milliseconds that were measured there."""

    def __init__(self, tool: Tool, page: Page) -> None:
        self.tool = tool
        self.waits: list[float] = []
        self._page = page
        self._done = 0
        page.set_default_timeout(PATIENCE_MS)
        page.expose_function("benchmarkWaited", self._waited)
        page.add_init_script(f"({WATCH})({json.dumps([tool.texts, dict(tool.submits)])})")
        tool.open(page)

    def label(self, items: int) -> None:
        """Answer and submit so many items."""
        for _ in range(items):
            self.tool.answer(self._page, self._done)
            self.tool.submit(self._page)
            self._done += 1
            self._wait_for_other_item()
            self._page.wait_for_load_state()
            self._page.wait_for_timeout(SETTLES_MS)

    def finish(self) -> None:
        """Leave the warm-up out. Raises RuntimeError where the tool has not stored every item that was submitted."""
        if self.tool.stored() != self._done:
            raise RuntimeError(f"{self.tool.name} has stored {self.tool.stored()} items of {self._done} submitted")
        self.waits = self.waits[WARM_UP:]

    def _waited(self, milliseconds: float) -> None:
        self.waits.append(milliseconds)

    def _wait_for_other_item(self) -> None:
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while len(self.waits) < self._done:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.tool.name} showed no other item after submitting item {self._done}")
            self._page.wait_for_timeout(30)


def main() -> None:
    """Run the tools in turns, and print medians, 95th percentiles and ratios."""
    chosen = arguments()
    records = crowd.records(chosen.file)[: WARM_UP + TURNS * SUBMITS + 1]
    items = [item(record) for record in records]
    expect.set_options(timeout=PATIENCE_MS)
    busy = busy_before()
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(crowd.folder())) for _ in range(3)]
        tools: list[Tool] = [stack.enter_context(accord(records, folders[0]))]
        if chosen.potato:
            tools.append(stack.enter_context(potato(items, folders[1], chosen.potato)))
        if chosen.label_studio:
            tools.append(stack.enter_context(label_studio(items, folders[2], chosen.label_studio)))
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        memories = statistics.mean(len(each.memories) for each in items)
        print(f"{len(items)} items of {memories:.1f} memories on average; Chromium {chromium.version}; {CORES} cores")
        runs = [Run(tool, chromium.new_context(viewport=WINDOW).new_page()) for tool in tools]
        take_turns(runs)
        chromium.close()
    print(f"before the servers started, {busy:.1f} of the cores were busy with other work")
    for run in runs:
        show(run, runs[0])


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=crowd.PUBLISHED, help="StratMemBench.json as published")
    parser.add_argument("--potato", type=Path, help="the virtual environment in which Potato is installed")
    parser.add_argument("--label-studio", type=Path, help="the virtual environment in which Label Studio is installed")
    return parser.parse_args()


def busy_before() -> float:
    """How many cores are busy with something else, over a few seconds."""
    start, used = time.perf_counter(), machine_seconds()
    time.sleep(BUSY_OVER)
    return (machine_seconds() - used) / (time.perf_counter() - start)


def take_turns(runs: Sequence[Run]) -> None:
    """Warm each tool up, then let them take turns."""
    for run in runs:
        run.label(WARM_UP)
    for _ in range(TURNS):
        for run in runs:
            run.label(SUBMITS)
    for run in runs:
        run.finish()


def show(run: Run, first: Run) -> None:
    """Print one row of the result."""
    median = statistics.median(run.waits)
    p95 = statistics.quantiles(run.waits, n=20, method="inclusive")[-1]
    print(
        f"{run.tool.name} {run.tool.version} (answers by {run.tool.by})".ljust(60),
        f"{len(run.waits)} submits  median {median:7.1f} ms   p95 {p95:7.1f} ms   "
        f"x{median / statistics.median(first.waits):.1f}",
    )


if __name__ == "__main__":
    main()
