"""The data files become records; a file that breaks its schema does not load."""

import pytest

from flopwatt.catalog import load
from flopwatt.catalog.load import load_definitions, load_sources, load_things, source_of
from flopwatt.model.quantity import Kind
from flopwatt.problems import CatalogError, Place

SOURCES = "made-up:\n  title: A test\n  kind: convention\n"
MODEL = """\
entity: model
section: models
meaning: A model.
quantities:
  width:
    key: width
    unit: GPU
    symbol: w
    meaning: How wide.
"""
CARD = "H1:\n  width: 3 GPU\n  as_of: 2026-01\n  source: made-up\n  verified: memory\n"


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A catalog of its own, written file by file; the real one is back afterwards."""
    monkeypatch.setattr(load, "DATA", tmp_path)
    (tmp_path / "quantities").mkdir()
    cached = (load_definitions, load_sources, load_things)
    for one in cached:
        one.cache_clear()

    def write(sources=SOURCES, model=MODEL, cards=CARD):
        (tmp_path / "sources.yaml").write_text(sources)
        (tmp_path / "quantities" / "model.yaml").write_text(model)
        (tmp_path / "accelerators.yaml").write_text(cards)

    yield write
    for one in cached:
        one.cache_clear()


def test_definitions_are_read_as_written(data):
    more = "    also: breadth, girth\n    minimum: 2\n    bare: yes\n"
    data(model=MODEL + more + "    default: 3 GPU\n    source: made-up\n    note: so it is\n")
    definitions = load_definitions()
    (width,) = definitions.quantities
    assert (width.name, width.entity, width.kind) == ("width", "model", Kind.NUMBER)
    assert (width.also, width.bare) == (("breadth", "girth"), True)
    assert (width.minimum, width.above, width.written) == (2, None, True)
    assert (width.default.text, width.default.note) == ("3 GPU", "so it is")
    assert [(x.name, x.section) for x in definitions.entities] == [("model", "models")]


def test_a_number_is_above_zero_unless_it_says_otherwise(data):
    data()
    assert load_definitions().quantities[0].above == 0
    load_definitions.cache_clear()
    data(model=MODEL + "    kind: growth\n")
    assert load_definitions().quantities[0].above is None


def test_things_are_read_as_written(data):
    data(cards=CARD + "  aliases: one, h-1\n  note: no such card\n")
    thing = load_things("accelerator")["H1"]
    (fact,) = thing.facts
    assert thing.aliases == ("one", "h-1")
    assert (fact.quantity, fact.text, fact.as_of) == ("width", "3 GPU", "2026-01")
    assert (fact.source, fact.verified, fact.note) == ("made-up", "memory", "no such card")


@pytest.mark.parametrize(
    ("files", "place", "message", "near"),
    [
        ({"model": MODEL + "    untis: GPU\n"}, ("model.yaml", 10, 5),
         "'untis' is no field here", "unit"),
        ({"model": MODEL.replace("    symbol: w\n", "")}, ("model.yaml", 5, 3),
         "width has no symbol", ""),
        ({"model": MODEL + "    default: 3 GPU\n    source: mad-up\n"}, ("model.yaml", 10, 14),
         "source 'mad-up' is not in sources.yaml", "made-up"),
        ({"model": MODEL.replace("meaning: A model.", "meaning: [a]")}, ("model.yaml", 3, 10),
         "a single value is needed here", ""),
        ({"cards": CARD + "  widht: 3 GPU\n"}, ("accelerators.yaml", 6, 3),
         "'widht' is no field here", "width"),
        ({"cards": CARD.replace("  as_of: 2026-01\n", "")}, ("accelerators.yaml", 1, 1),
         "H1 lacks as_of, or verified as one of", ""),
        ({"cards": CARD.replace("memory", "hearsay")}, ("accelerators.yaml", 1, 1),
         "H1 lacks as_of, or verified as one of", ""),
        ({"cards": CARD.replace("made-up", "mad-up")}, ("accelerators.yaml", 1, 1),
         "source 'mad-up' is not in sources.yaml", "made-up"),
        ({"cards": "H1: 3 GPU\n"}, ("accelerators.yaml", 1, 5), "a map is needed here", ""),
        ({"sources": SOURCES + "  author: me\n"}, ("sources.yaml", 4, 3),
         "'author' is no field here", ""),
    ],
)  # fmt: skip
def test_a_file_that_breaks_its_schema_does_not_load(data, files, place, message, near):
    data(**files)
    with pytest.raises(CatalogError) as caught:
        load_things("accelerator")
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("bad-catalog", Place(*place))
    assert problem.message.startswith(message)
    assert problem.nearest == near


def test_a_citation_may_say_where_in_its_source():
    assert source_of("kaplan-2020#section 2.1") is load_sources()["kaplan-2020"]
    with pytest.raises(CatalogError, match="'kaplan-2021' is not in sources") as caught:
        source_of("kaplan-2021#section 2.1")
    assert caught.value.problems[0].nearest == "kaplan-2020"
