"""Units of every accelerator: sizes by server and domain, links inside and beyond it."""

import datetime

import numpy as np
import pytest

from flopwatt.studies.hardware_parts import LINK, SCALE_OUT, list_parts
from flopwatt.studies.hardware_units import list_units, unit_leaves
from flopwatt.studies.layout import Shape

PARTS = list_parts(datetime.date(2026, 9, 1))
UNITS = list_units(PARTS)
NAMES = [part.name for part in PARTS.parts]


def units_of(name):
    """Tensor and pipeline parallelism and link, of each unit of an accelerator."""
    among = slice(*UNITS.bounds[NAMES.index(name)])
    assert set(UNITS.part[among]) == {NAMES.index(name)}
    return UNITS.tp[among], UNITS.pp[among], UNITS.link[among]


def test_a_server_of_eight_and_several_servers_in_stages():
    tp, pp, _ = units_of("H100 SXM5 80GB")
    assert [*zip(tp, pp, strict=True)] == [(1, 1), (2, 1), (4, 1), (8, 1), (8, 2), (8, 4)]


def test_more_share_each_layer_where_more_reach_one_another():
    tp, pp, _ = units_of("GB200")
    assert max(tp[pp == 1]) == 64
    assert max(units_of("Trainium1")[0]) == 16


def test_units_of_one_accelerator_stand_by_size():
    for begin, end in UNITS.bounds:
        assert (np.diff(UNITS.gpus[begin:end]) >= 0).all()
    assert UNITS.bounds[-1][1] == len(UNITS.part)


@pytest.mark.parametrize(
    ("name", "size", "by"),
    [
        ("H100 SXM5 80GB", 8, LINK),
        ("H100 NVL", 2, LINK),
        ("H100 NVL", 4, SCALE_OUT),
        ("L40S", 8, LINK),
        ("GH200 96GB", 2, SCALE_OUT),
    ],
)
def test_links_hold_inside_a_domain_and_the_network_beyond(name, size, by):
    """Bridges join pairs of H100 NVL; an L40S reaches all of its server over PCIe."""
    tp, pp, link = units_of(name)
    place = np.flatnonzero((tp == size) & (pp == 1))[0]
    assert link[place] == PARTS.numbers[by][NAMES.index(name)]


def test_one_gpu_alone_passes_nothing_on():
    assert np.isinf(UNITS.link[UNITS.tp == 1]).all()


def test_what_is_known_needs_a_peak_and_for_several_gpus_links():
    known = {name: UNITS.known[slice(*UNITS.bounds[i])] for i, name in enumerate(NAMES)}
    assert known["H100 SXM5 80GB"].all()
    assert not known["Maia 200"].any()
    assert known["MTIA 300"].tolist() == [True] + [False] * 5


def test_heads_say_which_units_divide_a_model():
    takes = UNITS.takes(Shape(heads=28, kv_heads=4).takes)
    assert set(UNITS.tp[takes]) == {1, 2, 4}


def test_leaves_hold_one_number_for_each_unit():
    leaves = {leaf.quantity: leaf.value for leaf in unit_leaves(UNITS, PARTS, "chat")}
    size = (1, len(UNITS.part), 1)
    assert leaves["fit_peak"].shape == leaves["fit_accelerators"].shape == size
    assert leaves["fit_accelerators"].max() == 64
    assert leaves["data_parallel"].ravel().tolist() == [1]
    assert SCALE_OUT not in leaves
