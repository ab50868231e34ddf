import json
from pathlib import Path

PLAN = Path(__file__).parents[3] / "examples/campus-1gw.yaml"
FEW = ("--draws", "200")


def test_phases_and_supplies_are_printed_within_80_columns(cli):
    code, out, err = cli("site", PLAN, *FEW)
    assert (code, err) == (0, "")
    assert "campus: when each phase has power" in out
    assert "campus: what else could power it" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_number_explains_itself_down_to_each_activity(cli):
    out = cli("site", PLAN, *FEW, "--explain", "phases.phase-1.built")[1]
    assert "activities.phase-1-gensets.ends" in out
    assert "secondwatt" in out


def test_one_document_with_what_is_set(cli):
    words = ("--set", "activities.study.duration=3 months", "--set", "sites.campus.phases=2")
    document = json.loads(cli("site", PLAN, "campus", *FEW, *words, "--json")[1])
    results = document["results"]
    assert results["activities.study.duration"]["value"] == 3
    assert "phases.phase-2.energised" in results
    assert "phases.phase-3.energised" not in results


def test_what_is_not_there_is_told(cli):
    code, _, err = cli("site", PLAN, "campos")
    assert code == 2
    assert "nearest: campus" in err
    code, _, err = cli("site", PLAN, "--draws", "many")
    assert code == 2
    assert "whole number" in err
