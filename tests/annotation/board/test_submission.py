"""The body of a request that submits: what is one, and by what it is known again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from annotation.board.submission import Skip, Submission, Work, read
from annotation.errors import Invalid

BODY: dict[str, Any] = {
    "account": "3",
    "assignment": 17,
    "revision": 0,
    "codebook": 1,
    "token": "0f8fad5b-d9cb-469f-a165-70867728950e",
    "answers": [{"target": "m1", "question": "role", "label": "must"}],
}


def test_a_body_is_read() -> None:
    sent = read(json.dumps(BODY).encode(), Submission)
    assert sent.model_dump(mode="json", exclude_unset=True) == BODY


def test_what_a_board_does_not_say_is_unchanged() -> None:
    sent = read(json.dumps(BODY).encode(), Submission)
    assert (sent.note, sent.flagged, sent.active_ms, sent.reopen, sent.seen) == (None, None, None, False, 0)


BAD_FIELDS: tuple[dict[str, Any], ...] = (
    {"extra": 1},
    {"account": 3},
    {"assignment": "17"},
    {"assignment": 17.0},
    {"assignment": 10**30},
    {"assignment": -1},
    {"revision": -1},
    {"revision": True},
    {"token": "short"},
    {"token": "x" * 101},
    {"token": "\0" * 20},
    {"token": "a token with blanks"},
    {"seen": -1},
    {"note": 1},
    {"note": "a\0b"},
    {"note": "\ud800"},
    {"note": "x" * 10_001},
    {"flagged": "yes"},
    {"active_ms": -1},
    {"active_ms": 1.5},
    {"active_ms": 10**12},
    {"reopen": 1},
    {"answers": {}},
    {"answers": [{"target": "m1", "question": "role"}]},
    {"answers": [{"target": "m1", "question": "role", "label": 1}]},
    {"answers": [{"target": "m1", "question": "role", "label": None}]},
    {"answers": [{"target": "m1", "question": "role", "label": "x" * 60_001}]},
)
BAD_BODIES = [
    *(b"", b"[]", b"null", b"{", b"\xff", b"[" * 100_000),
    *(json.dumps({key: value for key, value in BODY.items() if key != left_out}).encode() for left_out in BODY),
    *(json.dumps({**BODY, **changes}).encode() for changes in BAD_FIELDS),
]


@pytest.mark.parametrize("body", BAD_BODIES)
def test_a_body_that_is_no_submission_is_malformed(body: bytes) -> None:
    with pytest.raises(Invalid) as refused:
        read(body, Submission)
    assert refused.value.code == "malformed"
    assert "nothing was saved" in str(refused.value)


def test_the_digest_knows_a_submission_by_everything_but_its_token_and_order() -> None:
    one = Submission.model_validate_json(json.dumps(BODY))
    answer = one.answers[0]
    other = answer.model_copy(update={"target": "m2"})
    both = one.model_copy(update={"answers": (answer, other)})
    assert one.model_copy(update={"token": "another"}).digest == one.digest
    assert both.model_copy(update={"answers": (other, answer)}).digest == both.digest
    for said in ({"seen": 3}, {"note": "n"}, {"flagged": True}, {"active_ms": 5}):  # no part of the answers
        assert one.model_copy(update=said).digest == one.digest
    for changes in (
        {"account": "4"},
        {"assignment": 18},
        {"revision": 1},
        {"codebook": 2},
        {"answers": (other,)},
        {"reopen": True},
    ):
        assert one.model_copy(update=changes).digest != one.digest


@pytest.mark.parametrize(
    "changes", [{}, {"reason": "boring"}, {"reason": None}, {"reason": "hard", "words": "x" * 10_001}]
)
def test_a_skip_needs_one_of_the_reasons(changes: dict[str, Any]) -> None:
    body = {key: value for key, value in BODY.items() if key != "token"}
    assert read(json.dumps({**body, "reason": "hard"}).encode(), Skip).words == ""
    with pytest.raises(Invalid):
        read(json.dumps({**body, **changes}).encode(), Skip)


def test_a_draft_has_neither_token_nor_reason() -> None:
    with pytest.raises(Invalid):
        read(json.dumps(BODY).encode(), Work)
