"""One amount in another unit, and what the catalog says of a GPU's memory."""

from __future__ import annotations

import flopwatt
from tools.cases import gpu_hours_mfu
from tools.cases.hardware import find_peak
from tools.cases.reading import Case, Got, Unmapped, amount

# how the end of an input's name says its unit
ENDS = {
    **{f"{p}bit_s": f"{p.upper()}bit/s" for p in "mgt"},
    **{f"{p}bit_per_s": f"{p.upper()}bit/s" for p in "mgt"},
    **{f"{p}b_s": f"{p.upper()}B/s" for p in "mgt"},
    **{f"{p}b_per_s": f"{p.upper()}B/s" for p in "mgt"},
    **{f"{p}ib": f"{p.upper()}iB" for p in "kmgt"},
    **{f"{p}b": f"{p.upper()}B" for p in "mgtp"},
    **{f"{p}bit": f"{p.upper()}bit" for p in "mgt"},
    **{f"{p}flop": f"{p.upper()}FLOP" for p in "tpez"},
    **{f"{p}flops": f"{p.upper()}FLOP/s" for p in "tpe"},
    **{f"{p}flop_s": f"{p.upper()}FLOP/s" for p in "tpe"},
    **{f"{p}flop_s_days": f"({p.upper()}FLOP/s)*day" for p in "tpe"},
    **{f"{p}flop_s_days": f"({q}FLOP/s)*day" for p, q in (("peta", "P"), ("exa", "E"))},
    **{f"{p}wh": f"{p if p == 'k' else p.upper()}Wh" for p in "kmgt"},
    **{f"{p}w": f"{p if p == 'k' else p.upper()}W" for p in "kmg"},
    **{f"{unit}s": unit for unit in ("second", "minute", "hour", "day", "week", "month", "year")},
    **{f"gpu_{unit}s": f"GPU-{unit}" for unit in ("hour", "day", "month", "year")},
    **{f"usd_per_{end}": f"USD/{unit}" for end, unit in (("m", "Mtoken"), ("1m", "Mtoken"))},
    **{f"usd_per_{end}": f"USD/{unit}" for end, unit in (("1k", "ktoken"), ("k", "ktoken"))},
    **{f"usd_per_{unit}": f"USD/{unit}" for unit in ("token", "hour", "day", "month", "year")},
    **{"usd_per_gpu_hour": "USD/GPU/hour", "usd_per_kwh": "USD/kWh", "usd_per_mwh": "USD/MWh"},
    **{"params": "param", "params_b": "Bparam", "params_m": "Mparam", "gpus": "GPU"},
    **{f"{name}_per_param": f"{name.rstrip('s')}/param" for name in ("bytes", "bits")},
    **{"bytes": "byte", "bits": "bit", "watts": "W", "joules": "J", "tokens": "token"},
    **{"requests_per_day": "request/day", "tokens_per_second": "token/s"},
    **{"tokens_per_day": "token/day", "usd": "USD", "cents": "cent"},
}
MEMORY = {"nominal": "memory_label", "label": "memory_label", "reported": "memory_reported"}
WORDS = {"bandwidth": "bandwidth", "power": "power", "tdp": "power", "memory": "memory_label"}


def answer(case: Case) -> Got:
    """A conversion, or one property of a GPU."""
    if "gpu" in case.input:
        found = _of_gpu(case, case.take("gpu"))
    elif len(case.input) == 1:
        name = next(iter(case.input))
        found = amount(case.take(name), _unit(name))
    elif len(case.input) == 2:
        return _of_two(case)
    else:
        return gpu_hours_mfu.answer(case)
    case.done()
    return Got(flopwatt.convert(found, _asked(found, case.unit)).value)


def _unit(name: str) -> str:
    """The unit that an input's name ends on: ``network_gbit_s`` is in Gbit/s."""
    parts = name.lower().split("_")
    for start in range(len(parts)):
        end = "_".join(parts[start:])
        if end in ENDS:
            return ENDS[end]
    raise Unmapped(f"does not know the unit of {name}")


def _of_two(case: Case) -> Got:
    """Two amounts whose product, or quotient, measures what is asked; else a run's inputs."""
    try:
        one, other = ((value, _unit(name)) for name, value in case.input.items())
    except Unmapped:
        return gpu_hours_mfu.answer(case)
    for (first, above), (second, below) in ((one, other), (other, one)):
        for sign in "*/":
            text = f"{amount(first, f'({above})')} {sign} ({amount(second, below)})"
            try:
                found = flopwatt.convert(text, _asked(text, case.unit))
            except flopwatt.PlanError:
                continue
            return Got(found.value)
    return gpu_hours_mfu.answer(case)


def _asked(found: str, unit: str) -> str:
    """Years of something that is counted in GPU-hours are GPU-years."""
    return f"GPU-{unit.rstrip('s')}" if "GPU-" in found and "GPU" not in unit else unit


def _of_gpu(case: Case, gpu: str) -> str:
    """A property of a GPU, as the catalog has it."""
    precision = case.take("precision")
    words = str(case.take("ask") or case.unit).lower().split()
    if precision is not None or "peak" in words:
        return f"{find_peak(gpu, precision or '')!r} TFLOP/s"
    asked = [WORDS.get(word) or MEMORY.get(word) for word in words]
    column = next((name for name in asked if name), "memory_label")
    fact = flopwatt.find_fact("accelerator", gpu, column)
    if fact.value is None:
        raise Unmapped(fact.reason)
    return f"{fact.value!r} {fact.unit}"
