"""Inference: requests become calls and tokens, tokens become dollars."""

from flopwatt.model import formula, grown


@formula(
    "product",
    key="launch",
    unit="s",
    symbol="L",
    source="convention#launch",
    kind="date",
    minimum=None,
    above=None,
    example="2026-03-01",
)
def launch(plan_start):
    """Day the product goes live; its meter runs from then on."""
    return plan_start


@formula(
    "product",
    unit="token/call",
    symbol="n",
    source="identity",
    accepts=("token",),
    bare=True,
    example="3000 tokens",
)
def tokens_per_call(input_tokens, output_tokens, reasoning_tokens):
    """Tokens of one call to the model: prompt, answer and reasoning."""
    return input_tokens + output_tokens + reasoning_tokens


@formula(
    "product",
    unit="token/request",
    symbol="l",
    source="identity",
    accepts=("token",),
    bare=True,
    monthly=True,
    example="1500 tokens",
)
def tokens_per_request(tokens_per_call, calls_per_request):
    """Tokens of one request in all its calls, prompt and answer together, before retries."""
    return tokens_per_call * calls_per_request


@formula(
    "product",
    unit="token/day",
    symbol="v",
    source="identity",
    accepts=("token",),
    minimum=0.0,
    above=None,
    monthly=True,
    example="15B tokens/day",
)
def tokens_per_day(requests, tokens_per_request, retries):
    """Tokens served on the day of launch, retries included."""
    return requests * tokens_per_request * (1 + retries)


@formula(
    "product",
    unit="USD/Mtoken",
    symbol="p_c",
    source="convention#token-prices",
    monthly=True,
    example="$1.25 per million tokens",
)
def cached_price(input_price):
    """Price of prompt tokens read from a cache; the full price unless the plan states one."""
    return input_price


@formula(
    "product",
    unit="USD/Mtoken",
    symbol="p_r",
    source="convention#token-prices",
    monthly=True,
    example="$10 per million tokens",
)
def reasoning_price(output_price):
    """Price of reasoning tokens; that of the answer unless the plan states one."""
    return output_price


@formula("product", unit="USD/call", symbol="i", source="identity", written=False, fallback=True)
def input_cost(input_tokens, cached_share, input_price, cached_price):
    """Cost of the prompt of one call; cached tokens are part of the prompt, not added to it."""
    return input_tokens * ((1 - cached_share) * input_price + cached_share * cached_price)


@formula("product", unit="USD/call", symbol="o", source="identity", written=False)
def output_cost(output_tokens, output_price, reasoning_tokens, reasoning_price):
    """Cost of the answer of one call and of the reasoning before it."""
    return output_tokens * output_price + reasoning_tokens * reasoning_price


@formula(
    "product",
    key="cost_per_call",
    unit="USD/call",
    symbol="c_1",
    source="identity",
    accepts=("USD",),
    monthly=True,
    example="$0.002 per call",
)
def call_cost(input_cost, output_cost):
    """What one call to the model costs, each kind of token at its own price."""
    return input_cost + output_cost


@formula("product", unit="USD/Mtoken", symbol="p_b", source="identity", written=False)
def blended_price(call_cost, tokens_per_call):
    """Mean price of a token, weighted by the tokens of each kind."""
    return call_cost / tokens_per_call


@formula(
    "product",
    key="cost_per_request",
    unit="USD/request",
    symbol="c",
    source="identity",
    accepts=("USD",),
    monthly=True,
    example="$0.0015 per request",
)
def request_cost(call_cost, calls_per_request, retries):
    """What one request costs to serve: its calls, and the calls that are made again."""
    return call_cost * calls_per_request * (1 + retries)


@formula("product", makes="request_cost", source="identity")
def request_cost_by_token(tokens_per_request, token_price, retries):
    """What one request costs to serve, at one price for all its tokens."""
    return tokens_per_request * token_price * (1 + retries)


@formula(
    "product",
    key="cost_per_day",
    unit="USD/day",
    symbol="s",
    source="identity",
    also=("daily_spend",),
    accepts=("USD",),
    minimum=0.0,
    above=None,
    monthly=True,
    example="$87.1k per day",
    goal=True,
)
def daily_cost(first_month_cost, growth, price_change, average_month):
    """What serving costs per day, at the rate of the day of launch."""
    return first_month_cost / grown(1, growth + price_change, average_month)


@formula("product", makes="daily_cost", source="identity")
def daily_cost_by_request(request_cost, requests):
    """What serving costs per day, from the cost of one request."""
    return request_cost * requests


@formula("product", makes="daily_cost", source="identity")
def daily_cost_by_token(tokens_per_day, token_price):
    """What serving costs per day, from the tokens of a day."""
    return tokens_per_day * token_price
