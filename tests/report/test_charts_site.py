import datetime

from flopwatt.report.charts_site import Energised, SitePower, draw_site

START = datetime.date(2027, 1, 1)
EDGES = (0.0, 31.0, 59.0, 90.0, 120.0)


def site(*steps, short=""):
    training, inference = (0.0, 60.0, 0.0, 0.0), (20.0, 22.0, 24.0, 26.0)
    return SitePower(START, EDGES, training, inference, steps, short)


def test_need_above_what_is_energised_is_marked_and_said(chart_of, drawn):
    found = site(Energised(31, 60, "60 MW", 20, 80), short="22 MW short in Feb 2027")
    chart = chart_of(lambda chart, look: draw_site(found, chart, look))
    data = chart.spec()["datasets"]
    # nothing is there in January; in February 82 MW are needed of 60
    assert [(row["y0"], row["y1"]) for row in data["short"]] == [(0.0, 20.0), (60, 82.0)]
    assert len(data["moves"]) == 1
    assert [row["y1"] for row in data["energised"]] == [0.0, 60, 60]
    for width in (672, 358):
        assert {"60 MW", "22 MW short in Feb 2027"} <= set(drawn(chart, width=width))


def test_a_step_after_the_last_day_is_left_out(chart_of, drawn):
    found = site(Energised(0, 100, "100 MW", 0, 0), Energised(900, 200, "200 MW", 900, 900))
    chart = chart_of(lambda chart, look: draw_site(found, chart, look))
    data = chart.spec()["datasets"]
    assert data["short"] == data["moves"] == []
    assert "200 MW" not in [row["text"] for row in data["energised"]]
    assert "100 MW" in drawn(chart)
