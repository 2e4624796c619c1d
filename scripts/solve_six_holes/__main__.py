"""`python -m scripts.solve_six_holes`: solve 6 Holes for its four kinds of tables and write the values for `strong`.

Needs numpy and 4 GB of memory, and takes about four minutes of processor time for each of the two tables with a free
middle; those with a fixed one take seconds.
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.players.six_holes.model import model_of
from bot.players.six_holes.table import file_of
from bot.rules.six_holes.game import JOKER, MIDDLE_COLUMN
from scripts.solve_six_holes.compress import compress
from scripts.solve_six_holes.solver import Solver


def main() -> None:
    """Solve the requested tables; by default all four."""
    parser = argparse.ArgumentParser(prog="python -m scripts.solve_six_holes", description=__doc__)
    parser.add_argument("--middle", choices=MIDDLE_COLUMN.choices, action="append", help="only with this option")
    parser.add_argument("--joker", choices=JOKER.choices, action="append", help="only with this option")
    line = parser.parse_args()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for middle, joker in product(line.middle or MIDDLE_COLUMN.choices, line.joker or JOKER.choices):
            solver = Solver(model_of(middle, joker))
            task = progress.add_task(f"middle {middle}, joker {joker}", total=len(solver.layers()))
            solution = solver.solve(partial(progress.advance, task))
            data = compress(solution).dump()
            Path(str(file_of(middle, joker))).write_bytes(data)
            progress.console.print(f"{file_of(middle, joker)}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
