"""What the commands that play games have in common: table options, and how many processes play."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.game import AnyGame


def read_options(game: AnyGame, given: Sequence[str]) -> dict[str, object]:
    """Options written as NAME=VALUE, with the values in the type of the option's choices.

    Raises:
        ValueError: a text that is not of that form.
    """
    options: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"Write an option as NAME=VALUE, not “{text}”.")
        choices = next((option.choices for option in game.options if option.name == name), ())
        options[name] = next((choice for choice in choices if str(choice).lower() == value.lower()), value)
    return options


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Let a command be told how many games to play at once; `--processes` is what the arena called it before."""
    parser.add_argument(
        "--jobs",
        type=at_least_one,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that play at once (one a core)",
    )
    parser.add_argument(
        "--processes", dest="jobs", type=at_least_one, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )


def at_least_one(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is no whole number from 1 on")
    return int(text)
