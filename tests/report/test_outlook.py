"""The report of the outlook: what each question is answered by, and what is refused."""

import pytest

from flopwatt.problems import CatalogError
from flopwatt.report.outlook import Asked, build_outlook_report, build_placed_report
from flopwatt.studies.outlook_plan import place_plan
from flopwatt.studies.quoted import hold_all


def test_the_overview_tests_every_quoted_figure():
    report = build_outlook_report(Asked())
    assert report.answer.startswith(f"Of {len(hold_all())} widely quoted figures: ")
    assert [section.id for section in report.sections] == [
        "quoted", "shares", "gpus", "capex", "deals", "metrics",
    ]  # fmt: skip


def test_the_document_of_the_overview_has_everything():
    outlook = build_outlook_report(Asked()).document["outlook"]
    assert all(outlook[part] for part in ("forecasts", "quoted", "deals"))


def test_unlike_metrics_never_share_a_table():
    report = build_outlook_report(Asked(forecaster="McKinsey"))
    assert [section.id for section in report.sections] == [
        "data-centre electricity", "data-centre capacity", "inference share of compute",
    ]  # fmt: skip
    assert report.answer == "10 figures of 3 metrics."


@pytest.mark.parametrize(("word", "tables"), [("quoted", len(hold_all())), ("one-run", 1)])
def test_quoted_figures_with_all_that_bears_on_them(word, tables):
    (section,) = build_outlook_report(Asked(metric=word)).sections
    assert len(section.tables) == tables


@pytest.mark.parametrize(("word", "near"), [("AI pwer", "AI power"), ("one-rum", "one-run")])
def test_a_word_that_is_neither_a_metric_nor_quoted(word, near):
    with pytest.raises(CatalogError) as caught:
        build_outlook_report(Asked(metric=word))
    (problem,) = caught.value.problems
    assert problem.nearest == near
    assert "capex" in problem.allowed
    assert "quoted" in problem.allowed


def test_a_plan_beside_the_figures(plan):
    report = build_placed_report(*place_plan(plan))
    (section,) = report.sections
    assert section.id == "plan"
    assert report.document["outlook"]["plan"]
    assert report.document["outlook"]["forecasts"] == []


def test_a_number_of_the_outlook_explains_itself():
    report = build_outlook_report(Asked())
    told = report.explain("forecasts.rand-us.comparable")
    assert told.exact == "44.2 GW"
    assert report.known(report.example)
