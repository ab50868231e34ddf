import builtins
import re

import pytest

from flopwatt import api
from flopwatt.faces import svg
from flopwatt.faces.html import render_html

PNG = b"\x89PNG"


@pytest.fixture
def chart(plan):
    return api.run(plan).report.sections[0].charts[0]


@pytest.fixture
def undrawn(monkeypatch):
    """As where vl-convert is not installed."""
    real = builtins.__import__

    def lacking(name, *rest, **more):
        if name == "vl_convert":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", lacking)
    svg.can_draw.cache_clear()
    yield
    svg.can_draw.cache_clear()


def test_a_chart_as_a_file(chart):
    drawn = svg.draw_svg(chart.spec(titled=True))
    assert drawn.startswith("<svg")
    assert "http://www.w3.org/2000/svg" in drawn
    assert chart.title in drawn
    assert svg.draw_png(chart.spec()).startswith(PNG)


def test_inside_a_page_it_names_no_place_and_leaves_colours_to_the_page(chart):
    drawn = svg.draw_inline(chart.spec("page"))
    assert not re.search(r"https?:|xmlns", drawn)
    assert "var(--training)" in drawn
    assert not re.search(r"#[0-9A-Fa-f]{6}", drawn)
    assert not re.search(r"\d\.\d{3,}", drawn)


def test_a_page_without_charts_has_their_tables_and_says_what_to_install(plan, undrawn):
    (problem,) = svg.drawing_problems()
    assert problem.warning
    assert problem.code == "not-installed"
    assert problem.allowed == "pip install 'flopwatt[report]'"
    page = render_html(api.run(plan).report)
    assert "<svg" not in page
    assert "Spend so far, by the end of the month" in page


def test_where_it_is_installed_nothing_is_said():
    assert list(svg.drawing_problems()) == []
