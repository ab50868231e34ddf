"""What the tests of reports share: one plan for every way a crossover can come out."""

import re
from pathlib import Path

import pytest
import vl_convert

from flopwatt.architecture.published import Wanted
from flopwatt.report.records import Cell, Chart, Table
from flopwatt.studies.models import study_model
from flopwatt.studies.run import evaluate_plan, load_plan, run_plan

EXAMPLES = Path(__file__).parents[2] / "examples"

# name -> products.chat, and the cost of a second run on 1 May 2026, four months in
OUTCOMES = {
    "crosses": ({"cost_per_day": "$10k"}, None),
    "uncrossed": ({"cost_per_day": "$10k"}, "$1M"),
    "undone": ({"cost_per_day": "$10k"}, "$100M"),
    "already": ({"cost_per_day": "$10k", "spent_before": "$2M"}, None),
    "already undone": ({"cost_per_day": "$10k", "spent_before": "$2M"}, "$100M"),
    "never": ({"cost_per_day": "$100"}, None),
    "shrinking": ({"cost_per_day": "$1000", "growth": "-20 %/month"}, None),
    "nothing spent": ({"cost_per_day": "$0"}, None),
}


@pytest.fixture
def outcome(plan):
    """The study of a plan whose one product comes out as named."""

    def make(name):
        product, later = OUTCOMES[name]
        plan["products"] = {"chat": product}
        if later:
            plan["training"]["next"] = {"cost": later, "start": "2026-05-01"}
        return run_plan(plan)

    return make


@pytest.fixture(scope="session")
def example():
    """The study of one of the examples."""
    return lambda name: run_plan(EXAMPLES / f"{name}.yaml")


@pytest.fixture
def texts():
    """A section's tables as plain lists of texts."""
    return lambda table: [[cell.text for cell in row] for row in table.rows]


@pytest.fixture
def studied():
    """The study of a model, held as its config says unless told otherwise."""

    def study(source, tokens=None, wanted=None, **given):
        return study_model(source, wanted or Wanted(), given, tokens)

    return study


@pytest.fixture(scope="session")
def fleets():
    """The study of a plan whose fleets are added up by hand.

    A unit of two GPUs reads 10,000 or writes 1,000 tokens a second, so a call of 1,000 and 400
    takes half a second of it. Ten calls a second keep five units busy; at twice that in the
    busiest hour, of which half is headroom, 20 are needed, and 2 are spares. A GPU costs $1 an
    hour.
    """

    def run(product=None, fleet=None, names=("chat",), **top):
        product = {
            "requests": "10 per second",
            "input_tokens": "1000",
            "output_tokens": "400",
        } | (product or {})
        fleet = {
            "gpus": "2",
            "prefill_rate": "10000 tokens/s",
            "decode_rate": "1000 tokens/s",
            "price": "$1 per GPU-hour",
            "day_peak": "2",
            "target_load": "50 %",
            "spares": "10 %",
        } | (fleet or {})
        product, fleet = (
            {key: value for key, value in one.items() if value is not None}
            for one in (product, fleet)
        )
        plan = {
            "start": "2026-01-01",
            "horizon": "3 months",
            "models": {"m": {"params": "70B"}},
            "products": dict.fromkeys(names, product),
            "fleets": dict.fromkeys(names, fleet),
        }
        return evaluate_plan(load_plan(plan | top), to_goals=False)

    return run


@pytest.fixture(scope="session")
def drawn():
    """A chart drawn: its texts, in a theme and a width; a broken specification fails."""

    def draw(chart, theme="light", width=672):
        svg = vl_convert.vegalite_to_svg(chart.spec(theme, width), vl_version="6.4")
        size = re.search(r'<svg[^>]* width="([\d.]+)"', svg)
        assert float(size.group(1)) == width
        assert "NaN" not in svg
        return re.findall(r"<text[^>]*>([^<]+)</text>", svg)

    return draw


@pytest.fixture
def chart_of():
    """A chart of a drawing function, for forms that no section of a plan is needed for."""

    def make(draw):
        table = Table("t", "Numbers", ("what",), ((Cell("a"),),))
        return Chart("c", "What it is", "MW", "What was found.", lambda: table, draw)

    return make
