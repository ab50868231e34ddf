import jsonschema
import pytest
import yaml

from flopwatt.plan.fields import sections_of
from flopwatt.plan.schema import DRAFT, make_schema
from flopwatt.plan.starter import STARTER
from tests.conftest import EXAMPLES


@pytest.fixture(scope="module")
def check(vocabulary):
    schema = make_schema(vocabulary)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    def check(text):
        # dates stay texts, as our own reader has them
        return list(validator.iter_errors(yaml.load(text, yaml.BaseLoader)))

    return check


@pytest.mark.parametrize("path", [*EXAMPLES, STARTER], ids=lambda path: path.stem)
def test_every_example_fits(check, path):
    assert check(path.read_text()) == []


@pytest.mark.parametrize(
    "line",
    [
        "training: {base: {tokns: 2T}}",
        "training: {base: {purpose: fun}}",
        "models: {m: {params: {totl: 70B}}}",
        "models: {a.b: {params: 70B}}",
        "products: {p: {cost_per_day: [1]}}",
        "products: {p: {cost_per_day: {source: me}}}",
        "horizn: 60 months",
        "start: 03/04/2026",
    ],
)
def test_what_is_no_field_or_no_value_does_not(check, line):
    assert check(line)


@pytest.mark.parametrize(
    "line",
    [
        "models: {m: {params: {total: 671B, active: {all: 37B}}}}",
        "models: {m: {params.active.all: 37B}}",
        "products: {p: {cost_per_day: {value: $1, source: me, as_of: 2026-01-01}}}",
        "products: {p: {requests: {2026-01: 5M per day, 2026-07: 7M per day}}}",
        "currencies: {EUR: {value: 1.08 USD, as_of: 2026-01-01}}",
        "extends: base.yaml",
        "training: {}",
    ],
)
def test_every_way_to_write_does(check, line):
    assert check(line) == []


def test_it_says_what_editors_show(vocabulary):
    schema = make_schema(vocabulary)
    assert schema["$schema"] == DRAFT
    assert set(sections_of(vocabulary)) < set(schema["properties"])
    products = schema["properties"]["products"]["patternProperties"]
    (entry,) = products.values()
    assert entry["properties"]["requests"]["examples"] == ["5M per day"]
    assert entry["properties"]["requests"]["description"].startswith("Requests")
