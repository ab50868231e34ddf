"""Counts by convention, on a model of 1,000 parameters that can be added up in the head."""

from flopwatt.formulas import model_params as params

# look-up 100, output matrix 100, experts 600 of which a token passes 150, the rest 200
TOTAL, EMBEDDING, HEAD, EXPERTS, CHOSEN = 1000, 100, 100, 600, 150


def test_what_a_token_passes_by_each_convention():
    active = params.active_params(TOTAL, EXPERTS, CHOSEN)
    no_input = params.active_no_input(active, EMBEDDING)
    assert (active, no_input, params.active_no_embeddings(no_input, HEAD)) == (550, 450, 350)
    assert params.active_params(TOTAL, 0, 0) == TOTAL  # a dense model's are all


def test_all_parameters_without_the_two_matrices_of_words():
    assert params.non_embedding_params(TOTAL, EMBEDDING, HEAD) == 800


def test_what_files_hold_besides():
    # a tied matrix of 100 again, a tower of 50, a predictor of 20 and 3 numbers of buffers
    assert params.stored_params(TOTAL, 100, 50, 20, 3) == 1173
    assert params.stored_params(TOTAL, 0, 0, 0, 0) == TOTAL


def test_adapters_beside_two_matrices_of_every_layer():
    # Llama 2 7B: q and v are 4096 x 4096 in 32 layers; the published 4,194,304 at rank 8
    assert params.lora_params(8, 32 * 2 * (4096 + 4096)) == 4_194_304
