"""What is measured by running: what an import brings along, what mypy says of the tests, what a click costs."""

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
"""How often an import is timed."""

_IMPORT = """
import json, sys, time
began = time.perf_counter()
__import__(sys.argv[1])
seconds = time.perf_counter() - began
ours = [name for name in sys.modules if name.split(".")[0] in sys.argv[2].split(",")]
print(json.dumps([len(ours), seconds]))
"""


class MeasureError(RuntimeError):
    """A program that measures could not be run; the text is its own."""


def find_helper(root: Path) -> str:
    """A module that should need little: the one that says who sits where, wherever below bot/ui it is."""
    path = next((root / "bot" / "ui").rglob("seats.py"), None)
    if path is None:
        raise MeasureError("There is no seats.py below bot/ui any more: name a module with --helper.")
    return ".".join(path.relative_to(root).with_suffix("").parts)


def measure_drag(root: Path, packages: tuple[str, ...], helper: str) -> dict[str, object]:
    """How many of our modules the import of one brings along, and how long it takes in a new process."""
    runs = [
        json.loads(_run(root, [sys.executable, "-c", _IMPORT, helper, ",".join(packages)]))
        for _ in range(IMPORTS)
    ]
    return {
        "modules that a text helper brings along": f"{runs[0][0] - 1} ({helper})",
        "seconds to import it": round(statistics.median(seconds for _, seconds in runs), 2),
    }


def measure_types(root: Path, folders: tuple[str, ...]) -> dict[str, object]:
    """How many errors mypy finds when it looks at the tests and scripts as well."""
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
    """What one press of “Draw” costs, by the bench's own count."""
    counted = json.loads(_run(root, [sys.executable, str(PRESS)]))
    return {f"press of “Draw”: {name.replace('_', ' ')}": value for name, value in counted.items()}


def _run(root: Path, command: list[str], *, may_fail: bool = False) -> str:
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if done.returncode and not may_fail:
        raise MeasureError(done.stderr)
    return done.stdout
