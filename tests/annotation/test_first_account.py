"""The first account: `init` asks for it at a real terminal, and says which command makes it where there is none."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlmodel import select
from typer.testing import CliRunner

from annotation import models as m
from annotation import store
from annotation.__main__ import app
from annotation.people import accounts
from tests import studies

ROOT = Path(__file__).resolve().parents[2]
SECRET = "correct horse"
NO_TERMINAL = (
    "There is no account yet. The first one is made on the command line: "
    "python -m annotation people add NAME --role admin"
)


def typed(*answers: tuple[str, str]) -> str:
    """Run `init` at a terminal, where each answer is typed when its question has been asked; all that was shown."""
    here, there = pty.openpty()
    command = [sys.executable, "-m", "annotation", "init"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=there, stdout=there, stderr=there, start_new_session=True, env=os.environ
    ) as process:
        os.close(there)
        shown = _talk(here, answers)
        assert process.wait(60) == 0, shown
    os.close(here)
    return shown


def _talk(terminal: int, answers: Sequence[tuple[str, str]]) -> str:
    shown, after = "", 0
    waiting = list(answers)
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # Linux's way to say that the other side is gone
            return shown
        if not piece:
            return shown
        shown += piece.decode()
        while waiting and waiting[0][0] in shown[after:]:
            question, answer = waiting.pop(0)
            after = shown.index(question, after) + len(question)
            os.write(terminal, f"{answer}\n".encode())


def roles() -> dict[str, str]:
    with store.reading() as session:
        return {account.name: account.role for account in session.exec(select(m.Account)).all()}


def test_a_terminal_is_asked_for_the_first_admin(sqlite_database: str) -> None:
    shown = typed(("Name: ", "ada"), ("characters): ", SECRET), ("again: ", SECRET))
    assert "Added ada (admin)." in shown
    assert SECRET not in shown, "what is typed is not shown"
    assert roles() == {"ada": "admin"}
    with store.reading() as session:
        assert accounts.prove(session, name="ada", password=SECRET).role == "admin"


def test_what_cannot_be_is_asked_again(sqlite_database: str) -> None:
    shown = typed(
        ("Name: ", "a b"),
        ("characters): ", SECRET),
        ("again: ", SECRET),
        ("Name: ", "ada"),
        ("characters): ", SECRET),
        ("again: ", "correct house"),
        ("Name: ", "ada"),
        ("characters): ", "short"),
        ("again: ", "short"),
        ("Name: ", ""),
    )
    for sentence in ("cannot name an account", "are not the same", "needs 8 to", NO_TERMINAL.partition(".")[0]):
        assert sentence in shown
    assert roles() == {}


def test_where_somebody_has_an_account_nothing_is_asked(sqlite_database: str) -> None:
    studies.add_people("ann")
    assert typed() == "The database is ready.\r\n"


@pytest.mark.parametrize("people", [0, 1])
def test_without_a_terminal_the_command_is_said_and_nobody_is_made(sqlite_database: str, people: int) -> None:
    """A default password would be everybody's password."""
    if people:
        studies.add_people("ann")
    done = CliRunner().invoke(app, ["init"], input="ada\ncorrect horse\ncorrect horse\n")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "The database is ready.\n" + ("" if people else NO_TERMINAL + "\n")
    assert len(roles()) == people


def test_somebody_is_signed_out_everywhere_by_a_command(sqlite_database: str) -> None:
    ids = studies.add_people("ann")
    with store.writing() as session:
        token = accounts.start(session, account_id=ids["ann"], now=studies.NOW.replace(year=2999))
    done = CliRunner().invoke(app, ["people", "sign-out", "Ann"])
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "Ann is signed out everywhere: 1 sign-in ended.\n"
    with store.reading() as session:
        assert accounts.who(session, token=token, now=studies.NOW) is None
    unknown = CliRunner().invoke(app, ["people", "sign-out", "cy"])
    assert (unknown.exit_code, unknown.stderr) == (1, "There is no account 'cy'.\n")
