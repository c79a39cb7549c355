"""Potato as a tool of the comparison: its multirate scheme, a row for each memory, by mouse (there are no keys)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import yaml
from playwright.sync_api import Page

from benchmarks.tools.tool import LABELS, Item, interpreter, running, version
from tests.serving import free_port

ROWS = "tr[schema=multirate]"


class Potato:
    """Its annotation page; Next sends the answers and loads the page anew."""

    name = "Potato"
    by = "mouse"
    texts = f"{ROWS} td:first-child"
    submits: Mapping[str, str] = {"button": "#next-btn"}

    def __init__(self, url: str, *, version: str, output: Path) -> None:
        self.version = version
        self._url = url
        self._output = output

    def open(self, page: Page) -> None:
        """Give a user name; no password is asked for."""
        page.goto(self._url)
        page.locator("#login-email").fill("ann")
        page.locator("button.potato-form-submit").click()
        page.locator(self.texts).first.wait_for()

    def answer(self, page: Page, number: int) -> None:
        """Click one radio button in each row."""
        for place, row in enumerate(page.locator(ROWS).all()):
            row.locator("input").nth((number + place) % 3).click()

    def submit(self, page: Page) -> None:
        """Click Next."""
        page.locator("#next-btn").click()

    def stored(self) -> int:
        """Annotated items in the user's file."""
        state = json.loads((self._output / "ann" / "user_state.json").read_text(encoding="utf-8"))
        return len(state["instance_id_to_label_to_value"])


@contextmanager
def potato(items: Sequence[Item], folder: Path, environment: Path) -> Iterator[Potato]:
    """Its server with these items, as its quick start sets a task up."""
    python, port = interpreter(environment), free_port()
    content = [{"id": each.id, "text": each.context, "memories": each.memories} for each in items]
    (folder / "items.json").write_text(json.dumps(content), encoding="utf-8")
    (folder / "config.yaml").write_text(yaml.safe_dump(configuration(len(items))), encoding="utf-8")
    command: list[str | Path] = [
        python.parent / "potato",
        "start",
        "config.yaml",
        "--host",
        "127.0.0.1",
        "-p",
        str(port),
    ]
    address = f"http://127.0.0.1:{port}/"
    with running(command, folder=folder, answers_at=address):
        yield Potato(address, version=version(python, "potato-annotation"), output=folder / "output")


def configuration(items: int) -> dict[str, object]:
    """A task in which each memory, from the item's own data, gets one label of three."""
    return {
        "annotation_task_name": "Memory roles",
        "task_dir": ".",
        "data_files": ["items.json"],
        "item_properties": {"id_key": "id", "text_key": "text"},
        "output_annotation_dir": "output/",
        "user_config": {"allow_all_users": True, "users": []},
        "require_password": False,
        "assignment_strategy": "fixed_order",
        "max_annotations_per_user": items,
        "annotation_schemes": [
            {
                "annotation_type": "multirate",
                "name": "role",
                "description": "Which role has each memory?",
                "options_from_data": "memories",
                "labels": list(LABELS),
                "label_requirement": {"required": True},
            }
        ],
    }
