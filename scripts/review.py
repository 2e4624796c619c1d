"""`make review`: measures the accuracy of the levels in reviews of many games, and writes it to docs/review.md."""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rich.progress import track

from bot.players import registry
from bot.players.reviewing import ReviewRequest, answer
from bot.review.marks import Mark
from bot.review.report import Report, report
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
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
    parser.add_argument("--games", type=int, default=170, metavar="N", help="games of each level in each game (170)")
    parser.add_argument("keys", nargs="*", default=[*GAMES], metavar="GAME", help=f"one of: {', '.join(GAMES)} (all)")
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE", help="the document (docs/review.md)")
    chosen = parser.parse_args(arguments)
    for key in chosen.keys:
        _write(chosen.page, key, [_row(key, level, chosen.games) for level in LEVELS])
    return 0


def _write(page: Path, key: str, rows: list[str]) -> None:
    """Replace a game's rows, or add them at the end. The rows of other games stay as measured."""
    before, heading, section = page.read_text(encoding="utf-8").partition(HEADING)
    lines, title = section.splitlines(), f"| {GAMES[key].title} | "
    numbers = [number for number, line in enumerate(lines) if line.startswith("|")]
    first, end = (numbers[0], numbers[-1] + 1) if numbers else (len(lines), len(lines))
    measured = lines[first:end][2:]  # below the two lines of the head
    place = next((number for number, line in enumerate(measured) if line.startswith(title)), len(measured))
    others = [line for line in measured if not line.startswith(title)]
    lines[first:end] = [_HEAD, *others[:place], *rows, *others[place:]]
    page.write_text("\n".join((before + heading.rstrip("\n"), *lines, "")), encoding="utf-8")


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
    "luck",
    "seconds",
]
_HEAD = f"| {' | '.join(_COLUMNS)} |\n|{'---|' * len(_COLUMNS)}"


def _row(key: str, level: str, games: int) -> str:
    label = f"{key} {level}"
    found = [_reviewed(key, level, seed) for seed in track(range(games), label, disable=not sys.stderr.isatty())]
    losses = [loss for it in found for loss in it.report.losses]
    exact = sorted(it.report.accuracy for it in found if it.report.accuracy is not None)
    marks = [mean(it.report.count(mark) for it in found) for mark in (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)]
    luck = sorted(it.report.luck for it in found if it.report.luck is not None)
    cells = [
        GAMES[key].title,
        level,
        str(games),
        f"{len(losses) / games:.0f}",
        f"{mean(losses or [0.0]):.2f}",
        f"{mean(exact):.0f}" if exact else "none",
        "-".join(map(str, _range(exact))) if exact else "none",
        *(f"{count:.1f}" for count in marks),
        f"{mean(luck):+.1f} ({' to '.join(f'{each:+.0f}' for each in _range(luck))})" if luck else "none",
        f"{mean(it.seconds for it in found):.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def _range(found: Sequence[T]) -> tuple[T, T]:
    """Return the range of nine in ten of the sorted values, leaving out equally many below and above."""
    return found[len(found) // 20], found[-1 - len(found) // 20]


def _reviewed(key: str, level: str, seed: int) -> Reviewed:
    """Play a game with this level in the first seat, and review that seat."""
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
