import re
from pathlib import Path

import pytest

from flopwatt.catalog import load_sources
from flopwatt.report.explain import MOST_LINES, MOST_LINKS, explain, formula_text, key_formula_text
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan
from tests.conftest import spread

EXAMPLES = Path(__file__).parents[2] / "examples"


def leaves(explanation):
    """The lines that no other line stands under."""
    lines = explanation.lines
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        if after is None or after.depth <= line.depth:
            yield line


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.yaml")))
def test_every_leaf_of_every_number_of_every_example_is_a_plan_line_or_a_source(example, name):
    study = example(name)
    lines = len((EXAMPLES / f"{name}.yaml").read_text().splitlines())
    keys = list(study.results.keys())
    assert len(keys) > 30
    for key in spread(keys, most=400):
        explanation = explain(study, key, whole=True)
        opened = set()
        for line in explanation.lines:
            if line.origin == "computed" and line.detail != "see above":
                opened.add(line.key)
        for leaf in leaves(explanation):
            if leaf.origin == "computed":
                assert leaf.detail == "see above", (key, leaf)
                assert leaf.key in opened, (key, leaf)
            elif leaf.origin == "given":
                place = re.fullmatch(rf"{name}\.yaml:(\d+)", leaf.detail)
                assert place, (key, leaf)
                assert 1 <= int(place[1]) <= lines, (key, leaf)
            else:
                assert leaf.origin in ("catalog", "assumed"), (key, leaf)
                assert leaf.detail.partition(",")[0] in load_sources(), (key, leaf)


def test_the_tree_of_the_worked_example(example):
    explanation = explain(example("two-products"), "training.base.cost")
    assert [(line.depth, line.symbol, line.name, line.origin) for line in explanation.lines] == [
        (0, "$", "training.base.cost", "computed"),
        (1, "H", "accelerator_hours", "computed"),
        (2, "C", "flops", "computed"),
        (3, "k", "flops_per_param_token", "assumed"),
        (3, "N", "models.m70b.params.active.all", "given"),
        (3, "D", "tokens", "given"),
        (2, "r", "achieved_flops", "given"),
        (2, "g", "effective_time", "assumed"),
        (1, "p", "price", "given"),
    ]
    details = [line.detail for line in explanation.lines]
    assert details[:3] == ["$ = H x p", "H = C / (r x g)", "C = k x N x D"]
    assert details[3] == "kaplan-2020, section 2.1"
    assert explanation.written == "$ = H x p"
    assert explanation.meaning == "The bill of the run."
    assert explanation.exact == "1,458,333.33333 USD"


@pytest.mark.parametrize(
    ("key", "words"), [("tokens", "tokens: 2T"), ("price", "price: $2.50 per GPU-hour")]
)
def test_a_given_line_is_the_line_that_says_it(example, key, words):
    detail = explain(example("two-products"), f"training.base.{key}").lines[0].detail
    line = int(detail.partition(":")[2])
    assert words in (EXAMPLES / "two-products.yaml").read_text().splitlines()[line - 1]


def test_a_value_met_before_is_opened_once(example):
    lines = explain(example("two-products"), "crossover").lines
    costs = [line.detail for line in lines if line.key == "products.consumer-app.cost_per_day"]
    assert costs == ["s_cost_per_day = c x q", "see above"]


def test_what_a_given_value_beat_stands_beside_it(plan):
    plan["training"]["base"] |= {"accelerator_hours": "1M GPU-hours", "price": "$2 per GPU-hour"}
    beside = explain(run_plan(plan), "training.base.cost").beside
    assert beside == "its formula says $2M: $ = H x p"


def test_the_fact_that_a_given_value_beat_stands_beside_it_with_its_source(plan):
    plan["training"]["base"] |= {"accelerator": "H100", "peak": "900 TFLOP/s"}
    beside = explain(run_plan(plan), "training.base.peak").beside
    assert beside.startswith("catalog 989 peak TFLOP/s per GPU: aiconfigurator-systems")


