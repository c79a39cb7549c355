"""Which responses are in one record of Argilla, whichever of its shapes it has?

Three are in use: a list of responses with `values` by question (version 1, and the server's own answers), responses by
question with `value` and `user_id` (version 2), and flat columns `question.responses`, `question.responses.users` and
`question.responses.status` (data sets).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from label_formats.cells import list_of, moment_of, object_of, text_of
from label_formats.errors import BadRow
from label_formats.text import printable

FLAT = ".responses"


@dataclass(frozen=True)
class Response:
    """What one person said to one question, as it stands in the record; an empty status is none."""

    question: str
    user: Any
    status: str
    value: Any
    time: datetime | None = None

    @property
    def named(self) -> str:
        """The response, for a message."""
        who = f" of {self.user}" if isinstance(self.user, str | int) else ""
        return printable(f"the response{who} to {self.question!r}")


def responses_of(record: Mapping[str, Any]) -> list[Response]:
    """All responses in a record, in its order. Raises BadRow where they are in none of the known shapes."""
    found = record.get("responses")
    if isinstance(found, list):
        return list(_by_person(found))
    if isinstance(found, Mapping):
        return list(_by_question(found))
    if any(name.endswith(FLAT) for name in record):
        return list(_flat(record))
    raise BadRow("the record has no responses")


def _by_person(entries: list[Any]) -> Iterator[Response]:
    for number, entry in enumerate(entries, start=1):
        response = object_of(entry, f"response {number}")
        status = text_of(response.get("status"), "its status").strip()
        moment = moment_of(response.get("updated_at") or response.get("inserted_at"), "its time")
        user = response.get("user_id")
        values = response.get("values")
        if status == "discarded" and not values:
            yield Response("", user, status, None, moment)
            continue
        for question, value in object_of(values, f"the values of response {number}").items():
            inner = value.get("value") if isinstance(value, Mapping) else value
            yield Response(text_of(question, "a question"), user, status, inner, moment)


def _by_question(questions: Mapping[str, Any]) -> Iterator[Response]:
    for question, entries in questions.items():
        for entry in list_of(entries, f"the responses to {printable(question)!r}"):
            response = object_of(entry, f"a response to {printable(question)!r}")
            status = text_of(response.get("status"), "its status").strip()
            yield Response(text_of(question, "a question"), response.get("user_id"), status, response.get("value"))


def _flat(record: Mapping[str, Any]) -> Iterator[Response]:
    """A list of values for each question, and beside it as many users and statuses."""
    for name in record:
        if not name.endswith(FLAT) or record[name] is None:
            continue
        question = text_of(name.removesuffix(FLAT), "a question")
        values = list_of(record[name], printable(name))
        users = list_of(record.get(f"{name}.users"), printable(f"{name}.users"))
        statuses = record.get(f"{name}.status")
        if statuses is None:
            statuses = [None] * len(values)
        if not len(values) == len(users) == len(list_of(statuses, printable(f"{name}.status"))):
            raise BadRow(f"{name} has {len(values)} values, and not as many users and statuses")
        for value, user, status in zip(values, users, statuses, strict=True):
            yield Response(question, user, text_of(status, "its status").strip(), value)
