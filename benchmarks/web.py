"""The live page under load: fifty clients at once, for a minute unless told how many seconds.

Held to: no wrong answer, memory not above 1.2 times what it was warm, slow questions cut off with
a clear message. Clients mix plans that are right, wrong, too large and too slow.

    python benchmarks/web.py [SECONDS]
"""

from __future__ import annotations

import collections
import json
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from flopwatt import api

CLIENTS, SECONDS, DRAWS = 50, 60.0, 256
# seconds of load before memory is taken, and after which an answer is late
WARM, LIMIT = 30.0, 20.0
STEADY = 2_000_000  # bytes that memory may move in a second and still be at rest
SERVER = """
import uvicorn
from flopwatt.faces.web.app import make_app
if __name__ == "__main__":
    uvicorn.run(make_app(seconds={limit}), port={port}, log_level="error")
"""
MOST_MEMORY = 1.2
PRICE = "training.base.price"
PLAN = """\
start: 2026-01-01
horizon: 60 months
models: {m: {params: 70B}}
training:
  base:
    accelerator_hours: {value: 500k GPU-hours, low: 400k GPU-hours, high: 600k GPU-hours}
    price: $2.00 per GPU-hour
products: {chat: {cost_per_day: $10k}}
"""
SELDOM = 47  # of so many questions one is meant to take too long
ENTRY = "p{}: {{growth: 3 %/month, cost_per_day: {{value: $1k, low: $0.5k, high: $2k}}}}"
SLOW = {
    "plan": PLAN.replace("60 months", "600 months").replace(
        "chat: {cost_per_day: $10k}", ", ".join(ENTRY.format(number) for number in range(90))
    ),
    "draws": 20_000,
}


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, "-c", SERVER.format(limit=LIMIT, port=port)]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as server:
        try:
            home = f"http://127.0.0.1:{port}"
            wait(home)
            load(home, min(WARM, seconds))  # so that every worker is warm and has what it keeps
            before = at_rest(server.pid)
            found, times = load(home, seconds)
            after = at_rest(server.pid)
        finally:
            server.terminate()
    return verdict(found, times, before, after)


def verdict(found: collections.Counter[str], times: list[float], before: int, after: int) -> int:
    print(f"answers: {dict(sorted(found.items()))}")
    ordered = sorted(times)
    print(
        f"{len(times)} answers; median {1000 * statistics.median(times):.0f} ms, "
        f"nine in ten within {1000 * ordered[int(0.9 * len(ordered))]:.0f} ms"
    )
    ratio = after / before
    print(f"memory: {before / 1e6:.0f} MB warm, {after / 1e6:.0f} MB after: {ratio:.2f} times")
    wrong = sum(count for name, count in found.items() if name.startswith("wrong"))
    return int(wrong > 0 or ratio > MOST_MEMORY)


def wait(home: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{home}/healthz", timeout=1)
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not come up")


def load(home: str, seconds: float) -> tuple[collections.Counter[str], list[float]]:
    """What all clients were answered, and how long each answer took."""
    found: collections.Counter[str] = collections.Counter()
    times: list[float] = []
    until = time.monotonic() + seconds
    expected = {price: bill(price) for price in range(1, 8)}

    def client(number: int) -> None:
        turn = number
        while time.monotonic() < until:
            begun = time.monotonic()
            found[one(home, turn, expected)] += 1
            times.append(time.monotonic() - begun)
            turn += 1

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found, times


def bill(price: int) -> str:
    """What the answer must say of the training bill, worked out in this process."""
    text = api.edit_plan(api.PlanText(PLAN), {PRICE: f"${price}.00 per GPU-hour"})
    report = api.run(text, DRAWS, sections=["crossover"]).report
    return report.sections[0].tables[0].rows[0][1].text


def one(home: str, turn: int, expected: dict[int, str]) -> str:
    """One question of some kind, and what became of it."""
    price = turn % 7 + 1
    changes = {PRICE: f"${price}.00 per GPU-hour"}
    right = {"plan": PLAN, "draws": DRAWS, "sections": ["crossover"], "changes": changes}
    kinds = (right, right, right, {"plan": "a: [", "draws": 0}, {"plan": "x" * 1_600_000})
    asked = SLOW if turn % SELDOM == 0 else kinds[turn % len(kinds)]
    status, answer = ask(home, asked)
    problems = answer.get("problems") or [{}]
    if status == 429:
        return "turned away, and told to ask again"
    if problems[0].get("code") == "too-slow":
        return "cut off, and told so"
    if asked is SLOW:
        return "slow, but in time" if status == 200 else f"wrong: status {status} for a slow plan"
    if asked is right:
        told = answer["report"]["sections"][0]["tables"][0]["rows"][0][1]["text"]
        return "right" if told == expected[price] else f"wrong: {told}, not {expected[price]}"
    if "draws" in asked:
        return "problem told" if problems[0].get("code") == "bad-syntax" else "wrong: no problem"
    return "too large, told" if status == 413 else f"wrong: status {status} for a large plan"


def ask(home: str, asked: dict[str, object]) -> tuple[int, dict[str, object]]:
    heads = {"content-type": "application/json"}
    request = urllib.request.Request(f"{home}/api/run", json.dumps(asked).encode(), heads)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)
    except OSError:
        return 413, {}  # the server answers a large question before it has been sent whole


def at_rest(process: int) -> int:
    """What is held once workers that were cut off are gone, and others stand in their place."""
    found = memory(process)
    for _ in range(30):
        time.sleep(1)
        last, found = found, memory(process)
        if abs(found - last) < STEADY:
            break
    return found


def memory(process: int) -> int:
    """Bytes that a process and those under it hold in memory of their own."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "status").read_text()
            parents = ancestors(int(folder.name))
        except (OSError, ValueError, IndexError):
            continue
        if process in parents:
            line = next((x for x in text.splitlines() if x.startswith("RssAnon")), "RssAnon: 0 kB")
            total += int(line.split()[1]) * 1024
    return total


def ancestors(process: int) -> set[int]:
    found = set()
    while process > 1:
        found.add(process)
        stat = Path(f"/proc/{process}/stat").read_text()
        process = int(stat.rpartition(")")[2].split()[1])
    return found


if __name__ == "__main__":
    sys.exit(main())
