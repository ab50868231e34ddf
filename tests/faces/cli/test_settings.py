import pytest

from flopwatt.api import PlanError
from flopwatt.faces.cli.settings import read_settings, set_words


def test_settings_are_keys_and_values():
    assert read_settings(["training.base.price=$2.00/GPU-hour", " horizon = 24 months "]) == {
        "training.base.price": "$2.00/GPU-hour",
        "horizon": "24 months",
    }
    assert read_settings(["name=a=b"]) == {"name": "a=b"}


@pytest.mark.parametrize("text", ["training.base.price", "=2", "horizon=", "", "="])
def test_one_that_is_none_says_how_it_is_written(text):
    with pytest.raises(PlanError, match="a setting is a key, = and a value") as caught:
        read_settings([text, "horizon=24 months"])
    (problem,) = caught.value.problems
    assert (problem.field, problem.given) == ("--set", text or "''")
    assert "KEY=VALUE" in problem.allowed


def test_a_key_is_set_once():
    with pytest.raises(PlanError, match="this key is set twice"):
        read_settings(["horizon=24 months", "horizon=36 months"])


def test_settings_are_set_again_by_the_same_words():
    assert set_words(["a=1", "b=2"]) == ["--set", "a=1", "--set", "b=2"]
    assert set_words([]) == []
