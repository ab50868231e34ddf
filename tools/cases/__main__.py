"""``python -m tools.cases FILE.jsonl [--json]``: run cases with known answers."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.cases.runner import as_json, as_table, run_file


def main(words: list[str]) -> int:
    """Run a file of cases; exit with 1 where one failed, with 2 where there is no such file."""
    files = [word for word in words if word != "--json"]
    if len(files) != 1 or not Path(files[0]).is_file():
        print(
            f"cases: one file of cases is needed, not {' '.join(files) or 'none'}", file=sys.stderr
        )
        return 2
    ran = run_file(Path(files[0]))
    print(as_json(ran) if "--json" in words else as_table(ran))
    return int(any(case.outcome == "fail" for case in ran))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
