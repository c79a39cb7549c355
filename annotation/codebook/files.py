"""Codebooks in YAML: read one, and say of every mistake in which line and field it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from annotation.codebook.book import Codebook
from annotation.errors import InvalidCodebook, NotFound
from languages import message_of, worded

BUILT_IN = Path(__file__).parent.parent / "codebooks"
LONGEST = 1_000_000  # characters
DEEPEST = 20  # levels; a codebook has eight

NO_FIELDS = worded("a codebook has fields: name, title and questions at least")

Where = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One mistake: its line (1 is the first; 0 where it has none), the field, and what is wrong."""

    line: int
    field: str
    why: str

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.field}: {self.why}" if self.field else f"{place}{self.why}"


def read(source: str, *, name: str) -> Codebook:
    """A codebook from the text of a YAML file called `name`.

    Raises InvalidCodebook with the line and the field of the first mistake, and how many more there are.
    """
    found, wrong = _read(source)
    if found is None:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise InvalidCodebook(f"{name}: {wrong[0]}{more}")
    return found


def read_file(path: Path) -> Codebook:
    """The codebook in a file. Raises InvalidCodebook, also where the file is no text in UTF-8."""
    return read(text_of(path.read_bytes(), name=path.name), name=path.name)


def text_of(file: bytes, *, name: str) -> str:
    """The text of a codebook's file. Raises InvalidCodebook where it is too long or not in UTF-8."""
    if len(file) > 4 * LONGEST:
        raise InvalidCodebook(
            worded("{name}: the codebook is longer than {longest:,} characters", name=name, longest=LONGEST)
        )
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidCodebook(worded("{name}: this is not text in UTF-8", name=name)) from error


def problems(source: str) -> list[Problem]:
    """Everything that is wrong with the text of a codebook, by line; nothing where it can be used."""
    return _read(source)[1]


@cache
def built_in(name: str) -> Codebook:
    """The built-in codebook of a protocol. Raises NotFound, naming those there are."""
    path = BUILT_IN / f"{name}.yaml"
    if name not in built_in_names():
        raise NotFound(
            worded("There is no protocol {name!r}. There are: {listed}", name=name, listed=", ".join(built_in_names()))
        )
    return read(path.read_text(encoding="utf-8"), name=path.name)


def built_in_names() -> list[str]:
    """The protocols that come with Accord."""
    return sorted(path.stem for path in BUILT_IN.glob("*.yaml"))


def _read(source: str) -> tuple[Codebook | None, list[Problem]]:
    if len(source) > LONGEST:
        return None, [Problem(0, "", worded("the codebook is longer than {longest:,} characters", longest=LONGEST))]
    try:
        early = _aliases(source)  # first: a walk along aliases of aliases would not end
        tree = None if early else yaml.compose(source, Loader=yaml.SafeLoader)
        if tree is not None:
            early = _too_deep(tree) or _twice(tree)
        value = None if early else yaml.safe_load(source)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        return None, [_not_yaml(error)]
    if early:
        return None, early
    if not isinstance(value, dict):
        return None, [Problem(0, "", NO_FIELDS)]
    try:
        return Codebook.model_validate(value), []
    except ValidationError as error:
        found = [Problem(_line(tree, each["loc"]), _field(each["loc"]), _why(each)) for each in error.errors()]
        return None, sorted(found, key=lambda problem: problem.line)


def _not_yaml(error: Exception) -> Problem:
    mark = getattr(error, "problem_mark", None)
    why = getattr(error, "problem", None) or str(error).splitlines()[0]
    return Problem(mark.line + 1 if mark else 0, "", worded("this is not YAML: {why}", why=why))


def _why(error: Any) -> str:
    ours = error.get("ctx", {}).get("error")  # as it was raised here, and not as pydantic words it
    return message_of(ours) if isinstance(ours, ValueError) else str(error["msg"])


def _field(where: Where) -> str:
    """questions[0].labels[2].key"""
    said = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in where)
    return said.lstrip(".")


def _line(tree: yaml.Node | None, where: Where) -> int:
    """The line of the innermost part of `where` that is there."""
    line, node = 0, tree
    for part in ("", *where):
        if node is None:
            break
        line = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            node = next((value for key, value in node.value if key.value == part), node if part == "" else None)
        elif isinstance(node, yaml.SequenceNode):
            node = node.value[part] if isinstance(part, int) and part < len(node.value) else node
    return node.start_mark.line + 1 if node is not None else line


def _nodes(node: yaml.Node, depth: int = 0) -> Iterator[tuple[yaml.Node, int]]:
    yield node, depth
    if depth > DEEPEST:
        return
    parts = node.value if isinstance(node, yaml.SequenceNode) else []
    if isinstance(node, yaml.MappingNode):
        parts = [part for pair in node.value for part in pair]
    for part in parts:
        yield from _nodes(part, depth + 1)


def _too_deep(tree: yaml.Node) -> list[Problem]:
    deep = next((node for node, depth in _nodes(tree) if depth > DEEPEST), None)
    return (
        []
        if deep is None
        else [Problem(deep.start_mark.line + 1, "", worded("this is nested too deeply for a codebook"))]
    )


def _aliases(source: str) -> list[Problem]:
    """A few lines of aliases of aliases can stand for millions of texts."""
    found = [token for token in yaml.scan(source, Loader=yaml.SafeLoader) if isinstance(token, yaml.AliasToken)]
    return [
        Problem(each.start_mark.line + 1, "", worded("a codebook has no aliases (*); write the text out"))
        for each in found
    ]


def _twice(tree: yaml.Node) -> list[Problem]:
    """YAML takes the last of two fields of one name without a word."""
    found = []
    for node, _ in _nodes(tree):
        if isinstance(node, yaml.MappingNode):
            names: set[str] = set()
            for key, _ in node.value:
                if str(key.value) in names:
                    found.append(Problem(key.start_mark.line + 1, str(key.value), worded("this field is there twice")))
                names.add(str(key.value))
    return found
