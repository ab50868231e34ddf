"""A plan's model by a config.json of the plan's folder, or by the catalog's shape."""

import json

import pytest

from flopwatt.model.value import Rank
from flopwatt.plan import read_plan
from flopwatt.plan.configs import shape_leaves
from flopwatt.plan.draft import Draft
from flopwatt.plan.layers import Layer
from flopwatt.problems import Place, PlanError
from flopwatt.reader import read_text
from flopwatt.studies.run import run_plan

PLAN = """\
start: 2026-01-01
models:
  m: {MODEL}
training:
  base: {cost: $1M}
products:
  chat: {cost_per_day: $10k}
"""


@pytest.fixture
def folder(tmp_path, tiny):
    """A folder with a plan, a config below it, and one beside it that is out of reach."""
    inside = tmp_path / "plans"
    (inside / "models").mkdir(parents=True)
    (inside / "models" / "config.json").write_text(json.dumps(tiny, indent=1))
    (tmp_path / "outside.json").write_text(json.dumps(tiny))
    return inside


@pytest.fixture
def run(folder):
    def run(model):
        path = folder / "plan.yaml"
        path.write_text(PLAN.replace("MODEL", model))
        return run_plan(path)

    return run


@pytest.fixture
def refused(run):
    def refused(model):
        with pytest.raises(PlanError) as caught:
            run(model)
        return caught.value.problems

    return refused


@pytest.mark.parametrize("path", ["models/config.json", "./models/config.json", "models"])
def test_a_config_is_counted(run, path):
    results = run(f"config: {path}").results
    assert results["models.m.params.total"].central == 202_048
    assert results["models.m.kv_cache.bytes_per_token"].central == 256
    assert results["models.m.params.total"].origin.kind == "counted"


def test_what_the_plan_says_itself_wins(run):
    results = run("config: models/config.json, params: 7B").results
    assert results["models.m.params.total"].central == 7e9
    assert results["models.m.kv_cache.bytes_per_token"].central == 256


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("../outside.json", "own folder or below"),
        ("/etc/hostname", "own folder or below"),
        ("models/../../outside.json", "own folder or below"),
        ("link.json", "own folder or below"),
        ("https://example.org/config.json", "no network read"),
        ("loop.json", "no path that can be followed"),
        ("models/confg.json", "no such file"),
    ],
)
def test_what_cannot_be_reached_is_told_with_the_line_of_the_plan(refused, folder, path, said):
    (folder / "link.json").symlink_to(folder.parent / "outside.json")
    (folder / "loop.json").symlink_to(folder / "loop.json")
    (problem,) = refused(f"config: {path}")
    assert (problem.code, problem.field) == ("bad-file", "models.m.config")
    assert (problem.place.file, problem.place.line) == ("plan.yaml", 3)
    assert said in problem.message


def test_a_plan_without_a_file_names_none(plan, vocabulary):
    plan["models"]["m"] = {"config": "no/such/config.json"}
    with pytest.raises(PlanError) as caught:
        run_plan(plan)
    assert caught.value.problems[0].field == "models.m.config"
    text = PLAN.replace("MODEL", "config: models/config.json")
    with pytest.raises(PlanError, match="only where there is a plan file"):
        read_plan([Layer(read_text(text, "plan.yaml"), Rank.GIVEN)], vocabulary)


def test_broken_json_is_told_with_its_own_line(refused, folder):
    (folder / "broken.json").write_text('{\n "model_type": "llama",\n "hidden_size": 64,\n}\n')
    (problem,) = refused("config: broken.json")
    assert (problem.code, problem.place) == ("bad-syntax", Place("broken.json", 4, 1))
    assert problem.field == "models.m.config"


def test_a_wrong_field_is_told_with_its_line_in_the_config(refused, folder, tiny):
    (folder / "wrong.json").write_text(json.dumps(tiny | {"hidden_size": -5}, indent=1))
    (problem,) = refused("config: wrong.json")
    assert (problem.place.file, problem.place.line) == ("wrong.json", 3)
    assert problem.field == "models.m.config: hidden_size"
    assert problem.given == "-5"


def test_nothing_is_lost_where_several_things_are_wrong(refused, folder, tiny):
    wrong = tiny | {"hidden_size": -5, "vocab_size": "many"}
    (folder / "wrong.json").write_text(json.dumps(wrong, indent=1))
    problems = refused("config: wrong.json, params: lots, batch: -1")
    fields = [problem.field for problem in problems]
    assert sorted(fields) == sorted([
        "models.m.config: hidden_size", "models.m.config: vocab_size", "models.m.params",
        "models.m.batch",
    ])  # fmt: skip


def test_a_missing_field_is_a_warning_and_the_rest_is_answered(run, folder, tiny):
    del tiny["vocab_size"]
    (folder / "part.json").write_text(json.dumps(tiny))
    study = run("config: part.json, params: 200k")
    assert study.results["models.m.kv_cache.bytes_per_token"].central == 256
    assert any(w.warning and "vocab_size" in w.field for w in study.warnings)


def test_a_model_of_the_catalog_has_its_shape(run, vocabulary):
    results = run("catalog: llama-3.1-8b").results
    assert results["models.m.params.total"].central == 8_030_261_248
    assert results["models.m.kv_cache.bytes_per_token"].central == 131_072
    leaves = {leaf.quantity: leaf for leaf in shape_leaves(draft(vocabulary), "m", "llama-3.1-8b")}
    assert leaves["total_params"].instance == "m"
    assert leaves["total_params"].origin.kind == "catalog"


def draft(vocabulary):
    return Draft(vocabulary, "", [])


def test_a_link_inside_a_folder_leads_no_further(refused, folder):
    (folder / "linked").mkdir()
    (folder / "linked" / "config.json").symlink_to(folder.parent / "outside.json")
    (problem,) = refused("config: linked")
    assert "own folder or below" in problem.message


def test_a_file_of_quantisation_outside_is_not_read(refused, folder):
    (folder.parent / "hf.json").write_text("{}")
    (folder / "models" / "hf_quant_config.json").symlink_to(folder.parent / "hf.json")
    (problem,) = refused("config: models/config.json")
    assert "own folder or below" in problem.message


def test_a_model_has_its_sizes_by_one_field(refused):
    (problem,) = refused("catalog: llama-3.1-8b, config: models/config.json")
    assert (problem.code, problem.allowed) == ("conflict", "either of the two")
