"""How fast GPUs work while serving: bytes read, arithmetic by format, and what links carry."""

from functools import partial

from flopwatt.model import choose, formula, later, pick, power

STEP = "convention#serving-step"
speed = partial(formula, "fit", source=STEP, written=False)


@speed(key="speed.read", unit="TB/s", symbol="w_e")
def step_read_rate(fit_bandwidth, memory_efficiency):
    """Bytes of weights and cache that one GPU reads per time in a step of an engine."""
    return fit_bandwidth * memory_efficiency


@speed(key="speed.compute_16bit", unit="TFLOP/s", symbol="r_c")
def sixteen_bit_rate(fit_peak, compute_efficiency):
    """Arithmetic per time of one GPU where weights are multiplied in 16 bits."""
    return fit_peak * compute_efficiency


@speed(key="speed.compute", unit="TFLOP/s", symbol="r_e")
def step_compute_rate(
    sixteen_bit_rate, fit_peak_8bit, fit_peak_4bit, low_bit_efficiency, eight_bit_share,
    four_bit_share,
):  # fmt: skip
    """Arithmetic per time of one GPU, by the formats in which weights are multiplied."""
    # what is not faster than 16 bits is widened to them, as where a GPU has no such units
    eight = eight_bit_share / later(fit_peak_8bit * low_bit_efficiency, sixteen_bit_rate)
    four = four_bit_share / later(fit_peak_4bit * low_bit_efficiency, sixteen_bit_rate)
    return 1 / ((1 - eight_bit_share - four_bit_share) / sixteen_bit_rate + eight + four)


@formula("fit", makes="step_compute_rate", source="identity", fallback=True, offered=False)
def step_compute_rate_by_size(sixteen_bit_rate):
    """The same where formats are not known: all in 16 bits."""
    return sixteen_bit_rate


@speed(key="speed.compute_attention", unit="TFLOP/s", symbol="r_a")
def attention_rate(
    attention_precision, eight_bit_cache, sixteen_bit_rate, fit_peak_8bit, low_bit_efficiency
):
    """Arithmetic per time of one GPU in scores of attention, whatever weights are held in."""
    # kernels that work in 8 bits need a cache that is held in them
    eight = choose(attention_precision, 0 * eight_bit_cache, eight_bit_cache)
    small = eight / later(fit_peak_8bit * low_bit_efficiency, sixteen_bit_rate)
    return 1 / ((1 - eight) / sixteen_bit_rate + small)


@formula("fit", makes="attention_rate", source="identity", fallback=True, offered=False)
def attention_rate_by_size(sixteen_bit_rate):
    """The same where the format of the cache is not known: in 16 bits."""
    return sixteen_bit_rate


@formula(
    "fit",
    key="tokens_per_step",
    unit="token",
    symbol="n_d",
    source="leviathan-2023#eq. 1",
    bare=True,
    minimum=1,
    maximum=1e6,
    example="1 token",
)
def decoded_tokens(one_token, acceptance, drafts):
    """Tokens that one sequence gains in one decoding step: its own, and the guesses kept."""
    return one_token * (1 - power(acceptance, drafts + 1)) / (1 - acceptance)


@speed(key="speculation.checked_tokens", unit="token", symbol="n_v")
def checked_tokens(one_token, drafts):
    """Tokens of one sequence that one step works on: the guesses, and one of its own."""
    return one_token * (drafts + 1)


@speed(key="speed.token_time", unit="s/token", symbol="t_w")
def token_time(weight_flops, tensor_parallel, step_compute_rate):
    """Time that the arithmetic of one token takes in the weights of layers, through all stages.

    Experts over more GPUs than the rest work on tokens of as many replicas.
    """
    return weight_flops / (tensor_parallel * step_compute_rate)


@speed(key="speed.head_time", unit="s/token", symbol="t_v", minimum=0)
def head_time(head_flops, tensor_parallel, step_compute_rate):
    """Time that the output matrix takes for one token."""
    return head_flops / (tensor_parallel * step_compute_rate)


@speed(key="speed.reduces_per_step", unit="count", symbol="n_a", minimum=0)
def step_reduces(reduces_per_layer, training_layers):
    """All-reduces of one pass through all layers."""
    return reduces_per_layer * training_layers


@speed(key="speed.routed_ranks", unit="count", symbol="n_r", minimum=0)
def routed_ranks(expert_parallel, experts, expert_share):
    """Other GPUs that hold one or more of the experts that a token passes in a layer, expected."""
    hit = 1 - power(1 - 1 / expert_parallel, experts * expert_share)
    return (expert_parallel - 1) * hit


@speed(key="speed.exchanged", unit="byte/token", symbol="b_x", minimum=0)
def exchanged_bytes(
    expert_layers, routed_ranks, hidden_bytes, dispatch_share, combine_share, expert_parallel,
    tensor_parallel,
):  # fmt: skip
    """Bytes of one token that a GPU sends for experts: its state there, and the result back.

    GPUs that share attention have the same tokens, and each sends its part of them; where they
    are those that share experts too, the all-reduce does it.
    """
    sent = expert_layers * routed_ranks * hidden_bytes * (dispatch_share + combine_share)
    return pick(expert_parallel > tensor_parallel, sent / tensor_parallel, 0)


@speed(key="speed.reduce_link", unit="GB/s", symbol="l_r", offered=False)
def reduce_link(tensor_parallel, links_joined, fit_link, fit_network):
    """Rate at which one GPU reaches those that share each layer with it: links, or a network."""
    return pick(tensor_parallel > links_joined, fit_network, fit_link)


@formula("fit", makes="reduce_link", source="identity", fallback=True)
def reduce_link_anywhere(fit_link):
    """The same where it is not known how many the links join, or what joins the others: links."""
    return fit_link


@speed(key="speed.exchange_link", unit="GB/s", symbol="l_x", offered=False)
def exchange_link(expert_parallel, links_joined, fit_link, fit_network):
    """Rate at which one GPU reaches those that share experts with it: links, or a network."""
    return pick(expert_parallel > links_joined, fit_network, fit_link)


@formula("fit", makes="exchange_link", source="identity", fallback=True)
def exchange_link_anywhere(fit_link):
    """The same where it is not known how many the links join, or what joins the others: links."""
    return fit_link


@speed(key="speed.link_time", unit="s/token", symbol="t_a", minimum=0)
def token_link_time(
    step_reduces, hidden_bytes, tensor_parallel, exchanged_bytes, reduce_link, exchange_link,
    link_efficiency,
):  # fmt: skip
    """Time that one token takes over links: its state twice round a ring, and to its experts."""
    # a ring of n passes (n - 1) / n of the state on twice: once to add up, once to hand out
    ring = 2 * (tensor_parallel - 1) / tensor_parallel
    summed = step_reduces * ring * hidden_bytes / (reduce_link * link_efficiency)
    return summed + exchanged_bytes / (exchange_link * link_efficiency)


@speed(key="speed.latency", unit="s", symbol="t_L", minimum=0)
def step_latency(step_reduces, link_latency, tensor_parallel):
    """Time that all-reduces of one pass take however little they carry; none on one GPU."""
    return pick(tensor_parallel > 1, step_reduces * link_latency, 0)
