"""What has a discussion done to one question? Coefficients before and after, and who moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agreement.coefficient import titles
from agreement.figures import Compared
from exports.discussed import Discussed
from exports.figures import count
from exports.movers import Mover
from exports.reports import words
from exports.reports.cells import counted, estimated, remark, with_remarks
from exports.reports.document import Block, Cell, Section, Table


def section(found: Discussed) -> Section:
    """Everything about the discussion of a question."""
    said = words.DISCUSSED_IS.format(
        round=found.round, before=found.before, n=count(found.n_places), agreed=count(found.n_agreed)
    )
    blocks: list[Block] = [said]
    if found.compared is None:
        blocks.append(words.NOT_COMPARED)
    else:
        n_raters = max(len(found.compared.raters_before), len(found.compared.raters_after))
        blocks.append(_together(found.shown, found.compared.n_targets, n_raters=n_raters))
        pairs = [(pair.raters, pair.n, pair.coefficients) for pair in found.compared.pairs]
        blocks += [_pairs(pairs)] if pairs else []
    if found.movers:
        blocks.append(_movers(found.movers))
    return Section(words.DISCUSSED, tuple(blocks))


def _together(found: Mapping[str, Compared], n: int, *, n_raters: int) -> Table:
    names = titles(n_raters=n_raters)
    rows: list[list[Cell]] = [[names[key], counted(n), *_sides(one)] for key, one in found.items()]
    columns = (words.COEFFICIENT, words.TARGETS, words.BEFORE, words.AFTER, words.AFTER_LESS_BEFORE)
    return with_remarks(words.BEFORE_AND_AFTER, columns, rows, [remark(one.difference) for one in found.values()])


def _pairs(found: Sequence[tuple[tuple[str, str], int, Mapping[str, Compared]]]) -> Table:
    names = titles(n_raters=2)
    rows: list[list[Cell]] = []
    said: list[str] = []
    for raters, n, coefficients in found:
        who = words.PAIR_OF.format(first=raters[0], second=raters[1])
        for key, one in coefficients.items():
            rows.append([who, names[key], counted(n), *_sides(one)])
            said.append(remark(one.difference))
    head = (words.PAIR, words.COEFFICIENT, words.TARGETS)
    columns = (*head, words.BEFORE, words.AFTER, words.AFTER_LESS_BEFORE)
    return with_remarks(words.PAIRS_MOVED, columns, rows, said)


def _sides(one: Compared) -> list[Cell]:
    """Before, after, and the difference: `first` is after."""
    return [estimated(one.second), estimated(one.first), estimated(one.difference)]


def _movers(found: Sequence[Mover]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        counts = (one.n_places, one.n_moved, one.n_toward, one.n_away, one.n_elsewhere, one.n_stayed)
        rows.append((one.rater, *map(counted, counts)))
    columns = (words.RATER, words.PLACES, words.MOVED, words.TOWARD, words.AWAY, words.ASIDE, words.STAYED)
    return Table(words.WHO_MOVED_IS, columns, tuple(rows))
