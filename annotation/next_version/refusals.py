"""Why can a codebook not become the next version, whatever is said of labels and questions that are gone?"""

from __future__ import annotations

from collections.abc import Mapping

from annotation.next_version.looked import NOWHERE, Looked
from languages import Worded, worded

OTHER_SHAPE = worded(
    "{question}: `{field}` is {before} and cannot become {now}, as the question has {count:,} answers. Give the new "
    "question a key of its own."
)
NARROWED = worded(
    "{question}: answers can come from “{part}” until now, and {count:,} are there. Keep it, or give the new question "
    "a key of its own."
)
NO_SUCH_OLD = worded("{question}: {label} cannot be mapped, as it is not among the labels that are gone: {gone}.")
NO_SUCH_NEW = worded("{question}: {label} cannot become {now}, which is no label of the new version.")


def refusals(found: Looked) -> list[Worded]:
    refused: list[Worded] = []
    for each in found.changes.questions:
        count = found.use.answers.get(each.question, 0)
        if not count or each.fate == "removed":
            continue
        for field in each.reshaped:
            said = {"field": field.field, "before": field.before, "now": field.now}
            refused.append(worded(OTHER_SHAPE, question=each.question, count=count, **said))
        refused += [worded(NARROWED, question=each.question, part=part, count=count) for part in each.narrowed]
    for question, labels in found.maps.items():
        refused += _bad_maps(found, question, labels)
    return refused


def _bad_maps(found: Looked, question: str, labels: Mapping[str, str]) -> list[Worded]:
    gone = found.gone(question)
    asked = found.now.question(question)
    there = asked.label_keys if asked else ()
    bad = [
        worded(NO_SUCH_OLD, question=question, label=label, gone=", ".join(gone) or "—")
        for label in labels
        if label not in gone
    ]
    bad += [
        worded(NO_SUCH_NEW, question=question, label=label, now=now)
        for label, now in labels.items()
        if now != NOWHERE and now not in there
    ]
    return bad
