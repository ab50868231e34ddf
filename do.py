"""The one door to the project: sets it up, shows it, tests it and measures it.

Run `python3 do.py` for the list of commands. Only the standard library is used, so that nothing
has to be installed first. To add a command, write one function under `@command`: its name is the
command, the first line of its docstring is its line in the list, and its parameters are what the
command takes (`*args` for anything).
"""

import sys

OLDEST_PYTHON = (3, 11)


def old_python_message(version, newer=None):
    """Say that this Python is too old and what to type instead, or None if it will do."""
    if tuple(version[:2]) >= OLDEST_PYTHON:
        return None
    wanted, here = (".".join(str(part) for part in v[:3]) for v in (OLDEST_PYTHON, version))
    advice = f"try: {newer} do.py" if newer else f"install Python {wanted} or newer and use that"
    return f"flopwatt needs Python {wanted} or newer and this is {here}; {advice}"


# Up to here the file keeps to what Python 3.6 can parse and run, and below to what it can parse:
# an old Python must get as far as this message.
if old_python_message(sys.version_info):
    import shutil

    newer_names = ("python3.%d" % minor for minor in range(20, OLDEST_PYTHON[1] - 1, -1))  # noqa: UP031
    sys.exit(old_python_message(sys.version_info, next(filter(shutil.which, newer_names), None)))

import difflib
import hashlib
import inspect
import os
import shlex
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
COMMANDS: dict[str, Callable[..., int]] = {}


class Stop(Exception):  # noqa: N818 - it ends the program, and is not always an error
    """The end of the program, with its exit code and the one line that says why."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code


def command(function: Callable[..., int]) -> Callable[..., int]:
    """Make a function a command of this script."""
    COMMANDS[function.__name__] = function
    return function


def venv() -> Path:
    """Return the folder of the project's own Python environment."""
    return ROOT / ".venv"


def program(name: str) -> str:
    """Return the path of a program inside the environment."""
    folder, suffix = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return str(venv() / folder / (name + suffix))


def environment() -> dict[str, str]:
    """Return the variables other programs are started with."""
    variables = dict(os.environ)
    # without bytecode every start compiles each module again, which takes three times as long
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    variables.pop("PYTHONHOME", None)
    variables["VIRTUAL_ENV"] = str(venv())
    variables["UV_PYTHON"] = program("python")
    programs = os.path.dirname(program("python"))
    variables["PATH"] = os.pathsep.join([programs, variables.get("PATH", os.defpath)])
    return variables


