"""A file on its way into a project: the widgets that ask for it, and what was chosen in them.

Each file is a turn of its own: when it is saved, left or another one takes its place, every widget begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import streamlit as st

from annotation import projects, readers
from annotation.errors import RefusedRow
from annotation.imports.preview import Held, SampleItem
from annotation.readers.rows import MOST_ROWS
from languages import say, say_if_ours, worded
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import Short, table

FILE = worded("A file of a benchmark, or a table")
BOUNDS = worded("At most {megabytes:,} MB, and of a table {rows:,} rows.")
NOTHING_YET = worded("Nothing is saved before you have seen what is in it.")
INTO = worded("Into")
NEW_PROJECT = worded("A new project")
HELD = worded(
    "“{title}” ({slug}) holds {same:,} of the {total:,} items of this file already, with the same content. A new "
    "project would have them a second time."
)
TITLE = worded("Title")
SLUG = worded("Short name")
SLUG_HELP = worded("It stands in addresses and file names: small letters, digits and '-'. It cannot be changed later.")
FORMAT = worded("Format")
BY_ITSELF = worded("Recognize it")
BAD = worded("Rows that cannot be taken: {count:,}. They are left out if you save the good ones.")
SHOWN_REFUSALS = 50
AND_MORE = worded("And {count:,} more.")
FIRST_ITEMS = worded("The first {shown:,} of {total:,} new items")
NEW_ITEMS = worded("New items: {total:,}")
LONGEST_SAMPLE = 160

_TURN = "upload-turn"
_NEW = ""  # no project has this short name


@dataclass(frozen=True)
class Chosen:
    """What is to be saved: the file, and into which project. `title` None: the codebook's.

    What it is read by and begins with was shown with the preview: see the screen.
    """

    file: bytes
    slug: str
    title: str | None
    format_name: str | None
    new: bool


def ask_for_file() -> bytes | None:
    """Draw the place for a file; its bytes, once there is one."""
    bounds = say(BOUNDS, megabytes=st.get_option("server.maxUploadSize"), rows=MOST_ROWS)
    quiet(f"{say(NOTHING_YET)} {bounds}")
    uploaded = st.file_uploader(say(FILE), key=_place_for_file(), width=640)
    return None if uploaded is None else uploaded.getvalue()


def ask_into(titles: Mapping[str, str], *, proposed: str | None) -> None:
    """Draw the choice of where the file goes; `proposed` is the project that is chosen at first, None a new one."""
    if not titles:
        return
    options = [_NEW, *titles]
    st.selectbox(
        say(INTO),
        options,
        index=options.index(proposed or _NEW),
        format_func=lambda slug: f"{titles[slug]} ({slug})" if slug else say(NEW_PROJECT),
        key=key("into"),
        width=420,
    )


def warn_of_twin(held: Held, *, total: int) -> None:
    """Say that there is a project with the same items, before a second one is made of them."""
    st.warning(literal(say(HELD, title=held.title, slug=held.project, same=held.same, total=total)))


def ask_for_format() -> None:
    """Draw the choice of a format, for a file that is not recognized."""
    st.selectbox(
        say(FORMAT),
        [None, *readers.names()],
        format_func=lambda name: say(BY_ITSELF) if name is None else say_if_ours(readers.title_of(name)),
        key=key("format"),
        width=420,
    )


def ask_for_names(*, taken: Sequence[str]) -> None:
    """Draw title and short name of a new project, both suggested; the short name follows the title until it is typed.

    `taken` are the short names of the projects that there are.
    """
    if key("title") not in st.session_state:
        st.session_state[key("title")] = PurePath(st.session_state[_place_for_file()].name).stem
        _suggest(taken)
    with st.container(horizontal=True):
        st.text_input(say(TITLE), key=key("title"), max_chars=projects.LONGEST_TITLE, on_change=_follow, args=(taken,))
        st.text_input(say(SLUG), key=key("slug"), max_chars=63, help=say(SLUG_HELP))


def into() -> str | None:
    """The project that the file goes into; None: a new one."""
    return st.session_state.get(key("into")) or None


def format_name() -> str | None:
    """The format that was named; None: to be recognized."""
    name: str | None = st.session_state.get(key("format"))
    return name


def chosen() -> Chosen | None:
    """Everything that was chosen, or None where there is no file."""
    uploaded = st.session_state.get(_place_for_file())
    if uploaded is None:
        return None
    title = (st.session_state.get(key("title")) or "").strip()
    return Chosen(
        file=uploaded.getvalue(),
        slug=into() or (st.session_state.get(key("slug")) or "").strip(),
        title=(title or None) if into() is None else None,
        format_name=format_name(),
        new=into() is None,
    )


def forget() -> None:
    """Begin anew, without a file."""
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1


def draw_refused(refused: Sequence[RefusedRow]) -> None:
    """Draw the rows that cannot be taken, with the reason; the first of them where they are many."""
    if not refused:
        return
    st.warning(say(BAD, count=len(refused)))
    table(
        (say("Row"), say("Id"), say("Why")),
        [(_place(row.row), _place(row.id), say_if_ours(row.why)) for row in refused[:SHOWN_REFUSALS]],
    )
    if len(refused) > SHOWN_REFUSALS:
        quiet(say(AND_MORE, count=len(refused) - SHOWN_REFUSALS))


def draw_sample(sample: Sequence[SampleItem], *, total: int) -> None:
    """Draw the first new items."""
    if not sample:
        return
    heading = FIRST_ITEMS if len(sample) < total else NEW_ITEMS
    st.markdown(f"**{say(heading, shown=len(sample), total=total)}**")
    rows = [(_place(each.row), _place(each.id), _short(each.words), each.turns, each.memories) for each in sample]
    table((say("Row"), say("Id"), say("Query"), say("Turns"), say("Memories")), rows)


def _place(where: int | str) -> Short:
    """A row's number or id, on one line."""
    return Short(str(where))


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_SAMPLE else f"{plain[: LONGEST_SAMPLE - 1]}…"


def _follow(taken: Sequence[str]) -> None:
    if st.session_state.get(key("slug"), "") == st.session_state.get(key("suggested"), ""):
        _suggest(taken)


def _suggest(taken: Sequence[str]) -> None:
    slug = projects.suggest_slug(st.session_state[key("title")], taken=taken)
    st.session_state[key("slug")] = st.session_state[key("suggested")] = slug


def _place_for_file() -> str:
    return f"upload-file-{st.session_state.get(_TURN, 0)}"


def key(name: str) -> str:
    """The name of a widget about the file that is there now."""
    uploaded = st.session_state.get(_place_for_file())
    return f"upload-{name}-{uploaded.file_id if uploaded else ''}"
