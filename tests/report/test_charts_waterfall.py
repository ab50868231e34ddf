from flopwatt.report.charts_waterfall import Step, draw_waterfall

STEPS = (
    Step("Chips", 100, "100 MW", "1,000 GPUs"),
    Step("Fans", 20, "20 MW"),
    Step("Idle", -30, "-30 MW"),
    Step("IT load", 90, "90 MW", total=True),
    Step("Cooling", 18, "18 MW", "PUE 1.2"),
    Step("Contract", 150, "150 MW", contract=True),
)


def test_parts_begin_where_the_sum_so_far_ends(chart_of, drawn):
    chart = chart_of(lambda chart, look: draw_waterfall(STEPS, chart, look))
    data = chart.spec()["datasets"]
    assert [(row["from"], row["to"]) for row in data["steps"]] == [
        (0, 100), (100, 120), (90, 120), (0, 90), (90, 108), (0, 150),
    ]  # fmt: skip
    # a contract is beside the sum, not a part of it
    assert [row["at"] for row in data["joints"]] == [100, 120, 90, 90]
    for width in (672, 358):
        assert {"Chips", "1,000 GPUs", "-30 MW", "150 MW"} <= set(drawn(chart, width=width))
