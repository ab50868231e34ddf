import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from flopwatt import __version__
from flopwatt.faces.cli import COMMANDS

ROOT = Path(__file__).parents[3]
TWO = ROOT / "examples/two-products.yaml"
WARNED = """
start: 2026-01-01
models: {m: {params: 70B}}
training: {base: {cost: $1M, mfu: 40 %}}
products: {chat: {cost_per_day: $10k}}
"""


@pytest.fixture
def write(tmp_path):
    def make(text):
        (tmp_path / "plan.yaml").write_text(text)
        return tmp_path / "plan.yaml"

    return make


def test_the_worked_example(cli):
    code, out, err = cli("run", TWO)
    assert (code, err) == (0, "")
    for words in ("8.4e23", "583k", "$1.46M", "$0.0015", "194.4 days", "14 July 2026", "266 years"):
        assert words in out


def test_the_worked_example_as_one_json_document(cli):
    code, out, err = cli("run", TWO, "--json")
    assert (code, err) == (0, "")
    results = json.loads(out)["results"]
    assert results["training.base.cost"]["value"] == pytest.approx(1458333.33)
    assert results["products.internal-tool.crossover"]["outcome"] == "never"


def test_a_warning_is_told_beside_the_document_and_not_in_it(cli, write, tmp_path):
    plan, page = write(WARNED), tmp_path / "page.html"
    code, out, err = cli("run", plan, "--json", "--html", page)
    assert code == 0
    assert json.loads(out)["warnings"][0]["field"] == "training.base.mfu"
    assert "warning: training.base.mfu: " in err
    assert err.endswith(f"written: {page}\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_page_alone_prints_nothing(cli, tmp_path):
    assert cli("run", TWO, "--html", tmp_path / "page.html")[:2] == (0, "")


def test_where_a_number_comes_from(cli):
    code, out, err = cli("explain", TWO, "training.base.cost")
    assert (code, err) == (0, "")
    assert "$ = H x p" in out
    assert "given two-products.yaml:15" in out


def test_nothing_is_wrong(cli):
    assert cli("check", TWO) == (0, f"{TWO}: nothing is wrong\n", "")


def test_a_check_tells_warnings_and_is_content(cli, write):
    code, out, err = cli("check", write(WARNED))
    assert (code, "warning: training.base.mfu: " in err) == (0, True)
    assert out.endswith("nothing is wrong\n")


@pytest.mark.parametrize("command", ["run", "check"])
def test_all_problems_of_a_file_in_its_order_with_the_nearest_word(cli, write, command):
    plan = write(
        "start: 2026-01-01\nmodels: {m: {params: 70B}}\n"
        "training:\n  base:\n    tokns: 2T tokens\n    price: 3 EUR\n"
    )
    code, out, err = cli(command, plan)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert re.findall(r"^plan\.yaml:(\d+):", err, re.MULTILINE) == ["5", "6"]
    assert "    nearest: tokens\n" in err
    assert err.endswith("\n2 problems\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "no-such.yaml"], "given: no-such.yaml"),
        (["run", TWO, "--html", "no-such-folder/page.html"], "given: no-such-folder/page.html"),
        (["run", TWO, "--html", "."], "cannot be written: "),
        (["explain", TWO, "training.base.cots"], "nearest: training.base.cost"),
        (["explain", TWO, "training.base.duration"], "`gpus: 2048` under training.base"),
    ],
)
def test_a_problem_is_told_with_exit_2(cli, words, told):
    code, out, err = cli(*words)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err
    assert err.endswith("\n1 problem\n")


@pytest.mark.parametrize("words", [["rn"], ["run"], ["run", TWO, "--yaml"]])
def test_a_wrong_command_line_is_exit_2(cli, words):
    code, out, err = cli(*words)
    assert (code, out) == (2, "")
    assert err.startswith("Usage: flopwatt")


def test_anything_else_is_a_bug_and_is_not_hidden(monkeypatch, cli):
    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("flopwatt.api.run", fail)
    with pytest.raises(ZeroDivisionError):
        cli("run", TWO)


def test_the_version(cli):
    assert cli("--version") == (0, f"flopwatt {__version__}\n", "")


