"""The first account: `init` asks a person at a terminal for it, since no password is ever there by default."""

from __future__ import annotations

import sys
from getpass import getpass

import typer

from annotation import store
from annotation.commands import output
from annotation.errors import WrongUse
from annotation.people import accounts

WELCOME = "There is no account yet. Make the first admin; an empty name leaves it for later."
NAME = "Name"
PASSWORD = f"Password (at least {accounts.SHORTEST_PASSWORD} characters): "
AGAIN = "Password again: "
NOT_THE_SAME = "The two passwords are not the same. Nothing was made; try again."
MADE = "Added {name} (admin)."


def offer() -> None:
    """Where nobody has an account: make one with whoever sits at the terminal, else say which command makes it."""
    with store.reading() as session:
        if not accounts.nobody_yet(session):
            return
    if sys.stdin.isatty() and _made():
        return
    typer.echo(accounts.NOBODY.format(command=accounts.ADDS_THE_FIRST), err=True)


def _made() -> bool:
    """Ask until an account is made (True) or none is wanted (False)."""
    typer.echo(WELCOME, err=True)
    while name := typer.prompt(NAME, default="", show_default=False, err=True).strip():
        password = getpass(PASSWORD)
        if getpass(AGAIN) != password:
            typer.echo(NOT_THE_SAME, err=True)
            continue
        try:
            with store.writing() as session:
                accounts.add(session, name=name, role="admin", password=password, now=output.now())
        except WrongUse as error:
            typer.echo(str(error), err=True)
            continue
        typer.echo(MADE.format(name=name), err=True)
        return True
    return False
