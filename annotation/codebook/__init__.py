"""Codebooks as data: which questions are asked, about what, and what can answer them (pure).

A codebook is a YAML file; the built-in ones lie in `codebooks/`, one per protocol. Every text is given by language, and
English is required. A project keeps its own frozen copy, and every judgment names the version it was made under.
"""

from annotation.codebook.book import Codebook
from annotation.codebook.files import Problem, built_in, built_in_names, problems, read, read_file, text_of
from annotation.codebook.questions import (
    RESERVED_HOTKEYS,
    About,
    AskIf,
    Expects,
    Group,
    Kind,
    Label,
    Level,
    Question,
)
from annotation.codebook.texts import Text, said
from annotation.codebook.writing import written

__all__ = [
    "RESERVED_HOTKEYS",
    "About",
    "AskIf",
    "Codebook",
    "Expects",
    "Group",
    "Kind",
    "Label",
    "Level",
    "Problem",
    "Question",
    "Text",
    "built_in",
    "built_in_names",
    "problems",
    "read",
    "read_file",
    "said",
    "text_of",
    "written",
]
