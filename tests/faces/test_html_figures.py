from flopwatt import api


def test_every_chart_is_drawn_for_three_widths_with_its_table_behind(page, report):
    charts = [chart for section in report.sections for chart in section.charts]
    figures = page.all("figure")
    assert [e.attrs["id"] for e in figures] == [f"chart-{chart.id}" for chart in charts]
    for figure, chart in zip(figures, charts, strict=True):
        forms = [e for e in page.all("div", figure) if "form" in e.attrs.get("class", "").split()]
        assert [e.attrs["class"] for e in forms] == ["form small", "form medium", "form large"]
        assert {e.attrs["role"] for e in forms} == {"img"}
        assert {e.attrs["aria-label"] for e in forms} == {f"{chart.title}. {chart.description}"}
        assert [page.all("svg", e)[0].attrs["width"] for e in forms] == ["358", "672", "832"]
        assert f"table-{chart.table.id}" in {e.attrs.get("id") for e in page.elements}
        assert chart.title in figure.text
        assert chart.subtitle in figure.text


def test_two_drawings_do_not_share_a_clip(page):
    clips = [e.attrs["id"] for e in page.all("clippath")]
    assert len(clips) == len(set(clips))


def test_a_chart_of_a_table_beside_it_leads_there(plan, read_page):
    page = read_page(api.run(plan).report)
    (figure,) = [e for e in page.all("figure") if e.attrs["id"] == "chart-expense"]
    (door,) = page.all("a", figure)
    assert (door.text, door.attrs["href"]) == ("Table", "#table-expense")
