"""Which reader reads which type: marks, names in lower case, and no type that two read."""

import types

import pytest

from flopwatt.architecture import registry
from flopwatt.architecture.registry import Family, family, load_families, load_towers, tower


def test_families_by_type_and_by_architecture():
    known = load_families()
    assert known["llama"] is known["llamaforcausallm"]
    assert known["llama"].name == "llama"
    assert all(name == name.lower() for name in known)


def test_a_reader_of_several_types_has_the_name_of_its_file():
    @family("one", "two", also=("OneForCausalLM",))
    def read(config):
        raise NotImplementedError

    (found,) = read.__families__
    assert found == Family("test_registry", ("one", "two"), read, ("OneForCausalLM",))


def test_a_tower_by_its_type_and_its_wrapper():
    assert load_towers()["siglip_vision_model"] is load_towers()["gemma3"]


@pytest.mark.parametrize(
    ("load", "mark", "message"),
    [
        (load_families, family, "two families read twice"),
        (load_towers, tower, "two towers read twice"),
    ],
)
def test_a_type_that_two_read_is_refused(monkeypatch, load, mark, message):
    def one(*_):
        raise NotImplementedError

    def other(*_):
        raise NotImplementedError

    module = types.SimpleNamespace(one=mark("twice")(one), other=mark("twice")(other))
    info = types.SimpleNamespace(name="made")
    monkeypatch.setattr(registry.pkgutil, "iter_modules", lambda _: [info])
    monkeypatch.setattr(registry.importlib, "import_module", lambda _: module)
    with pytest.raises(ValueError, match=message):
        load.__wrapped__()
