"""What the commands that play games share: arguments, a progress bar, and sentences about errors."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.command_line import MISUSE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from bot.rules.game import AnyGame

STOPPED, STOPPED_CODE = "Stopped before all games were played.\n", 130
"""The message and the exit code after Ctrl-C."""


def read_options(game: AnyGame, given: Sequence[str]) -> dict[str, object]:
    """Parse NAME=VALUE options; values get the type of the option's choices.

    Raises:
        ValueError: not of the form NAME=VALUE.
    """
    options: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"Write an option as NAME=VALUE, not “{text}”.")
        choices = next((option.choices for option in game.options if option.name == name), ())
        options[name] = next((choice for choice in choices if str(choice).lower() == value.lower()), value)
    return options


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--option`, for `read_options`, and `--jobs`, the number of games played at once; `--processes` is the
    arena's old name for it.
    """
    parser.add_argument(
        "--jobs",
        type=at_least_one,
        default=os.cpu_count() or 1,
        metavar="N",
        help="games played at once, each in its own process (default: one per core)",
    )
    parser.add_argument(
        "--processes", dest="jobs", type=at_least_one, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the table; may be repeated"
    )


def at_least_one(text: str) -> int:
    """A whole number, 1 or greater."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number greater than 0")
    return int(text)


def require_writable(file: Path) -> None:
    """Check that the file can be written, before the games are played rather than after.

    Raises:
        OSError: it cannot be written.
    """
    with file.open("a", encoding="utf-8"):
        pass


def say_stopped(error: ValueError | OSError | KeyboardInterrupt) -> int:
    """Say in one line what stopped the games: unusable arguments, a file that cannot be written, or Ctrl-C.

    Returns the exit code.
    """
    if isinstance(error, KeyboardInterrupt):
        sys.stderr.write(STOPPED)
        return STOPPED_CODE
    if isinstance(error, ValueError):
        sys.stderr.write(f"{error}\n")
    else:
        sys.stderr.write(f"{error.filename} cannot be written: {error.strerror}; name another file.\n")
    return MISUSE


@contextmanager
def progress_bar(title: str, games: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar; call the result after each game."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=games)
        yield lambda: progress.advance(task)
