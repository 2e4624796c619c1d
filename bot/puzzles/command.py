"""`python -m bot puzzle GAME`: makes a puzzle, prints it, and proves it."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from bot.command_line import MISUSE, Parser
from bot.puzzles.kinds import KINDS, attempt_at
from bot.puzzles.making import is_proved, make
from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.replay.terminal import lines
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.puzzles.puzzle import Puzzle


def main(arguments: Sequence[str]) -> int:
    """Print one puzzle. Returns 2 for unusable arguments, 1 if the solvers cannot prove the puzzle again."""
    line = _parser().parse_args(arguments)
    seed = line.seed or secrets.token_hex(8)
    kinds = [kind for kind in KINDS.values() if kind.game == line.game and line.kind in (None, kind.key)]
    if not kinds:
        known = ", ".join(kind.key for kind in KINDS.values() if kind.game == line.game)
        sys.stderr.write(f"{GAMES[line.game].title} has no puzzle “{line.kind}”; choose one of: {known}.\n")
        return MISUSE
    puzzle = make(kinds[0], seed)
    if line.json:
        sys.stdout.write(puzzle.text + "\n")
    else:
        console = Console(highlight=False)
        for row in _described(puzzle, seed, answer=line.answer):
            console.print(row, soft_wrap=True)
    return 0 if is_proved(puzzle) else 1


def _parser() -> Parser:
    parser = Parser(prog="python -m bot puzzle", description="Make a puzzle: equal seeds give equal puzzles.")
    parser.add_argument("game", choices=sorted({kind.game for kind in KINDS.values()}), help="the game")
    parser.add_argument("--kind", help="the kind of puzzle, if the game has several")
    parser.add_argument("--seed", help="any text (default: a random one, which is printed)")
    parser.add_argument("--answer", action="store_true", help="print the solution too")
    parser.add_argument("--json", action="store_true", help="print the puzzle as the bot stores it")
    return parser


def _described(puzzle: Puzzle, seed: str, *, answer: bool) -> Iterator[Text]:
    """The position as the solver sees it, the task, and the fingerprint."""
    begun, text = attempt_at(puzzle), text_of(puzzle.game)
    view = begun.view
    cast = Cast(tuple(f"Seat {seat + 1}" for seat in range(view.seats)), (None,) * view.seats)
    yield Text(f"{puzzle.rules.title}: {puzzle.kind}, seed {seed}", "bold")
    yield from lines(f"-# {text.subtitle(view)}")
    for block in text.board(view, cast):
        yield from lines(block)
    for seat, facts in enumerate(text.players(view)):
        yield from lines(f"{cast.name(seat)}{' (you)' if seat == view.seat else ''}: {facts}")
    for block in () if text.open_hands else text.hand(view, "suit")[:1]:
        yield from lines(f"Your hand: {block.removeprefix('# ')}")
    for fact in text.brief.hand(view):  # such as the card just drawn
        yield from lines(fact)
    yield Text(begun.task, "bold")
    if answer:
        yield Text("Solution: " + ", ".join(puzzle.solution))
    yield Text(f"SHA-256: {puzzle.fingerprint}", "dim")
