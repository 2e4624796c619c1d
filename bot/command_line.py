"""What the subcommands of `python -m bot` share: misuse is one line and an exit code of its own."""

from __future__ import annotations

import argparse
from typing import NoReturn

MISUSE = 2


class Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSE, f"{self.prog}: {message}; see {self.prog} --help.\n")
