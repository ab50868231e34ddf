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
CARD = """\
name,aliases,width,form,as_of,source,also,verified,note
unit,,GPU,,,,,,
H1,one|h-1,3,PCIe,2026-01,made-up#p. 3,,memory,no such card
"""


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
        (tmp_path / "accelerators.csv").write_text(cards)

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
    data()
    thing = load_things("accelerator")["H1"]
    assert (thing.kind, thing.aliases) == ("accelerator", ("one", "h-1"))
    assert thing.spellings == {"h1", "one"}
    width, form = thing.facts
    assert (width.quantity, width.text, width.value) == ("width", "3 GPU", 3)
    assert (width.as_of, width.source) == ("2026-01", "made-up#p. 3")
    assert (width.verified, width.note, form.text) == ("memory", "no such card", "PCIe")


def test_a_table_that_is_not_there_is_a_broken_catalog(data):
    data()
    with pytest.raises(CatalogError) as caught:
        load_things("rack")
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("bad-catalog", Place("racks.csv", 1, 1))


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
        ({"cards": CARD.replace("2026-01", "")}, ("accelerators.csv", 3, 34),
         "H1 lacks as_of, or verified as one of", ""),
        ({"cards": CARD.replace("memory", "hearsay")}, ("accelerators.csv", 3, 41),
         "H1 lacks as_of, or verified as one of", ""),
        ({"cards": CARD.replace("made-up#", "mad-up#")}, ("accelerators.csv", 3, 27),
         "source 'mad-up' is not in sources.yaml", "made-up"),
        ({"cards": CARD.replace("#p. 3,", "#p. 3,mad-up")}, ("accelerators.csv", 3, 40),
         "source 'mad-up' is not in sources.yaml", "made-up"),
        ({"cards": CARD.replace("3,PCIe", "three,PCIe")}, ("accelerators.csv", 3, 12),
         "'three' in column width is no number", ""),
        ({"cards": CARD.replace("PCIe,", "")}, ("accelerators.csv", 3, 43),
         "the row has 8 cells, the header 9", ""),
        ({"sources": SOURCES + "  author: me\n"}, ("sources.yaml", 4, 3),
         "'author' is no field here", ""),
    ],
)  # fmt: skip
def test_a_file_that_breaks_its_schema_does_not_load(data, files, place, message, near):
    data(**files)
    with pytest.raises(CatalogError) as caught:
        _load_all()
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("bad-catalog", Place(*place))
    assert problem.message.startswith(message)
    assert problem.nearest == near


def test_a_citation_may_say_where_in_its_source():
    assert source_of("kaplan-2020#section 2.1") is load_sources()["kaplan-2020"]
    with pytest.raises(CatalogError, match="'kaplan-2021' is not in sources") as caught:
        source_of("kaplan-2021#section 2.1")
    assert caught.value.problems[0].nearest == "kaplan-2020"


def _load_all():
    load_definitions()
    load_things("accelerator")


def test_limits_and_what_tables_give_are_read_as_written():
    assert load.load_limits()["stale_prices"] == "12 months"
    gives = load.load_gives()["accelerator"]["accelerator_peak"]
    assert next(iter(gives.items())) == ("peak_bf16", "dense bf16")


@pytest.mark.parametrize(
    ("name", "spelled"),
    [("H100-SXM 80GB", "h100sxm80gb"), ("Command R+", "commandrplus"), ("", "")],
)
def test_the_plain_spelling_of_a_name(name, spelled):
    assert load.plain(name) == spelled
