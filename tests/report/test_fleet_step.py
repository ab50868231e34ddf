"""One unit of a fleet: every part of its step with what bounds it, or its rates as given."""

import pytest

from flopwatt.architecture.published import Wanted
from flopwatt.report.fleet_step import fit_step_section, fleet_step_section
from flopwatt.studies.fit import study_fit

RATES = dict.fromkeys(("prefill_rate", "decode_rate", "gpus"))
ON = RATES | {"accelerator": "8xH100 SXM", "ttft": "1 s", "tpot": "50 ms"}
MODEL = {"models": {"m": {"catalog": "llama-3.1-70b"}}}


@pytest.fixture
def section(fleets):
    def make(product=None, fleet=None, names=None, **top):
        return fleet_step_section(fleets(product, fleet, **top), names)

    return make


def test_given_rates_are_told_as_given(section, texts):
    found = section()
    assert found.title == "A unit of chat reads 10k or writes 1,000 tokens/s, as given."
    (table,) = found.tables
    assert table.title == "One unit of chat: 2 GPUs, tp 2"
    # at full load two calls a second, of 1,000 and 400 tokens
    assert texts(table) == [
        ["prompts, if it reads alone", "10k tokens per second", "given"],
        ["answers, if it writes alone", "1,000 tokens per second", "given"],
        ["prompts, at full load", "2,000 tokens per second", ""],
        ["answers, at full load", "800 tokens per second", ""],
        ["- of each GPU", "400 tokens per second", ""],
    ]
    assert "Its rates are given" in table.note


def test_the_parts_of_a_step_add_up_to_it(fleets, section, texts):
    (table,) = section(fleet=ON, **MODEL).tables
    rows = {row[0]: row[1:] for row in texts(table)}
    parts = ("weights read", "caches read", "arithmetic", "links", "overhead")
    times = [float(rows[f"- {part}"][0].removesuffix(" ms")) for part in parts]
    whole = float(rows["one decoding step"][0].removesuffix(" ms"))
    assert sum(times) == pytest.approx(whole, rel=0.01)
    # the longest of them bounds it
    assert rows["one decoding step"][1] == "weights" if times[0] == max(times) else "cache"
    assert rows["time to the first token (TTFT)"][1] == "1 second"
    assert rows["time per output token (TPOT)"][1] == "50 ms"


def test_what_limits_the_calls_at_once_is_the_least(section, texts):
    found = section(fleet=ON, **MODEL)
    rows = {row[0]: row[1:] for row in texts(found.tables[0])}
    limits = {
        "memory": "- that memory holds",
        "engine": "- that the engine admits",
        "TPOT": "- that keep the TPOT asked",
        "TTFT": "- that keep the TTFT asked",
    }
    many = {word: float(rows[label][0].replace(",", "").replace("k", "e3"))
            for word, label in limits.items()}  # fmt: skip
    at_once, word = rows["calls at once"]
    assert float(at_once.replace(",", "")) == many[word] == min(many.values())
    assert found.title.startswith("A unit of chat, 8 x H100 SXM5 80GB, has ")


def test_objectives_that_are_not_asked_are_not_told(section, texts):
    (table,) = section(fleet=ON | {"ttft": None, "tpot": None}, **MODEL).tables
    labels = [row[0] for row in texts(table)]
    assert "- that memory holds" in labels
    assert not [label for label in labels if "asked" in label]


def test_one_rate_of_two_is_told_as_given(section, texts):
    (table,) = section(fleet=ON | {"decode_rate": "2000 tokens/s"}, **MODEL).tables
    rows = {row[0]: row[1:] for row in texts(table)}
    assert rows["answers, if it writes alone"] == ["2,000 tokens per second", "given"]
    assert rows["prompts, if it reads alone"][1] == ""


def test_lengths_by_month_are_those_of_the_last(section):
    longer = {"input_tokens": {"2026-01": "1000", "2026-02": "2000"}}
    (table,) = section(longer, ON, **MODEL).tables
    assert table.note.endswith("Of what differs by month, the plan's last month.")


