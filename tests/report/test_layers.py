"""Layers and tensors as tables that add up to the count."""

from flopwatt.report.layers import layer_section, tensor_section


def test_layers_alike_are_one_row(studied, tiny, texts):
    (table,) = layer_section(studied(tiny)).tables
    layers, around, together = texts(table)
    assert layers == ["0-1", "attention + MLP", "36,992", "73,984", "73,984", "64"]
    assert around[1:4] == ["embedding, norms, output", "128,064", "128,064"]
    assert together[3:5] == ["202,048", "202,048"]


def test_what_a_token_passes_is_told_apart(studied, experts, texts):
    (table,) = layer_section(studied(experts)).tables
    assert texts(table)[0][2:5] == ["209,536", "419,072", "124,160"]
    assert texts(table)[-1][3:5] == ["547,136", "252,224"]


def test_places_of_layers_in_few_words(studied, windowed, texts):
    windowed["num_hidden_layers"] = 6
    (table,) = layer_section(studied(windowed)).tables
    assert [row[0] for row in texts(table)] == ["0-4 by 2", "1-5 by 2", "around", "together"]


def test_places_that_follow_no_rule(studied, windowed, texts):
    full, window = "full_attention", "sliding_attention"
    windowed |= {"num_hidden_layers": 5, "layer_types": [full, window, full, full, window]}
    (table,) = layer_section(studied(windowed)).tables
    assert [row[0] for row in texts(table)][:2] == ["0, 2-3", "1, 4"]


def test_tensors_by_name_and_shape(studied, experts, texts):
    (table,) = tensor_section(studied(experts)).tables
    rows = {row[0]: row[1:] for row in texts(table)}
    assert rows["self_attn.k_proj"] == ["attention", "2", "32 x 64", "4,096"]
    assert rows["mlp.experts.down_proj"] == ["expert", "2", "8 times 64 x 128", "131,072"]
    assert rows["together"][-1] == "547,136"


def test_an_encoder_has_tables_of_its_own(studied):
    t5 = {
        **{"model_type": "t5", "d_model": 64, "d_ff": 128, "d_kv": 16, "num_heads": 4},
        **{"num_layers": 2, "num_decoder_layers": 2, "vocab_size": 1000},
    }
    found = studied(t5)
    names = [table.id for table in layer_section(found).tables]
    assert names == ["layers-encoder", "layers-decoder"]
    totals = [int(table.rows[-1][3].text.replace(",", "")) for table in layer_section(found).tables]
    assert sum(totals) == found.study.results["params.total"].central


def test_what_is_not_known_is_said(studied, tiny, texts):
    del tiny["vocab_size"]
    (table,) = layer_section(studied(tiny)).tables
    assert texts(table)[0][3] == "73,984"
    assert texts(table)[-1][3] == "not known"


def test_a_size_alone_has_no_layers(studied):
    found = studied(None, params="7B params")
    assert layer_section(found) is None
    assert tensor_section(found) is None
