"""How GPUs divide a model: what is missing is worked out, what cannot be is refused."""

import pytest

from flopwatt.problems import Place
from flopwatt.studies.layout import (
    EP,
    ETP,
    GPUS,
    WAYS,
    Asked,
    Shape,
    layout_leaves,
    layout_problems,
    read_layout,
)

SHAPE = Shape(heads=64, kv_heads=8, layers=80, experts=256)
COMMAND = Asked({})
NAMES = {**WAYS, "gpus": GPUS, "ep": EP, "etp": ETP}


def said(**sizes):
    return {NAMES[name]: float(size) for name, size in sizes.items()}


def problems(training=False, shape=SHAPE, asked=COMMAND, **sizes):
    return list(layout_problems(read_layout(said(**sizes), training), shape, asked))


@pytest.mark.parametrize(
    ("training", "sizes", "found"),
    [
        (False, {"gpus": 8}, (8, 8, 1, 1)),
        (False, {"gpus": 8, "tp": 4}, (8, 4, 1, 2)),
        (False, {"gpus": 8, "dp": 4}, (8, 2, 1, 4)),
        (False, {"gpus": 8, "pp": 2}, (8, 4, 2, 1)),
        (False, {"gpus": 8, "tp": 2, "dp": 2}, (8, 2, 2, 2)),
        (False, {"tp": 4, "dp": 2}, (8, 4, 1, 2)),
        (False, {}, (1, 1, 1, 1)),
        (True, {"gpus": 8}, (8, 1, 1, 8)),
        (True, {"gpus": 8, "dp": 4}, (8, 2, 1, 4)),
        (True, {"gpus": 16, "tp": 2, "cp": 2}, (16, 2, 1, 4)),
        (True, {"cp": 3}, (3, 1, 1, 1)),
    ],
)
def test_the_one_that_is_missing_is_worked_out(training, sizes, found):
    layout = read_layout(said(**sizes), training)
    assert (layout.gpus, *(layout.ways[name] for name in ("tp", "pp", "dp"))) == found
    assert layout.product == layout.gpus
    assert not list(layout_problems(layout, SHAPE, COMMAND))
    told = {leaf.quantity for leaf in layout_leaves(layout)}
    assert not told & {NAMES[name] for name in sizes}


@pytest.mark.parametrize(
    ("training", "sizes", "field", "allowed"),
    [
        (False, {"gpus": 2, "tp": 4}, "gpus", "4 GPUs, or --tp 2"),
        (False, {"gpus": 8, "tp": 16}, "gpus", "16 GPUs, or --tp 8"),
        (False, {"gpus": 8, "tp": 2, "pp": 2, "dp": 4}, "gpus", "16 GPUs, or --tp 2 --pp 1 --dp 4"),
        (False, {"gpus": 8, "ep": 64}, "ep", "1, 2, 4, 8"),
        (False, {"gpus": 8, "ep": 3}, "ep", "1, 2, 4, 8"),
        (False, {"gpus": 8, "ep": 7}, "ep", "1, 2, 4, 8"),
        (False, {"gpus": 128, "pp": 128}, "pp", "1 to 80"),
        (True, {"gpus": 1, "cp": 3}, "gpus", "tp x pp x dp x cp: 3 GPUs"),
        (True, {"gpus": 16, "ep": 16, "etp": 2}, "ep", "1, 2, 4, 8"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would(training, sizes, field, allowed):
    (problem,) = problems(training, **sizes)
    assert problem.field == f"fit.{field}"
    assert allowed in problem.allowed


def test_gpus_that_cannot_share_layers_are_told_without_a_tp_that_nobody_gave():
    (problem,) = problems(gpus=7)
    assert "tensor parallelism" not in problem.message
    assert problem.allowed == "say how they divide the model: --tp 1 --dp 7 or --tp 1 --pp 7"
    (problem,) = problems(gpus=6, tp=6)
    assert (problem.field, problem.allowed) == ("fit.tp", "1, 2, 4, 8, 16, 32, 64")


def test_attention_on_each_gpu_and_experts_over_all():
    assert not problems(gpus=8, tp=1, dp=8, ep=8)
    assert not problems(gpus=8, ep=5, shape=Shape(64, 8, 80, 0))  # no experts to divide


def test_a_model_of_which_nothing_is_known():
    assert Shape().takes(7)
    assert not problems(gpus=7, shape=Shape())


FLEET = Place("plan.yaml", 12, 3)
LINES = {"fleets.chat": FLEET, "fleets.chat.tp": Place("plan.yaml", 14, 9)}


@pytest.mark.parametrize(
    ("sizes", "field", "line", "allowed"),
    [
        ({"gpus": 7}, "gpus", 12, "say how they divide the model: tp: 1, dp: 7 or tp: 1, pp: 7"),
        ({"gpus": 8, "tp": 16}, "gpus", 12, "gpus = tp x pp x dp: 16 GPUs, or tp: 8"),
        ({"gpus": 6, "tp": 6}, "tp", 14, "1, 2, 4, 8, 16, 32, 64"),
        ({"gpus": 8, "ep": 3}, "ep", 12, "1, 2, 4, 8"),
    ],
)
def test_a_layout_of_a_plan_is_told_in_its_lines(sizes, field, line, allowed):
    (problem,) = problems(asked=Asked(LINES, "fleets.chat"), **sizes)
    assert (problem.field, problem.place.line) == (f"fleets.chat.{field}", line)
    assert problem.allowed.startswith(allowed)


def test_sizes_of_one_instance_of_many():
    leaves = list(layout_leaves(read_layout(said(gpus=8, tp=4), training=False), "chat"))
    assert [(leaf.quantity, leaf.instance, leaf.value) for leaf in leaves] == [
        ("data_parallel", "chat", 2)
    ]
    assert leaves[0].origin.detail == "8 GPUs over tp 4 x pp 1"
