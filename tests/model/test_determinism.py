"""The same plan gives the same document, whatever the seed of Python's own hashes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def document(seed: str) -> str:
    command = [sys.executable, "-m", "flopwatt", "run", "examples/two-products.yaml", "--json"]
    environment = os.environ | {"PYTHONHASHSEED": seed}
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout


def test_a_document_does_not_hang_on_the_order_of_sets():
    assert document("0") == document("1") == document("2")
