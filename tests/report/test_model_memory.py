"""Bytes of a model as tables: weights by class, the cache by token, sequence and policy."""

from flopwatt.architecture.published import Wanted
from flopwatt.report.model_memory import cache_section, weight_section


def exactly(table):
    return {row[0].text: row[2].text for row in table.rows}


def test_weights_by_class_add_up_to_what_is_in_memory(studied, tiny, texts):
    section = weight_section(studied(tiny))
    weights, classes = section.tables
    assert exactly(weights)["in memory"] == "404,096"
    sizes = [int(row[3].replace(",", "")) for row in texts(classes)]
    assert sum(sizes[:-1]) == sizes[-1] == 404_096
    assert section.title == "Weights: 404 kB (395 KiB) in memory"


def test_a_step_reads_the_experts_that_its_batch_touches(studied, experts):
    weights, _ = weight_section(studied(experts, batch="4")).tables
    # attention, norms, router and output 179,840; of 786,432 in experts 1 - 0.75^4
    assert exactly(weights)["read by one step"] == "717,440"
    assert weights.note == "Formats: bf16. A step of 4 reads 5.5 of 8 experts a layer."


def test_a_format_in_place_of_the_configs(studied, tiny, texts):
    section = weight_section(studied(tiny, wanted=Wanted(dtype="fp32")))
    assert exactly(section.tables[0])["in memory"] == "808,192"
    assert {row[1] for row in texts(section.tables[1])} == {"fp32", ""}


def test_a_tied_matrix_is_in_files_twice_and_in_memory_once(studied, tiny):
    weights, _ = weight_section(studied(tiny | {"tie_word_embeddings": True})).tables
    assert exactly(weights)["in memory"] == "276,096"
    assert exactly(weights)["on disk, at most"] == "404,096"


def test_the_cache_of_a_token_a_sequence_and_all(studied, tiny):
    section = cache_section(studied(tiny, context="100 tokens", batch="3"))
    (table,) = section.tables
    assert section.title == "Cache: 256 bytes a token"
    assert exactly(table)["one sequence"] == "25,600"
    assert exactly(table)["all sequences"] == "76,800"
    assert table.note.endswith("A sequence is 100 tokens; there are 3.")


def test_both_policies_beside_each_other(studied, windowed, texts):
    _, policies = cache_section(studied(windowed)).tables
    (name, _, size, _), (other, _, whole, setting) = texts(policies)
    # one layer of 128 bytes a token keeps 256 tokens, the other 64 or all
    assert (name, size) == ("windowed", "40,960")
    assert (other, whole) == ("full", "65,536")
    assert "--disable-hybrid-kv-cache-manager" in setting


def test_policies_do_not_depend_on_the_one_chosen(studied, windowed, texts):
    first = cache_section(studied(windowed)).tables[1]
    second = cache_section(studied(windowed, window_policy="full")).tables[1]
    assert texts(first) == texts(second)


def test_a_model_that_keeps_nothing(studied):
    bert = {
        **{"model_type": "bert", "hidden_size": 64, "intermediate_size": 128, "vocab_size": 1000},
        **{"num_hidden_layers": 2, "num_attention_heads": 4, "max_position_embeddings": 256},
        "type_vocab_size": 2,
    }
    section = cache_section(studied(bert))
    assert section.tables == ()
    assert "none" in section.title


def test_nothing_is_said_of_weights_that_are_not_known(studied, tiny):
    del tiny["intermediate_size"]
    assert weight_section(studied(tiny)) is None


def test_states_come_on_top_of_the_cache(studied):
    mamba = {
        **{"model_type": "mamba2", "vocab_size": 1000, "hidden_size": 64, "num_hidden_layers": 2},
        **{"state_size": 16, "num_heads": 8, "head_dim": 16, "n_groups": 1, "expand": 2},
        "conv_kernel": 4,
    }
    found = studied(mamba, batch="3")
    keys = [row[1].key for row in cache_section(found).tables[0].rows]
    assert keys[-2:] == ["cache.bytes_per_sequence_with_state", "cache.bytes_with_state"]
    results = found.study.results
    each = results["state.bytes_per_sequence"].central
    assert results["cache.bytes_with_state"].central == results["state.bytes"].central == 3 * each
