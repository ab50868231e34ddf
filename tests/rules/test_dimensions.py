"""The dimensions rule: every formula, run once on dimensions, gives that of its own quantity."""

from operator import attrgetter

from flopwatt.formulas import load_formulas
from flopwatt.model.quantity import Kind
from flopwatt.model.trace import Dimension, DimensionError, dimension_of
from flopwatt.studies.run import load_vocabulary
from flopwatt.units import parse_unit
from tests.conftest import faults

VOCABULARY = load_vocabulary()
SIGN_ALONE = {  # only asked whether they are above zero
    *(("spend_rate", "age_at_end"), ("largest_calls", "age_at_end")),
    *(("serving_wall", f"{what}") for what in ("room_for_weights", "room_for_step")),
    ("serving_wall", "context_to_spare"),
    *(("gpus_needed", "run_gpus"), ("gpus_needed_by_fleet", "fleet_gpus_paid")),
    *(("committed_time", "lots_committed"), ("way_has_term", "way_term")),
    *(
        ("way_opex", "way_has_term"),
        ("serving_capital", "month_length"),
        ("serving_amortised", "month_length"),
        ("needed_by_loads", "month_length"),
        ("load_gpus_running", "run_gpus"),
        ("ready_when_let", "phase_let"),
        ("way_alone_cost", "way_has_term"),
    ),
    *(("load_gpus", "run_gpus"), ("load_gpus_of_fleet", "fleet_gpus_paid")),
    ("server_average", "serving_share"),
    ("way_held", "way_rate"),  # or only compared with its like
}
DIMENSIONS = {
    name: Dimension(parse_unit(quantity.unit).dimension)
    for name, quantity in VOCABULARY.quantities.items()
}
FORMULAS = load_formulas()


def _gives_its_dimension(formula):
    made = dimension_of(formula, DIMENSIONS)
    assert made.powers == DIMENSIONS[formula.makes].powers


def test_a_formula_gives_the_dimension_of_its_quantity():
    assert faults(_gives_its_dimension, FORMULAS, attrgetter("name")) == {}


def _needs_each_factor(formula):
    """Give each parameter a dimension of its own more: at least one must change the result."""
    strange = Dimension((("strange", 1),))
    changed = []
    for need in formula.needs:
        if VOCABULARY.quantities[need].kind is Kind.WORD or (formula.name, need) in SIGN_ALONE:
            changed.append(need)
            continue
        try:
            made = dimension_of(formula, DIMENSIONS | {need: DIMENSIONS[need] * strange})
        except DimensionError:
            changed.append(need)
        else:
            if made.powers != DIMENSIONS[formula.makes].powers:
                changed.append(need)
    assert changed == list(formula.needs)


def test_a_forgotten_factor_is_caught():
    assert faults(_needs_each_factor, FORMULAS, attrgetter("name")) == {}
