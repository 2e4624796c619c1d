"""`python -m scripts.figures`: measure the code and print a table or JSON, optionally next to earlier figures."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from scripts.figures.imports import measure_imports
from scripts.figures.lines import measure_lines, read_files
from scripts.figures.running import (
    HERE,
    MeasureError,
    find_helper,
    measure_drag,
    measure_press,
    measure_types,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGES = ("bot", "cogs", "db")
ALL = (*PACKAGES, "tests", "scripts")


def main(arguments: list[str]) -> int:
    """Measure and print. Returns 2 if a measuring program could not be run."""
    parser = argparse.ArgumentParser(prog="python -m scripts.figures", description=__doc__)
    parser.add_argument("--root", type=Path, default=HERE, help="another checkout to measure")
    parser.add_argument("--helper", help="the module whose import is measured; by default bot.ui's seats")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--beside", type=Path, help="JSON of another time, to print beside")
    parser.add_argument("--quick", action="store_true", help="only what is read, without running anything")
    chosen = parser.parse_args(arguments)
    before = {} if chosen.beside is None else json.loads(chosen.beside.read_text(encoding="utf-8"))
    try:
        figures = measure(chosen.root.resolve(), chosen.helper, quick=chosen.quick)
    except MeasureError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if chosen.json:
        sys.stdout.write(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    else:
        Console(width=None if sys.stdout.isatty() else 140).print(table(figures, before))
    return 0


def measure(root: Path, helper: str | None, *, quick: bool) -> dict[str, object]:
    """Return all figures of a checkout, by name."""
    sys.path.insert(0, str(root))  # imports are resolved here
    files = read_files(root, PACKAGES)
    figures = measure_lines(files, read_files(root, ("tests",))) | measure_imports(PACKAGES, files)
    if not quick:
        figures |= measure_drag(root, PACKAGES, helper or find_helper(root))
        figures |= measure_types(root, ALL)
        figures |= measure_press(root)
    return figures


def table(figures: Mapping[str, object], before: Mapping[str, object]) -> Table:
    """Return the figures as a table, one per row."""
    made = Table("figure", *(["before"] if before else []), "now")
    for name, value in figures.items():
        made.add_row(name, *([str(before.get(name, "-"))] if before else []), str(value))
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
