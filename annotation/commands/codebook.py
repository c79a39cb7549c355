"""`python -m annotation codebook …`: the built-in codebooks, and the versions of a project's own."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from annotation import codebook, codebook_history, next_version, store
from annotation.codebook import Codebook, Problem
from annotation.codebook.change_words import in_words
from annotation.commands import output
from annotation.commands.options import AsJson, Slug
from annotation.errors import WrongUse
from annotation.next_version import Plan
from languages import worded

app = typer.Typer(help="Codebooks: which questions are asked, and their labels.", no_args_is_help=True)

OwnFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="The codebook, in YAML.")]
OneProject = Annotated[str | None, typer.Option("--project", help="The project's short name.")]
Became = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="QUESTION:OLD=NEW",
        help="What a label in use becomes; nothing after the = says that it is no answer any more. May be repeated.",
    ),
]
NOT_A_MAP = worded("{text!r} is not QUESTION:OLD=NEW, such as role:nice=optional.")
ONE_OF_TWO = worded("Name a built-in codebook or, with --project, that of a project.")


@app.command(name="list")
def list_built_in(as_json: AsJson = False) -> None:
    """List the built-in codebooks, one for each protocol."""
    found = [codebook.built_in(name) for name in codebook.built_in_names()]
    if as_json:
        output.document({"codebooks": [{"name": each.name, "title": each.title} for each in found]})
        return
    for each in found:
        typer.echo(f"{each.name:<24} {codebook.said(each.title)}")


@app.command()
def show(
    name: Annotated[str | None, typer.Argument(help="A built-in codebook.")] = None,
    project: OneProject = None,
    version: Annotated[int | None, typer.Option(min=1, help="An earlier version of a project's.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print a codebook as YAML: the beginning of one of your own."""
    with output.refusals():
        if (name is None) == (project is None) or (name is not None and version is not None):
            raise WrongUse(ONE_OF_TWO)
        book, about = _shown(name, project, version)
    if as_json:
        output.document({**about, "codebook": book.model_dump(mode="json")})
    else:
        typer.echo(codebook.written(book), nl=False)


@app.command()
def check(file: OwnFile, project: OneProject = None, mapped: Became = None, as_json: AsJson = False) -> None:
    """Say what is wrong with a codebook and, for a project, what it would change; nothing is saved."""
    with output.refusals():
        maps = _maps(mapped or [])
        source = codebook.text_of(file.read_bytes(), name=file.name)
        wrong = codebook.problems(source)
        plan = None
        if not wrong and project is not None:
            store.require_current()
            with store.reading() as session:
                book = codebook.read(source, name=file.name)
                plan = next_version.plan(session, slug=project, book=book, maps=maps)
    if as_json:
        output.document(_check_json(wrong, plan))
    else:
        _tell(file.name, wrong, plan)
    if wrong or (plan and (plan.refused or _unsaid(plan, maps))):
        raise typer.Exit(1)


@app.command()
def save(
    file: OwnFile,
    project: Slug,
    mapped: Became = None,
    remove: Annotated[
        list[str] | None,
        typer.Option("--remove", metavar="QUESTION", help="A question in use that is not asked any more."),
    ] = None,
    note: Annotated[str, typer.Option(help="Why, for the history.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a codebook the next version of a project's; a label in use that is gone needs a --map."""
    with output.refusals():
        maps = _maps(mapped or [])
        book = codebook.read_file(file)
        store.require_current()
        with store.writing() as session:
            done = next_version.save(
                session, slug=project, book=book, maps=maps, confirmed=remove or (), note=note, now=output.now()
            )
    if as_json:
        output.document(asdict(done))
        return
    typer.echo(
        f"Version {done.version} is saved. {done.reopened} items of annotators are open again; "
        f"{done.completed} are done that were not."
    )


def _shown(name: str | None, project: str | None, version: int | None) -> tuple[Codebook, dict[str, Any]]:
    if project is None:
        return codebook.built_in(name or ""), {"name": name}
    store.require_current()
    with store.reading() as session:
        found = codebook_history.version(session, slug=project, number=version)
    about = {"project": project, "version": found.number, "made_at": found.made_at.isoformat(), "note": found.note}
    return found.book, about


def _maps(texts: list[str]) -> dict[str, dict[str, str]]:
    maps: dict[str, dict[str, str]] = {}
    for text in texts:
        question, colon, rest = text.partition(":")
        old, equals, new = rest.partition("=")
        if not (colon and equals and question.strip() and old.strip()):
            raise WrongUse(worded(NOT_A_MAP, text=text))
        maps.setdefault(question.strip(), {})[old.strip()] = new.strip()
    return maps


def _unsaid(plan: Plan, maps: dict[str, dict[str, str]]) -> bool:
    return any(gone.label not in maps.get(gone.question, {}) for gone in plan.to_map)


def _check_json(wrong: list[Problem], plan: Plan | None) -> dict[str, Any]:
    found: dict[str, Any] = {"problems": [asdict(each) for each in wrong]}
    if plan is not None:
        found |= {
            "version": plan.version,
            "changes": in_words(plan.changes),
            "to_map": [asdict(each) for each in plan.to_map],
            "to_confirm": [{"question": each.question, "count": each.count} for each in plan.to_confirm],
            "refused": list(plan.refused),
            "reopened": plan.reopened,
            "completed": plan.completed,
        }
    return found


def _tell(name: str, wrong: list[Problem], plan: Plan | None) -> None:
    for each in wrong:
        typer.echo(f"{name}: {each}", err=True)
    if wrong:
        return
    typer.echo(f"{name} can be used.")
    if plan is None:
        return
    for sentence in [*in_words(plan.changes), *plan.refused]:
        typer.echo(f"  {sentence}")
    for gone in plan.to_map:
        typer.echo(f"  {gone.count} answers say {gone.label}: --map {gone.question}:{gone.label}=…")
    for gone in plan.to_confirm:
        typer.echo(f"  {gone.count} answers to {gone.question}: --remove {gone.question}")
    typer.echo(f"  {plan.reopened} items of annotators would be open again; {plan.completed} would be done.")