def start(words: Sequence[str], *, show: str = "always") -> int:
    """Run a program at the root of the project and return its exit code as a shell would.

    What it prints is shown "always", on "failure" or "never".
    """
    sys.stdout.flush()
    into = {} if show == "always" else {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    try:
        done = subprocess.run(words, cwd=ROOT, env=environment(), check=False, **into)
    except OSError as error:
        raise Stop(127, f"cannot start {words[0]}: {error.strerror}") from None
    code = 128 - done.returncode if done.returncode < 0 else done.returncode
    if code == 130:
        raise KeyboardInterrupt
    if code and show == "failure":
        sys.stderr.write(done.stdout.decode(errors="replace"))
    return code


def must(words: Sequence[str], what: str, *, show: str = "always") -> None:
    """Run a program and end here if it fails."""
    code = start(words, show=show)
    if code:
        raise Stop(code, f"{what} failed with exit code {code}")


def run_each(jobs: dict[str, Sequence[str]]) -> dict[str, int]:
    """Run every program, whatever became of those before it, and return those that failed."""
    codes = {}
    for name, words in jobs.items():
        print(f"$ {name}")
        codes[name] = start(words)
    return {name: code for name, code in codes.items() if code}


def stamp() -> list[str]:
    """Return what a finished environment was made for: its place and Python, and its contents."""
    python = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
    place = hashlib.sha256(f"{python} {ROOT}".encode()).hexdigest()
    contents = hashlib.sha256()
    for name in ("requirements/dev.txt", "pyproject.toml"):
        try:
            contents.update((ROOT / name).read_bytes())
        except OSError as error:
            raise Stop(1, f"cannot read {name}: {error.strerror}") from None
    return [place, contents.hexdigest()]


def stamp_file() -> Path:
    """Return the file that is there only while the environment is whole."""
    return venv() / "flopwatt-stamp"


def venv_state() -> str:
    """Return "ready", "outdated" (whole, but for another lock) or "broken" (or not there)."""
    try:
        found = stamp_file().read_text().split()
    except OSError:
        return "broken"
    wanted = stamp()
    if not os.path.exists(program("python")) or found[:1] != wanted[:1]:
        return "broken"
    return "ready" if found == wanted else "outdated"


def make_venv() -> None:
    """Make an empty environment in place of whatever is there."""
    if venv().is_symlink() or venv().is_file():
        venv().unlink()
    # the Python that this one was made from: this one may live in the folder about to be emptied
    python = getattr(sys, "_base_executable", None) or sys.executable
    must([python, "-m", "venv", "--clear", str(venv())], "making .venv", show="failure")


def install() -> None:
    """Install the lock and then the project itself, with uv or else with Python's own pip."""
    uv, lock = [program("uv"), "--quiet", "pip"], "requirements/dev.txt"
    pip = [program("python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    sync = [*uv, "sync", "--require-hashes", "--compile-bytecode", lock]
    installer = uv
    if start([*pip, "install", "--retries", "1", "--only-binary", "uv", "uv"], show="never"):
        print("uv cannot be had; using pip, which takes longer", file=sys.stderr)
        installer = pip
    elif start(sync, show="failure"):
        print("uv could not install the packages; trying pip", file=sys.stderr)
        installer = pip
    if installer is pip:
        packages = [*pip, "install", "--require-hashes", "--compile", "-r", lock]
        must(packages, "installing the packages", show="failure")
    project = [*installer, "install", "--no-deps", "--no-build-isolation", "--editable", "."]
    must(project, "installing the project itself", show="failure")


def ready() -> None:
    """Have a whole environment for this lock; this takes time only when something has changed."""
    state = venv_state()
    if state == "ready":
        return
    print("setting up .venv (once for each change of the lock)", file=sys.stderr)
    if state == "broken":
        make_venv()
    # the stamp goes first and comes back last: without it, what was interrupted is made anew
    stamp_file().unlink(missing_ok=True)
    install()
    # only for speed: a file that does not compile is for the checks to report
    start([program("python"), "-m", "compileall", "-q", "src/flopwatt"], show="never")
    stamp_file().write_text("\n".join(stamp()) + "\n")


@command
def setup() -> int:
    """Make .venv with everything the other commands need; they do it themselves when it is due."""
    ready()
    print("ready: .venv")
    return 0


@command
def demo() -> int:
    """Run an example plan, then explain one of its numbers."""
    ready()
    plan = "examples/two-products.yaml"
    for words in (["run", plan], ["explain", plan, "training.base.cost"]):
        print(f"$ {shlex.join(['flopwatt', *words])}")
        must([program("flopwatt"), *words], shlex.join(["flopwatt", *words]))
    return 0


@command
def test(*args: str) -> int:
    """Check, then run all tests; with arguments, only pytest with those (test -k name)."""
    failed = 0 if args else check()
    if failed:
        print("the checks failed; the tests run all the same, and then this ends as failed")
    ready()
    # nothing may be printed after this: the last line of the output is pytest's own
    return start([program("python"), "-m", "pytest", *(args or ("-n", "auto"))]) or failed


@command
def check() -> int:
    """Check style, layout, types and who imports whom, without running anything."""
    ready()
    lines = ["ruff check", "ruff format --check", "mypy", "lint-imports"]
    return verdict(run_each({x: [program(x.split()[0]), *x.split()[1:]] for x in lines}))


@command
def bench() -> int:
    """Run every script in benchmarks/, each against the peer or the limit it is held to."""
    ready()
    scripts = [f"benchmarks/{path.name}" for path in sorted(ROOT.glob("benchmarks/*.py"))]
    if not scripts:
        raise Stop(1, "there is no script in benchmarks/")
    return verdict(run_each({f"python {name}": [program("python"), name] for name in scripts}))


@command
def cases(*args: str) -> int:
    """Run questions with known answers (cases FILE.jsonl [--json]) through the public API."""
    ready()
    files = [word if word[:1] == "-" else str(Path(word).resolve()) for word in args]
    return start([program("python"), "-m", "tools.cases", *files])


@command
def docs() -> int:
    """Rewrite the reference pages, and the command output that the pages quote."""
    ready()
    return start([program("python"), "tools/refresh_docs.py"])


def verdict(failed: dict[str, int]) -> int:
    """Say which programs failed and return the exit code of the first."""
    if failed:
        sys.stdout.flush()
        print(f"do.py: failed: {', '.join(failed)}", file=sys.stderr, flush=True)
    return next(iter(failed.values()), 0)


def listing() -> str:
    """Return the list of commands with one line each."""
    width = max(map(len, COMMANDS))
    told = {name: (function.__doc__ or "").splitlines()[0] for name, function in COMMANDS.items()}
    lines = [f"  {name:<{width}}  {line}" for name, line in told.items()]
    return "\n".join(["usage: python3 do.py COMMAND", "", *lines])


def find_command(name: str) -> Callable[..., int]:
    """Return the function of a command, or stop with the nearest one there is."""
    if name in COMMANDS:
        return COMMANDS[name]
    nearest = difflib.get_close_matches(name, COMMANDS, n=1)
    advice = f"nearest: {nearest[0]}" if nearest else f"there are: {', '.join(COMMANDS)}"
    raise Stop(2, f"no command is called '{name}'; {advice}")


def main(words: Sequence[str]) -> int:
    """Run one command and return the exit code."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(listing())
        return 0
    try:
        function = find_command(words[0])
        try:
            inspect.signature(function).bind(*words[1:])
        except TypeError as error:
            raise Stop(2, f"{words[0]}: {error}") from None
        return function(*words[1:])
    except Stop as stop:
        sys.stdout.flush()
        print(f"do.py: {stop}", file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
