import pytest

from flopwatt.problems import PlanError
from flopwatt.report.fields import field_page, plan_fields


def test_every_field_that_a_plan_may_set_and_no_other(vocabulary):
    keys = {(field.entity, field.key) for field in plan_fields()}
    written = {(q.entity, q.key) for q in vocabulary.quantities.values() if q.written}
    plans = {pair for pair in written if vocabulary.entities[pair[0]].section or pair[0] == "plan"}
    assert plans < keys
    assert ("plan", "name") in keys
    assert ("offer", "price") not in keys


def test_one_entity_or_section():
    assert plan_fields("run") == plan_fields("training")
    assert {field.section for field in plan_fields("models")} == {"models"}
    with pytest.raises(PlanError) as caught:
        plan_fields("trainin")
    assert caught.value.problems[0].nearest == "training"


def test_the_page_says_what_each_is_and_what_holds_without_it():
    (table,) = field_page("product").tables
    rows = {name.text: told.text for name, told in table.rows}
    assert rows["growth"].startswith("Constant growth")
    assert "Example: 10 %/month. Left out: 0 %/month, convention, neutral." in rows["growth"]
    assert "Left out: from " in rows["cost_per_day"]
