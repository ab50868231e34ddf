import pytest

from flopwatt.problems import PlanError
from flopwatt.report import build_report
from flopwatt.studies.run import run_plan


def test_the_worked_example_opens_with_its_answer(example):
    report = build_report(example("two-products"))
    assert report.title == "Same model, two products"
    assert report.subtitle == "two-products.yaml, 60 months from 1 January 2026"
    assert report.answer.startswith("consumer-app passes its training bill on 14 July 2026. ")
    assert report.lede == (
        "Together they pass all training spend on 14 July 2026. "
        "Training m70b takes 583k GPU-hours and $1.46M."
    )
    assert [section.id for section in report.sections] == [
        "crossover", "products", "training", "expense", "assumptions"
    ]  # fmt: skip
    assert report.warnings == ()


def test_a_plan_that_only_trains_answers_with_what_training_takes(plan):
    del plan["products"]
    report = build_report(run_plan(plan))
    assert (report.answer, report.lede) == ("Training m takes $1M.", "")
    assert [section.id for section in report.sections] == ["training", "expense", "assumptions"]


def test_a_plan_that_only_serves_does_not_speak_of_training(plan):
    del plan["training"]
    report = build_report(run_plan(plan))
    assert (report.answer, report.lede) == ("chat has no training bill to pass.", "")
    assert [section.id for section in report.sections] == [
        "crossover", "products", "expense", "assumptions"
    ]  # fmt: skip


def test_one_month_is_not_months_and_a_plan_without_a_name_says_its_file_once(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text(
        "start: 2026-01-01\nhorizon: 1 month\nmodels: {m: {params: 8B}}\n"
        "products: {chat: {cost_per_day: $1}}\n"
    )
    report = build_report(run_plan(file))
    assert (report.title, report.subtitle) == ("p.yaml", "1 month from 1 January 2026")


def test_every_key_that_a_table_shows_is_explained_or_says_what_it_lacks(example):
    report = build_report(example("deepseek-v3-and-r1"))
    cells = [card.cell for card in report.cards]
    cells += [cell for table in report.tables() for row in table.rows for cell in row if cell.key]
    unknown = {cell.key for cell in cells if cell.text == "not known"}
    assert "training.r1.duration" in unknown
    for cell in cells:
        if cell.key in unknown:
            with pytest.raises(PlanError, match="`"):
                report.explain(cell.key)
        else:
            assert report.explain(cell.key).key == cell.key
    assert set(report.shown()) == {cell.key for cell in cells} - unknown


def test_warnings_reach_the_report(plan):
    plan["training"]["base"]["mfu"] = "40 %"
    assert [w.field for w in build_report(run_plan(plan)).warnings] == ["training.base.mfu"]


@pytest.mark.parametrize("name", ["two-products", "deepseek-v3", "llama-3.1-405b", "start-up"])
def test_no_title_says_again_what_the_report_opens_with(example, name):
    report = build_report(example(name))
    for section in report.sections:
        assert section.title not in f"{report.answer} {report.lede}"


def test_the_example_of_an_explanation_is_a_crossover_that_comes(example, plan):
    assert build_report(example("two-products")).example == "products.consumer-app.crossover"
    del plan["products"]
    assert build_report(run_plan(plan)).example == "training.base.cost"


def test_the_document_is_made_once_and_only_when_it_is_asked_for(plan):
    report = build_report(run_plan(plan))
    assert "document" not in vars(report)
    assert report.document is report.document


def test_a_plan_that_starts_inside_a_month_is_as_long_as_its_horizon(plan):
    plan |= {"start": "2026-01-15", "horizon": "24 months"}
    assert "24 months from 15 January 2026" in build_report(run_plan(plan)).subtitle


def test_sections_come_in_the_order_in_which_a_plan_is_asked_about(example):
    report = build_report(example("campus-with-work"))
    assert [(section.id, section.name) for section in report.sections] == [
        ("crossover", "Crossover"), ("products", "Products"), ("hardware", "Hardware"),
        ("training", "Training"), ("fleet-step", "One unit"), ("fleet-months", "Fleet"),
        ("gpus-in-use", "GPUs in use"), ("buying", "Buying"), ("own", "Owned GPUs"),
        ("own-offers", "Own or rent"), ("power", "Power"), ("sites", "Site"),
        ("outlook", "Outlook"), ("expense", "Expense"), ("beaten", "Overruled"),
        ("assumptions", "Sources"),
    ]  # fmt: skip
    numbers = {section.id: section.number for section in report.sections if section.number}
    assert numbers == {"power": "836 MW", "sites": "Oct 2028"}
