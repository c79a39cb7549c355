"""Accounts: who may sign in, that a refusal says nothing more than that, and that a closed account stays counted."""

from __future__ import annotations

import unicodedata
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlmodel import select

from annotation import judgments, store
from annotation import models as m
from annotation.errors import NotFound, SignInRefused, WrongUse
from annotation.people import accounts
from annotation.people.accounts import Person
from annotation.status import status
from tests import studies
from tests.studies import NOW, SLUG

PASSWORD = "correct horse"

pytestmark = pytest.mark.usefixtures("quick_passwords")


def add(name: str = "ann", *, role: str = "annotator", password: str = PASSWORD) -> Person:
    with store.writing() as session:
        return accounts.add(session, name=name, role=role, password=password, now=NOW)


def sign_in(name: str = "ann", password: str = PASSWORD) -> str:
    with store.writing() as session:
        return accounts.sign_in(session, name=name, password=password, now=NOW)


def who(token: str, *, later: timedelta = timedelta()) -> Person | None:
    with store.reading() as session:
        return accounts.who(session, token=token, now=NOW + later)


def close(name: str = "ann") -> None:
    with store.writing() as session:
        accounts.close(session, name=name, now=NOW)


def test_signing_in_gives_a_token_that_says_who(database: str) -> None:
    person = add()
    token = sign_in()
    assert who(token) == person == Person(id=person.id, name="ann", role="annotator")
    assert sign_in() != token


@pytest.mark.parametrize("name", ["ANN", "Ann", "\uff41\uff4e\uff4e"])  # the last one in letters of full width
def test_case_and_width_of_a_name_do_not_matter(sqlite_database: str, name: str) -> None:
    add()
    found = who(sign_in(name))
    assert found is not None
    assert found.name == "ann"
    with pytest.raises(WrongUse, match="already"):
        add(name)


REFUSED = [
    ("ann", "wrong password"),
    ("ann", ""),
    ("ann", PASSWORD + " "),
    ("ann", "x" * 1_000_000),
    ("ann", "\ud800" * 8),
    ("ann", "\0" * 8),
    ("nobody", PASSWORD),
    ("", PASSWORD),
    ("closed", PASSWORD),
    ("a\0b", PASSWORD),
    ("\ud800", PASSWORD),
    ("x" * 100_000, PASSWORD),
]


def test_every_refusal_says_the_same(database: str) -> None:
    """What cannot be a name or a password is refused like any other; nobody learns which names there are."""
    add()
    add("closed")
    close("closed")
    for name, password in REFUSED:
        with pytest.raises(SignInRefused) as refused:
            sign_in(name, password)
        assert str(refused.value) == "Name or password is wrong."
    assert studies.number_of(m.SignIn) == 0


