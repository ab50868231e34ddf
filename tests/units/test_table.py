"""The unit table against pint, which knows the same units from its own table."""

import math
import subprocess
import sys

import pint
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flopwatt.units import UnitError, parse_unit, table

# Written from the definitions, not from our table: pint multiplies them up by itself.
DEFINITIONS = """
nano- = 1e-9
micro- = 1e-6 = µ- = u-
milli- = 1e-3 = m-
kilo- = 1e3 = k- = K-
mega- = 1e6 = M-
giga- = 1e9 = G- = B-
tera- = 1e12 = T-
peta- = 1e15 = P-
exa- = 1e18 = E-
zetta- = 1e21 = Z-
yotta- = 1e24 = Y-
kibi- = 1024 = Ki-
mebi- = 1048576 = Mi-
gibi- = 1073741824 = Gi-
tebi- = 1099511627776 = Ti-
pebi- = 1125899906842624 = Pi-
exbi- = 1152921504606846976 = Ei-
nano_ = 1e-9
second = [second] = s = sec
minute = 60 * second
hour = 60 * minute
day = 24 * hour
week = 7 * day
year = 365.25 * day
month = year / 12
quarter = year / 4
USD = [USD]
cent = USD / 100
token = [token]
param = [param]
request = [request]
call = [call]
sample = [sample]
word = [word]
GPU = [accelerator]
GPUh = GPU * hour
FLOP = [FLOP]
FLOPS = FLOP / second
FLOPs = FLOP
byte = [byte]
bit = byte / 8
Bps = byte / second
bps = bit / second
joule = [joule]
watt = joule / second
watthour = watt * hour
VA = [volt_ampere]
gCO2e = [gram_co2e]
tCO2e = 1e6 * gCO2e
litre = [litre]
CFM = 0.3048 ** 3 * 1000 * litre / minute
percent = 0.01
one = 1
"""
SAME = {
    "s": "second", "sec": "second", "secs": "second", "seconds": "second",
    "min": "minute", "mins": "minute", "minutes": "minute",
    "h": "hour", "hr": "hour", "hrs": "hour", "hours": "hour", "d": "day", "days": "day",
    "wk": "week", "weeks": "week", "mo": "month", "months": "month", "quarters": "quarter",
    "yr": "year", "yrs": "year", "y": "year", "a": "year", "years": "year",
    "$": "USD", "US$": "USD", "dollar": "USD", "dollars": "USD", "cents": "cent", "¢": "cent",
    "tok": "token", "toks": "token", "tokens": "token",
    "params": "param", "parameter": "param", "parameters": "param",
    "req": "request", "reqs": "request", "requests": "request", "words": "word", "calls": "call",
    "GPUs": "GPU", "TPU": "GPU", "TPUs": "GPU", "chip": "GPU", "chips": "GPU",
    "accelerator": "GPU", "accelerators": "GPU", "GPUhr": "GPUh", "GPUhrs": "GPUh",
    "flop": "FLOP", "B": "byte", "bytes": "byte", "b": "bit", "bits": "bit",
    "J": "joule", "joules": "joule", "W": "watt", "watts": "watt", "Wh": "watthour",
    "gCO2eq": "gCO2e", "gCO2": "gCO2e", "tCO2eq": "tCO2e", "tCO2": "tCO2e",
    "L": "litre", "litres": "litre", "liter": "litre", "liters": "litre",
    "%": "percent", "ratio": "one", "x": "one", "×": "one", "times": "one", "count": "one",
}  # fmt: skip
# words that are clear only beside a rate
BESIDE = {"FLOPs": "/token", "b": "/s"}
WORDS = sorted(table.words())


@pytest.fixture(scope="module")
def registry() -> pint.UnitRegistry:
    registry = pint.UnitRegistry(None)
    registry.load_definitions(DEFINITIONS.strip().splitlines())
    return registry


def in_pint(registry: pint.UnitRegistry, word: str) -> pint.Quantity:
    found = table.words()[word]
    prefix = {"n": "nano"}.get(found.prefix, found.prefix)
    return registry.Quantity(1.0, prefix + SAME.get(found.symbol, found.symbol))


def assert_same(text: str, expected: pint.Quantity) -> None:
    unit = parse_unit(text)
    base = expected.to_base_units()
    assert math.isclose(unit.factor, base.magnitude, rel_tol=1e-12), text
    powers = {name.strip("[]"): power for name, power in expected.dimensionality.items()}
    assert dict(unit.dimension) == powers, text


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_worth_what_pint_says(registry: pint.UnitRegistry, word: str) -> None:
    below = BESIDE.get(table.words()[word].symbol, "")
    expected = in_pint(registry, word)
    assert_same(word + below, expected / in_pint(registry, below[1:]) if below else expected)


def test_the_times_and_energies_agree_with_pints_own_table() -> None:
    theirs = pint.UnitRegistry()
    for word in ("minute", "hour", "day", "week", "month", "year"):
        assert parse_unit(word).factor == pytest.approx(theirs(word).to("s").magnitude, rel=1e-12)
    assert parse_unit("kWh").factor == pytest.approx(theirs("kWh").to("J").magnitude)
    for word in ("GiB", "TiB", "GB", "Gbit"):
        assert parse_unit(word).factor == pytest.approx(theirs(word).to("byte").magnitude)


PLAIN = [word for word in WORDS if table.words()[word].symbol not in BESIDE]
TERMS = st.lists(
    st.tuples(st.sampled_from(PLAIN), st.sampled_from([1, 1, 1, 2, 3])), min_size=1, max_size=2
)


@settings(deadline=None)
@given(above=TERMS, below=st.lists(TERMS, max_size=3), sign=st.sampled_from(["*", "·", " * "]))
def test_compound_units_agree_with_pint(registry_of_all, above, below, sign) -> None:
    def written(terms: list[tuple[str, int]]) -> str:
        inner = sign.join(word if n == 1 else f"{word}^{n}" for word, n in terms)
        return inner if len(terms) == 1 else f"({inner})"

    def meant(terms: list[tuple[str, int]]) -> pint.Quantity:
        product = registry_of_all.Quantity(1.0)
        for word, power in terms:
            product = product * in_pint(registry_of_all, word) ** power
        return product

    text = "/".join(map(written, [above, *below]))
    assume(len(text) <= 100)  # what a unit may have in letters
    expected = meant(above)
    for terms in below:
        expected = expected / meant(terms)
    assert_same(text, expected)


@pytest.fixture(scope="module")
def registry_of_all(registry: pint.UnitRegistry) -> pint.UnitRegistry:
    return registry


def test_every_word_has_one_reading() -> None:
    seen: dict[str, table.Row] = {}
    for row in table.ROWS:
        for symbol in row.symbols.split():
            for prefix in [*row.prefixes.split(), *([""] if row.alone else [])]:
                assert seen.setdefault(prefix + symbol, row) is row, prefix + symbol
        for word in row.words.split():
            assert seen.setdefault(word, row) is row, word
    assert set(seen) == set(table.words())


def test_every_refusal_is_met() -> None:
    for word in table.words().values():
        if word.row.beside:
            with pytest.raises(UnitError) as caught:
                parse_unit(word.text)
            assert caught.value.code == "unknown-unit"
            assert caught.value.allowed


def test_the_room_loads_nothing_heavy() -> None:
    code = "import sys, flopwatt.units; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "pint", "decimal", "fractions"} & set(ran.stdout.split())
