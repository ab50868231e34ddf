"""Plans that extend others, and settings that win over both."""

import pytest

from flopwatt.plan.layers import MAX_LAYERS, read_layers
from flopwatt.problems import PlanError
from flopwatt.studies.run import run_plan

BASE = """\
start: 2026-01-01
models:
  m: {params: 70B}
training:
  base: {cost: $1M}
products:
  chat: {cost_per_day: $10k}
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with a base plan and a writer of further plans."""

    def write(name: str, text: str):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    write("base.yaml", BASE)
    return write


def refused(path) -> str:
    with pytest.raises(PlanError) as error:
        run_plan(path)
    return str(error.value)


def test_a_plan_takes_over_what_it_does_not_say(folder):
    path = folder("more.yaml", "extends: base.yaml\nproducts:\n  search: {cost_per_day: $5k}\n")
    results = run_plan(path).results
    assert results["training.base.cost"].central == 1e6
    assert results["products.search.crossover"].central == 200 * 86_400


def test_what_a_plan_says_wins_and_the_other_stays_beside_it(folder):
    path = folder("dear.yaml", "extends: base.yaml\ntraining:\n  base: {cost: $2M}\n")
    value = run_plan(path).results["training.base.cost"]
    assert value.central == 2e6
    assert value.origin.place == "dear.yaml:3"
    assert [(loser.value, loser.origin.place) for loser in value.losers] == [(1e6, "base.yaml:5")]


def test_a_setting_wins_over_all_and_says_so(folder):
    path = folder("dear.yaml", "extends: base.yaml\ntraining:\n  base: {cost: $2M}\n")
    study = run_plan(path, {"training.base.cost": "$4M", "horizon": "12 months"})
    value = study.results["training.base.cost"]
    assert value.central == 4e6
    assert value.origin.place == "--set training.base.cost"
    assert len(study.plan.months) == 12
    assert study.plan.file == "dear.yaml"


def test_a_setting_adds_no_entry(folder):
    with pytest.raises(PlanError) as error:
        run_plan(folder("plan.yaml", BASE), {"training.bse.cost": "$4M"})
    (problem,) = error.value.problems
    assert (problem.code, problem.field) == ("unknown-name", "training.bse")
    assert (problem.given, problem.allowed, problem.nearest) == ("bse", "base", "base")


def test_chains_go_down_folders_but_never_out(folder):
    folder("sub/mid.yaml", "extends: ../base.yaml\nname: Mid\n")
    path = folder("top.yaml", "extends: sub/mid.yaml\n")
    assert run_plan(path).plan.name == "Mid"
    assert "its own folder" in refused(folder("sub/out.yaml", "extends: ../base.yaml\n"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extends: https://example.org/plan.yaml\n", "no network read"),
        ("extends: [a, b]\n", "one plan file"),
        ("extends:\n", "one plan file"),
        ("extends: none.yaml\n", "none.yaml"),
        ("extends: self.yaml\n", "in a circle: self.yaml -> self.yaml"),
    ],
)
def test_what_cannot_be_extended(folder, text, message):
    assert message in refused(folder("self.yaml", text))


def test_problems_of_all_layers_come_together(folder):
    folder("bad.yaml", BASE.replace("$10k", "10 kW"))
    path = folder("top.yaml", "extends: bad.yaml\ntraining:\n  base: {prise: $2}\n")
    message = refused(path)
    assert "bad.yaml:7" in message
    assert "top.yaml:3" in message


def test_a_dict_is_one_layer():
    assert len(read_layers({"start": "2026-01-01"})) == 1


def test_plans_that_extend_one_another_are_told_as_a_circle(folder):
    folder("b.yaml", "extends: a.yaml\n")
    said = refused(folder("a.yaml", "extends: b.yaml\n"))
    assert "in a circle: a.yaml -> b.yaml -> a.yaml" in said


def test_a_chain_that_nobody_can_follow_is_refused(folder):
    for place in range(MAX_LAYERS):
        folder(f"p{place + 1}.yaml", f"extends: p{place}.yaml\n")
    said = refused(folder("last.yaml", f"extends: p{MAX_LAYERS}.yaml\n"))
    assert f"more than {MAX_LAYERS} deep" in said
