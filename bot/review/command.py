"""`python -m bot review FILE --seat N`: how somebody played a finished game, in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console

from bot.command_line import MISUSE, Parser
from bot.language import _
from bot.players.reviewing import UnreviewableError, answer
from bot.replay.arguments import add_file, add_seat, game_with_seat
from bot.replay.game_file import FileError
from bot.replay.steps import Steps
from bot.replay.terminal import PositionWriter, harmless, heading, lines, whence, write
from bot.review.asking import of_seat
from bot.review.report import report
from bot.review.words import NAMES, finding_lines, summary

if TYPE_CHECKING:
    from bot.replay.game_file import GameFile
    from bot.review.report import Report


def main(arguments: list[str]) -> int:
    """Review a file's game. Returns 0 if there is a review, 1 if there is none, 2 if the file cannot be read."""
    parser = Parser(prog="python -m bot review", description="Grade how one seat played a finished game.")
    add_file(parser)
    add_seat(parser, "the seat to grade (default: 1, the first seat)", default=1)
    try:
        game, seat = game_with_seat(parser.parse_args(arguments))
    except FileError as error:
        sys.stderr.write(f"{harmless(str(error))}\n")
        return MISUSE
    return _review(game, seat or 0)


def _review(game: GameFile, seat: int) -> int:
    if game.result is None:
        sys.stderr.write(_("This game was not played to its end, so there is no review of it.") + "\n")
        return 1
    request = of_seat(game, seat)
    if request is None:
        sys.stderr.write(_("Nobody made a move at this seat, so there is nothing to review.") + "\n")
        return 1
    try:
        made = report(request, answer(request))
    except UnreviewableError as error:
        sys.stderr.write(f"{harmless(str(error))}\n")
        return 1
    _print_report(game, seat, made, Console(highlight=False))
    return 0


def _print_report(game: GameFile, seat: int, made: Report, console: Console) -> None:
    steps = Steps(game)
    writer = PositionWriter(steps, seat)
    whose = _("seat {seat}, {name}").format(seat=seat + 1, name=writer.cast(0).name(seat))
    [title] = lines(f"{game.rules.title} · {whence(game)} · {whose}")
    heading(console, title)
    write(console, lines("\n".join(summary(made))))
    for finding in made.costliest:
        where = _("{mark} · step {step} of {last}")
        heading(console, where.format(mark=_(NAMES[finding.mark]), step=finding.step, last=steps.last))
        write(console, writer.position(finding.step))
        write(console, lines("\n".join(finding_lines(made, finding, steps.state(finding.step), seat))))
