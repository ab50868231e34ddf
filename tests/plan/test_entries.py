"""The fields of one entry: nesting, value records, spellings, references, catalog names."""

import pytest

from flopwatt.model.value import Rank
from flopwatt.plan.fields import fields_of
from flopwatt.problems import Place

PARAMS = "{params: 70B}"


@pytest.mark.parametrize(
    "params",
    [
        "{params: 70B}",
        "{params: {total: 70B, active: 70B}}",
        "{params: {total: 70B, active: {all: 70B}}}",
        "{params.total: 70B, params.active.all: 70B}",
        "{params: {value: 70B, source: config.json}}",
    ],
)
def test_one_count_of_parameters_however_it_is_nested(given, text, params):
    leaves = given(text.replace(PARAMS, params))
    for quantity in ("total_params", "active_params"):
        leaf = leaves[quantity, "m"]
        assert (leaf.value, leaf.rank, leaf.origin.kind) == (70e9, Rank.GIVEN, "given")
        assert (leaf.origin.place, leaf.origin.text) == ("plan.yaml:3", "70B")


def test_a_mixture_of_experts_has_two_counts(given, text):
    leaves = given(text.replace(PARAMS, "{params: {total: 671B, active: 37B}}"))
    assert leaves["total_params", "m"].value == 671e9
    assert leaves["active_params", "m"].value == 37e9


def test_a_value_record_says_where_the_value_was_found(given, text):
    record = "{value: $2M, source: annual report, as_of: 2025-12-31, note: unaudited}"
    origin = given(text.replace("$1M", record))["training_cost", "base"].origin
    assert (origin.kind, origin.text, origin.as_of) == ("given", "$2M", "2025-12-31")
    assert origin.detail == "annual report, unaudited"


def test_a_value_record_is_placed_where_its_value_stands(given, refused, text):
    lines = "\n    cost:\n      source: annual report\n      value: "
    assert given(text.replace("{cost: $1M}", lines + "$1M"))["training_cost", "base"].origin.place
    problem, *rest = refused(text.replace("{cost: $1M}", lines + "1M"))
    assert (problem.place, problem.field, rest) == (
        Place("plan.yaml", 8, 14),
        "training.base.cost",
        [],
    )


@pytest.mark.parametrize(
    ("entity", "written", "quantity"),
    [
        ("training", "gpu_hours: 2 GPU-hours", "accelerator_hours"),
        ("training", "accelerator_hours: 2 hours", "accelerator_hours"),
        ("training", "accelerators: 8", "accelerators"),
        ("training", "utilisation: 40 %", "mfu"),
        ("products", "requests_per_day: 5M per day", "requests"),
        ("products", "price_per_million_tokens: $1 per million tokens", "token_price"),
        ("products", "daily_spend: $1k", "daily_cost"),
    ],
)
def test_other_spellings(given, entity, written, quantity):
    name = {"training": "r", "products": "p"}[entity]
    models = "start: 2026-01-01\nmodels: {m: {params: 7B}}\n"
    assert (quantity, name) in given(f"{models}{entity}: {{{name}: {{{written}}}}}\n")


COST = "training.base.cost"
ONE_VALUE = "one value, or a map with value, low, high, shape, source, as_of, note, override, free"
NO_FIELD = "{} is no field of a {}".format


@pytest.mark.parametrize(
    ("old", "new", "message", "column", "field", "near"),
    [
        ("cost: $1M", "utilzation: 40 %", NO_FIELD("utilzation", "run"), 10,
         "training.base.utilzation", "utilization"),
        ("cost: $1M", "Cost: $1M", NO_FIELD("Cost", "run"), 10,
         "training.base.Cost", "cost"),
        ("$1M", "$1M, spent: $1", NO_FIELD("spent", "run"), 21,
         "training.base.spent", ""),
        ("$1M", "$1M, paid_flops: 3", "paid_flops is worked out, and cannot be given", 21,
         "training.base.paid_flops", "achieved_flops"),
        ("$1M", "{value: $1M, as_off: 2026-01-01}", NO_FIELD("as_off", "value record"), 29,
         f"{COST}.as_off", "as_of"),
    ],
)  # fmt: skip
def test_a_key_that_is_no_field(refused, text, old, new, message, column, field, near):
    (problem,) = refused(text.replace(old, new, 1))
    assert (problem.code, problem.message) == ("unknown-key", message)
    assert problem.place == Place("plan.yaml", 5, column)
    assert (problem.field, problem.nearest) == (field, near)
    assert problem.given == field.rpartition(".")[2]


def test_a_nested_key_that_is_no_field(refused, text, vocabulary):
    (problem,) = refused(text.replace(PARAMS, "{params: {totl: 70B}}"))
    assert (problem.field, problem.place.column) == ("models.m.params.totl", 16)
    assert (problem.given, problem.nearest) == ("totl", "params.total")
    assert problem.allowed == ", ".join(sorted(fields_of(vocabulary, "model")))


