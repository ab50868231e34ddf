from flopwatt.report.charts_offers import offers_chart
from flopwatt.report.own_offers import own_offers_section


def test_each_offer_has_the_share_of_the_table(example, drawn):
    study = example("own-h100")
    section = own_offers_section(study)
    chart = offers_chart(study, section)
    assert chart.table is section.tables[0]
    rows = chart.spec()["datasets"]["dots"]
    offers = [row for row in chart.table.rows if row[1].text != "the plan"]
    assert [row["text"] for row in rows] == [row[4].text for row in offers]
    assert [not row["known"] for row in rows] == [row[4].text == "never" for row in offers]
    assert [row["fill"] != row["shade"] for row in rows] == [
        row[3].text.endswith("*") for row in offers
    ]
    assert {"$2.29 verda, on demand", "83 %", "never", "100 %"} <= set(drawn(chart))
    assert "bar: from one asset to another" in chart.subtitle
