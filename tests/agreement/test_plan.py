"""Is the planned number of targets that of the textbook where there is one, and does it behave as a number should?"""

import json
from typing import Any

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa
from typer.testing import CliRunner

from agreement import __main__ as command
from agreement.errors import BadOption
from agreement.plan import Plan, plan
from agreement.plan_command import app

HALVES = (0.5, 0.5)


def planned(**options: Any) -> Plan:
    given: dict[str, Any] = {
        "agreement": 0.7,
        "shares": (0.5, 0.3, 0.2),
        "raters": 3,
        "width": 0.2,
        "studies": 60,
        "replicates": 200,
    }
    return plan(**(given | options))


def of_raw_agreement(**options: Any) -> Plan:
    wanted = {"agreement": 0.8, "shares": HALVES, "raters": 2, "width": 0.1, "coefficient": "percent_agreement"}
    return planned(**(wanted | {"studies": 200, "replicates": 400} | options))


def test_raw_agreement_of_two_needs_what_a_share_needs() -> None:
    """(2 * 1.96)² * .8 * .2 / .1² = 245.9 targets; the simulation says how far off it may be."""
    found = of_raw_agreement()
    assert found.n_targets == pytest.approx(245.9, abs=2 * found.monte_carlo_error)
    assert found.monte_carlo_error < 10
    assert found.width == pytest.approx(0.1, abs=0.002)
    assert 0.3 < found.share_as_narrow < 0.7


def test_cohens_kappa_needs_what_its_standard_error_says() -> None:
    """Fleiss, Cohen and Everitt's by statsmodels, of the table that is expected; large samples, so within a tenth."""
    a = 0.6
    table = 1e6 * (a * np.diag([0.6, 0.4]) + (1 - a) * np.outer([0.6, 0.4], [0.6, 0.4]))
    at_a_million = cohens_kappa(table)
    assert at_a_million.kappa == pytest.approx(0.6)
    n = (2 * 1.96 * at_a_million.std_kappa * 1000 / 0.2) ** 2
    found = planned(agreement=0.6, shares=(0.6, 0.4), raters=3, width=0.2, coefficient="cohen_kappa", studies=200)
    assert found.n_targets == pytest.approx(n, rel=0.1)
    assert found.raters == 2  # a coefficient of pairs


def test_alike_targets_in_a_cluster_need_the_design_effect_more() -> None:
    """1 + (5 - 1) * .2 = 1.8 times as many (Kish 1965), whole clusters of them."""
    alone, together = of_raw_agreement(), of_raw_agreement(per_cluster=5, likeness=0.2)
    assert together.n_targets == 5 * together.n_clusters
    assert together.n_targets == pytest.approx(1.8 * alone.n_targets, rel=0.12)
    unlike = of_raw_agreement(per_cluster=5, likeness=0.0, studies=60)
    assert unlike.n_targets == pytest.approx(alone.n_targets, rel=0.12)


def test_narrower_intervals_and_fewer_raters_need_more_targets() -> None:
    widths = [planned(width=width).n_targets for width in (0.4, 0.2, 0.1)]
    assert widths == sorted(widths)
    assert widths[2] > 10 * widths[0]
    assert planned(raters=2).n_targets > planned(raters=5).n_targets


@pytest.mark.parametrize("key", ["fleiss_kappa", "krippendorff_alpha", "gwet_ac1", "alpha_ordinal", "icc_a1"])
def test_every_kind_of_coefficient_can_be_planned_for(key: str) -> None:
    found = planned(coefficient=key, width=0.3, studies=20)
    assert found.coefficient == key
    assert 10 <= found.n_targets < 1000


def test_the_same_seed_plans_the_same() -> None:
    assert planned(seed=4) == planned(seed=4)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"shares": (0.5, 0.2)}, "sum to 1"),
        ({"agreement": 1.0}, "agreement is 1.0: it has to be"),
        ({"raters": 1}, "number of raters is 1"),
        ({"width": 0.0}, "width is 0"),
        ({"likeness": 2.0}, "likeness is 2"),
        ({"raters": 40}, "too many to plan for"),
        ({"coefficient": "pi"}, "there is no coefficient 'pi'"),
        ({"coefficient": "percent_agreement", "agreement": 0.2}, "who guess have a Raw agreement of 0.380"),
        ({"width": 0.0001}, "more than 1000000 targets"),
    ],
)
def test_what_cannot_be_planned_is_refused_with_what_it_has_to_be(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        planned(**options)


def test_rare_labels_that_often_do_not_vary_still_end_in_a_number() -> None:
    found = planned(agreement=0.9, shares=(0.97, 0.03), raters=2, width=0.9, studies=20)
    json.dumps(found.as_json(), allow_nan=False)
    assert found.n_targets >= 10


def test_few_targets_are_said_to_make_a_rough_interval() -> None:
    assert planned(width=1.5, studies=20).note == (
        "intervals over fewer than 30 are rough; fewer may do: fewer than 10 targets are not planned for"
    )


COMMAND = ["--agreement", ".8", "--shares", ".5,.5", "--raters", "2", "--width", ".1"]
COMMAND += ["--coefficient", "percent_agreement"]


def test_the_command_says_the_number_its_error_and_how_it_came() -> None:
    result = CliRunner().invoke(app, COMMAND)
    assert result.exit_code == 0, result.output
    for expected in ("targets, give or take", "Monte-Carlo", "Raw agreement 0.8, 2 raters", "seed 0"):
        assert expected in result.stdout
    as_json = CliRunner().invoke(app, [*COMMAND, "--json"])
    assert json.loads(as_json.stdout)["n_targets"] == pytest.approx(246, abs=15)


def test_the_command_refuses_in_words() -> None:
    assert CliRunner().invoke(app, [*COMMAND, "--shares", ".5,.2"]).exit_code == 1
    assert CliRunner().invoke(app, [*COMMAND, "--shares", "half"]).exit_code == 2


def test_plan_is_a_word_of_the_command_unless_a_file_is_called_so(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        command.run(["plan", *COMMAND])
    assert end.value.code == 0
    assert "give or take" in capsys.readouterr().out
    (tmp_path / "plan").write_text("item,rater,label\ni1,a,y\ni1,b,y\ni2,a,n\ni2,b,n\n", encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        command.run(["plan", "--bootstrap", "0"])
    assert end.value.code == 0
    assert "Raw agreement" in capsys.readouterr().out
