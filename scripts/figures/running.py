"""Metrics from running programs: modules loaded by an import, mypy errors, and the cost of a click."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parents[2]
PRESS = HERE / "tests" / "bench" / "press.py"
IMPORTS = 5
"""Number of times an import is timed."""

_IMPORT = """
import json, sys, time
began = time.perf_counter()
__import__(sys.argv[1])
seconds = time.perf_counter() - began
ours = [name for name in sys.modules if name.split(".")[0] in sys.argv[2].split(",")]
print(json.dumps([len(ours), seconds]))
"""


class MeasureError(RuntimeError):
    """Raised when a measuring program could not be run; the message is its output."""


def find_helper(root: Path) -> str:
    """Return a module that should import little: the wording of seats, wherever it is in bot/ui."""
    path = next((root / "bot" / "ui").rglob("seats.py"), None)
    if path is None:
        raise MeasureError("There is no seats.py below bot/ui any more: name a module with --helper.")
    return ".".join(path.relative_to(root).with_suffix("").parts)


def measure_drag(root: Path, packages: tuple[str, ...], helper: str) -> dict[str, object]:
    """Return how many of our modules one import loads, and how long it takes in a new process."""
    runs = [json.loads(_run(root, [sys.executable, "-c", _IMPORT, helper, ",".join(packages)])) for _ in range(IMPORTS)]
    return {
        "modules that a text helper brings along": f"{runs[0][0] - 1} ({helper})",
        "seconds to import it": round(statistics.median(seconds for _, seconds in runs), 2),
    }


def measure_types(root: Path, folders: tuple[str, ...]) -> dict[str, object]:
    """Return the number of mypy errors, including tests and scripts."""
    with tempfile.TemporaryDirectory() as cache:
        options = ["--explicit-package-bases", "--cache-dir", cache, *folders]
        told = _run(root, [sys.executable, "-m", "mypy", *options], may_fail=True)
    if "Success" in told:
        return {"mypy errors with tests and scripts": 0}
    found = re.search(r"Found (\d+) errors? in (\d+) files?", told)
    if found is None:
        raise MeasureError(told)
    return {"mypy errors with tests and scripts": int(found[1])}


def measure_press(root: Path) -> dict[str, object]:
    """Return the cost of one press of “Draw”, as counted by the benchmark."""
    counted = json.loads(_run(root, [sys.executable, str(PRESS)]))
    return {f"press of “Draw”: {name.replace('_', ' ')}": value for name, value in counted.items()}


def _run(root: Path, command: list[str], *, may_fail: bool = False) -> str:
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if done.returncode and not may_fail:
        raise MeasureError(done.stderr)
    return done.stdout
