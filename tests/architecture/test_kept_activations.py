"""What one layer keeps of one token, counted by hand from the tensors that are saved."""

import pytest

from flopwatt.architecture.blocks.attention import Extras, Heads, attention
from flopwatt.architecture.blocks.latent import Latent, latent_attention
from flopwatt.architecture.blocks.mlp import (
    Experts,
    experts,
    gated_mlp,
    plain_mlp,
    shared_expert,
)
from flopwatt.architecture.blocks.tensors import make_layer, norms
from flopwatt.architecture.kept_activations import (
    is_latent,
    kept_by,
    matrices,
    mean_kept,
    mean_score_rows,
)
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.records import Part, Tensor

HIDDEN = 64
AROUND = norms("input_layernorm", "post_attention_layernorm", width=HIDDEN)
MHA = attention(HIDDEN, Heads(8, 8, 8, 8))
GQA = attention(HIDDEN, Heads(8, 2, 8, 8))


def test_thirty_four_bytes_without_masks_of_dropout():
    """Korthikanti et al.: 34 bytes for each value, two of them masks; 24 are split, 8 are not."""
    kept = kept_by(make_layer("", AROUND, MHA, plain_mlp(HIDDEN, 4 * HIDDEN)), HIDDEN)
    assert (2 * kept.split, 2 * kept.stream) == (24 * HIDDEN, 8 * HIDDEN)
    assert (kept.core, kept.routed) == (HIDDEN, 0)


def test_fewer_keys_and_a_gate():
    kept = kept_by(make_layer("", AROUND, GQA, gated_mlp(HIDDEN, 200)), HIDDEN)
    # queries, keys and values, output; gate, up and their product
    assert kept.split == (64 + 16 + 16) + 64 + 3 * 200
    assert kept.working == 400
    # the input, the output of attention, and the products of query, value, gate and down
    assert kept.operators == 64 + 64 + (64 + 16 + 200 + 64)


def test_latents_are_spread_out_for_attention():
    latent = Latent(heads=4, query_rank=24, kv_rank=16, nope_dim=8, rope_dim=4, value_dim=8)
    layer = make_layer("", AROUND, latent_attention(HIDDEN, latent), gated_mlp(HIDDEN, 200))
    kept = kept_by(layer, HIDDEN)
    assert is_latent(layer)
    assert kept.split == 4 * (12 + 12 + 8) + 4 * 8 + 600
    # norms and what they make, and both latents before and after their norms
    assert kept.stream == 4 * HIDDEN + 2 * (24 + 16)


def test_each_chosen_expert_keeps_a_copy():
    feed = experts(HIDDEN, Experts(count=16, chosen=3, inner=32))
    layer = make_layer("", AROUND, MHA, feed, shared_expert(HIDDEN, 48))
    kept = kept_by(layer, HIDDEN)
    assert kept.routed == 3 * (HIDDEN + 2 * 32 + 32)
    assert kept.split == 4 * HIDDEN + 3 * 48
    assert kept.stream == 4 * HIDDEN + 16  # the router's scores
    assert kept.working == max(3 * 64, 3 * HIDDEN, 96)


def test_halves_behind_one_norm_read_the_same_tensor():
    one = norms("input_layernorm", width=HIDDEN)
    parallel = kept_by(make_layer("", one, MHA, plain_mlp(HIDDEN, 256)), HIDDEN)
    bare = kept_by(make_layer("", MHA, plain_mlp(HIDDEN, 256)), HIDDEN)
    assert parallel.stream == 2 * HIDDEN
    assert bare.stream == 4 * HIDDEN  # norms without weights


def test_norms_and_gates_inside_attention():
    heads = Heads(8, 2, 8, 8)
    normed = attention(HIDDEN, heads, Extras(qk_norm=((8,), (8,))))
    gated = attention(HIDDEN, heads, Extras(gate=True))
    plain = kept_by(make_layer("", AROUND, GQA), HIDDEN).split
    assert kept_by(make_layer("", AROUND, normed), HIDDEN).split == plain + 64 + 16
    assert kept_by(make_layer("", AROUND, gated), HIDDEN).split == plain + 64


def test_short_convolutions_are_no_matrices():
    conv = Tensor("conv1d.weight", Part.MIXER, (64, 1, 4), matmul=True)
    layer = make_layer("", AROUND, GQA)
    assert conv not in matrices(make_layer("", AROUND))
    assert [t.name[-13:] for t in matrices(layer)][-1] == "o_proj.weight"


def test_the_mean_layer():
    layers = [make_layer("", AROUND, MHA), make_layer("", AROUND, MHA, plain_mlp(HIDDEN, 256))]
    first, second = (kept_by(layer, HIDDEN).split for layer in layers)
    assert mean_kept(layers, HIDDEN)["split"] == pytest.approx((first + second) / 2)
    assert mean_kept([], HIDDEN)["split"] == 0


def test_rows_of_scores():
    layers = [make_layer("", AROUND, MHA), make_layer("", AROUND)]
    assert mean_score_rows(layers) == 4
    assert mean_score_rows([]) == 0


def test_what_is_missing_stays_missing():
    inner = Lacking("intermediate_size")
    kept = kept_by(make_layer("", AROUND, MHA, gated_mlp(HIDDEN, inner)), HIDDEN)
    assert isinstance(kept.split, Lacking)
    assert isinstance(kept.working, Lacking)
    assert kept.core == HIDDEN
