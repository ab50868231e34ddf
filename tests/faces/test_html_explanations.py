def test_every_explanation_shows_the_lines_of_the_report(page, report):
    (why,) = [e for e in page.all("section") if e.attrs["id"] == "section-why"]
    found = {e.attrs["id"]: e for e in page.all("details", why) if "id" in e.attrs}
    explanations = {one.key: one for one in report.explain_all(report.shown())}
    assert list(found) == list(explanations)
    assert set(found) >= set(report.shown())
    for key, details in found.items():
        explanation = explanations[key]
        assert page.all("summary", details)[0].text == f"{key} {explanation.lines[0].text}"
        assert explanation.exact in details.text
        for head, links, more in explanation.bearings():
            told = ", ".join(
                [*(f"{one.name} ({one.text})" for one in links), *([more] * bool(more))]
            )
            assert f"{head.capitalize()} {told}." in details.text
        for row, line in zip(page.rows(details), explanation.lines, strict=True):
            assert row[0] == f"{line.symbol} {line.name}"
            assert row[1] == line.text + line.range
            assert row[2].endswith(line.origin)
            assert row[3].startswith(line.detail)
            assert row[3].endswith(line.note)
            assert line.source in row[3]
        told = [e.text for e in page.all("div", details) if e.attrs.get("class") == "months"]
        months = explanation.months
        assert told == (["\n".join("  ".join(month) for month in months)] if months else [])


def test_every_source_that_is_cited_is_told_once_and_each_citation_opens_it(page, report):
    explanations = report.explain_all(report.shown())
    cited = {source.id: source for one in explanations for source in one.sources}
    listed = [e for e in page.all("dl") if e.attrs.get("class") == "sources"]
    told = [e.attrs["id"].removeprefix("source-") for one in listed for e in page.all("dt", one)]
    # the oldest first, since what is stale is what a reader must know
    assert told == sorted(cited, key=lambda n: (not cited[n].date, cited[n].date, n))
    about = [e.text for one in listed for e in page.all("dd", one)]
    assert about == [cited[n].text.removeprefix(f"{n}: ") for n in told]
    links = [a for a in page.all("a") if a.attrs.get("class") == "source"]
    assert {a.attrs["href"].removeprefix("#source-") for a in links} == set(cited)
    assert all(a.attrs["href"] == f"#source-{a.text}" for a in links)
