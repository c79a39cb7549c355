"""`python -m annotation people …`: accounts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from annotation import store
from annotation.commands import output
from annotation.people import accounts

app = typer.Typer(help="People who sign in.", no_args_is_help=True)

PasswordFile = Annotated[
    Path | None,
    typer.Option("--password-file", exists=True, dir_okay=False, help="Take the password from this file's first line."),
]


@app.command()
def add(
    name: Annotated[str, typer.Argument(help="The name to sign in with.")],
    role: Annotated[str, typer.Option(help="annotator, adjudicator, researcher or admin.")],
    password_file: PasswordFile = None,
) -> None:
    """Add an account; without a password file a new password is made and printed once."""
    password = _password(password_file)
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            accounts.add(session, name=name, role=role, password=password, now=output.now())
    typer.echo(f"Added {name} ({role}).", err=True)
    _print_made(password, password_file)


@app.command(name="list")
def list_people(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False) -> None:
    """List the accounts, closed ones too."""
    with output.refusals():
        store.require_current()
        with store.reading() as session:
            rows = [
                {"name": account.name, "role": account.role, "closed": account.closed_at is not None}
                for account in accounts.people(session)
            ]
    if as_json:
        output.document({"people": rows})
        return
    for row in rows:
        typer.echo(f"{row['name']:<24} {row['role']:<12} {'closed' if row['closed'] else ''}".rstrip())
    if not rows:
        typer.echo("There are no accounts yet.", err=True)


@app.command()
def close(name: Annotated[str, typer.Argument(help="Whose account.")]) -> None:
    """Close an account: it can no longer sign in, and everything that it said stays."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            accounts.close(session, name=name, now=output.now())
    typer.echo(f"Closed {name}.", err=True)


@app.command()
def reset(
    name: Annotated[str, typer.Argument(help="Whose account.")],
    password_file: PasswordFile = None,
) -> None:
    """Give an account a new password, print it once, and sign it out everywhere."""
    password = _password(password_file)
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            accounts.reset(session, name=name, password=password, now=output.now())
    typer.echo(f"{name} has a new password and is signed out everywhere.", err=True)
    _print_made(password, password_file)


@app.command(name="sign-out")
def sign_out(name: Annotated[str, typer.Argument(help="Whose account.")]) -> None:
    """Sign an account out in every browser; it can sign in again."""
    with output.refusals():
        store.require_current()
        with store.writing() as session:
            ended = accounts.sign_out_named(session, name=name, now=output.now())
    typer.echo(f"{name} is signed out everywhere: {ended} sign-in{'' if ended == 1 else 's'} ended.", err=True)


def _password(file: Path | None) -> str:
    if file is None:
        return accounts.new_password()
    try:
        return (file.read_text(encoding="utf-8-sig").splitlines() or [""])[0]
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{file} is not UTF-8 text", param_hint="--password-file") from error


def _print_made(password: str, file: Path | None) -> None:
    if file is None:
        typer.echo(password)
