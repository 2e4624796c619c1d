"""`make review`: how accurate the levels are by the measure of reviews, over many games, into docs/review.md."""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from rich.progress import track

from bot.players import registry
from bot.players.reviewing import ReviewRequest, answer
from bot.review.marks import Mark
from bot.review.report import Report, report
from bot.rules.catalogue import GAMES

PAGE = Path(__file__).parent.parent / "docs" / "review.md"
HEADING = "## The levels, measured\n"
LEVELS = ("easy", "classic", "strong")
MAX_ACTIONS = 5_000


class Reviewed(NamedTuple):
    """A game's report and the seconds of processor time that it took."""

    report: Report
    seconds: float


def main(arguments: list[str]) -> int:
    """Play and review the games, and write the table."""
    parser = argparse.ArgumentParser(prog="python -m scripts.review", description=__doc__)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games of each level in each game (100)")
    chosen = parser.parse_args(arguments)
    rows = [_row(key, level, chosen.games) for key in GAMES for level in LEVELS]
    text = PAGE.read_text(encoding="utf-8")
    before, _heading, old = text.partition(HEADING)
    after = old[old.rindex("|\n") + 2 :]
    table = "\n".join((_HEAD, *rows))
    PAGE.write_text(f"{before}{HEADING}\n{_intro()}\n{table}\n{after}", encoding="utf-8")
    return 0


def _intro() -> str:
    return (
        "Each level in the first seat against `classic` in the others, repeated by `make review`: "
        "decisions judged a game,\nthe mean loss of one, accuracy (mean, and the range of nine in ten), decisions "
        "with a mark a game,\nand the processor time of a review.\n"
    )


_COLUMNS = [
    "game",
    "level",
    "games",
    "decisions",
    "mean loss",
    "accuracy",
    "nine in ten",
    "inaccuracies",
    "mistakes",
    "blunders",
    "seconds",
]
_HEAD = f"| {' | '.join(_COLUMNS)} |\n|{'---|' * len(_COLUMNS)}"


def _row(key: str, level: str, games: int) -> str:
    label = f"{key} {level}"
    found = [_reviewed(key, level, seed) for seed in track(range(games), label, disable=not sys.stderr.isatty())]
    losses = [loss for it in found for loss in it.report.losses]
    exact = sorted(it.report.accuracy for it in found if it.report.accuracy is not None)
    marks = [mean(it.report.count(mark) for it in found) for mark in (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)]
    spread = f"{exact[len(exact) // 20]}-{exact[-1 - len(exact) // 20]}" if exact else "none"
    cells = [
        GAMES[key].title,
        level,
        str(games),
        f"{len(losses) / games:.0f}",
        f"{mean(losses or [0.0]):.2f}",
        f"{mean(exact):.0f}" if exact else "none",
        spread,
        *(f"{count:.1f}" for count in marks),
        f"{mean(it.seconds for it in found):.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def _reviewed(key: str, level: str, seed: int) -> Reviewed:
    """Play a game with the level in the first seat, and review that seat."""
    game, rng = GAMES[key], random.Random(seed)
    levels = [level] + ["classic"] * (game.default_seats - 1)
    dealt = rng.randbytes(32)
    state: Any = game.deal(len(levels), dealt, None)
    moves: list[tuple[int, str]] = []
    while (seat := game.seat_to_act(state)) is not None and len(moves) < MAX_ACTIONS:
        action = registry.player(key, levels[seat]).choose(game.view(state, seat), rng).action
        moves.append((seat, game.format_action(action)))
        state = game.apply(state, seat, action)
    mine = frozenset(number for number, (seat, _) in enumerate(moves) if seat == 0)
    request = ReviewRequest(key, len(levels), dealt, {}, tuple(moves), mine)
    started = time.process_time()
    made = report(request, answer(request))
    return Reviewed(made, time.process_time() - started)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
