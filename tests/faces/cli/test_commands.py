"""The commands that look things up, and those that make files for others to use."""

import json
import os
import shutil
import subprocess
import sys
import time

import jsonschema
import pytest

from flopwatt.faces.cli import COMMANDS

START = "import sys; sys.argv[0] = 'flopwatt'; from flopwatt.faces.cli import main; main()"
PAGES = (
    ["fields"],
    ["fields", "products"],
    ["formulas"],
    ["formulas", "training.cost"],
    ["catalog"],
    ["catalog", "accelerators"],
    ["catalog", "accelerators", "H100"],
    ["catalog", "instances"],
    ["catalog", "servers"],
    ["catalog", "models"],
    ["prices"],
    ["prices", "H100"],
    ["prices", "gpt-4o"],
)


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_a_page_fits_its_terminal(cli, words):
    code, out, err = cli(*words)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80


def test_a_page_says_what_was_asked(cli):
    assert "peak bf16" in cli("catalog", "h100_sxm").out
    assert "cost = accelerator_hours x price" in cli("formulas", "training.cost").out
    assert "Example: 5M per day." in " ".join(cli("fields", "products").out.split())


def test_an_amount_in_another_unit(cli):
    assert cli("convert", "400 Gbit/s", "GB/s") == (0, "400 Gbit/s = 50 GB/s\n", "")
    assert "80 GB = 74.5058059692 GiB\n" in cli("convert", "80 GB").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["convert", "400 Gbit/s", "GB"], "measures bandwidth, not bytes"),
        (["fields", "trainin"], "nearest: training"),
        (["formulas", "training.cots"], "nearest: training.cost"),
        (["catalog", "acelerators"], "nearest: accelerators"),
        (["prices", "H1000"], "the catalog knows no accelerator of this name"),
        (["prices", "check", "no-such-file"], "given: no-such-file"),
    ],
)
def test_a_question_that_names_nothing_ends_with_2(cli, words, told):
    code, out, err = cli(*words)
    assert (code, out) == (2, "")
    assert told in err


def test_a_plan_to_start_from_runs_and_is_not_overwritten(cli, tmp_path):
    path = tmp_path / "plan.yaml"
    assert cli("init", path).code == 0
    assert cli("check", path).code == 0
    code, _, err = cli("init", path)
    assert (code, "is there already" in err) == (2, True)


def test_a_file_of_prices_is_checked_row_by_row(cli, tmp_path):
    path = tmp_path / "prices.csv"
    head = "provider,accelerator,count,purchase,price\n"
    path.write_text(head + "me,H100,1,on_demand,2.9\n")
    assert cli("prices", "check", path) == (0, f"{path}: nothing is wrong\n", "")
    path.write_text(head + "me,H100,8,on_demand,31.5\n")
    code, out, err = cli("prices", "check", path)
    assert (code, "prices.csv:2:" in err) == (0, True)
    assert out == f"{path}: 1 flag, none on rows that cannot be used\n"
    path.write_text(head + "me,H100,8,on_demand,0\n")
    assert cli("prices", "check", path).code == 2
    assert cli("prices", "chek", path).code == 2


def test_the_schema_is_one_json_document(cli):
    schema = json.loads(cli("schema").out)
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.filterwarnings("ignore")
def test_each_shell_gets_its_script(cli, shell):
    if shell == "bash" and not shutil.which("bash"):
        pytest.skip("no bash to ask for its version")
    assert "_FLOPWATT_COMPLETE" in cli("completion", shell).out


def complete(*words):
    """What zsh would offer for the last of some words."""
    variables = {"_FLOPWATT_COMPLETE": "zsh_complete", "COMP_CWORD": str(len(words))}
    line = " ".join(["flopwatt", *words])
    run = subprocess.run(
        [sys.executable, "-c", START],
        env=os.environ | variables | {"COMP_WORDS": line},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout.splitlines()[1::3]


def test_commands_sections_and_keys_complete():
    assert complete("conv") == ["convert"]
    assert complete("fields", "prod") == ["product", "products"]
    assert "training.cost" in complete("formulas", "training.c")
    plan = "examples/two-products.yaml"
    assert complete("explain", plan, "training.base.c") == ["training.base.cost"]
    assert complete("explain", "no-such.yaml", "t") == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_light_and_quick(name):
    code = (
        "import atexit, sys, time\n"
        "began = time.process_time()\n"
        f"sys.argv = ['flopwatt', {name!r}, '--help']\n"
        "heavy = {'numpy', 'yaml', 'rich', 'flopwatt.api', 'flopwatt.report'}\n"
        "def told():\n"
        "    print('heavy:', sorted(heavy & set(sys.modules)), time.process_time() - began)\n"
        "atexit.register(told)\n"
        "from flopwatt.faces.cli import main\n"
        "main()"
    )
    best, heavy = time.perf_counter(), ""
    for _ in range(3):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        heavy, _, seconds = run.stdout.splitlines()[-1].rpartition(" ")
        best = min(best, float(seconds))
    assert heavy == "heavy: []"
    assert best < 0.15


def test_the_page_says_what_it_lacks(cli, monkeypatch):
    from flopwatt.faces.cli import web_command

    monkeypatch.setattr(web_command, "NEEDED", ("no_such_package",))
    code, out, err = cli("web")
    assert (code, out) == (1, "")
    assert "pip install 'flopwatt[web]'" in err


def test_the_page_of_a_plan_that_is_not_there_is_a_problem(cli):
    code, _, err = cli("web", "no-such-plan.yaml")
    assert (code, "there is no such file" in err) == (2, True)