def test_help_lists_the_commands_in_order(cli):
    code, out, _ = cli("--help")
    listed = re.findall(r"^  (\w+)  ", out.partition("Commands:")[2], re.MULTILINE)
    assert (code, listed) == (0, list(COMMANDS))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help(cli, name):
    code, out, _ = cli(name, "--help")
    assert (code, out.startswith(f"Usage: flopwatt {name} ")) == (0, True)


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["--version"]])
def test_help_is_light(words):
    code = (
        "import atexit, sys\n"
        f"sys.argv = ['flopwatt', *{words}]\n"
        "heavy = {'numpy', 'yaml', 'rich', 'flopwatt.api'}\n"
        "atexit.register(lambda: print('heavy:', sorted(heavy & set(sys.modules))))\n"
        "from flopwatt.faces.cli import main\n"
        "main()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "heavy: []"


@pytest.mark.parametrize(
    "words",
    [["run", TWO], ["run", TWO, "--json"], ["explain", TWO, "crossover"], ["check", TWO]],
)
def test_a_reader_that_leaves_early_is_no_error_of_ours(words):
    reader, writer = os.pipe()
    os.close(reader)  # as `| head -1` does after its line
    run = subprocess.run(
        [sys.executable, "-m", "flopwatt", *words], stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    assert run.stderr == b""


RANGED = WARNED.replace(", mfu: 40 %", "").replace("$10k", "{value: $10k, low: $8k, high: $12k}")


def test_draws_and_seed_are_asked_for_on_the_command_line(cli, write):
    plan = write(RANGED)
    outs = [cli("run", plan, "--json", "--draws", "80", "--seed", seed)[1] for seed in "112"]
    assert outs[0] == outs[1] != outs[2]
    assert (json.loads(outs[2])["draws"], json.loads(outs[2])["seed"]) == (80, 2)
    out = cli("run", plan)[1]
    assert "10,000 draws, seed 1" in " ".join(out.split())
    assert "8 in 10" not in cli("run", plan, "--draws", "0")[1]


@pytest.mark.parametrize(
    ("flag", "given"),
    [("--draws", "1"), ("--draws", "many"), ("--draws", "10000001"), ("--seed", "x")],
)
def test_draws_that_are_none_are_refused_with_the_limit(cli, flag, given):
    code, out, err = cli("run", TWO, flag, given)
    assert (code, out) == (2, "")
    assert f"given: {given}" in err
    assert "a whole number from " in err


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["run", TWO],
        ["run", TWO, "--json"],
        ["run", TWO, "--html", "-"],
        ["explain", TWO],
        ["catalog"],
    ],
)
def test_a_full_disk_is_told_in_one_line(words):
    with FULL.open("w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "flopwatt", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert run.stderr == "flopwatt: cannot print: No space left on device\n"
    assert run.returncode == 1


def test_a_name_that_the_terminal_cannot_print_is_no_reason_to_fail(write):
    plan = write("name: Plän 模型\n" + WARNED)
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    for words in (["run", plan], ["run", plan, "--json"], ["explain", plan, "crossover"]):
        run = subprocess.run(
            [sys.executable, "-m", "flopwatt", *words], env=environment, capture_output=True
        )
        assert (run.returncode, b"Traceback" in run.stderr) == (0, False)
        assert run.stdout.isascii()


def test_a_plan_is_never_overwritten(cli, write):
    plan = write(WARNED)
    code, out, err = cli("run", plan, "--html", plan)
    assert (code, out) == (2, "")
    assert f"given: {plan}" in err
    assert plan.read_text() == WARNED


def test_a_page_can_be_printed_and_then_nothing_else_is(cli):
    code, out, _ = cli("run", TWO, "--html", "-")
    assert (code, out.startswith("<!doctype html>"), out.endswith("</html>\n")) == (0, True, True)
    code, out, err = cli("run", TWO, "--html", "-", "--json")
    assert (code, out) == (2, "")
    assert "only one of --json and --html -" in err


def test_a_value_is_set_on_the_command_line(cli):
    setting = "training.base.price=$5.00 per GPU-hour"
    out = cli("run", TWO, "--json", "--set", setting, "--set", "horizon=24 months")[1]
    results = json.loads(out)["results"]
    assert results["training.base.cost"]["value"] == pytest.approx(2 * 1458333.33)
    assert len(results["inference_spend"]["months"]) == 24
    out = cli("explain", TWO, "training.base.price", "--set", setting)[1]
    assert out.startswith("p training.base.price  $5.00 per GPU-hour  given --set ")
    assert cli("check", TWO, "--set", setting)[0] == 0


def test_a_long_explanation_is_opened_whole_when_asked(cli):
    plan, key = ROOT / "examples/own-or-api.yaml", "fleets.assistant.fleet.cost"
    short, whole = cli("explain", plan, key)[1], cli("explain", plan, key, "--whole")[1]
    assert "more values lie below" in short
    assert "more values lie below" not in whole
    assert len(whole.splitlines()) > len(short.splitlines())


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("training.base.price", "a setting is a key, = and a value"),
        ("training.base.prize=$5", "nearest: price"),
        ("training.base=5", "training.base is no field of a plan"),
        ("horizon=7 parsecs", "given: 7 parsecs"),
    ],
)
@pytest.mark.parametrize("command", ["run", "check", "explain"])
def test_a_setting_that_cannot_be_used_is_told(cli, command, setting, told):
    code, out, err = cli(command, TWO, "--set", setting)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err


def test_without_a_key_all_keys_are_listed(cli):
    code, out, err = cli("explain", TWO)
    assert (code, err) == (0, "")
    assert "\nBehind training.base.\n" in out
    assert max(map(len, out.splitlines())) <= 80


def test_of_very_many_problems_the_first_are_told(cli, write):
    runs = "".join(f"  r{n}: {{tokns: 2T}}\n" for n in range(40))
    code, _, err = cli("run", write(f"start: 2026-01-01\nmodels: {{m: {{}}}}\ntraining:\n{runs}"))
    assert code == 2
    assert err.count("    nearest: tokens") == 30
    assert re.search(r"\nand \d+ more\n\d+ problems\n$", err)
