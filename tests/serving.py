"""The real server in a process of its own, and what a browser's websocket receives from it, frame by frame."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from tests.switching import ADDRESS_FILE

ROOT = Path(__file__).resolve().parent.parent
STARTS_WITHIN = 60.0
SHOWS_WITHIN = 120.0  # the first screen of a process loads the statistics, on a machine that may be busy
NO_TLS = False  # for httpx, which else reads all certificates for each client: more work than a hundred requests


class Server:
    """`streamlit run app.py` on a port of its own, as a context. It can be killed and started again at that port."""

    def __init__(self, database_url: str, *, log: Path, environment: Mapping[str, str] | None = None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = log
        self._address_file = log.with_suffix(f".{self.port}")
        self._environment = {
            **os.environ,
            **(environment or {}),
            "ACCORD_DATABASE_URL": database_url,
            ADDRESS_FILE: str(self._address_file),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            sys.executable,
            "-m",
            "tests.switching",
            "run",
            str(ROOT / "app.py"),
            "--server.port",
            str(self.port),
        ]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdout=log, stderr=subprocess.STDOUT
            )
        self._wait()

    def take_up(self, database_url: str) -> None:
        """Work on another database from now on, of this version; starts it where it does not run."""
        self._environment["ACCORD_DATABASE_URL"] = database_url
        if self._process is None or self._process.poll() is not None:
            self.start()
            return
        self._address_file.write_text(database_url, encoding="utf-8")
        self._process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + STARTS_WITHIN
        while self._address_file.exists():
            if time.monotonic() > deadline:
                raise RuntimeError(f"the server did not take up another database:\n{self.log()}")
            time.sleep(0.01)

    def stop(self) -> None:
        """End it as a service manager does."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut does: kill -9."""
        self._end(signal.SIGKILL)

    @property
    def pid(self) -> int:
        """The number of its process."""
        if self._process is None:
            raise RuntimeError("the server is not running")
        return self._process.pid

    def log(self) -> str:
        """Everything that it has printed."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""

    def _wait(self) -> None:
        deadline = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                raise RuntimeError(f"the server ended while it started:\n{self.log()}")
            try:
                if httpx.get(f"{self.url}/healthz", timeout=5, verify=NO_TLS).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
        self.kill()
        raise RuntimeError(f"the server did not answer within {STARTS_WITHIN:.0f} s:\n{self.log()}")

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


class Tab:
    """What Streamlit's page is to the server: a websocket that asks for screens; leaving the context closes it."""

    def __init__(self, server: Server, *, token: str | None, origin: str | None = None) -> None:
        self._opening = connect(
            f"ws://127.0.0.1:{server.port}/_stcore/stream",
            additional_headers={"Cookie": f"accord_session={token}"} if token else {},
            origin=Origin(origin or server.url),
            subprotocols=[Subprotocol("streamlit")],
            max_size=None,
        )

    def __enter__(self) -> Tab:
        self._socket = self._opening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def show(self, page: str, query: str = "") -> bytes:
        """Ask for a screen by its name in the address; every byte that was sent until it was drawn."""
        asked = BackMsg()
        asked.rerun_script.page_name = page
        asked.rerun_script.query_string = query
        self._socket.send(asked.SerializeToString())
        frames: list[bytes] = []
        message = ForwardMsg()
        while message.WhichOneof("type") != "script_finished":
            frames.append(self._socket.recv(timeout=SHOWS_WITHIN, decode=False))
            message.ParseFromString(frames[-1])
        return b"".join(frames)


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
