"""Every unit word that may stand in a plan, what it is worth and what it measures.

A row gives the symbols that take prefixes, the words that do not, the worth in canonical base
words as a fraction of two whole numbers, and the dimension. To add a unit, add a row; the tests
compare every word with pint, which knows the same units from its own table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Dimension = tuple[tuple[str, int], ...]

SI = {
    "n": (1, 10**9),
    "u": (1, 10**6),
    "µ": (1, 10**6),
    "m": (1, 10**3),
    "k": (10**3, 1),
    "K": (10**3, 1),
    "M": (10**6, 1),
    "G": (10**9, 1),
    "T": (10**12, 1),
    "P": (10**15, 1),
    "E": (10**18, 1),
    "Z": (10**21, 1),
    "Y": (10**24, 1),
    "B": (10**9, 1),  # people count tokens and dollars in billions, never in giga
    "Ki": (2**10, 1),
    "Mi": (2**20, 1),
    "Gi": (2**30, 1),
    "Ti": (2**40, 1),
    "Pi": (2**50, 1),
    "Ei": (2**60, 1),
    "kilo": (10**3, 1),
    "mega": (10**6, 1),
    "giga": (10**9, 1),
    "tera": (10**12, 1),
    "peta": (10**15, 1),
    "exa": (10**18, 1),
    "zetta": (10**21, 1),
}
SCALES = {
    "k": 10**3,
    "K": 10**3,
    "M": 10**6,
    "B": 10**9,
    "T": 10**12,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}

FLOPS_TWICE = "{word} can be read as an amount of arithmetic or as a rate"
FLOPS_WRITE = "{prefix}FLOP for an amount, {prefix}FLOP/s for a rate"
BITS_TWICE = "{word} is easily taken for bytes"
BITS_WRITE = "{prefix}B for bytes, {prefix}bit for bits"


class Row(NamedTuple):
    """One unit: its spellings, its worth, what it measures and how it is shown."""

    kind: str  # how `show` writes it: money, count, flop, step, time, ratio
    one: str  # the name shown, singular
    many: str
    symbols: str  # take a prefix
    words: str  # take none
    worth: tuple[int, int]
    dimension: Dimension
    prefixes: str = ""
    alone: bool = True  # whether the symbols may stand without a prefix
    beside: frozenset[str] = frozenset()  # clear only with one of these below the line
    refusal: tuple[str, str] = ("", "")  # what is said otherwise, and what to write


def _of(**powers: int) -> Dimension:
    return tuple(sorted(powers.items()))


_HOUR = 3600
_COUNT = "k M G B T"
_FLOP = "k M G T P E Z Y"
_BYTE = "k K M G T P E Z Y Ki Mi Gi Ti Pi Ei"
_BIT = "k M G T P E Z Y Ki Mi Gi Ti"
_LONG = "kilo mega giga tera peta exa zetta"
_POWER = "m k M G T P E Z Y"
_BELOW_FLOPS = frozenset({"second", "token", "param", "request", "call", "sample"})
_BELOW_BITS = frozenset({"second"})
_RATE = _of(FLOP=1, second=-1)
_BYTES = _of(byte=1)
_BYTES_S = _of(byte=1, second=-1)
_S = _of(second=1)
_GAS = _of(gram_co2e=1)
_CUBIC_FOOT_MINUTE = (4_719_474_432, 10**10)

ROWS: tuple[Row, ...] = (
    Row("time", "second", "seconds", "s", "sec secs second seconds", (1, 1), _S, "n u µ m"),
    Row("time", "minute", "minutes", "", "min mins minute minutes", (60, 1), _S),
    Row("time", "hour", "hours", "", "h hr hrs hour hours", (_HOUR, 1), _S),
    Row("time", "day", "days", "", "d day days", (24 * _HOUR, 1), _S),
    Row("time", "week", "weeks", "", "wk week weeks", (168 * _HOUR, 1), _S),
    # a month is a twelfth of a year of 365.25 days: 730.5 hours
    Row("time", "month", "months", "", "mo month months", (1461 * _HOUR, 2), _S),
    Row("time", "quarter", "quarters", "", "quarter quarters", (4383 * _HOUR, 2), _S),
    Row("time", "year", "years", "", "yr yrs y a year years", (8766 * _HOUR, 1), _S),
    Row("money", "USD", "USD", "$ USD US$", "dollar dollars", (1, 1), _of(USD=1), "k M B T"),
    Row("money", "cent", "cents", "", "cent cents ¢", (1, 100), _of(USD=1)),
    Row("count", "token", "tokens", "tok toks token tokens", "", (1, 1), _of(token=1), _COUNT),
    Row(
        "count",
        "param",
        "params",
        "param params parameter parameters",
        "",
        (1, 1),
        _of(param=1),
        _COUNT,
    ),
    Row(
        "count",
        "request",
        "requests",
        "req reqs request requests",
        "",
        (1, 1),
        _of(request=1),
        _COUNT,
    ),
    Row("count", "call", "calls", "call calls", "", (1, 1), _of(call=1), _COUNT),
    Row("count", "sample", "samples", "sample samples", "", (1, 1), _of(sample=1), _COUNT),
    Row("count", "word", "words", "word words", "", (1, 1), _of(word=1), _COUNT),
    Row(
        "count",
        "GPU",
        "GPUs",
        "GPU GPUs",
        "TPU TPUs chip chips accelerator accelerators",
        (1, 1),
        _of(accelerator=1),
        "k M",
    ),
    Row(
        "count",
        "GPU-hour",
        "GPU-hours",
        "GPUh",
        "GPUhr GPUhrs",
        (_HOUR, 1),
        _of(accelerator=1, second=1),
        "k M",
    ),
    Row("flop", "FLOP", "FLOP", "FLOP", "", (1, 1), _of(FLOP=1), _FLOP),
    Row("flop", "FLOP", "FLOP", "flop", "", (1, 1), _of(FLOP=1), _LONG, alone=False),
    Row("flop", "FLOP/s", "FLOP/s", "FLOPS", "", (1, 1), _RATE, _FLOP),
    Row(
        "flop",
        "FLOP",
        "FLOP",
        "FLOPs",
        "",
        (1, 1),
        _of(FLOP=1),
        _FLOP,
        beside=_BELOW_FLOPS,
        refusal=(FLOPS_TWICE, FLOPS_WRITE),
    ),
    # B alone is billion; one byte is written as a word
    Row("step", "byte", "bytes", "B", "", (1, 1), _BYTES, _BYTE, alone=False),
    Row("step", "byte", "bytes", "", "byte bytes", (1, 1), _BYTES),
    Row("step", "bit", "bits", "bit bits", "", (1, 8), _BYTES, _BIT),
    Row(
        "step",
        "bit",
        "bits",
        "b",
        "",
        (1, 8),
        _BYTES,
        _BIT,
        alone=False,
        beside=_BELOW_BITS,
        refusal=(BITS_TWICE, BITS_WRITE),
    ),
    Row("step", "byte/s", "byte/s", "Bps", "", (1, 1), _BYTES_S, _BYTE, alone=False),
    Row("step", "bit/s", "bit/s", "bps", "", (1, 8), _BYTES_S, _BIT),
    Row("step", "J", "J", "J", "joule joules", (1, 1), _of(joule=1), _POWER),
    Row("step", "Wh", "Wh", "Wh", "", (_HOUR, 1), _of(joule=1), _POWER),
    Row("step", "W", "W", "W", "watt watts", (1, 1), _of(joule=1, second=-1), _POWER),
    Row("step", "VA", "VA", "VA", "", (1, 1), _of(volt_ampere=1), "k M G T P E Z Y"),
    # greenhouse gas as carbon dioxide; the tonne is a unit of its own, and no megagram
    Row("step", "gCO2e", "gCO2e", "gCO2e gCO2eq gCO2", "", (1, 1), _GAS, "k"),
    Row("step", "tCO2e", "tCO2e", "tCO2e tCO2eq tCO2", "", (10**6, 1), _GAS, "k M G"),
    Row("step", "L", "L", "L", "litre litres liter liters", (1, 1), _of(litre=1), "m k M G T"),
    # a cubic foot, of 0.3048 m each way, in a minute
    Row("count", "CFM", "CFM", "CFM", "", _CUBIC_FOOT_MINUTE, _of(litre=1, second=-1)),
    Row("ratio", "%", "%", "", "% percent", (1, 100), ()),
    Row("ratio", "ratio", "ratio", "", "ratio", (1, 1), ()),
    Row("ratio", "×", "×", "", "x × times", (1, 1), ()),
    Row("ratio", "count", "count", "", "count", (1, 1), ()),  # of layers, heads, copies
)

# A word before a unit that makes it another thing, so that a forgotten ratio is caught.
QUALIFIERS = {
    "paid": ("second", "paid_second"),
    "IT": ("joule", "it_joule"),
    "peak": ("FLOP", "peak_flop"),
}
COUNTED = frozenset(
    {"token", "param", "request", "call", "sample", "word", "accelerator", "FLOP", "USD"}
)
SHARES = (_of(FLOP=1, peak_flop=-1), _of(second=1, paid_second=-1))
# shown as they are, and not in percent: a PUE, and a power factor
OVERHEADS = (_of(joule=1, it_joule=-1), _of(joule=1, second=-1, volt_ampere=-1))

CURRENCIES = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "£": "GBP", "gbp": "GBP", "¥": "JPY or CNY", "jpy": "JPY", "yen": "JPY",
    "cny": "CNY", "rmb": "CNY", "yuan": "CNY", "₹": "INR", "inr": "INR", "₩": "KRW",
    "krw": "KRW", "chf": "CHF", "cad": "CAD", "aud": "AUD", "sgd": "SGD", "sek": "SEK",
    "nok": "NOK", "dkk": "DKK", "brl": "BRL", "aed": "AED", "sar": "SAR", "twd": "TWD",
    "hkd": "HKD",
}  # fmt: skip


class Word(NamedTuple):
    """One spelling of a unit, prefix included."""

    text: str
    row: Row
    prefix: str
    symbol: str
    worth: tuple[int, int]


@lru_cache(maxsize=1)
def words() -> dict[str, Word]:
    """Every spelling with every prefix it takes."""
    found: dict[str, Word] = {}
    for row in ROWS:
        up, down = row.worth
        for symbol in row.symbols.split():
            if row.alone:
                found[symbol] = Word(symbol, row, "", symbol, row.worth)
            for prefix in row.prefixes.split():
                times, parts = SI[prefix]
                text = prefix + symbol
                found[text] = Word(text, row, prefix, symbol, (up * times, down * parts))
        for word in row.words.split():
            found[word] = Word(word, row, "", word, row.worth)
    return found


@lru_cache(maxsize=1)
def folded() -> dict[str, tuple[Word, ...]]:
    """The spellings by their lower-case form, for people who write gpu or kwh."""
    found: dict[str, tuple[Word, ...]] = {}
    for text, word in words().items():
        found[text.lower()] = (*found.get(text.lower(), ()), word)
    return found
