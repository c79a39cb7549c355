"""Importing items: once however often, all or nothing, and what the source says kept apart from what is shown."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.content import Content, as_ever, told
from annotation.errors import NotFound, RowsRefused, Unreadable, WrongUse
from annotation.imports import importing
from annotation.imports import preview as import_preview
from annotation.imports.look import Imported
from annotation.imports.preview import Held, Preview, SampleItem
from tests.studies import NOW, SLUG, add_people, as_file, make_project, memory, number_of, record, records

BAD = {"id": "bad", "query": "?"}


def take(content: Any, *, slug: str = SLUG, **options: Any) -> Imported:
    with store.writing() as session:
        return importing.import_items(session, as_file(content), slug=slug, now=NOW, **options)


def contents(slug: str) -> list[tuple[str, dict[str, Any]]]:
    with store.reading() as session:
        rows = session.exec(
            select(m.Item.source_id, m.Item.content)
            .join(m.Project)
            .where(m.Project.slug == slug)
            .order_by(m.Item.source_id)
        )
        return [(item, dict(content)) for item, content in rows]


def nothing_stored() -> bool:
    return not any(map(number_of, (m.Project, m.Item, m.Target, m.Reference, m.Tag, m.Codebook, m.Round, m.Event)))


def test_an_import_makes_the_project_with_its_codebook_and_an_independent_round(database: str) -> None:
    assert take(records(3), title="Roles") == Imported(
        items_added=3, items_skipped=0, memories=9, responses=0, rows_refused=()
    )
    with store.reading() as session:
        project = session.exec(select(m.Project)).one()
        book = session.exec(select(m.Codebook)).one()
        opened = session.exec(select(m.Round)).one()
    assert (project.slug, project.title, project.protocol) == (SLUG, "Roles", "stratmem-roles")
    assert (book.version, book.body["name"]) == (1, "stratmem-roles")
    assert (opened.number, opened.kind, opened.closed_at) == (1, "independent", None)
    assert number_of(m.Target) == 3 + 9, "each item is a target, too"


def test_importing_again_adds_nothing(database: str) -> None:
    """G7."""
    take(records(3))
    assert take(records(3)) == Imported(items_added=0, items_skipped=3, memories=0, responses=0, rows_refused=())
    assert (number_of(m.Item), number_of(m.Target)) == (3, 12)


def test_a_longer_file_adds_what_is_new(sqlite_database: str) -> None:
    take(records(3))
    assert take(records(5)) == Imported(items_added=2, items_skipped=3, memories=6, responses=0, rows_refused=())


@pytest.mark.parametrize(
    "changes",
    [
        {"query": "Another question?"},
        {"memory": memory(irr=["Ida is allergic to nuts.", "Ida likes plums.", "Otto owns a kayak."])},
        {"given_type": "B"},
    ],
    ids=["content", "roles", "a field that nobody reads"],
)
def test_a_known_id_with_other_content_is_refused(sqlite_database: str, changes: dict[str, Any]) -> None:
    take([record("a")])
    with pytest.raises(RowsRefused, match="1 row") as refused:
        take([record("a", **changes), record("b")])
    assert [(row.row, row.id) for row in refused.value.refused] == [(1, "a")]
    assert number_of(m.Item) == 1
    done = take([record("a", **changes), record("b")], partial=True)
    assert (done.items_added, [row.id for row in done.rows_refused]) == (1, ["a"])


def test_the_order_of_a_records_fields_is_no_other_content(sqlite_database: str) -> None:
    take([record("a")])
    assert take([dict(reversed(record("a").items()))]).items_skipped == 1


def test_with_a_refused_row_nothing_is_saved(database: str) -> None:
    with pytest.raises(RowsRefused) as refused:
        take([record("a"), BAD])
    assert [(row.row, row.id) for row in refused.value.refused] == [(2, "bad")]
    assert nothing_stored()


def test_partial_saves_the_good_rows_and_lists_the_others_in_order(database: str) -> None:
    """N10: one broken row does not stop the import."""
    take([record("known")])
    content = [BAD, record("a"), record("known", query="Changed?"), record("nul", query="a\0b"), record("c")]
    done = take(content, partial=True)
    assert (done.items_added, done.memories) == (2, 6)
    assert [(row.row, row.id) for row in done.rows_refused] == [(1, "bad"), (3, "known"), (4, "nul")]


def test_a_dry_run_says_what_would_be_done_and_saves_nothing(database: str) -> None:
    done = take([record("a"), BAD], dry_run=True)
    assert (done.items_added, done.memories, [row.id for row in done.rows_refused]) == (1, 3, ["bad"])
    assert nothing_stored()


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_dry_run_refuses_what_the_import_would_refuse(sqlite_database: str, dry_run: bool) -> None:
    with pytest.raises(NotFound, match="stratmem-roles"):
        take([record()], protocol="unheard-of", dry_run=dry_run)
    with pytest.raises(WrongUse, match="cannot name a project"):
        take([record()], slug="Not A Slug", dry_run=dry_run)
    assert nothing_stored()


@pytest.mark.parametrize("slug", ["", "-a", "A", "a b", "a/b", "ä", "a" * 64, "a\n"])
def test_a_name_that_cannot_stand_in_an_address_is_refused(sqlite_database: str, slug: str) -> None:
    with pytest.raises(WrongUse, match="cannot name a project"):
        take([record()], slug=slug)


def test_a_project_keeps_its_protocol(sqlite_database: str) -> None:
    take([record("a")], protocol="stratmem-roles")
    with pytest.raises(WrongUse, match="follows the protocol stratmem-roles"):
        take([record("b")], protocol="another")
    assert take([record("b")]).items_added == 1


def test_a_file_that_cannot_be_read_makes_no_project(sqlite_database: str) -> None:
    with store.writing() as session, pytest.raises(Unreadable):
        importing.import_items(session, b"", slug=SLUG, now=NOW)
    assert nothing_stored()


def test_two_projects_know_the_same_items_by_the_same_keys(database: str) -> None:
    make_project(slug="one")
    make_project(slug="two")
    assert contents("one") == contents("two")


def test_permuting_the_sources_roles_changes_nothing_that_can_be_shown(sqlite_database: str) -> None:
    """Blindness: contents, keys and their order are the same whatever the source says of roles."""
    names = [f"Fact {n}." for n in range(6)]
    take([record("a", memory=memory(must=names[:1], nice=names[1:3], irr=names[3:]))], slug="one")
    take([record("a", memory=memory(must=names[:2:-1], nice=names[:1], irr=names[2:0:-1]))], slug="two")
    assert contents("one") == contents("two")


def test_the_reference_keeps_the_record_as_it_came(database: str) -> None:
    odd = {
        "zeta": 1,
        "alpha": [None, True, 2.50, 12345678901234567890],
        "empty": {},
        "text": "é 記憶 🎉 \u2028 $x$ <b>",
    }
    take([record(7, extra=odd)])
    with store.reading() as session:
        kept = session.exec(select(m.Reference)).one()
        item = session.exec(select(m.Item)).one()
    assert list(kept.raw) == list(record(7, extra=odd)), "the order of fields"
    assert kept.raw == record(7, extra=odd)
    assert list(kept.raw["extra"]) == list(odd)
    assert (item.source_id, kept.raw["id"], kept.format) == ("7", 7, "stratmem")
    assert sorted(kept.keys) == [each["key"] for each in item.content["memories"]]


def test_tags_are_kept_for_grouping(sqlite_database: str) -> None:
    take([record("a")])
    with store.reading() as session:
        tags = {(tag.name, tag.value) for tag in session.exec(select(m.Tag)).all()}
    assert tags == {("scenario", "must+nice"), ("persona", "Otto")}


def test_the_published_file_imports_whole_and_once(sqlite_database: str, shared_data: Path) -> None:
    """BENCHMARKS.md 1: 657 items with 5,778 memories."""
    file = (shared_data / "stratmem" / "StratMemBench.json").read_bytes()
    with store.writing() as session:
        first = importing.import_items(session, file, slug=SLUG, now=NOW)
        again = importing.import_items(session, file, slug=SLUG, now=NOW)
    assert first == Imported(items_added=657, items_skipped=0, memories=5778, responses=0, rows_refused=())
    assert again == Imported(items_added=0, items_skipped=657, memories=0, responses=0, rows_refused=())


# --- The preview ----------------------------------------------------------------------------------------------------


def looked_at(content: Any, *, slug: str | None = None, **options: Any) -> Preview:
    with store.reading() as session:
        return import_preview.preview(session, as_file(content), slug=slug, **options)


def test_a_preview_says_what_was_recognized_and_stores_nothing(database: str) -> None:
    found = looked_at([*records(12), BAD, record("i1")])
    assert (found.format_name, found.protocols[0]) == ("stratmem", "stratmem-roles")
    assert (found.done.items_added, found.done.items_skipped, found.done.memories) == (12, 0, 36)
    assert [(row.row, row.id) for row in found.done.rows_refused] == [(13, "bad"), (14, "i1")]
    assert len(found.sample) == import_preview.SAMPLE
    assert found.sample[0] == SampleItem(row=1, id="i1", words="Question 1?", turns=2, memories=3)
    assert nothing_stored()


def test_a_preview_into_a_project_counts_only_what_is_new(database: str) -> None:
    take(records(2))
    found = looked_at([*records(3), record("i2", query="Changed?")][0:3], slug=SLUG)
    assert (found.done.items_added, found.done.items_skipped, [each.id for each in found.sample]) == (1, 2, ["i3"])
    changed = looked_at([record("i2", query="Changed?")], slug=SLUG)
    assert [(row.id, row.why) for row in changed.done.rows_refused] == [
        ("i2", "the project has an item with this id and other content; give it another id")
    ]
    with pytest.raises(NotFound, match="'nosuch'"):
        looked_at(records(1), slug="nosuch")


def test_a_preview_of_a_new_project_names_the_one_that_has_most_of_these_items(database: str) -> None:
    """The same file again makes no silent twin; an item that has changed is another item."""
    assert looked_at(records(2)).held is None
    take(records(2), title="Small")
    take([*records(3), record("i4")], slug="large", title="Large")
    assert looked_at([*records(4)[:3], record("i4", query="Changed?")]).held == Held("large", "Large", 3)
    assert looked_at(records(2)).held == Held("large", "Large", 2), "of two that hold as many, the first by name"
    assert looked_at([record("other")]).held is None
    assert looked_at(records(2), slug=SLUG).held is None


def test_a_new_project_is_not_mixed_up_with_one_that_is_there(database: str) -> None:
    """Two researchers choose the same short name: the second one's items do not end in the first one's project."""
    take(records(2), expected="new", title="First")
    with pytest.raises(WrongUse, match="a project 'study' already"):
        take(records(3), expected="new", title="Second")
    with pytest.raises(WrongUse, match="no project 'gone'"):
        take(records(3), slug="gone", expected="known")
    assert take(records(3), expected="known").items_added == 1


def test_the_log_says_who_imported(sqlite_database: str) -> None:
    rui = add_people("rui", role="researcher")["rui"]
    take(records(1), account_id=rui)
    with store.reading() as session:
        assert set(session.exec(select(m.Event.kind, m.Event.account_id)).all()) == {
            ("project made", rui),
            ("items imported", rui),
        }


def test_a_record_whose_fields_stand_in_another_order_is_the_same(database: str) -> None:
    take([record("a")])
    (again,) = [dict(reversed(each.items())) for each in [record("a")]]
    assert take([again]).items_skipped == 1
    other = record("a", memory=memory(must=["She rows."]))
    with pytest.raises(RowsRefused):
        take([other])


def test_items_of_the_form_before_are_known_again_and_by_the_preview(database: str) -> None:
    """The third form: the sha256 of the content and of the record with sorted keys."""
    take(records(2))
    with store.writing() as session:
        for item in session.exec(select(m.Item)):
            raw = session.get_one(m.Reference, item.id).raw
            text = told(Content.model_validate(item.content)) + b"\n" + orjson.dumps(raw, option=orjson.OPT_SORT_KEYS)
            item.digest = "3:" + hashlib.sha256(text).hexdigest()
    assert take(records(2)).items_skipped == 2
    with store.reading() as session:
        held = import_preview.preview(session, as_file(records(2))).held
    assert held is not None
    assert held.same == 2


@pytest.mark.parametrize("form", ["", "2:"])
def test_an_item_that_an_earlier_version_stored_is_known_again(sqlite_database: str, form: str) -> None:
    """The digests of the first forms are the sha256 of a JSON text with sorted keys, with spaces and later without."""
    make_project([record("i1")])
    with store.writing() as session:
        item = session.exec(select(m.Item)).one()
        told = [as_ever(Content.model_validate(item.content).model_dump(mode="json")), record("i1")]
        text = json.dumps(told, sort_keys=True, separators=(",", ":") if form else None, ensure_ascii=not form)
        item.digest = form + hashlib.sha256(text.encode()).hexdigest()
    assert take([record("i1")]).items_skipped == 1
    with store.writing() as session, pytest.raises(RowsRefused):
        importing.import_items(session, as_file([record("i1", query="Another?")]), slug=SLUG, now=NOW)


def test_numbers_longer_than_a_database_has_are_kept_as_they_came(database: str) -> None:
    made = record("i1", note=2**70)
    make_project([made])
    with store.reading() as session:
        assert session.exec(select(m.Reference)).one().raw["note"] == 2**70
    assert take([made]).items_skipped == 1