def test_what_the_author_wrote_beside_a_value_is_its_note(example):
    line = explain(example("deepseek-v3"), "training.v3.price").lines[0]
    assert line.note == "DeepSeek-V3 technical report, table 1, an assumed rental price"


def test_another_spelling_of_a_key_is_understood(example):
    explanation = explain(example("two-products"), "training.base.gpu_hours")
    assert explanation.key == "training.base.accelerator_hours"


def test_a_formula_is_written_in_symbols_or_in_keys(example):
    cost = example("two-products").results["training.base.cost"]
    assert key_formula_text(example("two-products"), cost) == "cost = accelerator_hours x price"
    assert formula_text(example("two-products"), cost) == "$ = H x p"


def test_a_series_is_told_by_name_of_month_and_then_month_by_month(plan):
    plan["products"]["chat"]["growth"] = "10 %/month"
    explanation = explain(run_plan(plan), "inference_spend")
    assert explanation.lines[0].text == "$326k in 2026-01, $89.9M in 2030-12"
    assert explanation.exact == ""
    assert len(explanation.months) == 60
    assert explanation.months[0] == ("2026-01", "$326k")


def test_a_series_that_is_the_same_in_all_months_says_so_once(plan):
    explanation = explain(run_plan(plan), "products.chat.spend_rate")
    assert (explanation.lines[0].text, explanation.months) == ("$10k per day in every month", ())


def test_the_sources_of_an_explanation_are_those_that_its_lines_cite(example):
    explanation = explain(example("two-products"), "training.base.flops")
    assert [source.text for source in explanation.sources] == [
        "kaplan-2020: Kaplan et al., Scaling Laws for Neural Language Models, "
        "arXiv 2001.08361, 2020-01"
    ]
    assert {line.source for line in explanation.lines} == {"kaplan-2020", ""}
    assert explain(example("two-products"), "training.base.tokens").sources == ()


def test_no_symbol_stands_for_two_quantities_of_one_tree(example):
    study = example("two-products")
    for key in list(study.results.keys()):
        lines = explain(study, key).lines
        quantities = {study.results[line.key].quantity.name for line in lines}
        assert len({line.symbol for line in lines}) == len(quantities), key


def test_growth_is_told_in_the_period_in_which_the_plan_says_it(plan):
    plan["products"]["chat"]["growth"] = "50 %/year"
    explanation = explain(run_plan(plan), "products.chat.growth")
    assert (explanation.lines[0].text, explanation.exact) == ("50 %/year", "50 %/year")


def test_a_long_tree_is_opened_by_whole_levels_and_says_what_lies_below(example):
    study, key = example("own-or-api"), "fleets.assistant.fleet.cost"
    short, whole = explain(study, key), explain(study, key, whole=True)
    assert len(short.lines) <= MOST_LINES < len(whole.lines)
    deepest = max(line.depth for line in short.lines)
    told, every = ({line.key for line in one.lines} for one in (short, whole))
    assert {line.key for line in whole.lines if line.depth <= deepest} <= told < every
    assert short.below == len(every) - len(told)
    assert whole.below == 0
    assert short.sources == whole.sources


def test_an_input_says_what_it_is_used_by(example):
    explanation = explain(example("two-products"), "training.base.price")
    assert [link.key for link in explanation.used_by] == ["training.base.cost"]
    assert explanation.used_by[0].text == "$1.46M"
    assert (explanation.moved_by, explanation.used_more) == ((), 0)


def test_a_range_says_what_it_comes_from(plan):
    plan["training"]["base"] = {
        "accelerator_hours": "1M GPU-hours",
        "price": {"value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour"},
    }
    study = run_plan(plan, sampling=Sampling(400))
    (link,) = explain(study, "training.base.cost").moved_by
    assert (link.key, link.text) == ("training.base.price", "100 % of its spread")


def test_what_is_read_by_many_names_a_few(example):
    explanation = explain(example("mix-of-offers"), "month_length")
    assert len(explanation.used_by) == MOST_LINKS
    assert explanation.used_more > 0
