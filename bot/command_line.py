"""What the subcommands of `python -m bot` share: misuse is one line and an exit code of its own."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NoReturn

MISUSE = 2
LAST_PORT = 65_535


class Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSE, f"{self.prog}: {message}; see {self.prog} --help.\n")


def own_python() -> str:
    """The current Python as one types it in this folder: the libraries are in `.venv`, not in the system's Python."""
    python = Path(sys.executable)
    return str(python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python)


def port(text: str) -> int:
    """A port's number; 0 is any free one."""
    if not text.isascii() or not text.isdigit() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"“{text}” is no port, a number from 0 to {LAST_PORT}")
    return int(text)
