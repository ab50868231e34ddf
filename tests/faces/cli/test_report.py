"""``flopwatt report``: the page, where it goes, and what it says when it cannot."""

from pathlib import Path

TWO = Path(__file__).parents[3] / "examples" / "two-products.yaml"


def test_the_page_is_named_for_the_plan(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli("report", TWO)
    assert (code, out) == (0, "")
    assert err == "written: two-products.html\n"
    page = (tmp_path / "two-products.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") == 6


def test_it_is_the_page_of_run(cli, tmp_path):
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    assert cli("report", TWO, "-o", one, "--set", "training.base.price=$2.00/GPU-hour").code == 0
    assert cli("run", TWO, "--html", other, "--set", "training.base.price=$2.00/GPU-hour").code == 0
    assert one.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")
    assert "$1.17M" in one.read_text(encoding="utf-8")


def test_a_target_that_is_refused_is_told_with_its_option(cli):
    code, _, err = cli("report", TWO, "-o", TWO)
    assert code == 2
    assert "--output: a page is no plan" in err


def test_a_page_can_be_printed(cli):
    code, out, _ = cli("report", TWO, "-o", "-")
    assert (code, out.startswith("<!doctype html>")) == (0, True)
