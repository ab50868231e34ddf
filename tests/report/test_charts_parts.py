import pytest

from flopwatt.report.charts_parts import Part, Parts, draw_parts


def chart(chart_of, found):
    return chart_of(lambda chart, look: draw_parts(found, chart, look))


def test_what_goes_beyond_the_capacity_is_framed_and_said(chart_of, drawn):
    parts = (
        Part("weights", 70.0, "70 GB"),
        Part("runtime", 1.0, "1 GB"),
        Part("cache", 29.0, "29 GB"),
    )
    found = Parts(parts, 80.0, "80 GB on the GPU", over="20 GB too much")
    one = chart(chart_of, found)
    assert one.spec()["datasets"]["over"] == [{"from": 80.0, "to": 100.0}]
    texts = drawn(one)
    assert {"weights", "70 GB", "cache", "80 GB on the GPU", "20 GB too much"} <= set(texts)
    assert "runtime 1 GB" in texts  # too thin for its name, which stands below
    assert drawn(one, width=358)


def test_what_is_free_is_a_part_of_its_own(chart_of, drawn):
    found = Parts((Part("weights", 30.0, "30 GB"),), 80.0, "80 GB", left="50 GB free")
    one = chart(chart_of, found)
    assert one.spec()["datasets"]["over"] == []
    assert "50 GB free" in drawn(one)
    assert one.spec()["datasets"]["parts"][1]["to"] == 80.0


def test_parts_stand_side_by_side(chart_of):
    parts = tuple(Part(f"p{n}", float(n), str(n)) for n in (3, 0, 2))
    rows = chart(chart_of, Parts(parts, 10.0, "10")).spec()["datasets"]["parts"]
    assert [(row["from"], row["to"]) for row in rows] == [(0, 3), (3, 5)]
    assert rows[0]["middle"] == pytest.approx(1.5)
