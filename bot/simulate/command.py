"""`python -m bot simulate GAME`: games between computer players, as many and as fast as the machine can."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rich.console import Console

from bot.arena.options import (
    add_options,
    at_least_one,
    progress_bar,
    read_options,
    require_writable,
    say_stopped,
)
from bot.arena.sheets import for_terminal
from bot.command_line import Parser
from bot.players import registry
from bot.rules.catalogue import GAMES
from bot.rules.game import AnyGame, check_seats, resolve_options
from bot.simulate.games import Recorded, contests, record_all
from bot.simulate.report import Report

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from bot.arena.contest import Contest


def main(arguments: Sequence[str]) -> int:
    """Play the games, print the table and write the requested files. Returns 2 for unusable arguments."""
    line = _parser().parse_args(arguments)
    try:
        game, levels, chosen = _plan(line)
        if line.json:
            require_writable(line.json)
        with ExitStack() as files:
            log = files.enter_context(line.log.open("w", encoding="utf-8")) if line.log else None
            report = _play(game, levels, chosen, line.jobs, log)
        if line.json:
            line.json.write_text(json.dumps(asdict(report), indent=2) + "\n", encoding="utf-8")
    except (ValueError, OSError, KeyboardInterrupt) as error:
        return say_stopped(error)
    console = Console()
    console.print(for_terminal(report.as_sheet(), console.width, numbers=True))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m bot simulate",
        description="Play games between computer players as fast as the machine can, and count how they ended.",
    )
    parser.add_argument("game", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--games", type=at_least_one, default=100, metavar="N", help="number of games (default: 100)")
    parser.add_argument(
        "--players",
        default="random",
        metavar="LEVEL,…",
        help="levels, seated in this order again and again (default: random)",
    )
    parser.add_argument("--seats", type=at_least_one, metavar="N", help="seats at a table (default: the game's)")
    parser.add_argument("--seed", default="1", help="equal seeds give equal games (default: 1)")
    add_options(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table as JSON")
    parser.add_argument("--log", type=Path, metavar="FILE", help="write each game as one line of JSON")
    return parser


def _plan(line: argparse.Namespace) -> tuple[AnyGame, tuple[str, ...], list[Contest]]:
    """The game, the levels and what to play. Raises ValueError with a sentence for an unknown game, level or option."""
    registry.levels(line.game)
    game = GAMES[line.game]
    levels = tuple(level.strip() for level in line.players.split(","))
    for level in levels:
        registry.player(game.key, level)
    seats = line.seats if line.seats is not None else max(game.default_seats, len(levels))
    check_seats(game.title, game.seats, seats)
    if len(levels) > seats:
        raise ValueError(f"{len(levels)} players are more than the {seats} seats; name fewer, or give --seats.")
    options = resolve_options(game.options, read_options(game, line.option))
    return game, levels, contests(game.key, levels, seats, line.games, line.seed, options)


def _play(game: AnyGame, levels: Sequence[str], chosen: Sequence[Contest], jobs: int, log: IO[str] | None) -> Report:
    """Play with a progress bar."""
    recorded: list[Recorded] = []
    start = time.perf_counter()
    with progress_bar(game.title, len(chosen)) as advance:
        for one in record_all(chosen, min(jobs, len(chosen))):
            if log is not None:
                log.write(json.dumps(one.document(), separators=(",", ":")) + "\n")
            recorded.append(one)
            advance()
    return Report.of(game.title, recorded, levels, time.perf_counter() - start)
