import datetime

from flopwatt.report.charts_site import Energised, SitePower, draw_site
from flopwatt.report.charts_stack import Layer

START = datetime.date(2027, 1, 1)
EDGES = (0.0, 31.0, 59.0, 90.0, 120.0)
NEEDS = (
    Layer("Inference", (20.0, 22.0, 24.0, 26.0), "inference", "inference", "up to 26 MW"),
    Layer("Training", (0.0, 60.0, 0.0, 0.0), "training", "training", "up to 60 MW"),
)


def site(*steps, short="", supply=""):
    return SitePower(START, EDGES, NEEDS, steps, supply, short)


def test_need_above_what_is_energised_is_hatched_and_said(chart_of, drawn):
    step = Energised(31, 60, "60 MW, Feb 2027", 20, 80)
    found = site(step, short="22 MW short in Feb 2027", supply="Energised 60 MW")
    chart = chart_of(lambda chart, look: draw_site(found, chart, look))
    data = chart.spec()["datasets"]
    # nothing is there in January; in February 82 MW are needed of 60
    assert [(row["y0"], row["y1"]) for row in data["short"]] == [(0.0, 20.0), (60, 82.0)]
    assert {(row["y0"], row["y1"]) for row in data["hatch"]} == {(0.0, 20.0), (60, 82.0)}
    for row in data["hatch"]:
        assert any(one["t"] < row["t"] <= one["t2"] for one in data["short"])
    assert [(row["y0"], row["y1"]) for row in data["moves"]] == [(0.0, 60)]
    assert [row["y1"] for row in data["energised"]] == [0.0, 60, 60]
    said = {"60 MW, Feb 2027", "22 MW short in Feb 2027"}
    for width, name in ((672, "Training"), (358, "Training up to 60 MW")):
        assert {*said, name, "Energised 60 MW"} <= set(drawn(chart, width=width))


def test_a_step_after_the_last_day_is_left_out(chart_of, drawn):
    found = site(Energised(0, 100, "100 MW", 0, 0), Energised(900, 200, "200 MW", 900, 900))
    chart = chart_of(lambda chart, look: draw_site(found, chart, look))
    data = chart.spec()["datasets"]
    assert data["short"] == data["hatch"] == data["moves"] == []
    assert [row["y1"] for row in data["energised"]] == [0.0, 100, 100]
    assert {"100 MW"} < set(drawn(chart))
    assert "200 MW" not in drawn(chart)


def test_the_first_step_is_told_at_the_side_that_has_room(chart_of):
    sides = {}
    for day in (10.0, 85.0):
        found = site(Energised(day, 100, "100 MW, some day", day, day))
        chart = chart_of(lambda chart, look, found=found: draw_site(found, chart, look))
        (first,) = chart.spec()["datasets"]["first"]
        sides[day] = first["side"]
    assert sides == {10.0: "left", 85.0: "right"}


def test_a_box_that_ends_after_the_plan_or_never_ends_with_the_plot(chart_of):
    found = site(Energised(60, 50, "50 MW", 10, float("inf")))
    chart = chart_of(lambda chart, look: draw_site(found, chart, look))
    data = chart.spec()["datasets"]
    assert data["moves"][0]["t2"] == data["energised"][-1]["t"]


def test_without_any_step_all_that_is_needed_is_short(chart_of, drawn):
    found = site(short="First power only in Dec 2033")
    chart = chart_of(lambda chart, look: draw_site(found, chart, look))
    data = chart.spec()["datasets"]
    assert len(data["short"]) == 4
    assert data["energised"] == data["first"] == []
    assert "First power only in Dec 2033" in drawn(chart, width=358)
