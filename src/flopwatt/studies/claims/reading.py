"""A number that somebody claims about a model, read from the words it is usually written in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from flopwatt.problems import PlanError, Problem
from flopwatt.units import Amount, UnitError, parse_unit, read_amount

FIELD = "--claim"
LONGEST = 200
MOST = 1e36  # a billion times the arithmetic of the largest run yet
EXAMPLES = (
    "'4.59 GiB per 3072 tokens', '131.4 GB of weights', '0.5 MiB per token', '13B params', "
    "'3B active', '15.2 GFLOP per token', '32k context'"
)
_NUMBER = (
    r"(?P<n>[0-9](?:[0-9_,.]*[0-9])?(?:[eE]\+?[0-9]+)?)[ -]?"
    r"(?P<s>(?:[kKMBT]|million|billion|trillion)(?![A-Za-z]))?"
)
_TOKEN = r"(?:tokens?|toks?)(?![A-Za-z])"
_CONTEXT = r"(?:context(?: length| window)?|ctx|sequence length)(?![A-Za-z])"
_PREPOSITION = r"(?:at|for|with|over|on|after|@)"
_EACH = r"(?:per|each|/)"
_WHO = r"(?:sequences?|seqs?|users?|requests?|people|prompts?)(?![A-Za-z])"
_SEQUENCES = (
    rf"(?:{_PREPOSITION}|and|times|x|×) ?{_NUMBER} ?(?:concurrent |parallel )?{_WHO}",
    rf"(?:{_PREPOSITION} )?(?:a )?batch(?: size)?(?: of| =)? ?{_NUMBER}",
)
_PER_ONE = (rf"{_EACH} {_WHO}",)  # one sequence is meant anyway
_CONTEXTS = (
    rf"{_PREPOSITION} (?:an? )?{_NUMBER} ?(?:{_TOKEN} )?(?:of )?{_CONTEXT}",
    rf"{_PREPOSITION} (?:an? |the )?{_CONTEXT}(?: of| =)? ?{_NUMBER} ?(?:{_TOKEN})?",
    rf"(?:at|@) ?{_NUMBER}(?! ?[A-Za-z0-9_.,])",
)
_TOKENS = (
    rf"{_EACH} ?{_NUMBER} ?{_TOKEN}",
    rf"{_PREPOSITION} {_NUMBER} ?{_TOKEN}",
)
_PER_TOKEN = (rf"(?:{_EACH}|a) ?{_TOKEN}",)
# words that tell which quantity is meant, and what they are kept as
_WORDS = {
    "active": r"active|activated",
    "params": r"param(?:eter)?s?",
    "cache": r"kv|kv[- ]?cache|cache",
    "weights": r"weights?",
    "flops": r"compute|arithmetic",
    "training": r"training|train|backward",
    "forward": r"forward|inference|decode|decoding|prefill",
    "context": _CONTEXT,
    "tokens": _TOKEN,
}
_FILLERS = (
    r"about|approximately|approx|roughly|around|of|the|is|are|needs?|takes?|total|for|in|model"
    r"|memory|vram|as|and|a|fits?|uses?|weighs?|on"
)
_SCALES = {"million": 1e6, "billion": 1e9, "trillion": 1e12, "M": 1e6, "B": 1e9, "T": 1e12}


@dataclass(frozen=True)
class Written:
    """A value that a text may stand for, and half a unit of its last digit written."""

    value: float
    half: float
    note: str = ""


@dataclass(frozen=True)
class Claim:
    """What a person pasted: an amount, what it measures, and of what.

    ``measure`` is byte, param, FLOP, token, or nothing where a bare number was written.
    ``amounts``, ``tokens`` and ``contexts`` hold every reading: 32k is 32,768 or 32,000.
    ``binary`` says that the unit is GiB and its like, ``step`` how many thousands it stands for.
    """

    text: str
    written: str
    measure: str
    unit: str
    amounts: tuple[Written, ...]
    per_token: bool = False
    tokens: tuple[float, ...] = ()
    contexts: tuple[float, ...] = ()
    sequences: float = 1.0
    words: frozenset[str] = frozenset()
    binary: bool = False
    step: int = 0

    @property
    def digits(self) -> int:
        """Significant digits as written."""
        mantissa = re.split("[eE]", re.sub("[^0-9.eE]", "", self.written.split(" ")[0]))[0]
        return max(1, len(mantissa.replace(".", "").lstrip("0")))


def read_claim(text: str) -> Claim:
    """An amount with its unit, and what it is said to be of. Raises PlanError."""
    rest = " ".join(text.replace("~", " ").replace("≈", " ").split()).rstrip(".!,")
    if not rest or len(rest) > LONGEST:
        raise refused(text, "is empty" if not rest else "is too long to be a claim")
    rest = re.sub(r"(?i)(?<=flop)s(?![A-Za-z/])", "", rest)
    rest = re.sub(r"(?<=[0-9kKMBT])-(?=[A-Za-z])", " ", rest)  # a 70B-parameter model
    rest, macs = re.subn(r"MACs?(?![A-Za-z])", "FLOP", rest)
    _, rest = _take(rest, _PER_ONE)
    who, rest = _take(rest, _SEQUENCES)
    contexts, rest = _take(rest, _CONTEXTS)
    tokens, rest = _take(rest, _TOKENS)
    each, rest = _take(rest, _PER_TOKEN)
    words, rest = _take_words(rest)
    amount = _amount(text, rest, words)
    measure, unit = _measure(text, amount, words)
    return Claim(
        text=text,
        written=_written(amount, measure),
        measure=measure,
        unit=unit,
        amounts=_amounts(amount, measure, 2.0 if macs else 1.0),
        per_token=bool(each),
        tokens=_several(text, tokens),
        contexts=_several(text, contexts),
        sequences=max(_several(text, who) or (1.0,)),
        words=words,
        binary="i" in unit and measure == "byte",
        step=_step(unit),
    )


def refused(text: str, message: str, allowed: str = "", code: str = "bad-number") -> PlanError:
    """What is wrong with a claim, with examples to follow."""
    rule = allowed or "an amount with its unit, and of what"
    given = text if len(text) <= 60 else f"{text[:57]}..."
    allowed = f"{rule}; such as {EXAMPLES}"
    return PlanError([Problem(code, message, field=FIELD, given=given, allowed=allowed)])


def _take(text: str, patterns: tuple[str, ...]) -> tuple[list[re.Match[str]], str]:
    """The first phrase of a kind, and the text without it; a text begins with its amount."""
    for pattern in patterns:
        match = re.search(rf"(?i)(?:(?<![A-Za-z0-9])|(?=/)){pattern}", text)
        if match is not None:
            return [match], f"{text[: match.start()]} {text[match.end() :]}".strip()
    return [], text


def _take_words(text: str) -> tuple[frozenset[str], str]:
    """The words that name a quantity, and what is left: the amount."""
    found = set()
    for word, pattern in _WORDS.items():
        text, times = re.subn(rf"(?i)(?<![A-Za-z])(?:{pattern})(?![A-Za-z])", " ", text)
        if times:
            found.add(word)
    text = re.sub(rf"(?i)(?<![A-Za-z])(?:{_FILLERS})(?![A-Za-z])", " ", text)
    return frozenset(found), " ".join(
        re.sub(r"[:=()\"']|(?<![A-Za-z0-9])-(?= )", " ", text).split()
    )


def _amount(text: str, rest: str, words: frozenset[str]) -> Amount:
    if not any(letter.isdigit() for letter in rest):
        raise refused(text, "holds no amount")
    counted = words & {"params", "active", "tokens", "context"}
    if counted or re.fullmatch(r"[0-9,]+( ?bytes?)?", rest):
        # 131,072 tokens are not 131.072 tokens, and bytes are whole
        rest = re.sub(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))", "", rest)
    try:
        amount = read_amount(rest)
    except UnitError as error:
        raise refused(text, error.message, error.allowed, error.code) from None
    if amount.number < 0:
        raise refused(text, "is below 0, and nothing that is claimed here can be", "0 or more",
                      "out-of-range")  # fmt: skip
    if amount.number * (amount.unit.factor if amount.unit else 1.0) > MOST:
        raise refused(text, "is beyond anything a model comes to", code="out-of-range")
    return amount


def _measure(text: str, amount: Amount, words: frozenset[str]) -> tuple[str, str]:
    """What is measured, and the unit in which both sides are shown."""
    if amount.unit is None:
        if words & {"params", "active"}:
            return "param", "param"
        if words & {"context", "tokens"}:
            return "token", "token"
        if "cache" in words or ("weights" in words and not amount.suffixed):
            raise refused(text, "has no unit", "bytes such as GB or GiB", "unit-needed")
        plain = amount.suffixed or amount.number >= 1000
        if plain:
            return "", "param"
        raise refused(text, "has no unit", code="unit-needed")
    measured = amount.unit.dimension
    for measure in ("byte", "param", "FLOP", "token"):
        if measured == ((measure, 1),):
            return measure, amount.unit.text
    raise refused(
        text,
        f"{amount.unit.text} is no unit of what a model comes to",
        "bytes, parameters, FLOP or tokens",
        "wrong-unit",
    )


def _amounts(amount: Amount, measure: str, times: float) -> tuple[Written, ...]:
    """Every reading of the amount, with half a unit of its last written digit."""
    worth = (amount.unit.factor if amount.unit else 1.0) * times
    half = _half(amount) * worth
    value = amount.number * worth
    found = [Written(value, half, "1 MAC is 2 FLOP" if times != 1 else "")]
    match = re.match(r"([0-9.]+) ?([kKM])(?![A-Za-z])", amount.text)
    if match and measure in ("token", ""):
        power = {"k": 1, "K": 1, "M": 2}[match.group(2)]
        # a context of 32k is mostly 32,768
        ratio = (1024 / 1000) ** power
        if measure == "token":
            found.insert(0, Written(value * ratio, half * ratio, f"read as powers of {1024}"))
    return tuple(found)


def _half(amount: Amount) -> float:
    """Half a unit of the last digit; the zeros at the end of a round count say nothing."""
    match = re.match(r"([0-9][0-9_, ]*)?(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?", amount.text)
    whole, decimals, power = match.groups() if match else ("", "", "")
    digits = re.sub("[^0-9]", "", whole or "")
    last = -len(decimals or "")
    if not decimals and not power:
        zeros = len(digits) - len(digits.rstrip("0"))
        last = zeros if zeros >= 6 else 0
    bare = float(f"{digits or 0}.{decimals or 0}e{power or 0}")
    # what a million or a B is worth
    scale = amount.number / bare if bare else 1.0
    return 0.5 * 10.0 ** (last + int(power or 0)) * scale


def _several(text: str, matches: list[re.Match[str]]) -> tuple[float, ...]:
    """Every reading of a number of tokens or sequences; 32k are 32,768 or 32,000."""
    if not matches:
        return ()
    digits, suffix = matches[0]["n"].replace("_", ""), matches[0]["s"] or ""
    plain: Callable[[str], str] = lambda found: found.replace(",", "")  # noqa: E731
    try:
        number = float(plain(digits))
    except ValueError:
        raise refused(text, f"{digits} is no number") from None
    if not 0 < number < 1e30:
        raise refused(text, f"{digits} is out of bounds", "more than 0", "out-of-range")
    if suffix in ("k", "K"):
        return number * 1024, number * 1000
    if suffix == "M":
        return number * 1024**2, number * 1e6
    return (number * _SCALES.get(suffix, 1.0),)


def _written(amount: Amount, measure: str) -> str:
    said = {"param": "parameters", "token": "tokens"}.get(measure, "")
    return amount.text if amount.unit or not said else f"{amount.text} {said}"


def _step(unit: str) -> int:
    """How many thousands the unit's prefix stands for."""
    try:
        factor = parse_unit(unit).factor
    except UnitError:
        return 0
    return max((n for n in range(1, 9) if factor >= 1000**n), default=0)
