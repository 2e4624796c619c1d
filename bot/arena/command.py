"""`python -m bot arena GAME --players strong,classic,easy --games N`: how strong the computer players are."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from bot.arena.contest import Contest, Played, play
from bot.arena.options import (
    add_options,
    at_least_one,
    progress_bar,
    read_options,
    require_writable,
    say_stopped,
)
from bot.arena.report import for_document, sheets
from bot.arena.series import MatchResult, matches
from bot.arena.sheets import for_terminal
from bot.arena.spreading import spread
from bot.command_line import Parser
from bot.players import registry
from bot.rules.catalogue import GAMES
from bot.rules.game import AnyGame, check_seats, resolve_options

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from bot.arena.sheets import Sheet

AT_ONCE = 2
"""Games handed to a process at a time."""


def main(arguments: Sequence[str]) -> int:
    """Play the contest, print its tables and optionally write them to a document. Returns 2 for unusable arguments."""
    line = _parser().parse_args(arguments)
    try:
        return _measure(line)
    except (ValueError, OSError, KeyboardInterrupt) as error:
        return say_stopped(error)


def _measure(line: argparse.Namespace) -> int:
    game, levels, seats, options = _plan(line)
    if line.write is not None:
        require_writable(line.write)
    name = f"arena {line.seed}"
    series = matches(game.key, levels, line.games, seats, name, options, line.games_apart)
    contests = [contest for match in series for contest in match.contests()]
    games = _play_all(contests, line.jobs, f"{game.title}: {', '.join(levels)}")
    in_order = iter(games)
    results = [MatchResult.of(match, list(islice(in_order, match.deals * match.seats))) for match in series]
    found = sheets(results, games, levels)
    console = Console()
    for sheet in found:
        console.print(for_terminal(sheet, console.width))
    if line.write is not None:
        _write(line.write, game, found)
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="python -m bot arena",
        description="Measure how strong the computer players of a game are: every level plays every other one.",
    )
    parser.add_argument("game", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--players", help="levels, separated by commas (default: all of the game's)")
    parser.add_argument("--games", type=at_least_one, default=200, help="games per match (default: 200)")
    apart = "games per match between levels that are not neighbours in the list (default: as --games)"
    parser.add_argument("--games-apart", type=at_least_one, metavar="GAMES", help=apart)
    parser.add_argument("--seats", type=at_least_one, help="seats at a table (default: the game's)")
    parser.add_argument("--seed", default="1", help="equal seeds give equal deals (default: 1)")
    add_options(parser)
    parser.add_argument("--write", type=Path, metavar="FILE", help="also write the tables into this document")
    return parser


def _plan(line: argparse.Namespace) -> tuple[AnyGame, tuple[str, ...], int, Mapping[str, object]]:
    """Read the arguments. Raises ValueError with a sentence for an unknown game, level or option."""
    known = registry.levels(line.game)
    game = GAMES[line.game]
    named = tuple(level.strip() for level in line.players.split(",")) if line.players else ()
    levels = named or tuple(reversed(known))
    for level in levels:
        registry.player(game.key, level)
    if len(set(levels)) != len(levels) or len(levels) < 2:
        raise ValueError("A contest needs at least two different levels, each named once: --players strong,classic")
    seats = line.seats if line.seats is not None else game.default_seats
    check_seats(game.title, game.seats, seats)
    return game, levels, seats, resolve_options(game.options, read_options(game, line.option))


def _play_all(contests: Sequence[Contest], processes: int, title: str) -> list[Played]:
    """Play all contests in parallel, with a progress bar."""
    games = []
    with progress_bar(title, len(contests)) as advance:
        for played in spread(play, contests, processes, AT_ONCE):
            games.append(played)
            advance()
    return games


def _write(document: Path, game: AnyGame, found: Sequence[Sheet]) -> None:
    """Replace the game's section of the document, between its two markers, or append it."""
    begin, end = f"<!-- arena {game.key} -->", f"<!-- end of arena {game.key} -->"
    part = "\n".join((begin, "", *(for_document(sheet) for sheet in found), end))
    text = document.read_text(encoding="utf-8") if document.exists() else ""
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    text = pattern.sub(lambda _: part, text) if pattern.search(text) else f"{text.rstrip()}\n\n{part}\n".lstrip()
    document.write_text(text, encoding="utf-8")