def test_a_unit_of_which_too_little_is_known(section):
    """The product has a price, and nothing hangs on its fleet."""
    found = section({"cost_per_day": "$10k"}, ON)
    assert found.title == "What a unit of chat does is not known."
    (table,) = found.tables
    assert table.rows == ()
    assert "under models.m" in table.note


def test_several_fleets_side_by_side(fleets, texts):
    found = fleet_step_section(fleets(names=("a", "b")))
    assert found.title == "2 fleets, by given rates."
    assert texts(found.tables[0]) == [[name, *5 * ["-"], "400"] for name in ("a", "b")]
    assert len(found.tables) == 3
    found = fleet_step_section(fleets(names=("a", "b"), fleet=ON, **MODEL))
    assert found.title.endswith(" limits the calls at once of a and b.")


def test_many_fleets_are_folded_and_left_out_where_named(fleets):
    study = fleets(names=("a", "b", "c"))
    assert [one.folded for one in fleet_step_section(study).tables] == [False, True, True, True]
    assert len(fleet_step_section(study, ["a", "b", "c"]).tables) == 1
    assert fleet_step_section(study, []) is None


@pytest.fixture
def fit():
    """The section of a model on some GPUs, without a plan."""

    def make(accelerator="8xH100 SXM", **fields):
        fields = {"accelerator": accelerator, "answer": "400 tokens"} | fields
        study, *_ = study_fit("llama-3.1-70b", Wanted(), {}, fields)
        return fit_step_section(study)

    return make


def test_a_fit_is_told_as_the_fleet_of_a_plan_is(fit, section, texts):
    asked = {"prompt": "1000 tokens", "ttft": "1 s", "tpot": "50 ms"}
    (alone,) = fit(**asked).tables
    (planned,) = section(fleet=ON, **MODEL).tables
    assert alone.title == "One unit: 8 x H100 SXM5 80GB, tp 8"
    assert texts(alone) == texts(planned)
    keys = [row[1].key for row in alone.rows]
    assert keys == [row[1].key.replace("fleets.chat", "fit") for row in planned.rows]


def test_a_fit_that_keeps_no_objective_says_what_it_could(fit, texts):
    (table,) = fit(prompt="1000 tokens", ttft="9 ms").tables
    assert table.title == "The least that one call alone takes"
    (first, *asked), (second, *unasked) = [row[::2] for row in texts(table)]
    assert (first, asked) == ("time to the first token (TTFT)", ["9 ms"])
    assert (second, unasked) == ("time per output token (TPOT)", [""])
    least = texts(table)[0][1]
    assert table.note == (
        f"It cannot be served so: the time to the first token is at least {least} on "
        "8 x H100 SXM5 80GB, above the 9 ms asked."
    )


def test_a_fit_of_given_rates_has_no_walls(fit, texts):
    rates = {"prefill_rate": "10000 tokens/s", "decode_rate": "1000 tokens/s"}
    (table,) = fit("H100 SXM", prompt="1000 tokens", ttft="9 ms", **rates).tables
    assert texts(table)[-1] == ["- of each GPU", "800 tokens per second", ""]


def test_a_fit_without_calls_or_without_room_has_no_speed(fit):
    assert fit(context="1000 tokens", answer=None) is None
    assert fit("H100 SXM", prompt="1000 tokens") is None


def test_calls_are_those_of_the_unit_and_told_of_each_replica(fleets, section, texts):
    """Eight GPUs with a replica of two on each pair: four times what one holds."""
    more = {"fleet": ON | {"tp": "2", "dp": "4", "ttft": None, "tpot": None}, **MODEL}
    found = section(**more)
    rows = {row[0]: row[1] for row in texts(found.tables[0])}
    results = fleets(**more).results
    each = results["fleets.chat.batch.at_once"].central
    assert rows["calls at once"] == f"{4 * each:,.0f}"
    assert rows["- of each replica"] == rows["- that memory holds, of each"] == f"{each:,.0f}"
    assert f"has {4 * each:,.0f} calls at once, {each:,.0f} in each of 4 replicas" in found.title


def test_an_answer_of_one_token_is_told_no_time_between_two(section, texts):
    (table,) = section({"output_tokens": "1"}, ON, **MODEL).tables
    labels = " ".join(row[0] for row in texts(table))
    assert "TTFT" in labels
    assert "TPOT" not in labels
