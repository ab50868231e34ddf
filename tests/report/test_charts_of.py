"""Every chart of every example: it can be drawn in each theme and width, and says what it shows."""

from pathlib import Path

import pytest

from flopwatt import api
from flopwatt.report.charts_of import with_charts
from flopwatt.report.records import Section
from flopwatt.studies.run import run_plan

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
HAVE = {
    "two-products": ["crossover", "expense"],
    "start-up": ["crossover", "drivers", "expense"],
    "mix-of-offers": ["crossover", "drivers", "gpus-in-use", "mix-base", "mix-chat", "expense"],
    "own-h100": ["own-offers"],
    "campaign-24k-h100": ["drivers", "expense"],
}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_chart_is_drawn_for_each_width_and_theme(path, drawn):
    report = api.run(path, draws=100).report
    charts = [chart for section in report.sections for chart in section.charts]
    assert len({chart.id for chart in charts}) == len(charts)
    if path.stem in HAVE:
        assert [chart.id for chart in charts] == HAVE[path.stem]
    for chart in charts:
        assert chart.title
        assert chart.subtitle.endswith(".")
        assert chart.description.endswith(".")
        assert chart.table.rows
        for theme, width in (("light", 672), ("dark", 358), ("page", 832)):
            assert drawn(chart, theme, width), chart.id
        titled = chart.spec(titled=True)["title"]
        assert " ".join(titled["text"]).replace("- ", "-") == chart.title


@pytest.mark.parametrize("path", EXAMPLES[:4], ids=lambda path: path.stem)
def test_a_specification_is_plain_data_with_named_datasets(path):
    report = api.run(path, draws=100).report
    for chart in (chart for section in report.sections for chart in section.charts):
        spec = chart.spec()
        assert {layer["data"]["name"] for layer in spec["layer"]} <= set(spec["datasets"])
        assert spec["description"] == chart.description
        # a page changes numbers in place, so nothing else may hang on the theme but colours
        assert chart.spec("dark")["datasets"].keys() == spec["datasets"].keys()


def test_a_section_without_charts_is_left_as_it_is(plan):
    section = Section("none", "Nothing.", ())
    assert with_charts(run_plan(plan), section) is section
