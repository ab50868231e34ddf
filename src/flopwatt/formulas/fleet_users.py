"""A load told by the calls that are in flight at once: how long one stays says how many come."""

from flopwatt.model import formula, largest, later


@formula("fit", key="fleet.call_span", unit="s", symbol="t_L", source="convention#serving-step",
         written=False)  # fmt: skip
def call_span(ttft, tpot, fit_answer, one_token):
    """Time from asking to the last token of an answer while the fleet is not saturated."""
    return ttft + tpot * later(fit_answer - one_token, 0) / one_token


@formula("product", makes="requests", source="little-1961", offered=False)
def requests_by_calls_in_flight(concurrent_calls, call_span, load_peak, calls_per_request, retries):
    """Requests of a mean hour, where so many calls are in flight in the busiest one."""
    mean_calls = concurrent_calls / largest(call_span * load_peak)
    return mean_calls / (calls_per_request * (1 + retries))