def test_an_unknown_name_costs_a_hash_like_a_wrong_password(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add()
    checked: list[str] = []

    def watched(hashed: str, password: str) -> bool:
        checked.append(hashed)
        return False

    monkeypatch.setattr(accounts, "_fits", watched)
    for name in ("ann", "nobody"):
        with pytest.raises(SignInRefused):
            sign_in(name, "wrong password")
    assert len(checked) == 2
    assert all(hashed.startswith("$argon2id$") for hashed in checked)


def test_the_database_holds_neither_token_nor_password(database: str) -> None:
    add()
    token = sign_in()
    with store.reading() as session:
        rows = session.execute(text("SELECT * FROM sign_in")).all()
        people = session.execute(text("SELECT * FROM account")).all()
        events = session.execute(text("SELECT * FROM event")).all()
    kept = repr([rows, people, events])
    assert token not in kept
    assert PASSWORD not in kept
    assert [len(value) for value in rows[0] if isinstance(value, str) and len(value) == 64] == [64], "the sha256"
    assert "$argon2id$" in kept


def test_a_sign_in_ends_by_itself(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    add()
    token = sign_in()
    lasts = accounts.STAYS_SIGNED_IN
    monkeypatch.setenv("ACCORD_IDLE_HOURS", "336")
    assert who(token, later=lasts - timedelta(microseconds=1)) is not None
    assert who(token, later=lasts) is None


def test_signing_out_ends_this_browsers_sign_in_alone(database: str) -> None:
    add()
    one, other = sign_in(), sign_in()
    with store.writing() as session:
        accounts.sign_out(session, token=one, now=NOW)
        accounts.sign_out(session, token=one, now=NOW)
        accounts.sign_out(session, token="unknown", now=NOW)
    assert (who(one), who(other) is None) == (None, False)


def test_closing_signs_out_everywhere_and_refuses_from_then_on(database: str) -> None:
    add()
    add("bo")
    tokens = [sign_in(), sign_in()]
    others = sign_in("bo")
    close()
    assert [who(token) for token in tokens] == [None, None]
    assert who(others) is not None
    with pytest.raises(SignInRefused):
        sign_in()
    with pytest.raises(WrongUse, match="already"):
        add()


def test_a_new_password_signs_out_everywhere_and_replaces_the_old_one(database: str) -> None:
    add()
    token = sign_in()
    with store.writing() as session:
        accounts.reset(session, name="Ann", password="another one", now=NOW)
    assert who(token) is None
    with pytest.raises(SignInRefused):
        sign_in()
    assert who(sign_in(password="another one")) is not None


def test_an_unknown_token_is_nobody(database: str) -> None:
    add()
    sign_in()
    for token in ("", "nonsense", "\0", "\ud800", "é" * 10_000):
        assert who(token) is None


@pytest.mark.parametrize("name", ["", " ", "a b", "a\n", "a/b", "<b>", "a" * 65, "a\0"])
def test_a_name_that_cannot_be_is_refused(sqlite_database: str, name: str) -> None:
    with pytest.raises(WrongUse, match="cannot name an account"):
        add(name)


@pytest.mark.parametrize("name", ["李明", "zoë", "İrem", "straße", "a.b-c_d+e@f.org", "7"])
def test_names_in_any_script_can_sign_in(sqlite_database: str, name: str) -> None:
    add(name)
    assert who(sign_in(name)) is not None
    assert who(sign_in(unicodedata.normalize("NFD", name))) is not None, "as another keyboard sends it"


def test_a_role_or_password_that_cannot_be_is_refused(sqlite_database: str) -> None:
    with pytest.raises(WrongUse, match="annotator, adjudicator, researcher, admin"):
        add(role="boss")
    for password in ("short", "x" * 1025, "\ud800" * 8):
        with pytest.raises(WrongUse, match="password"):
            add(password=password)
    assert studies.number_of(m.Account) == 0


def test_a_made_password_is_long_and_new() -> None:
    made = {accounts.new_password() for _ in range(50)}
    assert len(made) == 50
    assert all(len(each) == 19 and not set(each) & set("il01o") for each in made)


def test_people_named_must_exist_and_be_open(sqlite_database: str) -> None:
    add("ann")
    add("bo")
    close("bo")
    with store.reading() as session:
        assert [account.name for account in accounts.named(session, ["ANN"])] == ["ann"]
        with pytest.raises(NotFound, match="people add cy"):
            accounts.named(session, ["ann", "cy"])
        with pytest.raises(NotFound, match="closed"):
            accounts.named(session, ["bo"])


@pytest.mark.parametrize("verb", ["close", "reset"])
def test_an_unknown_account_is_named_in_the_refusal(sqlite_database: str, verb: str) -> None:
    with store.writing() as session, pytest.raises(NotFound, match="'cy'"):
        if verb == "close":
            accounts.close(session, name="cy", now=NOW)
        else:
            accounts.reset(session, name="cy", password=PASSWORD, now=NOW)


def test_closing_an_account_changes_no_figure(database: str) -> None:
    """N7."""
    studies.make_project()
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(people["ann"], "must")
    studies.label_all(people["bo"], "nice")

    def figures() -> object:
        with store.reading() as session:
            table = judgments.long_table(session, slug=SLUG).to_dict("records")
            return status(session, slug=SLUG), table, list(judgments.current(session, slug=SLUG))

    before = figures()
    close("ann")
    assert figures() == before
    with store.reading() as session:
        account = session.exec(select(m.Account).where(m.Account.name == "ann")).one()
    assert account.closed_at == NOW


def test_a_password_that_was_proved_before_a_reset_opens_nothing_after_it(database: str) -> None:
    """Checking a password takes long: an admin may reset it in the meantime."""
    add()
    with store.reading() as session:
        proved = accounts.prove(session, name="ann", password=PASSWORD)
    with store.writing() as session:
        accounts.reset(session, name="ann", password="from the admin", now=NOW)
    with pytest.raises(SignInRefused), store.writing() as session:
        accounts.start(session, account_id=proved.id, proved=proved.password_hash, now=NOW)
    assert studies.number_of(m.SignIn) == 0
    assert "argon2" not in repr(proved)
