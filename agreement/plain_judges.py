"""How does what is said of judges read on a terminal?"""

from collections.abc import Iterator, Mapping, Sequence

from agreement.alternative_results import AlternativeAnnotatorTest
from agreement.coefficient import titles
from agreement.plain_cells import aligned, figure, number, remarks
from agreement.refusals import REFUSALS
from agreement.results import CeilingReport, Compared, Estimate, JudgeDifference, JudgeReport

BESIDE = {"person": "and the other people", "majority": "and the majority of the others"}


def judge_lines(judge: JudgeReport) -> Iterator[str]:
    """A judge beside the people, one line for each of them, and its ceiling."""
    counted = (
        (len(judge.unparsed), "answers unparsed"),
        (judge.n_elsewhere, "on other targets"),
        (judge.n_tuned, "left out: tuned on"),
    )
    yield f"Judge {judge.title}: {judge.n_labels} labels on these targets" + "".join(
        f"; {count} {what}" for count, what in counted if count
    )
    if judge.consistency is not None:
        yield f"Agreement of the runs {', '.join(judge.runs)}: " + _in_a_line(judge.consistency, len(judge.runs))
    keys = list(judge.against[0].coefficients) if judge.against else []
    rows = [["against", *(titles(n_raters=2)[key] for key in keys), "targets", ""]]
    for one in judge.against:
        found = [one.coefficients[key] for key in keys]
        rows.append([one.rater or one.kind, *map(figure, found), str(one.n), remarks(found)])
    yield from aligned(rows)
    if judge.ceiling:
        yield ""
        yield f"Ceiling of {judge.title}: the judge, and people, with the same on the same targets"
        yield from aligned(
            [["with", "", "judge", "people", "judge - people", "targets", ""], *_ceilings(judge.ceiling)]
        )


def difference_lines(differences: Sequence[JudgeDifference]) -> Iterator[str]:
    """Every two judges, with the difference between them."""
    yield "Between judges: both with the same, on the same targets"
    head = ["judges", "with", "", "first", "second", "first - second", "targets", ""]
    rows = [
        [" - ".join(one.judges), one.kind, *row] for one in differences for row in _compared(one.coefficients, one.n)
    ]
    yield from aligned([head, *rows])


def alternative_lines(tests: Sequence[AlternativeAnnotatorTest]) -> Iterator[str]:
    """The alternative annotator test of each judge."""
    yield f"{tests[0].method[:1].upper()}{tests[0].method[1:]}"
    rows = [["judge", "winning rate", "advantage", "people's", "", ""]]
    for one in tests:
        outcome = (
            f"not tested: {REFUSALS[one.undefined]}" if one.undefined else "passed" if one.passes else "not passed"
        )
        shares = [number(share) for share in (one.winning_rate, one.judge_advantage, one.person_advantage)]
        rows.append([one.judge, *shares, outcome, "; ".join(one.notes)])
    yield from aligned(rows)


def _ceilings(ceilings: Sequence[CeilingReport]) -> Iterator[list[str]]:
    for one in ceilings:
        for row in _compared(one.coefficients, one.n):
            yield [f"{one.rater} {BESIDE[one.kind]}", *row]


def _compared(coefficients: Mapping[str, Compared], n: int) -> Iterator[list[str]]:
    """One row for each coefficient: its name, both sides, the difference, the targets, and what to know."""
    for key, one in coefficients.items():
        figures = [figure(one.first), figure(one.second), figure(one.difference)]
        yield [titles(n_raters=2)[key], *figures, str(n), remarks([one.difference])]


def _in_a_line(coefficients: Mapping[str, Estimate], n_raters: int) -> str:
    title = titles(n_raters=n_raters)
    return "; ".join(f"{title[key]} {figure(found)}" for key, found in coefficients.items())
