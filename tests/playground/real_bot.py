"""The real bot in the playground, as a process of its own in a folder, started and stopped at will."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT_CERTIFICATES = {"SSL_CERT_FILE": os.devnull}
"""Nothing here needs certificates, and reading them takes a tenth of a start."""
QUICK_TO_START = WITHOUT_CERTIFICATES | {"DAILY_PUZZLES": "off"}
"""Settings for tests that are not about the puzzle of the day, which the bot would otherwise begin to make."""
HURRIED = QUICK_TO_START | {
    "BOT_MOVE_DELAY": "0.05", "THINK_PROCESSES": "1", "BOARD_EDIT_INTERVAL": "0.2", "PRESSES_A_SECOND": "100",
    "CARD_EMOJIS": "off",
}  # fmt: skip
"""Settings for tests, which press faster than people may, and do not wait for emojis to be drawn."""


class Playground:
    """`python -m bot playground` with its data in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, port: int = 0) -> str:
        """Start it and return the address that it prints."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "playground", "--port", str(port), "--data", str(self._folder), "--no-browser",
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **HURRIED},
        )  # fmt: skip
        assert self._process.stdout is not None
        while True:
            line = (await asyncio.wait_for(self._process.stdout.readline(), 60)).decode()
            assert line, "the playground ended"
            if found := re.search(r"http://\S+", line):
                return found[0]

    async def stop(self) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 60)
        return process.returncode or 0
