"""Units side by side: which serve, the wall of each, and what their fleets come to."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.report.fleet_units import build_units_report
from flopwatt.studies.fleet_units import load_fleets, try_units

RATES = {"fleets.chat.prefill_rate": "10000 tokens/s", "fleets.chat.decode_rate": "800 tokens/s"}
UNITS = ("8xH100 SXM", "8xH200 SXM", "H100 SXM", "6xH100 SXM", "H1000")


@pytest.fixture
def report(serving):
    def build(*units, settings=None, **fleet):
        serving["fleets"]["chat"] |= fleet
        serving["horizon"] = "3 months"
        plan, names = load_fleets(serving, settings, made=True)
        return build_units_report(plan, list(try_units(plan, names, units)))

    return build


def test_each_unit_names_its_wall(report, texts):
    found = report(*UNITS)
    (section,) = found.sections
    does, sizes, walls = section.tables
    assert [row[:3] for row in texts(does)] == [
        ["8 x H100 SXM5 80GB", "yes", "TPOT"],
        ["8 x H200 SXM", "yes", "TPOT"],
        ["1 x H100 SXM5 80GB", "no", "weights"],
        ["6 x H100 SXM5 80GB", "no", "layout"],
        ["H1000", "not known", "unknown name"],
    ]
    assert does.note.startswith(
        "Asked: prompts of 3,000 tokens, answers of 300 tokens, TTFT 1 second, TPOT 50 ms."
    )
    assert [row[0] for row in texts(sizes)] == ["8 x H100 SXM5 80GB", "8 x H200 SXM"]
    assert [row[0] for row in texts(walls)] == [row[0] for row in texts(does)][2:]
    small, odd, none = texts(walls)
    assert small[1].startswith("weights and libraries take 141 GB of the 76.4 GB")
    assert small[2].startswith("`accelerator: ")
    assert "tp: 2, dp: 3" in odd[2]
    assert "no accelerator of this name" in none[1]
    assert section.title == (
        "Cannot serve: 1 x H100 SXM5 80GB (weights), 6 x H100 SXM5 80GB (the layout), H1000 "
        "(no such accelerator); TPOT limits 8 x H100 SXM5 80GB and 8 x H200 SXM."
    )


def test_sizes_are_those_at_launch_and_in_the_last_month(report, texts):
    """Calls of 3,000 / 10,000 + 300 / 800 = 0.675 s; 2.31 a second, growing by 5 % a month.

    At 1.4 of the mean, of which a fifth is headroom, the last days of January and of March need
    2.87 and 3.16 units of eight GPUs; 32 of them for 31 days at $1 an hour.
    """
    found = report("8xH100 SXM", settings=RATES, price="$1 per GPU-hour", spares="0 %")
    (row,) = texts(found.sections[0].tables[1])
    assert row[:-1] == ["8 x H100 SXM5 80GB", "24", "4", "32", "$23.8k"]


def test_the_answer_names_the_unit_that_costs_least(report):
    assert report("8xH100 SXM", "8xH200 SXM").answer.startswith(
        "8 x H100 SXM5 80GB serves chat for the least, $"
    )
    alone = report("8xH100 SXM", "H100 SXM")
    assert alone.answer.startswith("8 x H100 SXM5 80GB alone can serve chat, for $")
    assert report("H100 SXM", "2xH1000").answer == "chat can be served on none of these units."


def test_a_price_that_lacks_says_how_it_is_given(report, texts):
    found = report("8xMI355X", "8xH100 SXM")
    sizes = found.sections[0].tables[1]
    assert texts(sizes)[0][-2:] == ["not known", "not known"]
    assert texts(sizes)[0][2].isdigit()
    assert sizes.note.endswith("--on '8xMI355X' --set 'fleets.chat.price=$2.50 per GPU-hour'")
    assert found.answer.startswith(
        "8 x H100 SXM5 80GB serves chat for the least of those whose price is known, $"
    )
    assert report("8xMI355X", "H100 SXM").answer == (
        "chat can be served on 8 x MI355X; its bill is not known."
    )


def test_rates_that_are_set_are_told_as_given(report, texts):
    (section,) = report("8xH100 SXM", settings=RATES).sections
    # a call of 3,000 and 300 tokens takes 0.3 + 0.375 s: 444 tokens a second of eight GPUs
    assert texts(section.tables[0]) == [
        ["8 x H100 SXM5 80GB", "yes", "none: rates given", "-", "-", "-", "55.6"]
    ]
    assert section.title == "The rates of 8 x H100 SXM5 80GB are given."


def test_what_is_explained_is_of_the_first_unit_that_serves(report):
    found = report("H100 SXM", "8xH200 SXM")
    assert found.example == "fleets.chat.batch.unit"
    assert found.explain(found.example).lines[0].text.isdigit()
    assert found.ask[2] == "--on '8xH200 SXM'"
    assert found.key_page().tables
    none = report("H100 SXM", "H1000")
    assert none.key_page().title == "No unit serves."
    assert none.explain_all(["fleets.chat.gpus"]) == ()
    with pytest.raises(PlanError):
        none.explain("fleets.chat.gpus")


def test_the_document_has_each_unit_with_its_problems(report):
    good, small = report("8xH100 SXM", "H100 SXM").document["units"]
    assert (good["fleet"], good["on"], good["wall"], good["problems"]) == (
        "chat", "8xH100 SXM", "none", []
    )  # fmt: skip
    assert small["wall"] == "weights"
    assert small["results"] == {}
    assert small["problems"][0]["code"] == "no-serving"
