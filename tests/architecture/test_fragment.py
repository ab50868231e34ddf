"""A few sizes without a model type: the cache that they decide, and nothing else."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.count import count
from flopwatt.architecture.fragment import TELLING, is_fragment
from flopwatt.architecture.kv_formats import cache_bytes, kv_format
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.read import read_architecture

SIZES = {"num_hidden_layers": 36, "num_key_value_heads": 8, "head_dim": 128}


def test_the_cache_is_known_and_no_weight():
    found = read_architecture(open_config(SIZES))
    assert found.family == "fragment"
    assert cache_bytes(found, kv_format("bf16")).growing == 36 * 2 * 8 * 128 * 2
    counts = count(found)
    assert isinstance(counts.total, Lacking)
    assert counts.total.names == {"model_type"}
    assert "weights are not counted" in " ".join(found.notes)


def test_the_same_under_other_names():
    config = {"n_layers": 36, "n_kv_heads": 8, "head_dim": 128}
    assert cache_bytes(read_architecture(open_config(config)), kv_format("fp8")).growing == 73728


@pytest.mark.parametrize("name", SIZES)
def test_each_size_is_needed(name):
    assert not is_fragment(open_config({key: SIZES[key] for key in SIZES if key != name}))


@pytest.mark.parametrize("name", TELLING)
def test_what_makes_layers_differ_is_refused(refused, name):
    (problem,) = refused({**SIZES, name: 4096})
    assert (problem.code, problem.field) == ("missing-quantity", "model_type")
