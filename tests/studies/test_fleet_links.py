"""What goes over a network where links join too few GPUs, and how it is told."""

import pytest

from flopwatt.studies.run import run_plan


def told(plan, way):
    return [one for one in run_plan(plan).warnings if one.field == f"fleets.chat.{way}"]


def test_layers_shared_by_more_gpus_than_links_join(serving):
    serving["fleets"]["chat"]["accelerator"] = "16xH100 SXM"
    (warning,) = told(serving, "tp")
    # 400 Gbit/s of each GPU
    assert warning.message == (
        "16 GPUs share each layer, and links join 8 of them: what they pass on is counted over "
        "the network, 50 GB/s of each GPU"
    )
    assert warning.allowed.startswith("`tp: 8` with replicas (`dp`) or stages (`pp`)")
    found = run_plan(serving).results
    assert found["fleets.chat.speed.reduce_link"].central == 50e9


@pytest.fixture
def spread(serving):
    """DeepSeek-V3 over 32 GPUs, a replica of attention on each."""
    serving["models"]["m"] = {"catalog": "deepseek-v3"}
    serving["fleets"]["chat"] = {"accelerator": "32xH100 SXM", "dp": "32", "ep": "32"}
    return serving


def test_experts_shared_by_more_gpus_than_links_join(spread):
    (warning,) = told(spread, "ep")
    assert warning.message.startswith("32 GPUs share the experts, and links join 8 of them: ")
    found = run_plan(spread).results
    far, near = (found[f"fleets.chat.speed.{way}_link"].central for way in ("exchange", "reduce"))
    assert (far, near) == (50e9, 450e9)
    # bytes of a token over 60 % of the network, and nothing summed: attention is not shared
    sent = found["fleets.chat.speed.exchanged"].central
    share = found["fleets.chat.speed.link_share"].central
    assert found["fleets.chat.speed.link_time"].central == pytest.approx(sent / (share * 50e9))


@pytest.mark.parametrize("more", [{"link": "450 GB/s"}, {"link_domain": "64"}])
def test_where_links_reach_all_nothing_is_told(spread, more):
    spread["fleets"]["chat"] |= more
    assert not told(spread, "ep")
    assert run_plan(spread).results["fleets.chat.speed.exchange_link"].central == 450e9


def test_a_network_may_be_stated(spread):
    spread["fleets"]["chat"]["network"] = "100 GB/s"
    assert run_plan(spread).results["fleets.chat.speed.exchange_link"].central == 100e9


def test_a_network_that_nobody_knows_is_said(serving):
    sheet = {"peak": "989 TFLOP/s", "bandwidth": "3.35 TB/s", "card": "79.1 GiB"}
    small = {"peak_8bit": "1979 TFLOP/s", "peak_4bit": "1979 TFLOP/s"}
    links = {"link": "450 GB/s", "link_domain": "8"}
    serving["fleets"]["chat"] = {"gpus": "16", "price": "$2/GPU-hour"} | sheet | small | links
    (warning,) = told(serving, "tp")
    assert "a network joins the others is not known, and links of 450 GB/s" in warning.message


def test_a_dense_model_has_no_experts_to_share(serving):
    serving["fleets"]["chat"] |= {"accelerator": "16xH100 SXM", "dp": "2"}
    assert not told(serving, "ep")
