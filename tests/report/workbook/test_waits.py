"""The network of activities as cells: an activity begins when the last that it awaits has ended."""

from flopwatt.report.workbook.waits import days_before, waited_keys


def test_an_activity_begins_with_the_last_end_that_it_waits_for(example, desk):
    on = desk(example("campus-1gw"))
    results = on.study.results
    key = next(
        v.key
        for v in results.values()
        if v.quantity.name == "activity_start" and len(waited_keys(results, v)) > 1
    )
    value = results[key]
    ends = waited_keys(results, value)
    days = days_before(on, value)
    assert max(float(day.number) for day in days) == value.central
    (text,) = on.formula(value).texts
    assert "MAX(" in text
    assert all(f"${on.places.spots[end].row + 1}" in text for end in ends)


def test_nothing_else_waits(example):
    results = example("campus-1gw").results
    value = next(v for v in results.values() if v.quantity.name == "activity_finish")
    assert waited_keys(results, value) == ()
