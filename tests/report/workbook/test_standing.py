"""What is marked live follows every input, held to the engine; what is held back says by what."""

import random
from dataclasses import replace

import pytest

from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.report.workbook.book import column_name
from flopwatt.report.workbook.holding import holding_of
from flopwatt.report.workbook.labels import LIVE
from flopwatt.report.workbook.places import INPUTS, WORKINGS, place_values
from flopwatt.report.workbook.standing import held_back
from flopwatt.report.workbook.write import write_book
from flopwatt.studies.run import evaluate_plan

SEED, CHANGES, NOISE = 10, 3, 1e-9
DURATION = "activity_duration"


@pytest.fixture(scope="module")
def campus(example):
    return example("campus-1gw")


def longer(study, chance):
    """The study with some activities that last longer, and the same changes as cells."""
    spots, leaves, cells = place_values(study.results).spots, [], {}
    values = [v for v in study.results.values() if v.quantity.name == DURATION]
    given = [value for value in values if value.origin.kind != "computed" and value.central]
    for value in chance.sample(given, len(given) // 2):
        number = value.central * chance.uniform(1.0, 4.0)
        held = holding_of(value, study.plan.start).held(number)
        cells[INPUTS, f"B{spots[value.key].row + 1}"] = held
        origin = Origin("given", place="changed")
        leaves.append(Leaf(DURATION, value.instance, number, Rank.COMMAND, origin))
    return evaluate_plan(replace(study.plan, leaves=[*study.plan.leaves, *leaves])), cells


def test_all_that_is_live_at_a_site_follows_the_lead_times(campus, book, recalculated, same):
    one, chance = book(campus), random.Random(SEED)
    workings = one.sheets[2]
    changes = [longer(campus, chance) for _ in range(CHANGES)]
    found = recalculated([(write_book(one), cells) for _, cells in changes])
    spots = place_values(campus.results).spots
    for (after, _), got in zip(changes, found, strict=True):
        moved = 0
        for value in after.results.values():
            spot, before = spots[value.key], campus.results[value.key]
            if spot.sheet != WORKINGS or workings.cells[spot.row, 3].value != LIVE:
                continue
            holding = holding_of(before, campus.plan.start)
            for month, number in enumerate(value.months):
                at = f"{column_name(spot.column(month))}{spot.row + 1}"
                told, wanted = got[WORKINGS][at].value, holding.held(float(number))
                # what is left between two days that are one is noise
                none = wanted == 0 and abs(told) < NOISE
                assert none or same(told, wanted), (value.key, at, told, wanted)
            moved += value.central != before.central
        assert moved > 50
        entry = after.results.entry("site", after.results.population.names("site")[0])
        assert after.results[f"{entry}full_power"].central > (
            campus.results[f"{entry}full_power"].central
        )


def test_a_row_is_held_back_by_what_does_not_move_however_far_behind(campus):
    key = next(v.key for v in campus.results.values() if v.key.endswith("first_power"))
    stopped = next(v.key for v in campus.results.values() if v.key.endswith("study.begins"))
    assert held_back(campus.results, {})[key] == ()
    held = held_back(campus.results, {stopped: False})
    assert held[key] == held[stopped] == (stopped,)


def test_what_no_input_changes_holds_nothing_back(example):
    results = example("two-products").results
    key = next(v.key for v in results.values() if v.quantity.name == "month_length")
    assert held_back(results, {key: False})[key] == ()
