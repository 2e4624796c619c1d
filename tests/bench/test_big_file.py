"""Players never wait long for another person's export or deletion, even with 100,000 games in the file."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.bench import big_file

if TYPE_CHECKING:
    from pathlib import Path

MAX_WAIT_SECONDS = 0.1


def test_nobody_waits_long_at_100000_games(tmp_path: Path) -> None:
    """Nobody waits longer than `MAX_WAIT_SECONDS`, on a machine that does nothing else."""
    big_file.build(tmp_path / "bot.db")
    found = asyncio.run(big_file.measure(tmp_path / "bot.db"))
    print(*(f"{what}: {waits}" for what, waits in found.items()), sep="\n")  # noqa: T201
    assert {what: waits.longest for what, waits in found.items() if waits.longest > MAX_WAIT_SECONDS} == {}
