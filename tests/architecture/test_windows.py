"""How far back attention sees: windows, chunks and their patterns."""

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.config import open_config
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches, read_window

FULL, SLIDING, CHUNKED = "full_attention", "sliding_attention", "chunked_attention"


def test_a_window_as_long_as_the_context_is_none():
    assert read_window(open_config({"sliding_window": 64})) == Reach(64)
    sizes = {"max_position_embeddings": 64}
    assert read_window(open_config({"sliding_window": 63, **sizes})) == Reach(63)
    assert read_window(open_config({"sliding_window": 64, **sizes})) is None


def test_null_and_numbers_below_one_mean_no_window():
    for value in (None, 0, -1):
        assert read_window(open_config({"sliding_window": value}), default=9) is None
    assert read_window(open_config({}), default=9) == Reach(9)
    assert read_window(open_config({})) is None


def test_one_layer_of_each_period_sees_all():
    assert pattern(4, 2) == [SLIDING, FULL] * 2
    assert pattern(5, 3, full=0) == [FULL, SLIDING, SLIDING, FULL, SLIDING]
    assert pattern(2, 0) == [FULL] * 2


def test_what_is_listed_wins_over_the_pattern():
    config = open_config({"layer_types": [FULL, SLIDING]})
    assert read_kinds(config, 2, pattern(2, 2), "every second") == [FULL, SLIDING]
    assert not config.reading.assumed
    config = open_config({})
    assert read_kinds(config, 2, pattern(2, 2), "every second") == [SLIDING, FULL]
    assert config.reading.assumed["layer_types"].value == "every second"


def test_a_kind_that_is_not_read_is_refused():
    config = open_config({"layer_types": ["strided", FULL]})
    assert read_kinds(config, 2, []) == [FULL, FULL]
    assert config.reading.problems[0].field == "layer_types"


def test_each_kind_reaches_as_far_as_the_config_says():
    config = open_config({"sliding_window": 8, "attention_chunk_size": 16})
    reaches = read_reaches(config, [FULL, SLIDING, CHUNKED])
    assert reaches == [None, Reach(8), Reach(16, "chunk")]


def test_a_window_of_unknown_length_stays_unknown():
    (reach,) = read_reaches(open_config({}), [SLIDING])
    assert isinstance(reach.tokens, Lacking)
