"""Are labels that a spelling has split named, and never put together?"""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from agreement.look_alikes import look_alikes
from agreement.report_command import app

TABLE = "item,rater,label\n1,Ann,Yes\n1,bo,yes\n2,ann,no\n2,bo,no\n"


@pytest.mark.parametrize(
    ("texts", "groups"),
    [
        (["Yes", "no", "yes", "YES"], [("Yes", "yes", "YES")]),
        (["1", "1.0", "01", "10"], [("1", "1.0", "01")]),
        (["\uff11", "very  good", "very good"], [("very  good", "very good")]),
        (["caf\u00e9", "cafe\u0301"], [("caf\u00e9", "cafe\u0301")]),
        (["yes", "no"], []),
    ],
)
def test_case_width_spaces_and_the_form_of_a_number_make_no_other_label(
    texts: list[str], groups: list[tuple[str, ...]]
) -> None:
    assert look_alikes(texts) == groups


def test_the_command_names_them_and_counts_them_apart(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(TABLE, encoding="utf-8")
    found = CliRunner().invoke(app, [str(path), "--bootstrap", "0"])
    assert found.exit_code == 0
    assert "Labels that look alike count as different: 'Yes', 'yes'" in found.stderr
    assert "Raters that look alike count as different: 'Ann', 'ann'" in found.stderr
    assert "(nominal: Yes, no, yes)" in found.stdout


def test_labels_that_were_declared_are_what_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(TABLE, encoding="utf-8")
    found = CliRunner().invoke(app, [str(path), "--labels", "Yes,yes,no", "--anonymous", "--bootstrap", "0"])
    assert "look alike" not in found.stderr


def test_what_holds_for_all_coefficients_is_said_once_and_nothing_where_there_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    rows = [f"{n},{rater},{'yes' if (n + (rater == 'b' and n > 9)) % 2 else 'no'}" for n in range(12) for rater in "ab"]
    path.write_text("\n".join(["item,rater,label", *rows]), encoding="utf-8")
    found = CliRunner().invoke(app, [str(path)])
    assert found.stdout.count("All of these: the interval") == 1
    assert "(None)" not in found.stdout
    path.write_text("item,rater,label\n1,a,yes\n", encoding="utf-8")
    assert "(None)" not in CliRunner().invoke(app, [str(path)]).stdout
