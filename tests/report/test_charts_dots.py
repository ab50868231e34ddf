from flopwatt.report.charts import PERCENT
from flopwatt.report.charts_dots import Dot, Dots, draw_dots

ROWS = (
    Dot("This plan", "average, 2027", 0.14, "0.14 GW", 0.12, 0.18, strong=True, tone="inference"),
    Dot("A forecaster", "world", 12, "12 GW, 2030", 8, 20),
    Dot("Another", "US, undated", 45, "45 GW", hollow=True),
    Dot("A third", "US", None, "not told"),
)


def test_each_row_has_its_name_scope_and_number(chart_of, drawn):
    chart = chart_of(lambda chart, look: draw_dots(Dots(ROWS), chart, look))
    for width in (672, 358):
        assert {"This plan", "world", "12 GW, 2030", "not told"} <= set(drawn(chart, width=width))
    rows = chart.spec()["datasets"]["dots"]
    assert [row["ranged"] for row in rows] == [True, True, False, False]
    assert [row["known"] for row in rows] == [True, True, True, False]
    assert rows[2]["fill"] != rows[2]["shade"]
    places = [row["y"] for row in rows]
    assert places == sorted(places)


def test_an_axis_that_ends_where_it_is_told(chart_of, drawn):
    found = Dots((Dot("an offer", "", 0.83, "83 %"),), PERCENT, 1.0)
    texts = drawn(chart_of(lambda chart, look: draw_dots(found, chart, look)))
    assert {"0 %", "100 %", "83 %"} <= set(texts)
