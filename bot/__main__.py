"""`python -m bot …`: dispatches to a subcommand."""

from __future__ import annotations

import gc
import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bot import __version__
from bot.command_line import MISUSE
from bot.language import SOURCE, speaking, terminal_language

if TYPE_CHECKING:
    from types import ModuleType
    from typing import TextIO

COMMANDS = {
    "run": ("bot.run", "runs the bot on Discord; needs DISCORD_TOKEN"),
    "playground": ("bot.playground.command", "runs the bot in your browser, without a token"),
    "simulate": ("bot.simulate.command", "plays games between computer players, without Discord"),
    "replay": ("bot.replay.command", "steps through a finished game in the terminal"),
    "review": ("bot.review.command", "grades how one seat played a finished game"),
    "verify": ("bot.replay.verify_command", "checks a finished game's shuffle and moves"),
    "puzzle": ("bot.puzzles.command", "makes a puzzle with one best play, proved by a solver"),
    "arena": ("bot.arena.command", "measures how strong the computer players are"),
    "ratings": ("bot.operations.database.ratings", "recomputes the ratings from the results; stop the bot first"),
    "doctor": ("bot.operations.doctor.command", "checks that the bot can run well, and says what to fix"),
    "move-to-postgres": (
        "bot.operations.database.move_to_postgres",
        "moves a SQLite file to PostgreSQL; stop the bot first",
    ),
    "backup": ("bot.operations.database.backup", "copies the database, even while the bot runs"),
}
FOR_PLAYERS = frozenset({"bot.replay.command", "bot.review.command"})
"""Those that speak the language of the terminal; the others are for hosts, in English."""

OURS = frozenset({"bot", "cogs", "db"})
INTERRUPTED = 130
"""The exit code after Ctrl-C, where a command has none of its own."""
UNREAD = 1
"""The exit code where whoever reads the output has gone, such as `head`."""

COLLECTED_AFTER = (20_000, 20, 50)
"""Python's thresholds of garbage collection; 700, 10 and 10 by default. What a start imports stays, and a move creates
few reference cycles: collecting rarely saves a twentieth of the processor time of both.
"""


def usage() -> str:
    """The list of subcommands."""
    lines = (f"  {name:<18}{what}" for name, (_, what) in COMMANDS.items())
    return "\n".join(("usage: python -m bot COMMAND [arguments]", "", *lines, "", "  --version         the version"))


def main(arguments: list[str]) -> int:
    """Run a subcommand and return its exit code; 2 for a usage error."""
    if arguments and arguments[0] in COMMANDS:
        return _run(COMMANDS[arguments[0]][0], arguments[1:])
    if arguments and arguments[0] in ("--version", "-V"):
        sys.stdout.write(f"{__version__}\n")
        return 0
    if arguments and arguments[0] in ("--help", "-h"):
        sys.stdout.write(usage() + "\n")
        return 0
    problem = f"There is no command “{arguments[0]}”." if arguments else "Which command?"
    sys.stderr.write(f"{problem}\n{usage()}\n")
    return MISUSE


def _until_unread(arguments: list[str]) -> int:
    """As `main`, but without a word, as other programs do, once nobody reads the output any more."""
    try:
        code = main(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
        code = UNREAD
    try:
        sys.stderr.flush()
    except OSError:  # the log's disk is full, say
        _discard(sys.stderr)
    return code


def _discard(stream: TextIO) -> None:
    """Discard what Python writes to the stream at its end; a failure would change the exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(module: str, arguments: list[str]) -> int:
    """Run the command and return its exit code, even if argparse exited to print help or an error."""
    try:
        if (command := _command(module)) is None:
            return MISUSE
        with speaking(terminal_language(os.environ) if module in FOR_PLAYERS else SOURCE):
            return int(command.main(arguments))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return INTERRUPTED


def _command(module: str) -> ModuleType | None:
    """The command's module; None, after a sentence, if this Python is not the one that the bot was installed for."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] in OURS:
            raise
        python = Path(".venv", "Scripts" if os.name == "nt" else "bin", "python")
        # If it is that one, the system's Python was upgraded, or an update needs another library.
        is_it = Path(sys.prefix).name == ".venv"
        what_to_do = "install the bot's dependencies again" if is_it else f"use {python} -m bot"
        sys.stderr.write(f"{sys.executable} has no “{missing.name}”: {what_to_do} (README.md says how to install).\n")
        return None


def _replace_closed_streams() -> None:
    """Discard what is written to a stream that whoever started the command has closed; Python has none then."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # until the end


if __name__ == "__main__":
    gc.set_threshold(*COLLECTED_AFTER)
    _replace_closed_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):  # a file on Windows, say, has no suits of cards
        sys.stdout.reconfigure(errors="replace")
    sys.exit(_until_unread(sys.argv[1:]))
