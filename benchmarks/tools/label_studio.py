"""Label Studio as a tool of the comparison: Choices repeated for each memory, by mouse, Submit by its key."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Page

from benchmarks.tools.tool import LABELS, Item, interpreter, running, version
from tests.serving import free_port

NAME = "ann@example.org"
QUIET = {  # nothing leaves this machine: no usage figures, no reports of errors, no question for newer versions
    "COLLECT_ANALYTICS": "false",
    "SENTRY_DSN": "",
    "FRONTEND_SENTRY_DSN": "",
    "LATEST_VERSION_CHECK": "false",
    "FEATURE_FLAGS_OFFLINE": "true",
}
CHOICES = "".join(f'<Choice value="{label}"/>' for label in LABELS)
CONFIGURATION = f"""<View>
  <Text name="context" value="$context"/>
  <Repeater on="$memories" indexFlag="{{{{idx}}}}">
    <Text name="memory_{{{{idx}}}}" value="$memories[{{{{idx}}}}].text"/>
    <Choices name="role_{{{{idx}}}}" toName="memory_{{{{idx}}}}" choice="single" showInline="true" required="true">
      {CHOICES}
    </Choices>
  </Repeater>
</View>"""


class LabelStudio:
    """Its labelling stream."""

    name = "Label Studio"
    by = "mouse, submit by key"
    texts = ".lsf-htx-richtext"
    submits: Mapping[str, str] = {"key": "Enter"}

    def __init__(self, client: httpx.Client, *, version: str, password: str, project: int) -> None:
        self.version = version
        self._client = client
        self._password = password
        self._project = project

    def open(self, page: Page) -> None:
        """Sign in and open the stream of tasks ("Label all tasks")."""
        url = str(self._client.base_url).rstrip("/")
        page.goto(f"{url}/user/login/")
        page.locator("input[name=email]").fill(NAME)
        page.locator("input[name=password]").fill(self._password)
        page.locator("button[type=submit]").first.click()
        page.wait_for_url(f"{url}/")
        page.goto(f"{url}/projects/{self._project}/data?labeling=1")
        page.locator(self.texts).first.wait_for()

    def answer(self, page: Page, number: int) -> None:
        """Click one choice of each group; there are keys for the first few memories only."""
        for place, group in enumerate(page.locator(".lsf-choices").all()):
            group.locator("label").nth((number + place) % 3).click()

    def submit(self, page: Page) -> None:
        """Press Ctrl+Enter."""
        page.keyboard.press("Control+Enter")

    def stored(self) -> int:
        """Finished tasks of the project."""
        finished: int = self._client.get(f"/api/projects/{self._project}").json()["finished_task_number"]
        return finished


@contextmanager
def label_studio(items: Sequence[Item], folder: Path, environment: Path) -> Iterator[LabelStudio]:
    """Its server, on SQLite as it comes, with a project of these items."""
    python, port, token, password = interpreter(environment), free_port(), secrets.token_hex(20), secrets.token_hex(8)
    command: list[str | Path] = [
        python.parent / "label-studio",
        "start",
        "--no-browser",
        "--internal-host",
        "127.0.0.1",
    ]
    command += ["--port", str(port), "--username", NAME, "--password", password]
    command += ["--user-token", token, "--enable-legacy-api-token"]
    variables = {**QUIET, "LABEL_STUDIO_BASE_DATA_DIR": str(folder), "HOME": str(folder)}
    address = f"http://127.0.0.1:{port}"
    headers = {"Authorization": f"Token {token}"}
    with (
        running(command, folder=folder, answers_at=f"{address}/health", environment=variables),
        httpx.Client(base_url=address, headers=headers, timeout=60, trust_env=False) as client,
    ):
        made = client.post("/api/projects", json={"title": "Memory roles", "label_config": CONFIGURATION})
        project: int = made.raise_for_status().json()["id"]
        tasks = [
            {"data": {"context": each.context, "memories": [{"text": text} for text in each.memories]}}
            for each in items
        ]
        client.post(f"/api/projects/{project}/import", json=tasks).raise_for_status()
        yield LabelStudio(client, version=version(python, "label-studio"), password=password, project=project)
