"""`python -m bot replay FILE`: a finished game in the terminal, step by step, or beside another line of its deal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console

from bot.command_line import MISUSE, Parser
from bot.language import N_, _, ngettext
from bot.replay.arguments import add_file, add_seat, game_with_seat
from bot.replay.comparing import common
from bot.replay.game_file import FileError
from bot.replay.parsing import read
from bot.replay.steps import Steps
from bot.replay.terminal import PositionWriter, harmless, heading, whence, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.replay.game_file import GameFile

HELP = N_("Enter: next · b: back · a number: that step · q: stop")
AT_THE_END = N_("b: back · a number: that step · Enter: stop")


def main(arguments: list[str]) -> int:
    """Play a file back. Returns 0 at its end, 1 if the game cannot be replayed to its end, 2 if it cannot be read."""
    parser = Parser(prog="python -m bot replay", description="Play a finished game back, step by step.", epilog=HELP)
    add_file(parser)
    parser.add_argument("--all", action="store_true", help="print every step at once")
    add_seat(parser, "show only what seat N saw (1 is the first seat)")
    parser.add_argument(
        "--beside", metavar="FILE", help="the same deal, played again: show where the two games diverge"
    )
    chosen = parser.parse_args(arguments)
    if chosen.beside is not None and (chosen.all or chosen.seat is not None):
        parser.error("--beside shows what the seat that played again saw; leave --all and --seat out")
    try:
        game, seat = game_with_seat(chosen)
        if chosen.beside is not None:
            return both(Steps(game), Steps(read(chosen.beside)), Console(highlight=False))
    except FileError as error:
        sys.stderr.write(f"{harmless(str(error))}\n")
        return MISUSE
    return Playback(Steps(game), seat, Console(highlight=False)).run(at_once=chosen.all)


def both(one: Steps, other: Steps, console: Console) -> int:
    """Print where two lines of one deal diverge, and how each continues and ends. Returns the exit code.

    Refuses two different deals.
    """
    if min(one.last, other.last) < 0 or one.state(0) != other.state(0):
        sys.stderr.write(
            _("These are not two lines of one deal: choose the files of a game and of its deal again.") + "\n"
        )
        return MISUSE
    count = common(one, other)
    seat = one.seat_to_act(count)
    in_common = ngettext("{n} action in common", "{n} actions in common", count).format(n=count)
    heading(console, _title(one, in_common))
    write(console, PositionWriter(one, seat).position(count))
    for steps in (one, other):
        where = _("Played again") if steps.game.again is not None else _("The game")
        console.print(f"\n{where}:", style="bold")
        _say_if_changed(steps.game, console)
        writer, end = PositionWriter(steps, seat), count + 1
        while end < steps.last and steps.seat_to_act(end) == seat:
            end += 1
        for step in range(count + 1, min(end, steps.last) + 1):
            write(console, writer.happened(step))
        write(console, writer.ending())
    return _exit_code(one, other)


def _title(steps: Steps, what: str) -> str:
    return f"{steps.game.rules.title} · {whence(steps.game)} · {what}"


def _say_if_changed(game: GameFile, console: Console) -> None:
    if not game.intact:
        console.print(_("This file was changed after it was written; `python -m bot verify` says more."))


def _exit_code(*games: Steps) -> int:
    return 0 if all(steps.problem is None for steps in games) else 1


class Playback:
    """Prints a game on a console."""

    def __init__(self, steps: Steps, seat: int | None, console: Console) -> None:
        self._steps = steps
        self._writer = PositionWriter(steps, seat)
        self._console = console

    def run(self, *, at_once: bool) -> int:
        """Print the game. Returns the exit code."""
        game = self._steps.game
        number = len(game.moves)
        heading(self._console, _title(self._steps, ngettext("{n} action", "{n} actions", number).format(n=number)))
        _say_if_changed(game, self._console)
        if self._steps.last < 0:
            write(self._console, self._writer.ending())
            return _exit_code(self._steps)
        for step in range(self._steps.last + 1) if at_once else self._chosen():
            self._show(step, whole=not at_once or step == 0)
        return _exit_code(self._steps)

    def _show(self, step: int, *, whole: bool) -> None:
        if whole:
            at = _("Step {step} of {last}").format(step=step, last=self._steps.last)
            self._console.print(at, style="dim")
        write(self._console, self._writer.happened(step))
        if whole or step == self._steps.last:
            write(self._console, self._writer.position(step))
        if step == self._steps.last:
            write(self._console, self._writer.ending())

    def _chosen(self) -> Iterator[int]:
        """The steps requested at the keyboard."""
        step = 0
        while True:
            yield step
            answer = self._ask(_(AT_THE_END if step == self._steps.last else HELP) + " ")
            if answer is None or answer == "q" or (answer == "" and step == self._steps.last):
                return
            step = self._next(step, answer)

    def _next(self, step: int, answer: str) -> int:
        wanted = step + 1
        if answer == "b":
            wanted = step - 1
        elif answer.isascii() and answer.isdigit():
            wanted = int(answer[:9])
        return max(0, min(wanted, self._steps.last))

    def _ask(self, prompt: str) -> str | None:
        try:
            return self._console.input(prompt, markup=False).strip().lower()
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            return None
