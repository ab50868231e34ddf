"""Stops of a run, checkpoints, and the share of its time that they take."""

from __future__ import annotations

import itertools
import re
from typing import Any

import flopwatt
from tools.cases.reading import Case, Got, Unmapped, amount, solve, take_fields, unused
from tools.cases.wording import GPUS, PARAMS, asked, whole

TIMES = {
    r"s|secs?|seconds": "s",
    r"m|mins?|minutes": "minute",
    r"h|hrs?|hours": "hour",
    r"d|days": "day",
    r"w|weeks": "week",
    r"months": "month",
    r"y|yrs?|years": "year",
}
SIZES = {r"bytes": "byte", **{name: name.upper() for name in ("mb", "gb", "tb")},
         **{name: name[0].upper() + "iB" for name in ("mib", "gib", "tib")}}  # fmt: skip
JOB = r"(job_|cluster_|run_|system_|total_)?"
BETWEEN = (
    r"(mtbf|mttf|mtti|mtbi|mean_time_(between|to)_(interruptions?|failures?|stops?|interrupts?))"
)
OF_GPU = r"(per_gpu|gpu|per_accelerator|accelerator|per_device|device)"
SAVE = r"(checkpoint|ckpt|checkpointing|save|write|dump)"
MEAN = "training.mean_time_between_interruptions"
# a time by what it is of; its unit stands at the end of the key
TIMED = (
    (rf"{BETWEEN}_{OF_GPU}|{OF_GPU}_{BETWEEN}", "training.mtbf_per_gpu"),
    (rf"{JOB}{BETWEEN}(_of)?(_job|_cluster|_run|_system)?", MEAN),
    (rf"{SAVE}_(interval|every|period)|interval(_between_checkpoints)?|every|period",
     "training.checkpoint_interval"),
    (rf"{SAVE}(_(time|cost|write|write_time|duration|overhead))?|delta|time_to_{SAVE}",
     "training.checkpoint_time"),
    (r"(restart|recovery|restore|repair|downtime|detection_and_restart)(_time|_cost|_duration)?",
     "training.restart_time"),
    (r"changeover(_time)?", "training.spot.changeover"),
    (r"(preemption_)?notice(_time)?", "training.spot.notice"),
)  # fmt: skip
COUNT = (
    r"((unexpected|unplanned|observed)_)?(interruptions?|failures?|stops?|interrupts?|events?|faults?)"
    r"(_count)?"
)
SPAN = r"(duration|run|training|observed|over|wall(_clock)?|job)?(_time|_length)?_?"
SHARES = {
    r"goodput|effective_(time|share)(_ratio)?|ettr": ("training.effective_time", "ratio"),
    r"(node|machine|instance|spot)_availability|availability(_per_node|_of_one)?": (
        "training.spot.availability",
        "ratio",
    ),
    r"(write_)?gb_(per_)?s_per_gpu|(write_)?bandwidth_(per_gpu_gb_(per_)?s|gb_(per_)?s_per_gpu)": (
        "training.write_bandwidth_per_gpu",
        "GB/s/GPU",
    ),
    r"(checkpoint_)?bytes_per_param(eter)?": ("training.checkpoint_bytes_per_param", "byte/param"),
    r"(monthly_)?preemption_rate(_per_month)?|preempted_per_month": (
        "training.spot.preemption_rate",
        "ratio/month",
    ),
    r"(gpu_hours|paid_gpu_hours)": ("training.accelerator_hours", "GPU-hour"),
    r"gpus_per_(node|machine|server|instance)": ("training.gpus_per_machine", "GPU"),
}
NODES = ("nodes", "n_nodes", "num_nodes", "machines", "servers", "instances")
PER_NODE = r"(per_)?(node|machine|server|host)"
OF_NODE = re.compile(rf"{BETWEEN}_{PER_NODE}_(?P<one>[a-z]+)|{PER_NODE}_{BETWEEN}_(?P<two>[a-z]+)")
RATE = re.compile(
    r"(failures?|interruptions?|faults?)_per_(?P<many>\d+)?_?(?P<what>node|machine|server|gpu)_"
    r"(?P<unit>day|hour|month|year)s?"
)
ANNUAL = re.compile(r"(annual(ised|ized)?_failure_rate|afr)(_(per_)?(?P<what>gpu|node|machine))?")
GOOD = re.compile(r"goodput|effective|useful|ettr|progress|kept|remain")
TIME_GOALS = (
    "training.checkpoint_interval",
    MEAN,
    "training.checkpoint_time",
    "training.spot.mean_time_between_preemptions",
)
LOST = ("checkpoint_overhead", "lost_share", "checkpoint_share", "rework_share", "restart_share")
STOPS = {MEAN, "training.mtbf_per_gpu", "training.interruptions", "training.spot.preemption_rate"}
COUNTS = re.compile(rf"(expected )?({COUNT}|count|number)s?", re.I)
OF_ONE = {"hour": "GPU-hour", "hours": "GPU-hour", "year": "GPU-year", "years": "GPU-year"}
SPEEDS = (
    r"(write_|storage_|checkpoint_|total_|aggregate_)?(bandwidth_)?{size}_?(per_|/)?s(ec|econd)?"
)