@pytest.mark.parametrize(
    ("old", "new", "column", "field", "given", "allowed"),
    [
        ("$1M", "[$1M]", 16, COST, "a list", ONE_VALUE),
        ("$1M", "{}", 16, COST, "a map", ONE_VALUE),
        ("$1M", "{source: a}", 16, COST, "a map", ONE_VALUE),
        ("$1M", "{value: {value: $1M}}", 24, f"{COST}.value", "a map", "one text"),
        ("$1M", "{value: $1M, note: [a]}", 35, f"{COST}.note", "a list", "one text"),
        ("{cost:", "{model: [m], cost:", 17, "training.base.model", "a list", "one name"),
        ("{cost:", "{accelerator: {name: H100}, cost:", 23, "training.base.accelerator", "a map",
         "one name"),
    ],
)  # fmt: skip
def test_a_map_or_list_where_one_value_stands(
    refused, text, old, new, column, field, given, allowed
):
    (problem,) = refused(text.replace(old, new, 1))
    assert (problem.code, problem.place) == ("bad-structure", Place("plan.yaml", 5, column))
    assert (problem.field, problem.given, problem.allowed) == (field, given, allowed)


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        (PARAMS, "{params: 7B, params.total: 7B}", "models.m.params.total",
         "params.total is given twice, here and as params in line 3"),
        (PARAMS, "{params: {active: 7B, active.all: 7B}}", "models.m.params.active.all",
         "params.active.all is given twice, here and as active in line 3"),
        ("cost: $1M", "mfu: 40 %, utilization: 30 %", "training.base.utilization",
         "mfu is given twice, here and as mfu in line 5"),
        ("cost_per_day: $10k", "cost_per_day: $1, daily_spend: $1", "products.chat.daily_spend",
         "cost_per_day is given twice, here and as cost_per_day in line 7"),
    ],
)  # fmt: skip
def test_two_spellings_of_one_quantity_are_a_conflict(refused, text, old, new, field, message):
    (problem,) = refused(text.replace(old, new))
    assert (problem.code, problem.field, problem.message) == ("conflict", field, message)
    assert problem.allowed == "one of the two lines"


def test_one_quantity_of_two_entries_is_no_conflict(given, text):
    leaves = given(text.replace("{cost: $1M}", "{cost: $1M}\n  again: {cost: $2M}"))
    assert leaves["training_cost", "base"].value == 1e6
    assert leaves["training_cost", "again"].value == 2e6


def test_the_place_of_every_given_value_is_kept(read, text):
    places = read(text).places
    assert places["models.m.params.active.all"] == Place("plan.yaml", 3, 15)
    assert places["training.base.cost"] == Place("plan.yaml", 5, 16)
    assert places["training.base"] == Place("plan.yaml", 5, 3)
    assert places["start"] == Place("plan.yaml", 1, 8)


@pytest.mark.parametrize(
    ("record", "rank"),
    [
        ("{value: $1M}", Rank.GIVEN),
        ("{value: $1M, override: yes}", Rank.OVERRIDE),
        ("{value: $1M, override: no}", Rank.GIVEN),
    ],
)
def test_a_given_value_may_say_that_it_beats_a_measured_one(given, text, record, rank):
    leaf = given(text.replace("$1M", record))["training_cost", "base"]
    assert leaf.rank is rank
    assert (leaf.rank > Rank.MEASURED) == (rank is Rank.OVERRIDE)


def test_nothing_is_a_price_only_where_it_is_said_to_be_free(given, refused, text):
    priced = text.replace("cost: $1M", "gpu_hours: 1M GPU-hours, price: {}")
    (problem,) = refused(priced.replace("{}", "$0/GPU/hour"))
    assert (problem.code, problem.field) == ("out-of-range", "training.base.price")
    assert "{value: $0, free: yes}" in problem.allowed
    free = priced.replace("{}", "{value: $0/GPU/hour, free: yes}")
    assert given(free)["accelerator_price", "base"].value == 0


def test_a_flag_is_yes_or_no(refused, text):
    (problem,) = refused(text.replace("$1M", "{value: $1M, override: maybe}"))
    assert (problem.field, problem.given) == ("training.base.cost.override", "maybe")
    assert problem.allowed == "yes or no"


def test_of_many_fields_the_few_that_are_like_one_are_listed(refused, text):
    (problem, *_) = refused(text + "fleets: {chat: {batched_token: 1}}\n")
    assert problem.nearest == "batched_tokens"
    assert len(problem.allowed.split(", ")) < 12
    assert problem.allowed.endswith("`flopwatt fields` lists them")
