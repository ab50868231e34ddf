"""Units of every accelerator: sizes by server and domain, links inside and beyond it."""

import datetime

import numpy as np
import pytest

from flopwatt.studies.hardware_parts import LINK, SCALE_OUT, list_parts
from flopwatt.studies.hardware_units import Size, list_units, unit_leaves
from flopwatt.studies.layout import Shape

PARTS = list_parts(datetime.date(2026, 9, 1))
UNITS = list_units(PARTS)
NAMES = [part.name for part in PARTS.parts]


def units_of(name, *, shared=False):
    """Tensor and pipeline parallelism and link of each unit, or sizes of those with replicas."""
    among = slice(*UNITS.bounds[NAMES.index(name)])
    assert set(UNITS.part[among]) == {NAMES.index(name)}
    kind = (UNITS.dp[among] > 1) == shared
    ways = (UNITS.dp, UNITS.ep) if shared else (UNITS.tp, UNITS.pp)
    return *(way[among][kind] for way in ways), UNITS.link[among][kind]


def test_a_server_of_eight_and_several_servers_in_stages():
    tp, pp, _ = units_of("H100 SXM5 80GB")
    assert [*zip(tp, pp, strict=True)] == [(1, 1), (2, 1), (4, 1), (8, 1), (8, 2), (8, 4)]


def test_replicas_of_attention_share_experts_over_all_their_gpus():
    """Inside the server over its links, beyond it over the network."""
    dp, ep, link = units_of("H100 SXM5 80GB", shared=True)
    assert dp.tolist() == ep.tolist() == [2, 4, 8, 16, 32, 64]
    near, far = (PARTS.numbers[by][NAMES.index("H100 SXM5 80GB")] for by in (LINK, SCALE_OUT))
    assert link.tolist() == [near] * 3 + [far] * 3


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
    assert np.isinf(UNITS.link[UNITS.gpus == 1]).all()


def test_what_is_known_needs_a_peak_and_for_several_gpus_links():
    known = {name: UNITS.known[slice(*UNITS.bounds[i])] for i, name in enumerate(NAMES)}
    assert known["H100 SXM5 80GB"].all()
    assert not known["Maia 200"].any()
    assert known["MTIA 300"].tolist() == [True] + [False] * 11


def test_heads_say_which_units_divide_a_model():
    takes = UNITS.takes(Shape(heads=28, kv_heads=4))
    assert set(UNITS.tp[takes]) == {1, 2, 4}
    assert set(UNITS.dp[takes]) == {1}


def test_replicas_are_for_experts_that_they_divide():
    takes = UNITS.takes(Shape(heads=28, kv_heads=4, experts=24))
    assert set(UNITS.dp[takes]) == {1, 2, 4, 8}
    assert set(UNITS.tp[takes & (UNITS.dp > 1)]) == {1}


def test_a_unit_is_told_by_the_ways_that_divide_a_model():
    place = UNITS.bounds[NAMES.index("H100 SXM5 80GB")][1] - 1
    assert UNITS.size(place) == Size(tp=1, pp=1, dp=64, ep=64)
    assert UNITS.size(place).gpus == 64


def test_leaves_hold_one_number_for_each_unit():
    leaves = {leaf.quantity: leaf.value for leaf in unit_leaves(UNITS, PARTS, "chat")}
    size = (1, len(UNITS.part), 1)
    assert leaves["fit_peak"].shape == leaves["fit_accelerators"].shape == size
    assert leaves["fit_accelerators"].max() == 64
    assert (leaves["data_parallel"] <= leaves["expert_parallel"]).all()
    assert SCALE_OUT not in leaves