def answer(case: Case) -> Got:
    """A time between stops, a checkpoint, an interval, a share of time, or a number of stops."""
    said = asked(case)
    given = _nodes(case) | _timed(case) | _sized(case)
    given |= take_fields(case, SHARES)
    given |= _counted(case, given)
    for name, key, unit in ((GPUS, "training.gpus", "GPU"), (PARAMS, "models.params", "param")):
        found = case.take(*name)
        if found is not None:
            if key in given:
                raise Unmapped(f"says {key} a second time")
            given[key] = amount(found, unit)
    case.done()
    if case.unit.lower() == "gb/s" and {
        "training.checkpoint_size",
        "training.checkpoint_time",
    } == set(given):
        size, time = given["training.checkpoint_size"], given["training.checkpoint_time"]
        return Got(flopwatt.convert(f"{size} / ({time})", "GB/s").value)
    if case.unit in ("ratio", "%"):
        return _share(case, said, given)
    if COUNTS.fullmatch(case.unit):
        return _stops(given)
    return solve(given, _goals(case, said, given))


def _goals(case: Case, said: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """What may answer, by the unit asked for and by what is given."""
    unit = case.unit
    if unit in ("GPU-year", "GPU-hour", "GPU-hours"):
        wanted = ("training.mtbf_per_gpu", "training.implied_mtbf", "training.useful_hours")
        return [(key, unit) for key in wanted]
    if not any(re.fullmatch(pattern, unit) for pattern in TIMES):
        return [("training.checkpoint_size", unit)]
    stated = STOPS & set(given)  # no planning value stands in for how often a run stops
    goals = [(key, unit) for key in (TIME_GOALS if stated else TIME_GOALS[2:])]
    of_one = OF_ONE.get(unit)
    if of_one is None or not stated:
        return goals
    alone = [("training.mtbf_per_gpu", of_one), ("training.implied_mtbf", of_one)]
    first = re.search(r"(per|of one|of a|one|each) (gpu|device|accelerator)", said)
    return [*alone, *goals] if first else [*goals, *alone]


def _share(case: Case, said: str, given: dict[str, Any]) -> Got:
    """A share of time; a case that says nothing of restarts has none."""
    unrestarted = given | {"training.restart_time": given.get("training.restart_time", "0 s")}
    tries = [(given, LOST), (unrestarted, ("lost_share",)), (given, ("spot.gang_independent",))]
    if GOOD.search(said):
        tries = [(unrestarted, ("effective_time",)), *tries[2:]]
    for known, names in tries[:-1]:
        try:
            return solve(known, [(f"training.{name}", case.unit) for name in names])
        except Unmapped:
            continue
    known, names = tries[-1]
    return solve(known, [(f"training.{name}", case.unit) for name in names])


def _stops(given: dict[str, Any]) -> Got:
    """How many stops are to be expected."""
    found = flopwatt.calculate("training.stops", given)
    if idle := unused(found):
        raise Unmapped("; ".join(map(str, idle)))
    return Got(found.value)


def _timed(case: Case) -> dict[str, Any]:
    """Times whose key ends in their unit, or whose text has one: mtbf_hours, mtbf: 3 hours."""
    given: dict[str, Any] = {}
    for name in list(case.input):
        ends = [(rf"_({pattern})", unit) for pattern, unit in TIMES.items()]
        if isinstance(case.input[name], str):
            ends.append(("", ""))
        for (what, key), (end, unit) in itertools.product(TIMED, ends):
            if re.fullmatch(f"({what}){end}", name):
                if key in given:
                    raise Unmapped(f"{name} says {key} a second time")
                given[key] = amount(case.input.pop(name), unit)
                break
    return given


def _sized(case: Case) -> dict[str, Any]:
    """Bytes of a checkpoint and the rate at which it is written."""
    given: dict[str, Any] = {}
    for name in list(case.input):
        for size, unit in SIZES.items():
            if re.fullmatch(SPEEDS.format(size=size), name):
                given["training.write_bandwidth"] = amount(case.input.pop(name), f"{unit}/s")
                break
            if re.fullmatch(rf"({SAVE}_)?(size_)?{size}", name):
                given["training.checkpoint_size"] = amount(case.input.pop(name), unit)
                break
    return given


def _counted(case: Case, given: dict[str, Any]) -> dict[str, Any]:
    """Stops that were counted and the time over which; or the time of a run to count them in."""
    found: dict[str, Any] = {}
    for name in list(case.input):
        if re.fullmatch(COUNT, name):
            found["training.interruptions"] = amount(case.input.pop(name), "ratio")
    for name in list(case.input):
        for pattern, unit in TIMES.items():
            if re.fullmatch(rf"{SPAN}({pattern})", name):
                counted = "training.interruptions" in found
                held = "training.effective_time" in given and not counted
                key = "observed_for" if counted else "held_for" if held else "duration"
                found[f"training.{key}"] = amount(case.input.pop(name), unit)
                break
    return found


def _nodes(case: Case) -> dict[str, Any]:
    """Rates and times told by the machine: it is what fails, and there are so many of them."""
    for name in list(case.input):
        time = OF_NODE.fullmatch(name)
        rate, annual = RATE.fullmatch(name), ANNUAL.fullmatch(name)
        if time:
            unit = _time_unit(time["one"] or time["two"])
            each = amount(case.input.pop(name), unit)
            return {"training.mtbf_per_gpu": each, "training.gpus": _machines(case)}
        if rate or annual:
            many, unit = (rate["many"] or "1", rate["unit"]) if rate else ("1", "year")
            what = (rate or annual)["what"]  # type: ignore[index]
            given = {
                "training.interruptions": amount(case.input.pop(name), "ratio"),
                "training.observed_for": f"{many} {unit}",
                "training.observed_gpus": "1 GPU",
            }
            if what in (None, "gpu"):
                return given
            return given | {"training.gpus": _machines(case)}
    nodes = case.take(*NODES)
    if nodes is None:
        return {}
    per_node = case.input.get("gpus_per_node", case.input.get("gpus_per_machine"))
    if per_node is None:  # one of each stands for a machine
        return {"training.gpus": amount(nodes, "GPU"), "training.gpus_per_machine": "1 GPU"}
    each = f"{whole(nodes)} GPU * ({whole(per_node)} ratio)"
    return {"training.gpus": f"{flopwatt.convert(each, 'GPU').value!r} GPU"}


def _machines(case: Case) -> str:
    """How many machines there are, said or by the GPUs of each."""
    nodes = case.take(*NODES)
    if nodes is not None:
        case.take("gpus_per_node", "gpus_per_machine", "gpus_per_server")
        return amount(nodes, "GPU")
    gpus, each = case.need(*GPUS), case.take("gpus_per_node", "gpus_per_machine", "gpus_per_server")
    if each is None:
        raise Unmapped("needs nodes, or GPUs and gpus_per_node")
    machines = flopwatt.convert(f"{whole(gpus)} GPU / ({whole(each)} GPU)", "ratio")
    return f"{machines.value!r} GPU"


def _time_unit(text: str) -> str:
    found = next((unit for pattern, unit in TIMES.items() if re.fullmatch(pattern, text)), None)
    if found is None:
        raise Unmapped(f"does not know {text} as a time")
    return found
